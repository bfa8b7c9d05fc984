import Base
import LinuxSystem
import Pixels

/// The calls that show frames where there are no atomic commits.
///
/// Each is made for each head, one after the other. A driver that can't flip gets the framebuffer by `drmModeSetCrtc`, which
/// waits; one that shows a copy of it is told what is new by `drmModeDirtyFB`, until it says that it does not want to know.
struct LegacyCommit {
  private let output: Output
  private var canFlip = true
  private var wantsDirty = true

  init(for output: Output) { self.output = output }

  /// Shows a framebuffer in the output's modes, whatever was shown before.
  func modeset(to framebuffer: ObjectID, on device: any ModeSetting) throws(KMSError) {
    for head in output.heads {
      // What can't be reset was not there to be changed either.
      if head.crtc.gammaSize > 0 {
        try? device.resetGamma(of: head.crtc.id, size: head.crtc.gammaSize)
      }
      for plane in head.otherPlanes where plane.kind == .overlay {
        try? device.disablePlane(plane.id)
      }
      try? device.hideCursor(of: head.crtc.id)
      try set(head, to: framebuffer, on: device)
      if let on = head.connector.properties.enumValue("On", of: .dpms),
        let property = head.connector.properties[.dpms],
        head.connector.properties.value(of: .dpms) != on
      {
        try? device.set(
          PropertyAssignment(object: head.connector.id, property: property, value: on),
          of: .connector)
      }
    }
  }

  private func set(
    _ head: Head, to framebuffer: ObjectID, on device: any ModeSetting
  ) throws(KMSError) {
    try device.setCRTC(
      head.crtc.id, framebuffer: framebuffer, x: head.origin.x, y: head.origin.y,
      connectors: [head.connector.id], mode: head.mode)
  }

  /// Shows another framebuffer in place of the one shown.
  ///
  /// - Parameter waits: whether it may take until it is on the glass.
  /// - Returns: how many events will come.
  mutating func flip(
    to framebuffer: ObjectID, damage: DamageRegion?, waits: Bool, userData: UInt32,
    on device: any ModeSetting
  ) throws(KMSError) -> Int {
    if canFlip && !waits {
      do throws(KMSError) {
        for head in output.heads {
          try device.pageFlip(head.crtc.id, to: framebuffer, userData: userData)
        }
        return output.heads.count
      } catch
        where error.code == .invalid || error.code == .notSupported
        || error.code == .noSystemCall
      {
        canFlip = false
      }
    }
    for head in output.heads { try set(head, to: framebuffer, on: device) }
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
    for head in output.heads {
      try device.setCRTC(head.crtc.id, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
    }
  }
}
