import Base
import KMS

// How a card goes to another program and back.
extension DRMCard {
  /// Leaves the card to another program, which may be its master now.
  func pause() {
    for display in displays { display.pause() }
    if device.isMaster() { try? device.dropMaster() }
  }

  /// Takes the card again, as it may be by now, and shows what was shown last.
  ///
  /// - Returns: false when another program still has it.
  func resumes(at now: Duration) throws(PresenterError) -> Bool {
    do throws(KMSError) { if !device.isMaster() { try device.setMaster() } } catch {
      if error.isCardGone { try hooks.failed(error, now) }
      return error.isCardGone
    }
    try refresh(nil, at: now)
    for display in displays { relight(display, at: now) }
    return true
  }

  /// Shows the last frames, and drops the mastery of the card.
  func finish(_ ending: PresenterEnding) throws(KMSError) {
    guard device.isMaster() else { return }
    var failure: KMSError?
    for display in displays where display.isLit {
      do throws(KMSError) {
        if ending == .black { try display.blacken() } else { try display.finish() }
      } catch {
        failure = failure ?? error
      }
      // Older kernels than 6.8 can't; then the holder of the card is all that keeps the picture.
      if ending == .keep { try? device.closeFramebuffer(display.framebuffer) }
    }
    try? device.dropMaster()
    if let failure { throw failure }
  }
}
