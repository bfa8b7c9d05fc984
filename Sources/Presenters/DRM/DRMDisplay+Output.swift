import Base
import KMS
import Pixels

// The display's properties for the renderer.
extension DRMDisplay {
  var output: Output { commit.output }
  var area: Int { size.width * size.height }
  var size: PixelSize { output.rotation.inverse.turned(output.size) }
  var summary: ByteString { output.name + " " + output.pipes[0].mode.summary }
  var density: Double? { output.density }
  var grayBits: Int { commit.format.grayBits == 0 ? output.grayBits : commit.format.grayBits }
  var refreshPeriod: Duration { max(output.refreshPeriod, link.period) }

  var isSlow: Bool { link.isSlow }

  /// Takes ownership of inherited buffers, and adds a second buffer if memory was short before.
  func adoptBuffers() {
    swapchain?.adopt()
    guard isLit, let swapchain, !swapchain.isComplete, !commit.usesOneFramebuffer else { return }
    try? swapchain.addBuffer(on: card.device)
    swapchain.relinquish(true)
  }

  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain?.buffers ?? [] }
}
