import Base
import LinuxSystem
import Pixels

/// The legacy calls, for drivers without atomic commits.
///
/// Each call is made for each pipe in turn. A driver without page flips gets `drmModeSetCrtc`,
/// which blocks, and `drmModeDirtyFB` for its copy, until it refuses that.
struct LegacyCommit {
  private var output: Output
  private var canFlip = true
  private var wantsDirty = true

  init(for output: Output) { self.output = output }

  /// Continues with a changed state of the same output.
  mutating func follow(_ output: Output) { self.output = output }

  /// Shows a framebuffer in the output's modes, regardless of the current state.
  func modeset(to framebuffer: ObjectID, on device: any ModeSetting) throws(KMSError) {
    for pipe in output.pipes {
      for crtc in pipe.rest.crtcs { try? turnOff(crtc, on: device) }
      // A driver that cannot reset a property cannot have changed it either.
      if pipe.crtc.gammaSize > 0 {
        try? device.resetGamma(of: pipe.crtc.id, size: pipe.crtc.gammaSize)
      }
      for plane in pipe.others.planes where plane.kind == .overlay {
        try? device.disablePlane(plane.id)
      }
      try? device.hideCursor(of: pipe.crtc.id)
      try set(pipe, to: framebuffer, on: device)
      for connector in pipe.connectors { try? turnOn(connector, on: device) }
    }
  }

  private func turnOn(_ connector: Connector, on device: any ModeSetting) throws(KMSError) {
    guard let on = connector.properties.enumValue("On", of: .dpms),
      let property = connector.properties[.dpms], connector.properties.value(of: .dpms) != on
    else { return }
    try device.set(
      PropertyAssignment(object: connector.id, property: property, value: on), of: .connector)
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

  /// Turns the output off.
  func off(on device: any ModeSetting) throws(KMSError) {
    for pipe in output.pipes {
      try turnOff(pipe.crtc, on: device)
    }
  }

  private func turnOff(_ crtc: CRTC, on device: any ModeSetting) throws(KMSError) {
    try device.setCRTC(crtc.id, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }
}
