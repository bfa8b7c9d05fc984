import Base
import LinuxSystem
import Pixels

// The legacy calls, for drivers without atomic commits. Each call is made for each pipe in turn. A
// driver without page flips gets `drmModeSetCrtc`, which blocks, and `drmModeDirtyFB` for its copy,
// until it refuses that.
extension OutputCommit {
  /// Resets each property by itself, so that a driver that refuses one gets the others.
  ///
  /// - Returns: whether none was refused.
  @discardableResult func legacyReset() -> Bool {
    var isDone = true
    for pipe in output.pipes {
      for (kind, _, one) in PropertyReset.assignments(for: pipe, rotation, .legacy) {
        do throws(KMSError) { try device.set(one, of: kind) } catch { isDone = false }
      }
    }
    return isDone
  }

  /// Shows a framebuffer in the output's modes, regardless of the current state.
  func legacyModeset(to framebuffer: ObjectID) throws(KMSError) {
    let isReset = legacyReset()
    for pipe in output.pipes {
      for crtc in pipe.rest.crtcs { try? legacyOff(crtc) }
      for plane in pipe.others.planes where plane.kind == .overlay {
        try? device.disablePlane(plane.id)
      }
      try set(pipe, to: framebuffer)
    }
    // A rotation may be refused because of the size of the former picture.
    if !isReset { legacyReset() }
  }

  private func set(_ pipe: DisplayPipe, to framebuffer: ObjectID) throws(KMSError) {
    try device.setCRTC(
      pipe.crtc.id, framebuffer: framebuffer, x: pipe.origin.x, y: pipe.origin.y,
      connectors: pipe.connectors.map { $0.id }, mode: pipe.mode)
  }

  /// Shows another framebuffer.
  ///
  /// - Parameter waits: whether the call blocks until the frame is visible.
  /// - Returns: the number of events to expect.
  func legacyFlip(
    to framebuffer: ObjectID, damage: DamageRegion?, waits: Bool, userData: UInt32
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
    for pipe in output.pipes { try set(pipe, to: framebuffer) }
    if wantsDirty {
      do throws(KMSError) {
        try device.markDirty(framebuffer, damage ?? DamageRegion())
      } catch  where error.code == .noSystemCall || error.code == .invalid {
        wantsDirty = false
      }
    }
    return 0
  }

  func legacyOff(_ crtc: CRTC) throws(KMSError) {
    try device.setCRTC(crtc.id, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }
}
