import Base
import LinuxSystem
import Pixels

/// The legacy calls, for drivers without atomic commits.
///
/// Each call is made for each pipe in turn. A driver without page flips gets `drmModeSetCrtc`,
/// which blocks, and `drmModeDirtyFB` for its copy, until it refuses that.
struct LegacyCommit {
  var output: Output
  private var canFlip = true
  private var wantsDirty = true

  init(for output: Output) { self.output = output }

  /// Resets each property by itself, so that a driver that refuses one gets the others.
  ///
  /// - Returns: whether none was refused.
  @discardableResult func reset(_ rotation: Rotation, on device: any ModeSetting) -> Bool {
    var isDone = true
    for pipe in output.pipes {
      for (kind, _, one) in PropertyReset.assignments(for: pipe, rotation, .legacy) {
        do throws(KMSError) { try device.set(one, of: kind) } catch { isDone = false }
      }
    }
    return isDone
  }

  /// Shows a framebuffer in the output's modes, regardless of the current state.
  ///
  /// - Parameter rotation: the rotation by the planes.
  func modeset(
    to framebuffer: ObjectID, _ rotation: Rotation, on device: any ModeSetting
  ) throws(KMSError) {
    let isReset = reset(rotation, on: device)
    for pipe in output.pipes {
      for crtc in pipe.rest.crtcs { try? turnOff(crtc, on: device) }
      for plane in pipe.others.planes where plane.kind == .overlay {
        try? device.disablePlane(plane.id)
      }
      try set(pipe, to: framebuffer, on: device)
    }
    // A rotation may be refused because of the size of the former picture.
    if !isReset { reset(rotation, on: device) }
  }

  private func set(
    _ pipe: DisplayPipe, to framebuffer: ObjectID, on device: any ModeSetting
  ) throws(KMSError) {
    try device.setCRTC(
      pipe.crtc.id, framebuffer: framebuffer, x: pipe.origin.x, y: pipe.origin.y,
      connectors: pipe.connectors.map { $0.id }, mode: pipe.mode)
  }

  /// Shows another framebuffer.
  ///
  /// - Parameter waits: whether the call blocks until the frame is visible.
  /// - Returns: the number of events to expect.
  mutating func flip(
    to framebuffer: ObjectID, damage: DamageRegion?, waits: Bool, userData: UInt32,
    on device: any ModeSetting
  ) throws(KMSError) -> Int {
    if canFlip && !waits {
      do throws(KMSError) {
        for pipe in output.pipes {
          try device.pageFlip(pipe.crtc.id, to: framebuffer, userData: userData)
        }
        return output.pipes.count
      } catch
        where error.code == .invalid || error.code == .notSupported
        || error.code == .noSystemCall
      {
        canFlip = false
      }
    }
    for pipe in output.pipes { try set(pipe, to: framebuffer, on: device) }
    if wantsDirty {
      do throws(KMSError) {
        try device.markDirty(framebuffer, damage ?? DamageRegion())
      } catch  where error.code == .noSystemCall || error.code == .invalid {
        wantsDirty = false
      }
    }
    return 0
  }

  /// Turns off some pipes of the output.
  func off(_ pipes: [DisplayPipe], on device: any ModeSetting) throws(KMSError) {
    for pipe in pipes { try turnOff(pipe.crtc, on: device) }
  }

  private func turnOff(_ crtc: CRTC, on device: any ModeSetting) throws(KMSError) {
    try device.setCRTC(crtc.id, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }
}
