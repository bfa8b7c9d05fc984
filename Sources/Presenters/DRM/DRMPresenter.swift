public import Base
import KMS
public import LinuxSystem

/// Shows frames on displays, through KMS.
///
/// Without a card, or without a display, the presenter waits for kernel events. Displays may come
/// and go without affecting others. If the card disappears, the presenter releases it at once and
/// searches for another one. An error that cannot be recovered from ends the presenter; its keeper
/// starts another one, which takes over the card.
public final class DRMPresenter: Presenter {
  let configuration: Configuration
  let start: Duration
  let finder: CardFinder
  let enterGraphics: () -> Void
  let report: (DRMReport) -> Void
  /// The configurations of displays that worked before.
  let memory = DisplayMemory()
  var inheritance: DRMInheritance
  // The inherited card, once it is adopted.
  var inherited: (any ModeSetting)?
  var events: DeviceEvents?
  var card: DRMCard?
  // The former card, until the card that replaces it is lit.
  var formerCard: DRMCard?
  var hasShown = false
  // Whether a report of all cards to the keeper is due.
  var owesCards = true
  private var isPaused = false
  // The suspended time at the last turn.
  private var formerlySuspended: Duration
  // If another program is the card's master: the time to try again.
  private var nextClaim: Duration?
  // Without a display: the time of the next search, and the reason of the last failure.
  var nextSearch: Duration?
  var reason = ByteString()
  /// Whether another program was master of a card at the last search.
  var isTaken = false

  /// Creates a presenter. The first `handleEvents`, due at once, searches for a display.
  ///
  /// - Parameters:
  ///   - inheritance: the state that an earlier presenter left. The caller keeps ownership of the
  ///     card's descriptor, which must stay valid as long as this object.
  ///   - start: the time at which waiting begins.
  ///   - enterGraphics: switches the console to graphics mode; called right before each display's
  ///     first frame.
  ///   - report: sends a report to the keeper.
  public init(
    _ configuration: Configuration, inheritance: DRMInheritance = DRMInheritance(),
    at start: Duration, cards: Cards = .machine, enterGraphics: @escaping () -> Void,
    report: @escaping (DRMReport) -> Void
  ) {
    (self.configuration, self.inheritance, self.start) = (configuration, inheritance, start)
    (self.enterGraphics, self.report) = (enterGraphics, report)
    finder = CardFinder(cards, device: configuration.device, report: report)
    formerlySuspended = finder.suspendedTime
    // The presenter that left the card has shown a frame on it.
    hasShown = inheritance.card != nil
    events = configuration.listens ? try? DeviceEvents() : nil
    nextSearch = start
  }

  /// The displays of the card in use.
  public var outputs: [any PresenterOutput] { card?.outputs ?? [] }

  /// The time at which `handleEvents` is due without a ready descriptor; nil for none.
  public var deadline: Duration? {
    if finder.hasNews || searchesElsewhere { return .zero }
    var next: Duration?
    if !isPaused { next = nextClaim ?? earlier(nextSearch, card?.deadline) }
    if isWaiting, let wait = configuration.wait { next = earlier(next, start + wait) }
    return next
  }

  /// Whether all displays of the card fail, and no search is scheduled.
  private var searchesElsewhere: Bool {
    nextSearch == nil && !isPaused && nextClaim == nil && card?.hasFailed ?? false
  }

  /// Whether no frame was ever shown, nor is about to be.
  var isWaiting: Bool {
    if hasShown || card?.hasShown ?? false { return false }
    return isPaused || nextClaim != nil || card?.displays.isEmpty ?? true || card?.hasFailed ?? true
  }

  /// Adds the descriptors of the card, of kernel events and of the seat.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
    if let seat = finder.descriptor { _ = poller.add(seat, .readable) }
    // Events of a card that another program uses are not read, so polling it would never block.
    if let card, !card.displays.isEmpty, !isPaused, nextClaim == nil {
      _ = poller.add(card.device.descriptor, .readable)
    }
  }

  /// Searches for a display if a search is due, and handles the events of kernel, seat and card.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    let news = events?.drain(of: pathOfEvents) ?? DeviceNews()
    while let turn = try finder.nextTurn() {
      switch turn {
      case .ours: try resume(at: now)
      case .others:
        pause()
        finder.release()
      }
    }
    if isPaused || nextClaim != nil {
      // Removed cards matter in any case: an open descriptor keeps the card's number in use.
      if news.isOfCards, let card { try check(card, at: now) }
      if !isPaused, let nextClaim, now >= nextClaim { try claim(at: now) }
      return try endWait(at: now)
    }
    if news.isAny { try take(news, at: now) }
    let suspended = finder.suspendedTime
    if suspended - formerlySuspended >= .milliseconds(100) { try card?.repaint(at: now) }
    formerlySuspended = suspended
    try card?.handleEvents(at: now)
    if searchesElsewhere { nextSearch = now + .milliseconds(500) }
    if let nextSearch, now >= nextSearch { try search(at: now) }
    try endWait(at: now)
    if let former = formerCard, card?.isLit ?? true {
      former.abandon()
      formerCard = nil
    }
  }

  /// Gives the displays to another program, until `resume`.
  public func pause() {
    isPaused = true
    finder.leaveUnfinished()
    card?.pause()
  }

  /// Takes the displays back, in their current state.
  public func resume(at now: Duration) throws(PresenterError) {
    isPaused = false
    try claim(at: now)
  }

  /// Shows the last frames, and drops master. The pictures stay as long as the keeper holds the
  /// card.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {
    finder.leaveUnfinished()
    do throws(KMSError) { try card?.finish(ending) } catch {
      throw PresenterError("cannot show the last frame: " + error.message)
    }
  }

  /// Disables the time limit: another presenter shows frames meanwhile.
  func stopWaiting() { hasShown = true }

  // MARK: - Kernel events

  /// Handles kernel events.
  func take(_ news: DeviceNews, at now: Duration) throws(PresenterError) {
    if news.isOfCards || news.isOfOtherCards { owesCards = true }
    guard let card else {
      nextSearch = now
      return
    }
    if news.isOfCards { try check(card, at: now) }
    guard self.card != nil else { return }
    if news.isOfAllConnectors {
      try card.refresh(nil, at: now)
    } else if !news.connectors.isEmpty {
      try card.refresh(news.connectors, at: now)
    }
    if news.isOfReset { try card.repaint(at: now) }
    // The event may concern another card that is preferred.
    if card.rank > 0 || card.displays.isEmpty {
      nextSearch = now
    } else if owesCards, let path = card.path, let candidates = try? finder.candidates() {
      owesCards = false
      tellCards(candidates, workingOn: path)
    }
  }

  /// The card's path as kernel events name it; nil for a symbolic link or an inherited card.
  private var pathOfEvents: ByteString? {
    guard let path = card?.path, path.hasPrefix("/dev/dri/card") else { return nil }
    return path
  }

  /// Checks whether the card still exists; its removal event may be late.
  private func check(_ card: DRMCard, at now: Duration) throws(PresenterError) {
    do throws(KMSError) { _ = try card.device.version() } catch { try failed(error, at: now) }
  }

  // MARK: - Failures

  /// Handles a failure of the card: its loss, the loss of master, or the lack of a display.
  func failed(_ error: KMSError, at now: Duration) throws(PresenterError) {
    if error.isCardGone {
      if card == nil { return }
      releaseCard("the card is gone; looking for another")
      nextSearch = now
    } else if error.isMasterLost {
      if nextClaim != nil { return }
      // The seat service takes the card back some time after the former presenter's end.
      if inheritance.card != nil, finder.hasSeat, finder.descriptor == nil {
        releaseCard("the card was the former presenter's; asking for it anew")
        nextSearch = now
        return
      }
      report(.note("another program shows something; waiting until it ends"))
      reason = error.message
      finder.leaveUnfinished()
      card?.pause()
      nextClaim = now + Self.claimPause
    } else if error.code == nil || error.isPassing {
      // Another card may have a display.
      nextSearch = error.code == nil ? now : now + .seconds(1)
      try wait(for: error.message, at: now)
    } else {
      throw PresenterError("cannot show on " + (card?.path ?? "the card") + ": " + error.message)
    }
  }

  /// Releases a card that is gone, and makes the keeper release it: its number stays in use until
  /// then.
  func releaseCard(_ reason: StaticBytes) {
    hasShown = hasShown || card?.hasShown ?? false
    if !configuration.isFurther { report(.note(ByteString(reason))) }
    report(.cardGone)
    card?.abandon()
    formerCard?.abandon()
    finder.leaveSeat()
    (card, formerCard, inherited, nextClaim) = (nil, nil, nil, nil)
    inheritance = DRMInheritance()
  }

  private static let claimPause = Duration.milliseconds(250)

  /// Tries to take the card back.
  private func claim(at now: Duration) throws(PresenterError) {
    nextClaim = nil
    guard let card else {
      nextSearch = now
      return
    }
    if try !card.resumes(at: now) { nextClaim = now + Self.claimPause }
  }
}
