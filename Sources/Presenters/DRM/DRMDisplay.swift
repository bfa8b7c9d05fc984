import ByteStrings
import KMS
import LinuxSystem
import Pixels

/// One output with its buffers: takes frames, and knows what has become of each.
///
/// The first commit may take the display apart, so it is tried, then waited for. All others are page
/// flips that nobody waits for; each ends with an event.
final class DRMDisplay: PresenterOutput {
  private enum State: Equatable {
    /// Nothing of ours has been shown.
    case dark
    /// The newest frame is on the glass.
    case idle
    /// Given to the kernel; so many events that it is on the glass are to come, and count as lost at `deadline`.
    case underWay(events: Int, deadline: Duration)
    /// Painted, but the kernel was busy, since `since`; the framebuffer is tried again at `retry`.
    case refused(ObjectID, retry: Duration, since: Duration)
  }

  /// Who has the card, and hears of what goes wrong on it.
  let card: DRMCard
  /// What is shown on.
  private(set) var output: Output
  /// When the last frame came to the glass; nil unless the driver has a vertical blank.
  private(set) var lastVerticalBlank: Duration?
  /// What was shown on the connector before, in another mode: it stays until this one is lit.
  var predecessor: DRMDisplay?

  private let commit: OutputCommit
  private var swapchain: Swapchain
  private var state = State.dark
  /// Whether somebody else has the display.
  private(set) var isSuspended = false
  // Which display an event is for, in its upper eight bits, and which of its commits.
  private var commitNumber: UInt32
  private var nextComplaint = Duration.zero
  // How long a flip's event is waited for, at least.
  private var patience = Duration.milliseconds(100)
  // What is reused from frame to frame. Damage still to be told comes last first.
  private var damage = DamageRegion()
  private var piece = DamageRegion()
  private var pieces: [PixelRect] = []

  /// Makes buffers for an output, in the best of the forms that the driver would show. Nothing is shown yet.
  ///
  /// - Parameter tag: tells its events from those of the card's other displays.
  init(_ output: Output, on card: DRMCard, tag: UInt8) throws(KMSError) {
    let commit = try OutputCommit(for: output, on: card.device, isAtomic: card.isAtomic)
    swapchain = try Self.makeSwapchain(for: output, commit, on: card)
    (self.output, self.card, self.commit) = (output, card, commit)
    commitNumber = UInt32(tag) << 24
  }

  /// Makes buffers, and asks whether they could be shown: turned by the plane, then turned by us; in the best format, then
  /// in others, since memory may not do for the best; by an atomic commit, then without.
  private static func makeSwapchain(
    for output: Output, _ commit: OutputCommit, on card: DRMCard
  ) throws(KMSError) -> Swapchain {
    var (failure, isRefused) = (KMSError?.none, false)
    while true {
      for rotation in commit.rotations {
        for format in output.formats {
          do throws(KMSError) {
            let swapchain = try Swapchain(
              on: card.device, size: rotation.inverse.turned(output.size), format: format,
              turning: rotation == output.rotation ? .none : output.rotation)
            isRefused = true
            try commit.rehearse(swapchain.backFramebuffer, turned: rotation)
            return swapchain
          } catch {
            if error.isCardGone || error.isMasterLost { throw error }
            failure = failure ?? error
          }
        }
      }
      // That there is no memory is nothing that other calls could mend.
      guard isRefused, !commit.isLegacy else {
        throw failure ?? .unsupported("there is no format that could be shown")
      }
      card.note(output.name + ": atomic commits are refused; going on without")
      commit.useLegacy()
    }
  }

  // MARK: - PresenterOutput

  var size: PixelSize { output.rotation.inverse.turned(output.size) }
  var density: Double? { output.density }
  var refreshPeriod: Duration { output.refreshPeriod }
  var isReady: Bool { !isSuspended && (state == .dark || state == .idle) }

  /// Whether something of ours is shown.
  var isLit: Bool { state != .dark }
  /// When `handle` has something to do; nil for never.
  var deadline: Duration? {
    switch state {
    case .dark, .idle: nil
    case .underWay(_, let deadline): deadline
    case .refused(_, let retry, _): retry
    }
  }
  /// The buffers.
  var buffers: [DRMInheritance.Buffer] { swapchain.buffers }
  /// The framebuffer on the glass, or on its way there.
  var framebuffer: ObjectID { swapchain.frontFramebuffer }

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
    swapchain.paint(source)
    card.willLight(self)
    try commit.light(swapchain.backFramebuffer)
    swapchain.flip()
    state = .idle
    predecessor?.relinquishBuffers(false)
    predecessor = nil
    card.didLight()
  }

  /// Whether the buffers are left to whoever holds the card, whatever becomes of this object.
  func relinquishBuffers(_ isLeft: Bool) { swapchain.relinquish(isLeft) }

  /// Shows the newest shown frame again: on the same output in another state, such as with a broken link, or after somebody
  /// else had it.
  func relight(_ output: Output) throws(KMSError) {
    isSuspended = false
    self.output = output
    try commit.follow(output)
    guard isLit else { return }
    try commit.rehearse(swapchain.frontFramebuffer, turned: commit.rotation)
    try commit.light(swapchain.frontFramebuffer)
    state = .idle
    lastVerticalBlank = nil
  }

  /// Leaves the display to somebody else, until it is lit again.
  func pause() {
    isSuspended = true
    if isLit { state = .idle }
  }

  /// Turns the display off; that it is gone is no error.
  func extinguish() {
    if isLit { try? commit.extinguish() }
    state = .dark
  }

  // MARK: - Frames

  /// Shows a frame, as soon as the kernel takes it.
  private func show(_ source: any FrameSource, for time: Duration) throws(KMSError) {
    if swapchain.shows(source) { return }
    swapchain.paint(source)
    pieces.removeAll(keepingCapacity: true)
    // What is told of it has to be known now: by the time of a second try the source may have drawn on.
    if commit.wantsDamage {
      swapchain.getUnshownDamage(of: source, into: &damage)
      if card.mergesDamage, damage.rects.count > 1 {
        for rect in damage.rects { pieces.append(rect) }
        nextPiece()
      }
    }
    try flip(to: swapchain.backFramebuffer, at: time, refusedSince: nil)
  }

  /// Some drivers send the one box that holds all damage over a slow wire: they are told of one rectangle at a time.
  private func nextPiece() {
    damage.removeAll()
    if let piece = pieces.popLast() { damage.insert(piece) }
  }

  /// Gives a framebuffer to the kernel: the back one, or, to tell more of its damage, the front one once more.
  private func flip(
    to framebuffer: ObjectID, at now: Duration, refusedSince: Duration?
  ) throws(KMSError) {
    commitNumber = commitNumber & 0xFF00_0000 | (commitNumber &+ 1) & 0x00FF_FFFF
    // Busy for a second is not the flip before: then it is waited for, which cannot be refused so.
    let isStuck = refusedSince.map { now - $0 >= .seconds(1) } ?? false
    let events: Int
    do throws(KMSError) {
      events = try commit.flip(
        to: framebuffer, damage: damage, waits: isStuck, userData: commitNumber)
    } catch  where error.code == .busy && !isStuck {
      // The flip before is not over for the kernel. Not an error; the frame stays painted.
      state = .refused(framebuffer, retry: now + refreshPeriod, since: refusedSince ?? now)
      return
    }
    if framebuffer == swapchain.backFramebuffer { swapchain.flip() }
    state =
      events == 0
      ? .idle : .underWay(events: events, deadline: now + max(patience, refreshPeriod * 3))
    if events == 0 { try goOn(at: now) }
  }

  /// Tells of what is left of a frame's damage, if there is any.
  private func goOn(at now: Duration) throws(KMSError) {
    if pieces.isEmpty { return }
    nextPiece()
    try flip(to: swapchain.frontFramebuffer, at: now, refusedSince: nil)
  }

  /// Does what is due.
  func handle(at now: Duration) throws(KMSError) {
    switch state {
    case .underWay(_, let deadline) where now >= deadline:
      state = .idle
      lastVerticalBlank = nil
      if now >= nextComplaint {
        nextComplaint = now + .seconds(10)
        card.note(output.name + ": no page-flip event in time; going on without")
      }
      try goOn(at: now)
    case .refused(let framebuffer, let retry, let since) where now >= retry:
      try flip(to: framebuffer, at: now, refusedSince: since)
    default: break
    }
  }

  /// Takes an event of one of its commits. One of another commit than the last comes late: it says only that the display is
  /// slow, so the next ones are waited for longer.
  func take(_ event: PageFlipEvent, at now: Duration) throws(KMSError) {
    guard event.userData >> 24 == UInt64(commitNumber >> 24) else { return }
    if event.userData != UInt64(commitNumber) { patience = min(patience * 2, .seconds(1)) }
    guard case .underWay(let events, let deadline) = state,
      event.userData == UInt64(commitNumber)
    else { return }
    if events > 1 {
      state = .underWay(events: events - 1, deadline: deadline)
      return
    }
    state = .idle
    // Drivers without a vertical blank send the event at once, with the number 0.
    let isReal =
      card.hasMonotonicEvents && event.sequence != 0 && event.timestamp > now - .seconds(1)
      && event.timestamp <= now + refreshPeriod
    lastVerticalBlank = isReal ? event.timestamp : nil
    try goOn(at: now)
  }

  /// Brings the frame painted last to the glass, whatever that takes.
  func finish() throws(KMSError) {
    var framebuffer = swapchain.frontFramebuffer
    if case .refused(let refused, _, _) = state {
      framebuffer = refused
    } else if pieces.isEmpty {
      return
    }
    _ = try commit.flip(to: framebuffer, damage: nil, waits: true, userData: commitNumber)
    if framebuffer == swapchain.backFramebuffer { swapchain.flip() }
    (state, pieces) = (.idle, [])
  }

  /// Shows the frame painted last after its flip has failed: sets the mode anew, as if nothing were known of the display.
  func recover() throws(KMSError) {
    try commit.rehearse(swapchain.backFramebuffer, turned: commit.rotation)
    try commit.light(swapchain.backFramebuffer)
    swapchain.flip()
    (state, pieces, lastVerticalBlank) = (.idle, [], nil)
  }
}
