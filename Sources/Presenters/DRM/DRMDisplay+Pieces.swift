import Base
import KMS
import Pixels

// Support for drivers that upload the bounding box of a commit's damage, often over a slow link.
extension DRMDisplay {
  /// Splits the damage into pieces, one for each commit. Rectangles stay together if their bounding
  /// box contains little else.
  func takeApart() {
    for rect in damage.rects {
      var whole = rect
      while let near = pieces.firstIndex(where: {
        4 * whole.union($0).area <= 5 * (whole.area + $0.area)
      }) {
        whole = whole.union(pieces.remove(at: near))
      }
      pieces.append(whole)
    }
    nextPiece()
  }

  /// Commits the rest of a frame's damage, if any.
  func goOn(at now: Duration) throws(KMSError) {
    if pieces.isEmpty { return measureUpload(at: now) }
    nextPiece()
    unshown = framebuffer
    try flip(at: now)
  }

  /// Ends a frame's upload. After one that the driver gave up, the whole picture is due again.
  func measureUpload(at now: Duration) {
    if commit.usesOneFramebuffer { link.end(at: card.device.now) }
    switch state {
    case .idle, .refused: break
    default: return
    }
    guard let pause = link.nextRepetition() else { return }
    unshown = framebuffer
    damage.removeAll()
    damage.insert(PixelRect(output.size))
    state = .refused(retry: now + pause, since: now + pause)
  }

  /// Makes the next piece the damage.
  func nextPiece() {
    damage.removeAll()
    if let piece = pieces.popLast() { damage.insert(piece) }
  }
}
