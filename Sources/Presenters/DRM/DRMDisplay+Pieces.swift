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
    try flip(at: now, refusedSince: nil)
  }

  /// Begins the measuring of a frame's upload. A driver that takes another frame at once has
  /// uploaded the last one, though its event was lost.
  func beginUpload(at start: Duration, isAtOnce: Bool) {
    let isNext = beginsFrame && isAtOnce
    if commit.usesOneFramebuffer, isNext || uploadStart == nil { uploadStart = start }
    beginsFrame = false
  }

  /// Ends the measuring of a frame's upload.
  func measureUpload(at now: Duration) {
    if let start = uploadStart {
      uploadStart = nil
      let time = min(card.device.now - start, .seconds(20))
      if let limit = card.quirks.uploadLimit, time >= limit {
        // An upload that the driver gave up does not measure the link.
        losesFrame = true
      } else {
        resendPause = .seconds(1)
        transferTime += transferTime == .zero ? time : (time - transferTime) / 4
        if !isSlow { slowUploads = time > .milliseconds(250) ? slowUploads + 1 : 0 }
      }
    }
    switch state {
    case .idle, .refused: if losesFrame { sendAgain(at: now) }
    default: break
    }
  }

  /// Schedules the upload of the whole picture, after one that the driver gave up.
  private func sendAgain(at now: Duration) {
    losesFrame = false
    unshown = framebuffer
    damage.removeAll()
    damage.insert(PixelRect(output.size))
    let retry = now + resendPause
    // Back off: a slow link must not be kept busy with whole pictures.
    resendPause = min(resendPause * 2, .seconds(8))
    state = .refused(retry: retry, since: retry)
  }

  /// Makes the next piece the damage.
  func nextPiece() {
    damage.removeAll()
    if let piece = pieces.popLast() { damage.insert(piece) }
  }
}
