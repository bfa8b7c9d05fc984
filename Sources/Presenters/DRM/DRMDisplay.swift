import ByteStrings
import KMS
import LinuxSystem
import Pixels

/// One output with its buffers: takes frames, and knows what has become of each.
///
/// The first commit may take the display apart, so it is tried, then waited for. All others are page
/// flips that nobody waits for; each ends with an event.
final class DRMDisplay {
  private enum State: Equatable {
    /// Nothing of ours has been shown.
    case dark
    /// The newest frame is on the glass.
    case idle
    /// Given to the kernel; the event that it is on the glass counts as lost at `deadline`.
    case underWay(deadline: Duration)
    /// Painted, but the kernel was busy, since `since`; tried again at `retry`.
    case refused(retry: Duration, since: Duration)
  }

  /// The card.
  let device: any ModeSetting
  /// What is shown on.
  private(set) var output: Output
  /// When the last frame came to the glass; nil unless the driver has a vertical blank.
  private(set) var lastVerticalBlank: Duration?

  private var commit: AtomicCommit
  private var swapchain: Swapchain
  private var state = State.dark
  private var commitCount: UInt32 = 0
  private var hasMonotonicEvents: Bool
  private var nextComplaint = Duration.zero
  private let note: (ByteString) -> Void
  // What is reused from frame to frame.
  private var assignments: [PropertyAssignment] = []
  private var damage = DamageRegion()
  private var clips = DamageClips()
  private var events = [UInt8](repeating: 0, count: 1_024)

  /// Makes buffers for an output. Nothing is shown yet.
  init(
    _ output: Output, on device: any ModeSetting, note: @escaping (ByteString) -> Void
  ) throws(KMSError) {
    (self.output, self.device, self.note) = (output, device, note)
    commit = try AtomicCommit(for: output)
    hasMonotonicEvents = ((try? device.capability(.timestampMonotonic)) ?? 0) != 0
    swapchain = try Swapchain(on: device, size: output.size, format: output.format)
    assignments.reserveCapacity(64)
  }

  /// Whether something of ours is shown.
  var isLit: Bool { state != .dark }
  /// Whether a frame may be shown now.
  var isReady: Bool { state == .dark || state == .idle }
  /// When `handleEvents` has something to do; nil for never.
  var deadline: Duration? {
    switch state {
    case .dark, .idle: nil
    case .underWay(let deadline): deadline
    case .refused(let retry, _): retry
    }
  }
  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain.buffers }

  // MARK: - The first frame

  /// Paints the first frame, and asks whether it could be shown.
  func rehearse(_ source: any FrameSource) throws(KMSError) {
    swapchain.paint(source)
    try modeset(to: swapchain.backFramebuffer, [.testOnly, .allowModeset])
  }

  /// Leaves the buffers to whoever holds the card, whatever becomes of this object.
  func relinquishBuffers() { swapchain.relinquish() }

  /// Shows what was rehearsed; waits for the driver.
  func light() throws(KMSError) {
    try modeset(to: swapchain.backFramebuffer, .allowModeset)
    swapchain.flip()
    state = .idle
  }

  /// Shows the newest shown frame again, on the same output in another state, such as with a broken link.
  func relight(_ output: Output) throws(KMSError) {
    commit = try AtomicCommit(for: output)
    self.output = output
    try modeset(to: swapchain.frontFramebuffer, .allowModeset)
    if case .underWay = state { state = .idle }
  }

  private func modeset(to framebuffer: ObjectID, _ flags: CommitFlags) throws(KMSError) {
    let mode = output.mode.blob
    // The kernel keeps the blob as long as it is used: ours may go at once.
    let blob = try device.createBlob(RawSpan(_elements: mode.span))
    defer { try? device.destroyBlob(blob) }
    commit.modeset(to: framebuffer, mode: blob, into: &assignments)
    try device.commit(assignments, flags, userData: 0)
  }

  // MARK: - Frames

  /// Shows a frame, as soon as the kernel takes it.
  func show(_ source: any FrameSource, for time: Duration) throws(KMSError) {
    if swapchain.shows(source) { return }
    swapchain.paint(source)
    // What is told of it has to be known now: by the time of a second try the source may have drawn on.
    if commit.takesDamage { swapchain.getUnshownDamage(of: source, into: &damage) }
    try flip(at: time, refusedSince: nil)
  }

  /// Gives the back buffer to the kernel.
  private func flip(at now: Duration, refusedSince: Duration?) throws(KMSError) {
    commitCount &+= 1
    // Busy for a second is not the flip before: then it is waited for, which cannot be refused so.
    let isStuck = refusedSince.map { now - $0 >= .seconds(1) } ?? false
    do throws(KMSError) {
      try commitFlip(isStuck ? [] : [.nonblock, .pageFlipEvent])
    } catch  where error.code == .busy && !isStuck {
      // The flip before is not over for the kernel. Not an error; the frame stays painted.
      state = .refused(retry: now + output.mode.refreshPeriod, since: refusedSince ?? now)
      return
    }
    swapchain.flip()
    state = isStuck ? .idle : .underWay(deadline: now + patience)
  }

  private func commitFlip(_ flags: CommitFlags) throws(KMSError) {
    var blob: ObjectID?
    if commit.takesDamage {
      // Without a blob all counts as new, which is slower and right.
      blob = try? clips.makeBlob(of: damage, on: device)
    }
    defer { if let blob { try? device.destroyBlob(blob) } }
    commit.flip(to: swapchain.backFramebuffer, damage: blob, into: &assignments)
    try device.commit(assignments, flags, userData: UInt64(commitCount))
  }

  /// How long a flip's event is waited for.
  private var patience: Duration { max(.milliseconds(100), output.mode.refreshPeriod * 3) }

  /// Takes the card's events, and does what is due.
  func handleEvents(at now: Duration) throws(KMSError) {
    // Bounded, as all waiting is: a driver that always has another event gets the next turn.
    for _ in 0..<8 {
      let count = try device.readEvents(into: &events)
      if count == 0 { break }
      var offset = 0
      let read = events
      let bytes = read.span.extracting(0..<min(count, read.count))
      while let event = PageFlipEvent.next(in: bytes, at: &offset) { take(event, at: now) }
    }
    switch state {
    case .underWay(let deadline) where now >= deadline:
      state = .idle
      lastVerticalBlank = nil
      if now >= nextComplaint {
        nextComplaint = now + .seconds(10)
        note(output.connector.name + ": no page-flip event in time; going on without")
      }
    case .refused(let retry, let since) where now >= retry:
      try flip(at: now, refusedSince: since)
    default: break
    }
  }

  /// An event of another commit than the last comes late, and says nothing any more.
  private func take(_ event: PageFlipEvent, at now: Duration) {
    guard case .underWay = state, event.userData == UInt64(commitCount) else { return }
    state = .idle
    // Drivers without a vertical blank send the event at once, with the number 0.
    let isReal =
      hasMonotonicEvents && event.sequence != 0 && event.timestamp > now - .seconds(1)
      && event.timestamp <= now + output.mode.refreshPeriod
    lastVerticalBlank = isReal ? event.timestamp : nil
  }

  /// Brings a frame that the kernel refused to the glass, and lets another be the card's master.
  func finish() throws(KMSError) {
    if case .refused = state {
      try commitFlip([])
      swapchain.flip()
      state = .idle
    }
    if device.isMaster() { try? device.dropMaster() }
  }
}
