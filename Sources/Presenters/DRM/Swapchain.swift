import KMS
import Pixels

/// The two buffers that take turns on the glass, and which frame each shows.
///
/// From the frames' numbers follow both what must be painted (what the back buffer missed while it was away) and what
/// the driver must be told (how the newest frame differs from the one on the glass), also when a frame was painted and
/// never shown. Frames are drawn straight into the buffers: scan-out memory is written once and never read.
struct Swapchain: ~Copyable {
  // On the glass, or on its way there.
  private var front: DumbBuffer
  private var back: DumbBuffer
  // The numbers of the frames that they show; nil for unknown content.
  private var frontFrame: Int?
  private var backFrame: Int?

  /// Makes two buffers; all or nothing.
  init(on device: any ModeSetting, size: PixelSize, format: PixelFormat) throws(KMSError) {
    let front = try DumbBuffer(on: device, size: size, format: format)
    let back = try DumbBuffer(on: device, size: size, format: format)
    self.init(front: front, back: back)
  }

  private init(front: consuming DumbBuffer, back: consuming DumbBuffer) {
    self.front = front
    self.back = back
  }

  /// The framebuffer that `paint` filled last.
  var backFramebuffer: ObjectID { back.framebuffer }

  /// The framebuffer on the glass, or on its way there.
  var frontFramebuffer: ObjectID { front.framebuffer }

  /// Both, for who is to free them.
  var buffers: [DRMInheritance.Buffer] {
    [
      DRMInheritance.Buffer(framebuffer: front.framebuffer, handle: front.handle),
      DRMInheritance.Buffer(framebuffer: back.framebuffer, handle: back.handle),
    ]
  }

  /// Leaves both buffers to whoever holds the card.
  mutating func relinquish() {
    front.relinquish()
    back.relinquish()
  }

  /// Whether a source's newest frame is on the glass, or on its way there.
  func shows(_ source: any FrameSource) -> Bool { frontFrame == source.frameNumber }

  /// Brings the back buffer up to the newest frame.
  mutating func paint(_ source: any FrameSource) {
    let shown = backFrame
    back.withSurface { source.paint(&$0, over: shown) }
    backFrame = source.frameNumber
  }

  /// How the frame painted last differs from the one on the glass; all of it when that is not known.
  func getUnshownDamage(of source: any FrameSource, into damage: inout DamageRegion) {
    source.getDamage(since: frontFrame, into: &damage)
  }

  /// Notes that the back buffer goes to the glass.
  mutating func flip() {
    swap(&front, &back)
    swap(&frontFrame, &backFrame)
  }
}
