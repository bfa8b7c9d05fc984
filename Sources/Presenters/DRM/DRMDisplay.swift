import Base
import KMS
import LinuxSystem
import Pixels

/// One output with its buffers: presents frames, and follows each to the display.
///
/// The first commit may set the mode, so it is tested, and blocks. Later commits are page flips or
/// updates of the only buffer, and end with an event. A failed commit is followed by a modeset; if that
/// fails too, it is retried for ever. Buffers and mode blobs exist from the first frame on, and a lit
/// display keeps them: removing a framebuffer would turn the display off.
final class DRMDisplay: PresenterOutput {
  private enum State: Equatable {
    /// Nothing of ours has been shown.
    case dark
    /// The newest frame is on the glass.
    case idle
    /// Given to the kernel; so many events that it is on the glass are to come, and count as lost at `deadline`.
    case underWay(events: Int, deadline: Duration)
    /// Painted, but the kernel was busy, since `since`; tried again at `retry`.
    case refused(retry: Duration, since: Duration)
    /// The last commit failed; `retry` is the time of the next try. A lit display shows its last frame.
    case failed(retry: Duration)
  }

  /// Who has the card, and hears of what goes wrong on it.
  let card: DRMCard
  /// What is shown on.
  private(set) var output: Output
  /// Which of the card's displays it is: tells its events from those of the others.
  let tag: UInt8
  /// When the last frame came to the glass; nil unless the driver has a vertical blank.
  private(set) var lastVerticalBlank: Duration?
  /// What was shown by the same CRTC before, in another mode or elsewhere: it stays until this one is lit.
  var predecessor: DRMDisplay?

  private let commit: OutputCommit
  // Nil until the first frame.
  private var swapchain: Swapchain?
  private var state = State.dark
  // Whether somebody else has the display.
  private var isPaused = false
  // The framebuffer that was given to the kernel last, or shall be; 0 once it is known to be shown.
  private var unshown: ObjectID = 0
  // The tag in the upper eight bits, and which of its commits an event is for.
  private var commitNumber: UInt32
  private var nextComplaint = Duration.zero
  // How long a flip's event is waited for, at least.
  private var patience = Duration.milliseconds(100)
  // How often showing has failed, whether flips have so often that they are waited for instead, and how many did not since.
  private var (failureCount, waitsForFlips, flipsSinceFailure) = (0, false, 0)
  // How often it was given up for a while.
  private var pauseCount = 0
  // What is reused from frame to frame. Damage still to be told comes last first.
  private var damage = DamageRegion()
  private var pieces: [PixelRect] = []

  /// Creates a display. Nothing is shown or asked for yet.
  init(_ output: Output, on card: DRMCard, tag: UInt8) throws(KMSError) {
    (self.output, self.card, self.tag) = (output, card, tag)
    commit = try OutputCommit(
      for: output, on: card.device, isAtomic: card.isAtomic, quirks: card.quirks)
    commitNumber = UInt32(tag) << 24
  }

  // MARK: - PresenterOutput

  var size: PixelSize { output.rotation.inverse.turned(output.size) }
  var density: Double? { output.density }
  var refreshPeriod: Duration { output.refreshPeriod }
  var isReady: Bool { !isPaused && (state == .dark || state == .idle) }
  var isSuspended: Bool { if case .failed = state { true } else { isPaused } }

  /// Whether something of ours is shown.
  private(set) var isLit = false
  /// Whether the first frame is still to be tried.
  var isFresh: Bool { state == .dark }
  /// When `handle` has something to do; nil for never.
  var deadline: Duration? {
    if isPaused { return nil }
    switch state {
    case .dark, .idle: return nil
    case .underWay(_, let deadline): return deadline
    case .refused(let retry, _), .failed(let retry): return retry
    }
  }
  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain?.buffers ?? [] }
  /// The framebuffer on the glass, or on its way there; 0 for none.
  var framebuffer: ObjectID { swapchain?.frontFramebuffer ?? 0 }

  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
    guard isReady, source.size == size else { return false }
    do throws(KMSError) {
      if isLit { try show(source, for: time) } else { try light(source) }
      return true
    } catch {
      return try card.recovers(from: error, on: self, at: time)
    }
  }

  // MARK: - The first frame

  private func light(_ source: any FrameSource) throws(KMSError) {
    swapchain = try Swapchain.showing(source, on: output, by: commit, of: card)
    (state, isLit, unshown, pauseCount) = (.idle, true, 0, 0)
    predecessor?.discard()
    predecessor = nil
    card.didLight()
  }

  /// Whether the buffers are left to whoever holds the card, whatever becomes of this object.
  func relinquishBuffers(_ isLeft: Bool) { swapchain?.relinquish(isLeft) }

  /// Goes on with the same output, of which something else may be different by now.
  func follow(_ output: Output) throws(KMSError) {
    self.output = output
    try commit.follow(output)
  }

  /// Shows the frame painted last anew, whatever the display shows: its link was broken, or somebody else had it.
  func relight() throws(KMSError) {
    isPaused = false
    if !isLit { return }
    let framebuffer = unshown == 0 ? self.framebuffer : unshown
    try commit.rehearse(framebuffer, turned: commit.rotation)
    try commit.light(framebuffer)
    isShown(framebuffer)
    (state, pieces, lastVerticalBlank, pauseCount) = (.idle, [], nil, 0)
  }

  private func isShown(_ framebuffer: ObjectID) {
    if framebuffer == swapchain?.backFramebuffer { swapchain?.flip() }
    unshown = 0
  }

  /// Leaves the display to somebody else, until it is lit again.
  func pause() {
    isPaused = true
    // A failing display retries at once when it is resumed.
    if isLit { state = .idle }
  }

  /// Turns the display off, if it is there to be, and gives all back.
  func extinguish() {
    if isLit { try? commit.extinguish() }
    predecessor?.extinguish()
    discard()
  }

  /// Gives all back, and leaves the display as it is.
  func discard() {
    relinquishBuffers(false)
    predecessor?.discard()
    swapchain = nil
    (predecessor, isLit, state) = (nil, false, .dark)
  }

  // MARK: - Frames

  /// Shows a frame, as soon as the kernel takes it.
  private func show(_ source: any FrameSource, for time: Duration) throws(KMSError) {
    if swapchain?.shows(source) ?? true { return }
    swapchain?.paint(source)
    pieces.removeAll(keepingCapacity: true)
    // What is told of it has to be known now: by the time of a second try the source may have drawn on.
    if commit.wantsDamage {
      swapchain?.getUnshownDamage(of: source, into: &damage)
      if card.quirks.mergesDamage, damage.rects.count > 1 { takeApart() }
    }
    unshown = swapchain?.backFramebuffer ?? 0
    try flip(at: time, refusedSince: nil)
  }

  /// Some drivers send the one box that holds all damage over a slow wire: they are told of one rectangle at a time, but for those
  /// that lie so close together that a box around both holds little else.
  private func takeApart() {
    for rect in damage.rects {
      var whole = rect
      while let near = pieces.firstIndex(where: {
        4 * whole.union($0).area <= 5 * (whole.area + $0.area)
      }) {
        whole = whole.union(pieces.remove(at: near))
      }
      pieces.append(whole)
    }
    nextPiece()
  }

  private func nextPiece() {
    damage.removeAll()
    if let piece = pieces.popLast() { damage.insert(piece) }
  }

  /// Gives the unshown framebuffer to the kernel: the back one, or, to tell more of its damage, the front one once more.
  private func flip(at now: Duration, refusedSince: Duration?) throws(KMSError) {
    commitNumber = commitNumber & 0xFF00_0000 | (commitNumber &+ 1) & 0x00FF_FFFF
    // Busy for a second is not the flip before: then it is waited for, which cannot be refused so.
    let isStuck = refusedSince.map { now - $0 >= .seconds(1) } ?? false
    if isStuck { countFailure() }
    let waits = isStuck || waitsForFlips
    let events: Int
    do throws(KMSError) {
      events = try commit.flip(to: unshown, damage: damage, waits: waits, userData: commitNumber)
    } catch  where error.code == .busy && !waits {
      // The flip before is not over for the kernel. Not an error; the frame stays painted.
      state = .refused(retry: now + refreshPeriod, since: refusedSince ?? now)
      return
    }
    isShown(unshown)
    state =
      events == 0
      ? .idle : .underWay(events: events, deadline: now + max(patience, refreshPeriod * 3))
    if events == 0 { try goOn(at: now) }
  }

  /// Tells of what is left of a frame's damage, if there is any.
  private func goOn(at now: Duration) throws(KMSError) {
    if pieces.isEmpty { return }
    nextPiece()
    unshown = framebuffer
    try flip(at: now, refusedSince: nil)
  }

  /// Does what is due.
  func handle(at now: Duration) throws(KMSError) {
    if isPaused { return }
    switch state {
    case .underWay(_, let deadline) where now >= deadline:
      state = .idle
      lastVerticalBlank = nil
      if now >= nextComplaint {
        nextComplaint = now + .seconds(10)
        card.note(output.name + ": no page-flip event in time; going on without")
      }
      try goOn(at: now)
    case .refused(let retry, let since) where now >= retry: try flip(at: now, refusedSince: since)
    // The frame that is owed comes with the next turn.
    case .failed(let retry) where now >= retry:
      if isLit { try relight() } else { state = .dark }
    default: break
    }
  }

  /// Takes an event of one of its commits. An earlier one's only says that the display is slow: the next ones are waited for longer.
  func take(_ event: PageFlipEvent, at now: Duration) throws(KMSError) {
    guard event.userData >> 24 == UInt64(tag) else { return }
    if event.userData != UInt64(commitNumber) {
      patience = min(patience * 2, .seconds(1))
      return
    }
    guard case .underWay(let events, let deadline) = state else { return }
    if events > 1 {
      state = .underWay(events: events - 1, deadline: deadline)
      return
    }
    state = .idle
    flipsSinceFailure += 1
    // Drivers without a vertical blank send the event at once, with the number 0.
    let isReal =
      card.hasMonotonicEvents && event.sequence != 0 && event.timestamp > now - .seconds(1)
      && event.timestamp <= now + refreshPeriod
    lastVerticalBlank = isReal ? event.timestamp : nil
    try goOn(at: now)
  }

  // MARK: - What fails, and the end

  private func countFailure() {
    // A display that has done well for long has merely met with something.
    (failureCount, flipsSinceFailure) = (flipsSinceFailure >= 600 ? 1 : failureCount + 1, 0)
    if failureCount == 3 {
      card.note(output.name + ": flips keep failing; waiting for each from now on")
      waitsForFlips = true
    }
  }

  /// Shows the frame painted last after its flip has failed: sets the mode anew, as if nothing were known of the display.
  func recover(from error: KMSError) throws(KMSError) {
    if failureCount < 3 {
      card.note(output.name + ": " + error.message + "; setting its mode anew")
    }
    countFailure()
    try relight()
  }

  /// Whether the last try failed.
  var isFailing: Bool { if case .failed = state { true } else { false } }

  /// Schedules the next try: after 1, 4, 16, then 60 s if nothing is lit, else after 1 s.
  ///
  /// A lit display keeps its buffers, because its last frame stays visible.
  ///
  /// - Returns: whether the failure is worth a line in the log.
  func fail(at now: Duration) -> Bool {
    if !isLit {
      relinquishBuffers(false)
      swapchain = nil
    }
    let seconds = isLit ? 1 : min(60, 1 << (2 * min(pauseCount, 3)))
    state = .failed(retry: now + .seconds(seconds))
    pauseCount += 1
    return pauseCount <= 3
  }

  /// Shows the frame painted last; blocks.
  func finish() throws(KMSError) {
    defer { commit.releaseModes() }
    guard isLit, unshown != 0 || !pieces.isEmpty else { return }
    let framebuffer = unshown == 0 ? self.framebuffer : unshown
    _ = try commit.flip(to: framebuffer, damage: nil, waits: true, userData: commitNumber)
    isShown(framebuffer)
    (state, pieces) = (.idle, [])
  }
}
