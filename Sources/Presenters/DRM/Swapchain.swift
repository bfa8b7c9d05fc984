import Base
import KMS
import LinuxSystem
import Pixels

/// The buffers of an output, and the number of the frame in each.
///
/// Two buffers alternate on the display. A driver that uploads needs one buffer, since its display
/// shows a copy. If memory suffices for one buffer only, frames are drawn into the scanned-out one.
///
/// The frame numbers determine what to paint (what the back buffer lacks) and which damage the
/// driver gets. They also hold for a frame that was painted and never shown. Frames are painted
/// directly into the buffers, because scan-out memory is slow to read. Software rotation and gray
/// levels need a shadow buffer.
final class Swapchain {
  // The buffer that is scanned out or about to be.
  private var front: DumbBuffer
  // Nil for an output with one buffer.
  private var spare: DumbBuffer?
  // The numbers of the frames that the driver received from each buffer, and of the frame painted
  // into the back buffer; nil for unknown content.
  private var shownFrame: Int?
  private var backShownFrame: Int?
  private var backFrame: Int?
  private var painter: TurningPainter
  private var stale = DamageRegion()

  private var back: DumbBuffer { drawsIntoFront ? front : spare ?? front }
  /// Whether frames are drawn into the visible buffer in place of the spare one.
  var drawsIntoFront = false {
    didSet { backFrame = drawsIntoFront ? shownFrame : nil }
  }

  /// Creates the buffers that are missing.
  ///
  /// - Parameters:
  ///   - front: the first buffer.
  ///   - rotation: the software rotation of frames.
  ///   - grayBits: bits of gray that a pixel is shown with; 0 for colors.
  init(
    on device: any ModeSetting, _ front: DumbBuffer, turning rotation: Rotation, grayBits: Int,
    hasOneBuffer: Bool
  ) throws(KMSError) {
    self.front = front
    painter = TurningPainter(
      size: rotation.inverse.turned(front.size), turning: rotation, grayBits: grayBits)
    // All is set before the first error: a class whose initializer fails earlier is never freed.
    if !hasOneBuffer { try addBuffer(on: device) }
  }

  /// The framebuffer that `paint` filled last.
  var backFramebuffer: ObjectID { back.framebuffer }

  /// The framebuffer that is scanned out or about to be.
  var frontFramebuffer: ObjectID { front.framebuffer }

  /// All buffers, for the keeper to free.
  var buffers: [DRMInheritance.Buffer] {
    var all = [DRMInheritance.Buffer(framebuffer: front.framebuffer, handle: front.handle)]
    if let spare {
      all.append(DRMInheritance.Buffer(framebuffer: spare.framebuffer, handle: spare.handle))
    }
    return all
  }

  /// Sets whether the buffers outlive this object, for the holder of the card.
  func relinquish(_ isLeft: Bool) {
    front.relinquish(isLeft)
    spare?.relinquish(isLeft)
  }

  /// Adds a second buffer. A picture that tears is better than none, so only the loss of the card
  /// throws.
  func addBuffer(on device: any ModeSetting) throws(KMSError) {
    do throws(KMSError) {
      spare = try DumbBuffer(on: device, size: front.size, format: front.format)
      (backFrame, backShownFrame) = (nil, nil)
    } catch {
      if error.isOfCard { throw error }
    }
  }

  /// Whether a source's newest frame is on the display, or on its way there.
  func shows(_ source: any FrameSource) -> Bool { shownFrame == source.frameNumber }

  /// Makes the back buffer black.
  func paintBlack() {
    back.withSurface { surface in
      let size = surface.size
      for y in 0..<size.height { surface.fill(0, columns: 0..<size.width, y: y) }
    }
    backFrame = nil
  }

  /// Forgets the numbers of all frames, because the next one comes from another source.
  func forgetFrames() {
    (shownFrame, backShownFrame, backFrame) = (nil, nil, nil)
    painter.forgetFrame()
  }

  /// Brings the back buffer up to the newest frame.
  func paint(_ source: any FrameSource) {
    back.withSurface { painter.paint(source, over: backFrame, on: &$0) }
    backFrame = source.frameNumber
  }

  /// The damage of the frame painted last, in buffer coordinates.
  ///
  /// The kernel defines damage as the difference from the plane's previous framebuffer. Drivers
  /// that keep a device copy of each framebuffer upload the damage of the new framebuffer alone.
  /// The union of both differences suits both.
  func getUnshownDamage(of source: any FrameSource, into region: inout DamageRegion) {
    painter.getDamage(of: source, since: shownFrame, into: &region)
    if spare == nil || backShownFrame == shownFrame { return }
    painter.getDamage(of: source, since: backShownFrame, into: &stale)
    for rect in stale.rects { region.insert(rect) }
  }

  /// Records that the driver has the back buffer's frame.
  func flip() {
    guard let spare, !drawsIntoFront else { return shownFrame = backFrame }
    (front, self.spare) = (spare, front)
    let painted = backFrame
    (backFrame, backShownFrame, shownFrame) = (shownFrame, shownFrame, painted)
  }
}

extension Swapchain {
  /// Makes this object free inherited dumb buffers, too.
  func adopt() {
    front.adopt()
    spare?.adopt()
  }

  /// Whether there are two buffers.
  var isComplete: Bool { buffers.count > 1 }
}
