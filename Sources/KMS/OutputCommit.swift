import Base
import LinuxSystem
public import Pixels

/// Shows frames on an output by atomic commits, or by legacy calls where the driver lacks or refuses them.
///
/// Call `prepare`, `light`, then `flip` for each frame.
public final class OutputCommit {
  /// How a frame after the first one reaches the display.
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
  private var prefersLegacy: Bool
  private var usesLegacy: Bool { Traits.legacy && prefersLegacy }
  private let quirks: DriverQuirks
  private var update = Update.flip
  /// The rotation by the planes.
  public private(set) var rotation = Rotation.none
  // What the last test found out.
  private var (needsModeset, scope) = (true, ModesetScope.all)
  private var assignments: [PropertyAssignment] = []
  private var clips = DamageClips()
  // A blob of each pipe's mode, from the first test on.
  private var modeBlobs: [ObjectID] = []

  /// Prepares commits for an output.
  ///
  /// - Parameters:
  ///   - isAtomic: whether the card takes atomic commits.
  ///   - quirks: those of the card's driver.
  public init(
    for output: Output, on device: any ModeSetting, isAtomic: Bool, quirks: DriverQuirks
  ) {
    (self.output, self.device, self.quirks) = (output, device, quirks)
    // An object may lack a property that atomic commits need.
    atomic = isAtomic ? try? AtomicCommit(for: output) : nil
    prefersLegacy = atomic == nil || quirks.prefersLegacy
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

  /// Goes on with the same output in another state, such as with a broken link.
  public func follow(_ output: Output) {
    self.output = output
    if atomic != nil { atomic = (try? AtomicCommit(for: output)) ?? atomic }
    legacy.follow(output)
  }

  /// Whether it makes no atomic commits.
  public var isLegacy: Bool { usesLegacy }

  /// Whether the driver wants to know which pixels of a frame are new.
  public var wantsDamage: Bool {
    usesLegacy || update == .dirty || atomic?.wantsDamage ?? false
  }

  /// Whether all frames are shown from one framebuffer, of which the driver uploads the damage.
  ///
  /// The framebuffer may be drawn into unless a `flip` is under way.
  public var usesOneFramebuffer: Bool { update != .flip }

  /// Tries an update of the framebuffer that is shown. Throws if the driver refuses it.
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

  /// The rotations by the planes that are worth a test: the wanted one, if they support it, and none.
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

  /// Adds the modeset to a commit of several outputs; call it with `isClearing` for all outputs first.
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

  /// Records what a test of the modeset found out.
  func noteTest(_ scope: ModesetScope, needsModeset: Bool) {
    (self.scope, self.needsModeset) = (scope, needsModeset)
  }

  /// Asks the driver whether it would show a framebuffer, first without a modeset, which would blank
  /// the display. Does nothing without atomic commits.
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
    (prefersLegacy, rotation) = (true, .none)
    chooseUpdate()
  }

  /// Shows a framebuffer, whatever was shown before.
  ///
  /// Training a link may take seconds, so a modeset need not block. Legacy calls and drivers that
  /// refuse this block all the same.
  ///
  /// - Parameter userData: comes back in the events of a modeset that does not block; nil to block.
  /// - Returns: how many events will come.
  public func light(_ framebuffer: ObjectID, userData: UInt32? = nil) throws(KMSError) -> Int {
    let events = try setMode(framebuffer, userData)
    // A later modeset must not turn off what another output uses by then.
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

  /// Creates a blob of each mode. They stay until the end, so that a later modeset needs no memory.
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

  /// Shows another framebuffer in place of the one shown, or the same one with other pixels.
  ///
  /// - Parameters:
  ///   - damage: how it differs from what is shown; nil where all may.
  ///   - waits: whether the call blocks until the frame is on the display. Then no event comes.
  ///   - userData: comes back in the events.
  /// - Returns: how many events will come.
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
      // Without a blob all counts as new, which is slower and right.
      blob = try? clips.makeBlob(of: damage, on: device)
    }
    defer { if let blob { try? device.destroyBlob(blob) } }
    atomic.flip(to: framebuffer, damage: blob, into: &assignments)
    try device.commit(assignments, flags, userData: userData)
  }

  /// Turns the output off, as far as it is still there.
  public func extinguish() throws(KMSError) {
    guard let atomic, !usesLegacy else {
      if Traits.legacy { try legacy.off(on: device) }
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
