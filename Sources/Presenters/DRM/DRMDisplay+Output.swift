import Base
import KMS
import Pixels

// What a display is to the renderer.
extension DRMDisplay {
  var size: PixelSize { output.rotation.inverse.turned(output.size) }
  var density: Double? { output.density }
  var grayBits: Int { candidate.format.grayBits == 0 ? output.grayBits : candidate.format.grayBits }
  var refreshPeriod: Duration { max(output.refreshPeriod, transferTime * 4 / 3) }

  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain?.buffers ?? [] }
}
