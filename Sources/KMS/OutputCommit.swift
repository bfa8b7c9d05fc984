import Base
import LinuxSystem
public import Pixels

/// An output in one configuration, and its commits. Legacy calls take their place if the driver
/// lacks or refuses atomic commits.
///
/// The search creates it and its buffer. Call `light`, then `flip` for each frame.
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

  /// The output.
  public private(set) var output: Output
  let option: ConnectorOption
  let device: any ModeSetting
  /// Its atomic commits; nil without them.
  private(set) var atomic: AtomicCommit?
  /// Whether it uses legacy calls only.
  public private(set) var isLegacy: Bool
  // Whether the driver takes page flips by legacy calls, and needs their damage without them.
  var (canFlip, wantsDirty) = (true, true)
  private let quirks: DriverQuirks
  private var update = Update.flip
  // The ways to show a picture are the combinations of these, the best first.
  private(set) var (rotations, formats) = ([Rotation.none], [PixelFormat]())
  /// Whether the driver accepts the output alone, and whether memory did not suffice for it.
  var (passes, lacksMemory) = (false, false)
  /// A buffer of the right size; nil if memory did not suffice.
  public var buffer: DumbBuffer?
  /// The results of the last test.
  var (needsModeset, scope) = (true, ModesetScope.all)
  private var assignments: [PropertyAssignment] = []
  // The damage of a frame, for FB_DAMAGE_CLIPS.
  private var edges: [Int32] = []
  /// A blob of each pipe's mode, from the first test on.
  private var modeBlobs: [ObjectID] = []

  /// Prepares commits for an output. One that lacks atomic properties uses legacy calls.
  ///
  /// - Parameters:
  ///   - option: the deviation from the default configuration; nil for none.
  ///   - isAtomic: whether the card supports atomic commits.
  ///   - quirks: the quirks of the card's driver.
  public init(
    for output: Output, _ option: ConnectorOption? = nil, on device: any ModeSetting,
    isAtomic: Bool, quirks: DriverQuirks
  ) {
    (self.output, self.device, self.quirks) = (output, device, quirks)
    self.option = option ?? ConnectorOption(output.pipes[0].connector.id)
    atomic = isAtomic ? try? AtomicCommit(for: output) : nil
    isLegacy = atomic == nil || quirks.prefersLegacy || self.option.usesLegacy
    assignments.reserveCapacity(64)
    edges.reserveCapacity(4 * DamageRegion.capacity)
    let (wanted, plane) = (output.rotation, output.pipes[0].plane)
    if wanted != .none, output.pipes.count == 1, let value = plane.value(of: wanted) {
      // Legacy calls have no tests. They keep the rotation that the firmware, for example, left.
      let isLeft = plane.properties.value(of: .rotation) == value
      rotations = isLegacy ? [isLeft ? wanted : .none] : [wanted, .none]
    }
    // Formats with the same bits per pixel need the same memory and bandwidth, so one of each
    // suffices.
    for format in output.formats
    where !formats.contains(where: { $0.bitsPerPixel == format.bitsPerPixel }) {
      formats.append(format)
    }
    chooseUpdate()
  }

  private func chooseUpdate() {
    let hasDamageClips = atomic?.wantsDamage ?? false
    if !quirks.uploads(to: output.pipes, hasDamageClips: hasDamageClips) {
      update = .flip
    } else {
      update = hasDamageClips && !isLegacy ? .damage : .dirty
    }
  }

  /// Continues with a changed state of the same output, such as a failed link.
  public func follow(_ output: Output) {
    self.output = output
    if atomic != nil { atomic = (try? AtomicCommit(for: output)) ?? atomic }
  }

  /// Whether the driver uses the damage of a frame.
  public var wantsDamage: Bool { isLegacy || update == .dirty || atomic?.wantsDamage ?? false }

  /// Whether all frames are shown from one framebuffer, whose damage the driver uploads.
  ///
  /// The framebuffer may be drawn into unless a `flip` is pending.
  public var usesOneFramebuffer: Bool { update != .flip }

  /// Tests an update of the visible framebuffer. Throws if the driver refuses it.
  ///
  /// - Parameter probes: whether a modeset may be pending, for which `drmModeDirtyFB` would block.
  public func rehearseUpdate(of framebuffer: ObjectID, probes: Bool = false) throws(KMSError) {
    let pixel = DamageRegion(PixelRect(left: 0, top: 0, right: 1, bottom: 1))
    switch update {
    case .flip: return
    case .damage: try commitFrame(framebuffer, pixel, .testOnly, userData: 0)
    case .dirty: if !probes { try device.markDirty(framebuffer, pixel) }
    }
  }

  /// Shows each frame by a page flip from now on, for drivers that refuse updates.
  public func useTwoFramebuffers() { update = .flip }

  /// Lets the next `light` try first without a modeset, which would blank the display.
  public func keepMode() { needsModeset = false }

  /// Uses legacy calls from now on, for drivers that refuse all atomic commits.
  public func useLegacy() {
    isLegacy = true
    chooseUpdate()
  }

  /// An output with the framebuffer to show on it.
  public typealias Lit = (commit: OutputCommit, framebuffer: ObjectID)

  /// Shows framebuffers on outputs, regardless of the current state. Several outputs are lit by one
  /// atomic commit, so none of them may use legacy calls.
  ///
  /// Training a link may take seconds, so a modeset need not block. Legacy calls, and drivers that
  /// refuse a nonblocking modeset, block nevertheless.
  ///
  /// It turns off the objects that the outputs replace, so the outputs must be those of the card's
  /// current state. A nonblocking commit throws EBUSY as long as an earlier one is pending.
  ///
  /// - Parameters:
  ///   - waits: whether to block.
  ///   - keepsModes: whether to fail if an output needs a modeset.
  /// - Returns: the flags of the commit. One that does not block is complete when the driver takes
  ///   the next flip.
  public static func light(
    _ all: [Lit], waits: Bool = true, keepsModes: Bool = false
  ) throws(KMSError) -> CommitFlags {
    for (commit, framebuffer) in all {
      if commit.isLegacy {
        try commit.legacyModeset(to: framebuffer)
        return .allowModeset
      }
      try commit.reserveModes()
    }
    let modeset: CommitFlags = waits ? .allowModeset : [.allowModeset, .nonblock]
    let keepsAll = keepsModes || !all.contains { $0.commit.needsModeset }
    var flags = keepsAll ? modeset.subtracting(.allowModeset) : modeset
    while true {
      let list = assignments(of: all, setsMode: flags.contains(.allowModeset))
      do throws(KMSError) {
        try all.first?.commit.device.commit(list, flags, userData: 0)
        for one in all { one.commit.needsModeset = true }
        return flags
      } catch {
        let isBusy = error.code == .busy && flags.contains(.nonblock)
        if keepsModes || flags == .allowModeset || isBusy || error.isOfCard { throw error }
        flags = flags.contains(.allowModeset) ? .allowModeset : modeset
      }
    }
  }

  /// Resets what atomic commits cannot.
  public func prepareModeset() {
    for pipe in output.pipes {
      // Some drivers hide the cursor's plane from atomic clients.
      try? device.hideCursor(of: pipe.crtc.id)
      // Some have a gamma ramp and no property for it.
      if pipe.crtc.gammaSize > 0, pipe.crtc.properties[.gammaLUT] == nil {
        try? device.resetGamma(of: pipe.crtc.id, size: pipe.crtc.gammaSize)
      }
    }
    if !isLegacy, scope == .withoutResets { legacyReset() }
  }

  /// The assignments of a modeset of some outputs, for its test and for itself.
  static func assignments(of all: [Lit], setsMode: Bool) -> [PropertyAssignment] {
    var list: [PropertyAssignment] = []
    for one in all { one.commit.atomic?.addClearing(one.commit.scope, to: &list) }
    for (commit, framebuffer) in all {
      commit.atomic?.addSetting(
        framebuffer, commit.modeBlobs, commit.rotation, commit.scope, setsMode: setsMode, to: &list)
    }
    return list
  }

  /// Creates a blob of each mode for atomic commits. They exist until the end, so that a later
  /// modeset needs no memory.
  func reserveModes() throws(KMSError) {
    while !isLegacy, modeBlobs.count < output.pipes.count {
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

  /// Shows another framebuffer, or the visible one with other pixels.
  ///
  /// - Parameters:
  ///   - damage: the difference from the visible frame; nil for everything.
  ///   - waits: whether the call blocks until the frame is visible. Then no event follows.
  ///   - probes: whether a modeset may be pending, for which `drmModeDirtyFB` would block.
  ///   - userData: the user data of the events.
  /// - Returns: the number of events to expect.
  public func flip(
    to framebuffer: ObjectID, damage: DamageRegion?, waits: Bool, probes: Bool = false,
    userData: UInt32
  ) throws(KMSError) -> Int {
    if update == .dirty, isLegacy || waits || !probes {
      try device.markDirty(framebuffer, damage ?? DamageRegion())
      return 0
    }
    if isLegacy {
      return try legacyFlip(to: framebuffer, damage: damage, waits: waits, userData: userData)
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
      // Native 32-bit numbers (`drm_mode_rect`); right and bottom are exclusive.
      edges.removeAll(keepingCapacity: true)
      for rect in damage.rects {
        let sides: [_ of Int] = [rect.left, rect.top, rect.right, rect.bottom]
        for index in sides.indices { edges.append(Int32(sides[index])) }
      }
      let rects = edges
      // Without a blob everything is damaged, which is slower and still correct.
      blob = try? device.createBlob(RawSpan(_elements: rects.span))
    }
    defer { if let blob { try? device.destroyBlob(blob) } }
    atomic.flip(to: framebuffer, damage: blob, into: &assignments)
    try device.commit(assignments, flags, userData: userData)
  }

  /// Turns off some pipes of the output, including their connectors if they still exist. Legacy
  /// calls block.
  public func extinguish(
    _ pipes: [DisplayPipe], _ flags: CommitFlags = .allowModeset
  ) throws(KMSError) {
    guard let atomic, !isLegacy else {
      for pipe in pipes { try legacyOff(pipe.crtc) }
      return
    }
    do throws(KMSError) {
      atomic.off(pipes, withConnectors: true, into: &assignments)
      try device.commit(assignments, flags, userData: 0)
    } catch  where error.code == .invalid || error.code == .noSuchFile {
      atomic.off(pipes, withConnectors: false, into: &assignments)
      try device.commit(assignments, flags, userData: 0)
    }
  }
}
