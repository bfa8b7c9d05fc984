import Base
import LinuxSystem
public import Pixels

/// Shows frames on an output by atomic commits, or by legacy calls if the driver lacks or refuses
/// atomic commits.
///
/// Call `prepare`, `light`, then `flip` for each frame.
public final class OutputCommit {
  /// The way to update the display after the first frame.
  private enum Update {
    /// A commit of another framebuffer than the last one.
    case flip
    /// A commit of the same framebuffer, with FB_DAMAGE_CLIPS.
    case damage
    /// `drmModeDirtyFB`, which waits for the driver.
    case dirty
  }

  private var output: Output
  private let device: any ModeSetting
  private var atomic: AtomicCommit?
  private var legacy: LegacyCommit
  private var usesLegacy: Bool
  private let quirks: DriverQuirks
  private var update = Update.flip
  /// The rotation by the planes.
  public private(set) var rotation = Rotation.none
  // The results of the last test.
  private var (needsModeset, scope) = (true, ModesetScope.all)
  private var assignments: [PropertyAssignment] = []
  private var clips = DamageClips()
  // A blob of each pipe's mode, from the first test on.
  private var modeBlobs: [ObjectID] = []

  /// Prepares commits for an output.
  ///
  /// - Parameters:
  ///   - isAtomic: whether the card supports atomic commits.
  ///   - quirks: the quirks of the card's driver.
  public init(
    for output: Output, on device: any ModeSetting, isAtomic: Bool, quirks: DriverQuirks
  ) {
    (self.output, self.device, self.quirks) = (output, device, quirks)
    // An object may lack a property that atomic commits need.
    atomic = isAtomic ? try? AtomicCommit(for: output) : nil
    usesLegacy = atomic == nil || quirks.prefersLegacy
    legacy = LegacyCommit(for: output)
    assignments.reserveCapacity(64)
    chooseUpdate()
  }

  private func chooseUpdate() {
    let hasDamageClips = atomic?.wantsDamage ?? false
    if !quirks.uploads(to: output.pipes, hasDamageClips: hasDamageClips) {
      update = .flip
    } else {
      update = hasDamageClips && !usesLegacy ? .damage : .dirty
    }
  }

  /// Continues with a changed state of the same output, such as a failed link.
  public func follow(_ output: Output) {
    self.output = output
    if atomic != nil { atomic = (try? AtomicCommit(for: output)) ?? atomic }
    legacy.follow(output)
  }

  /// Whether it uses legacy calls only.
  public var isLegacy: Bool { usesLegacy }

  /// Whether the driver uses the damage of a frame.
  public var wantsDamage: Bool {
    usesLegacy || update == .dirty || atomic?.wantsDamage ?? false
  }

  /// Whether all frames are shown from one framebuffer, whose damage the driver uploads.
  ///
  /// The framebuffer may be drawn into unless a `flip` is pending.
  public var usesOneFramebuffer: Bool { update != .flip }

  /// Tests an update of the visible framebuffer. Throws if the driver refuses it.
  public func rehearseUpdate(of framebuffer: ObjectID) throws(KMSError) {
    let pixel = DamageRegion(PixelRect(left: 0, top: 0, right: 1, bottom: 1))
    switch update {
    case .flip: return
    case .damage: try commitFrame(framebuffer, pixel, .testOnly, userData: 0)
    case .dirty: try device.markDirty(framebuffer, pixel)
    }
  }

  /// Shows each frame by a page flip from now on, for drivers that refuse updates.
  public func useTwoFramebuffers() { update = .flip }

  /// The plane rotations to test: the wanted one, if the planes support it, and none.
  public var rotations: [Rotation] {
    let wanted = output.rotation
    if wanted == .none || output.pipes.count > 1 { return [.none] }
    return !usesLegacy && atomic?.planeRotation(wanted) != nil ? [wanted, .none] : [.none]
  }

  /// Prepares a modeset for tests and for `light`.
  ///
  /// - Parameter rotation: the rotation by the planes.
  public func prepare(_ rotation: Rotation) throws(KMSError) {
    self.rotation = rotation
    if !usesLegacy { try reserveModes() }
  }

  /// Adds the modeset to a commit of several outputs. First call it with `isClearing` for all
  /// outputs.
  func addModeset(
    to framebuffer: ObjectID, _ scope: ModesetScope, isClearing: Bool,
    into list: inout [PropertyAssignment]
  ) {
    if isClearing {
      atomic?.addClearing(scope, to: &list)
    } else {
      atomic?.addSetting(framebuffer, modeBlobs, rotation, scope, to: &list)
    }
  }

  /// Records the result of a modeset test.
  func noteTest(_ scope: ModesetScope, needsModeset: Bool) {
    (self.scope, self.needsModeset) = (scope, needsModeset)
  }

  /// Tests whether the driver accepts a framebuffer, first without a modeset, which would blank the
  /// display. Does nothing without atomic commits.
  public func rehearse(_ framebuffer: ObjectID) throws(KMSError) {
    if usesLegacy { return }
    needsModeset = false
    do throws(KMSError) { return try commitModeset(to: framebuffer, .testOnly) } catch {
      if error.isCardGone || error.isMasterLost { throw error }
    }
    needsModeset = true
    try commitModeset(to: framebuffer, [.testOnly, .allowModeset])
  }

  /// Uses legacy calls from now on, for drivers that refuse all atomic commits.
  public func useLegacy() {
    (usesLegacy, rotation) = (true, .none)
    chooseUpdate()
  }

  /// Shows a framebuffer, regardless of the current state.
  ///
  /// Training a link may take seconds, so a modeset need not block. Legacy calls, and drivers that
  /// refuse a nonblocking modeset, block nevertheless.
  ///
  /// - Parameter userData: the user data of a nonblocking modeset's events; nil to block.
  /// - Returns: the number of events to expect.
  public func light(_ framebuffer: ObjectID, userData: UInt32? = nil) throws(KMSError) -> Int {
    let events = try setMode(framebuffer, userData)
    // A later modeset must not turn off objects that another output uses by then.
    for pipe in output.pipes { pipe.forgetFormerObjects() }
    return events
  }

  private func setMode(_ framebuffer: ObjectID, _ userData: UInt32?) throws(KMSError) -> Int {
    if usesLegacy {
      try legacy.modeset(to: framebuffer, on: device)
      return 0
    }
    // Some drivers hide the cursor's plane from atomic clients.
    for pipe in output.pipes { try? device.hideCursor(of: pipe.crtc.id) }
    if !needsModeset {
      needsModeset = true
      do throws(KMSError) {
        try commitModeset(to: framebuffer, [])
        return 0
      } catch {
        if error.isCardGone || error.isMasterLost { throw error }
      }
    }
    if let userData {
      do throws(KMSError) {
        try commitModeset(
          to: framebuffer, [.allowModeset, .nonblock, .pageFlipEvent], userData: userData)
        return output.pipes.count
      } catch {
        if error.isCardGone || error.isMasterLost { throw error }
      }
    }
    try commitModeset(to: framebuffer, .allowModeset)
    return 0
  }

  /// Creates a blob of each mode. They exist until the end, so that a later modeset needs no
  /// memory.
  private func reserveModes() throws(KMSError) {
    while modeBlobs.count < output.pipes.count {
      let bytes = output.pipes[modeBlobs.count].mode.blob
      modeBlobs.append(try device.createBlob(RawSpan(_elements: bytes.span)))
    }
  }

  /// Destroys the mode blobs. The kernel keeps those of modes in use.
  public func releaseModes() {
    for blob in modeBlobs { try? device.destroyBlob(blob) }
    modeBlobs = []
  }

  deinit { releaseModes() }

  private func commitModeset(
    to framebuffer: ObjectID, _ flags: CommitFlags, userData: UInt32 = 0
  ) throws(KMSError) {
    guard let atomic else { return }
    try reserveModes()
    atomic.modeset(to: framebuffer, modes: modeBlobs, rotation: rotation, scope, into: &assignments)
    try device.commit(assignments, flags, userData: userData)
  }

  /// Shows another framebuffer, or the visible one with other pixels.
  ///
  /// - Parameters:
  ///   - damage: the difference from the visible frame; nil for everything.
  ///   - waits: whether the call blocks until the frame is visible. Then no event follows.
  ///   - userData: the user data of the events.
  /// - Returns: the number of events to expect.
  public func flip(
    to framebuffer: ObjectID, damage: DamageRegion?, waits: Bool, userData: UInt32
  ) throws(KMSError) -> Int {
    if update == .dirty {
      try device.markDirty(framebuffer, damage ?? DamageRegion())
      return 0
    }
    if usesLegacy {
      return try legacy.flip(
        to: framebuffer, damage: damage, waits: waits, userData: userData, on: device)
    }
    try commitFrame(
      framebuffer, damage, waits ? [] : [.nonblock, .pageFlipEvent], userData: userData)
    return waits ? 0 : output.pipes.count
  }

  private func commitFrame(
    _ framebuffer: ObjectID, _ damage: DamageRegion?, _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError) {
    guard let atomic else { return }
    var blob: ObjectID?
    if let damage, atomic.wantsDamage {
      // Without a blob everything is damaged, which is slower and still correct.
      blob = try? clips.makeBlob(of: damage, on: device)
    }
    defer { if let blob { try? device.destroyBlob(blob) } }
    atomic.flip(to: framebuffer, damage: blob, into: &assignments)
    try device.commit(assignments, flags, userData: userData)
  }

  /// Turns the output off, including its connectors if they still exist.
  public func extinguish() throws(KMSError) {
    guard let atomic, !usesLegacy else {
      try legacy.off(on: device)
      return
    }
    do throws(KMSError) {
      atomic.off(withConnectors: true, into: &assignments)
      try device.commit(assignments, .allowModeset, userData: 0)
    } catch  where error.code == .invalid || error.code == .noSuchFile {
      atomic.off(withConnectors: false, into: &assignments)
      try device.commit(assignments, .allowModeset, userData: 0)
    }
  }
}
