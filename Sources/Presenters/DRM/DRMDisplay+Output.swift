import Base
import KMS
import Pixels

// What a display is to the renderer.
extension DRMDisplay {
  var size: PixelSize { output.rotation.inverse.turned(output.size) }
  var density: Double? { output.density }
  var grayBits: Int { candidate.format.grayBits == 0 ? output.grayBits : candidate.format.grayBits }
  var refreshPeriod: Duration { max(output.refreshPeriod, transferTime * 4 / 3) }

  /// Several uploads in a row, since one may be late for another reason. The link gets no faster
  /// when less moves, so it is not asked again.
  var isSlow: Bool { slowUploads == Self.slowUploadLimit }
  static var slowUploadLimit: Int { 4 }

  /// Frees inherited buffers with its own, and adds a second one where memory did not suffice.
  func adoptBuffers() {
    swapchain?.adopt()
    guard isLit, let swapchain, !swapchain.isComplete, !commit.usesOneFramebuffer else { return }
    try? swapchain.addBuffer(on: card.device)
    swapchain.relinquish(true)
  }

  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain?.buffers ?? [] }
}
