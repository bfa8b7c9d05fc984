import Base
import KMS
import LinuxSystem
import Pixels

/// An output's buffers, and which frame each holds.
///
/// Two buffers take turns on the display. A driver that uploads needs one: its display shows a copy.
///
/// From the frames' numbers follow both what must be painted (what the back buffer missed while it was away) and what
/// the driver must be told (how the newest frame differs from the one on the glass), also when a frame was painted and
/// never shown. Frames are drawn straight into the buffers: scan-out memory is written once and never read. Only where
/// the display can't turn a picture that has to be turned, it is drawn in memory first, and what changed is copied.
final class Swapchain {
  // On the display, or on its way there.
  private var front: DumbBuffer
  // Nil for an output with one buffer.
  private var spare: DumbBuffer?
  // The numbers of the frames on the display and in the back buffer; nil for unknown content.
  private var shownFrame: Int?
  private var backFrame: Int?
  private var painter: TurningPainter

  private var back: DumbBuffer { spare ?? front }

  /// Makes the buffers; all or nothing.
  ///
  /// - Parameters:
  ///   - size: that of the buffers.
  ///   - rotation: how far frames have to be turned on their way into them.
  init(
    on device: any ModeSetting, size: PixelSize, format: PixelFormat, turning rotation: Rotation,
    hasOneBuffer: Bool
  ) throws(KMSError) {
    front = try DumbBuffer(on: device, size: size, format: format)
    spare = hasOneBuffer ? nil : try DumbBuffer(on: device, size: size, format: format)
    painter = TurningPainter(size: rotation.inverse.turned(size), turning: rotation)
  }

  /// The framebuffer that `paint` filled last.
  var backFramebuffer: ObjectID { back.framebuffer }

  /// The framebuffer on the glass, or on its way there.
  var frontFramebuffer: ObjectID { front.framebuffer }

  /// All of them, for the keeper to free.
  var buffers: [DRMInheritance.Buffer] {
    var all = [DRMInheritance.Buffer(framebuffer: front.framebuffer, handle: front.handle)]
    if let spare {
      all.append(DRMInheritance.Buffer(framebuffer: spare.framebuffer, handle: spare.handle))
    }
    return all
  }

  /// Whether all are left to the holder of the card when this goes.
  func relinquish(_ isLeft: Bool) {
    front.relinquish(isLeft)
    spare?.relinquish(isLeft)
  }

  /// Adds a second buffer to the one that is shown.
  private func addBuffer(on device: any ModeSetting) throws(KMSError) {
    spare = try DumbBuffer(on: device, size: front.size, format: front.format)
    backFrame = nil
  }

  /// Whether a source's newest frame is on the glass, or on its way there.
  func shows(_ source: any FrameSource) -> Bool { shownFrame == source.frameNumber }

  /// Brings the back buffer up to the newest frame.
  func paint(_ source: any FrameSource) {
    back.withSurface { painter.paint(source, over: backFrame, on: &$0) }
    backFrame = source.frameNumber
  }

  /// How the frame painted last differs from the one on the glass, as it lies in the buffers; all of it when that is not
  /// known.
  func getUnshownDamage(of source: any FrameSource, into region: inout DamageRegion) {
    painter.getDamage(of: source, since: shownFrame, into: &region)
  }

  /// Notes that the back buffer's frame goes to the display.
  func flip() {
    guard let spare else { return shownFrame = backFrame }
    (front, self.spare) = (spare, front)
    swap(&shownFrame, &backFrame)
  }
}

extension Swapchain {
  /// Shows an output's first frame: turned by the plane, or by us; in the best format, or in another, since memory may not do for
  /// the best; by an atomic commit, or without.
  static func showing(
    _ source: any FrameSource, on output: Output, by commit: OutputCommit, of card: DRMCard
  ) throws(KMSError) -> Swapchain {
    var (failure, isRefused) = (KMSError?.none, false)
    while true {
      for rotation in commit.rotations {
        for format in output.formats {
          do throws(KMSError) {
            let fresh = try Swapchain(
              on: card.device, size: rotation.inverse.turned(output.size), format: format,
              turning: rotation == output.rotation ? .none : output.rotation,
              hasOneBuffer: commit.usesOneFramebuffer)
            isRefused = true
            try commit.rehearse(fresh.backFramebuffer, turned: rotation)
            fresh.paint(source)
            card.willLight(fresh.buffers)
            try commit.light(fresh.backFramebuffer)
            isRefused = false
            fresh.relinquish(true)
            fresh.flip()
            try fresh.confirm(by: commit, of: card)
            return fresh
          } catch {
            if error.isCardGone || error.isMasterLost { throw error }
            failure = failure ?? error
          }
        }
      }
      // That there is no memory is nothing that other calls could mend.
      guard isRefused, !commit.isLegacy else {
        throw failure ?? .unsupported("there is no format that could be shown")
      }
      card.note(output.name + ": atomic commits are refused; going on without")
      commit.useLegacy()
    }
  }
  /// Tries an update of the one buffer; adds another if the driver refuses.
  private func confirm(by commit: OutputCommit, of card: DRMCard) throws(KMSError) {
    if spare != nil { return }
    do throws(KMSError) { return try commit.rehearseUpdate(of: frontFramebuffer) } catch {
      commit.useTwoFramebuffers()
      // The caller gives the output up, or tries another format.
      relinquish(false)
      if error.isCardGone || error.isMasterLost { throw error }
    }
    try addBuffer(on: card.device)
    card.willLight(buffers)
    relinquish(true)
  }
}
