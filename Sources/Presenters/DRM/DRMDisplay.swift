import Base
import KMS
import LinuxSystem
import Pixels

/// One output with its buffers: presents frames, and tracks each until it is visible.
///
/// The first commit may set the mode, so it is tested, and blocks. Later commits are page flips or
/// updates of the only buffer, and complete with an event. After a failed commit the display tries
/// a modeset; if that fails too, it retries forever. Buffers and mode blobs exist from the first
/// frame on, and a lit display keeps them: removing a framebuffer would turn the display off.
final class DRMDisplay: PresenterOutput {
  enum State: Equatable {
    /// No frame of ours has been shown.
    case dark
    /// A frame is painted, and the card's next modeset shows it.
    case painted
    /// Painted, and what atomic commits cannot reset is reset. An earlier commit may be pending.
    case prepared
    /// The newest frame is on the display.
    case idle
    /// A commit is pending. The remaining `events` count as lost at `deadline`.
    case underWay(events: Int, deadline: Duration)
    /// Painted, but the kernel has been busy since `since`; retried at `retry`.
    case refused(retry: Duration, since: Duration)
    /// Shown by a modeset that may be pending since `since`; a flip finds out at `retry`.
    case settingMode(retry: Duration, since: Duration)
    /// The last commit failed; retried at `retry`. A lit display shows its last frame.
    case failed(retry: Duration)
    /// No display of the card any more, until it is turned off or used again.
    case former
  }

  /// The card, which handles failures.
  let card: DRMCard
  /// The display's number on the card, which tells its events from those of others.
  let tag: UInt8
  /// The time of the last frame's vertical blank; nil unless the driver has vertical blanks.
  private(set) var lastVerticalBlank: Duration?

  /// The configuration that the search found; its buffer is the display's first one.
  let commit: OutputCommit
  // Nil until the first frame. `source` has the frame presented last.
  var (swapchain, source): (Swapchain?, (any FrameSource)?) = (nil, nil)
  var state = State.dark
  // Whether another program has the display.
  private var isPaused = false
  // The framebuffer of the last or the next commit; 0 once it is known to be visible.
  var unshown: ObjectID = 0
  private var nextComplaint = Duration.zero
  // The numbers of successive failed attempts, and of those at the end that lacked memory.
  var pauseCount, shortageCount: Int
  var flips: FlipRecord
  var link: UploadLink
  // Reused from frame to frame: the damage of the next commit, and of those after it, in reverse.
  var damage = DamageRegion()
  var pieces: [PixelRect] = []

  /// Creates a display. The first frame lights it.
  ///
  /// - Parameter former: the display of the same output that failed before.
  init(_ commit: OutputCommit, on card: DRMCard, tag: UInt8, _ former: DRMDisplay?) {
    (self.commit, self.card, self.tag) = (commit, card, tag)
    (pauseCount, shortageCount) = (former?.pauseCount ?? 0, former?.shortageCount ?? 0)
    flips = FlipRecord(tag: tag, uploadLimit: card.quirks.uploadLimit)
    link = UploadLink(limit: card.quirks.uploadLimit)
  }

  // MARK: - PresenterOutput

  var isReady: Bool { !isPaused && (state == .dark || state == .idle && !card.drains) }
  var isSuspended: Bool { isFailing || isPaused }

  /// Whether a frame of ours is visible.
  private(set) var isLit = false
  /// Whether a commit is pending.
  var isUnderWay: Bool { if case .underWay = state { true } else { false } }
  /// Whether it waits for the card's next modeset.
  var awaitsModeset: Bool { (state == .painted || state == .prepared) && !isPaused }
  /// The time at which `handle` is due; nil for none.
  var deadline: Duration? {
    if isPaused { return nil }
    switch state {
    case .dark, .idle, .former: return nil
    case .painted, .prepared: return card.nextTry == nil ? .zero : nil
    case .underWay(_, let deadline): return deadline
    case .refused(let retry, _), .settingMode(let retry, _), .failed(let retry): return retry
    }
  }
  /// The framebuffer of the next commit: the unshown one, or else the visible one again.
  var nextFramebuffer: ObjectID { unshown == 0 ? framebuffer : unshown }
  /// The framebuffer on the display, or on its way there; 0 for none.
  var framebuffer: ObjectID { swapchain?.frontFramebuffer ?? 0 }

  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
    guard isReady, source.size == size else { return false }
    do throws(KMSError) {
      if isLit {
        try show(source, for: time)
        return true
      }
      try paint(source, hasOneBuffer: commit.usesOneFramebuffer)
    } catch {
      return try card.recovers(from: error, on: self, at: time)
    }
    // The others' first frames follow in this turn.
    if !card.displays.contains(where: { $0.state == .dark }) { try card.lightPainted(at: time) }
    return isLit
  }

  // MARK: - Modesets

  /// Announces its buffers, and resets what atomic commits cannot.
  func prepareModeset() {
    if !isLit { card.willLight() }
    state = .prepared
    commit.prepareModeset()
  }

  /// Records that a modeset shows the next frame.
  func didSetMode(isComplete: Bool) throws(KMSError) {
    isShown(nextFramebuffer)
    (pieces, lastVerticalBlank, pauseCount) = ([], nil, 0)
    link.cancel()
    // The first flip that the kernel accepts shows that the modeset is complete.
    let now = card.device.now
    state = isComplete ? .idle : .settingMode(retry: now + refreshPeriod, since: now)
    if isLit { return }
    isLit = true
    swapchain?.relinquish(true)
    try confirm(probes: !isComplete)
  }

  /// Accepts no more frames. The picture stays until another display of the CRTC is lit.
  func leave() {
    if state == .former { return }
    // If the other one is refused, this one is used again, with another source of frames.
    (state, source) = (.former, nil)
    swapchain?.forgetFrames()
  }

  /// Accepts frames again, after a modeset: another program may have used the CRTC meanwhile.
  func stay() {
    if state != .former { return }
    state = .dark
    awaitModeset()
  }

  /// Lets the card's next modeset show the last frame, after a failure or another program's use.
  func awaitModeset() {
    isPaused = false
    if !isLit, state != .prepared { return }
    state = .painted
    commit.keepMode()
  }

  func isShown(_ framebuffer: ObjectID) {
    if framebuffer == swapchain?.backFramebuffer { swapchain?.flip() }
    unshown = 0
  }

  /// Gives the display to another program, until `awaitModeset`.
  func pause() {
    isPaused = true
    // A failing display retries at once when it is resumed.
    if isLit { state = .idle }
  }

  /// Frees its buffers, and leaves the display as it is.
  func discard() {
    swapchain?.relinquish(false)
    (swapchain, commit.buffer) = (nil, nil)
    (isLit, state) = (false, .former)
  }

  // MARK: - Frames

  /// Shows a frame, as soon as the kernel accepts it.
  private func show(_ source: any FrameSource, for time: Duration) throws(KMSError) {
    if swapchain?.shows(source) ?? true { return }
    self.source = source
    swapchain?.paint(source)
    pieces.removeAll(keepingCapacity: true)
    // A retry needs the damage of this frame, and the source may have drawn another one by then.
    if commit.wantsDamage {
      swapchain?.getUnshownDamage(of: source, into: &damage)
      if card.quirks.mergesDamage, damage.rects.count > 1 { takeApart() }
    }
    unshown = swapchain?.backFramebuffer ?? 0
    link.beginFrame()
    try flip(at: time)
  }

  /// Commits the unshown framebuffer: the back buffer, or the front buffer again for more of its
  /// damage.
  ///
  /// - Parameters:
  ///   - refusedSince: the time since which the kernel has been busy; nil if it was not.
  ///   - setsMode: whether a modeset may be pending. Then the flip does not block.
  func flip(
    at now: Duration, refusedSince: Duration? = nil, setsMode: Bool = false
  ) throws(KMSError) {
    flips.begin()
    // A blocking commit cannot fail with EBUSY.
    let isStuck = card.isStuck(since: refusedSince, at: now)
    if isStuck { countFailure() }
    let waits = isStuck || flips.isWaitedFor && !setsMode
    let (events, start): (Int, Duration)
    let framebuffer = nextFramebuffer
    do throws(KMSError) {
      start = card.device.now
      events = try commit.flip(
        to: framebuffer, damage: damage, waits: waits, probes: setsMode, userData: flips.number)
    } catch  where (error.code == .busy || flips.isWaitedFor) && !waits {
      if error.code != .busy { return try flip(at: now) }
      // For the kernel the previous flip is not complete. Not an error; the frame stays painted.
      let (retry, since) = (now + refreshPeriod, refusedSince ?? now)
      state =
        setsMode ? .settingMode(retry: retry, since: since) : .refused(retry: retry, since: since)
      return
    }
    isShown(framebuffer)
    if setsMode { try confirm() }
    if commit.usesOneFramebuffer {
      link.begin(at: start, isAtOnce: refusedSince == nil && !waits)
    }
    state =
      events == 0
      ? .idle : .underWay(events: events, deadline: now + max(flips.patience, refreshPeriod * 3))
    if events == 0 { try goOn(at: now) }
  }

  /// Does the work that is due.
  func handle(at now: Duration) throws(KMSError) {
    if isPaused { return }
    switch state {
    case .underWay(_, let deadline) where now >= deadline:
      state = .idle
      lastVerticalBlank = nil
      flips.miss()
      if try leavesAtomic() { return }
      if now >= nextComplaint {
        nextComplaint = now + .seconds(10)
        note(": no page-flip event in time; going on without")
      }
      // A late event may still end the measurement.
      if !pieces.isEmpty { try goOn(at: now) }
    case .refused(let retry, let since) where now >= retry: try flip(at: now, refusedSince: since)
    case .settingMode(let retry, let since) where now >= retry:
      try flip(at: now, refusedSince: since, setsMode: true)
    default: break
    }
  }

  /// Handles an event of one of its commits. An event after its deadline, or of an earlier commit,
  /// shows that the display is slow, so later ones get more time.
  func take(_ event: PageFlipEvent, at now: Duration) throws(KMSError) {
    guard event.userData >> 24 == UInt64(tag) else { return }
    guard event.userData == UInt64(flips.number), case .underWay(let events, let deadline) = state
    else {
      flips.wait(isUpload: commit.usesOneFramebuffer)
      return measureUpload(at: now)
    }
    if events > 1 {
      state = .underWay(events: events - 1, deadline: deadline)
      return
    }
    state = .idle
    flips.end(at: event.sequence)
    // Drivers without a vertical blank send the event at once, with sequence 0.
    let isReal =
      card.hasMonotonicEvents && event.sequence != 0 && event.timestamp > now - .seconds(1)
      && event.timestamp <= now + refreshPeriod
    lastVerticalBlank = isReal ? event.timestamp : nil
    if try leavesAtomic() { return }
    try goOn(at: now)
  }
}
