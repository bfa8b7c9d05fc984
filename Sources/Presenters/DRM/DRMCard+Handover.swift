import Base
import KMS

// Handover of a card to another program and back.
extension DRMCard {
  /// Gives the card to another program, which may already be its master.
  func pause() {
    busySince = nil
    for display in displays { display.pause() }
    if device.isMaster() { try? device.dropMaster() }
  }

  /// Takes the card back, reads it again, and shows the last frames.
  ///
  /// - Returns: false if another program is still its master.
  func resumes(at now: Duration) throws(PresenterError) -> Bool {
    do throws(KMSError) { if !device.isMaster() { try device.setMaster() } } catch {
      if error.isCardGone { try presenter.failed(error, at: now) }
      return error.isCardGone
    }
    for display in displays { display.awaitModeset() }
    try refresh(nil, at: now)
    return true
  }

  /// Shows the last frames, and drops master.
  func finish(_ ending: PresenterEnding) throws(KMSError) {
    guard device.isMaster() else { return }
    if ending == .black { displays.removeAll { !$0.isLit } }
    turnOff(waits: true)
    var failure: KMSError?
    for display in displays where display.isLit {
      do throws(KMSError) {
        if ending == .black { try display.blacken() } else { try display.finish() }
      } catch {
        failure = failure ?? error
      }
      // Kernels before 6.8 lack this call; then only an open card keeps the picture.
      if ending == .keep { try? device.closeFramebuffer(display.framebuffer) }
    }
    try? device.dropMaster()
    if let failure { throw failure }
  }
}
