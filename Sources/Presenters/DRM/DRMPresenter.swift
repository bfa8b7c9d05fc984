public import Base
import KMS
public import LinuxSystem

/// Shows frames on displays, through KMS.
///
/// While there is no card, or none with a display, it waits for the kernel to tell of one. Displays come, go and change
/// without the others taking notice; a card that goes is let go of at once, and another looked for. What nothing can be
/// done about ends it with an error; its keeper starts another, which takes over what this one leaves.
public final class DRMPresenter: Presenter {
  let configuration: Configuration
  let start: Duration
  let finder: CardFinder
  let enterGraphics: () -> Void
  let report: (DRMReport) -> Void
  private let memory = DisplayMemory()
  var inheritance: DRMInheritance
  // The inherited card, once it is ours.
  var inherited: (any ModeSetting)?
  var events: DeviceEvents?
  var card: DRMCard?
  // The card that was shown on, while the one that takes its place is not lit yet.
  var formerCard: DRMCard?
  var hasShown = false
  // Whether the keeper does not know of all cards.
  var owesCards = true
  private var isPaused = false
  // How long the system was suspended before the last turn.
  private var formerlySuspended: Duration
  // While another program is the card's master: when to ask for it again.
  private var nextClaim: Duration?
  // While there is no display: when to look for one, and why there was none.
  var nextSearch: Duration?
  var reason = ByteString()
  /// Whether another program had a card when a display was looked for last.
  var isTaken = false

  /// Creates a presenter. The first `handleEvents`, due at once, looks for a display.
  ///
  /// - Parameters:
  ///   - inheritance: what an earlier presenter left. The card's descriptor stays the caller's, and must be
  ///     valid as long as this object.
  ///   - start: the time from which waiting counts.
  ///   - enterGraphics: puts the text console aside; called right before each display's first picture.
  ///   - report: is told what the keeper must know.
  public init(
    _ configuration: Configuration, inheritance: DRMInheritance = DRMInheritance(),
    at start: Duration, cards: Cards = .machine, enterGraphics: @escaping () -> Void,
    report: @escaping (DRMReport) -> Void
  ) {
    (self.configuration, self.inheritance, self.start) = (configuration, inheritance, start)
    (self.enterGraphics, self.report) = (enterGraphics, report)
    finder = CardFinder(cards, device: configuration.device, report: report)
    formerlySuspended = finder.suspendedTime
    // The presenter that left a card has shown something on it.
    hasShown = inheritance.card != nil
    events = configuration.listens ? try? DeviceEvents() : nil
    nextSearch = start
  }

  /// The displays of the card in use.
  public var outputs: [any PresenterOutput] { card?.outputs ?? [] }

  /// When there is something to do though nothing was heard; nil for never.
  public var deadline: Duration? {
    if finder.hasNews || searchesElsewhere { return .zero }
    var next: Duration?
    func consider(_ time: Duration?) {
      if let time { next = next.map { min($0, time) } ?? time }
    }
    if !isPaused {
      consider(nextClaim ?? nextSearch)
      if nextClaim == nil { consider(card?.deadline) }
    }
    if isWaiting, let wait = configuration.wait { consider(start + wait) }
    return next
  }

  /// Whether all displays of the card fail, and no search is scheduled.
  private var searchesElsewhere: Bool {
    nextSearch == nil && !isPaused && nextClaim == nil && card?.hasFailed ?? false
  }

  /// Whether nothing was ever shown, nor is about to be.
  var isWaiting: Bool {
    if hasShown || card?.hasShown ?? false { return false }
    return isPaused || nextClaim != nil || card?.displays.isEmpty ?? true || card?.hasFailed ?? true
  }

  /// Adds the card's descriptor, and the one that tells of cards and displays that come.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
    if let seat = finder.descriptor { _ = poller.add(seat, .readable) }
    // While it is not ours its events are not read, and would wake us for ever.
    if let card, !card.displays.isEmpty, !isPaused, nextClaim == nil {
      _ = poller.add(card.device.descriptor, .readable)
    }
  }

  /// Looks for a display while there is none; then takes what the card has to tell.
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
      // Of cards that go, all the same: what holds one keeps its number.
      if news.isOfCards, let card { try check(card, at: now) }
      if !isPaused, let nextClaim, now >= nextClaim { try claim(at: now) }
      return try endWait(at: now)
    }
    if news.isAny { try take(news, at: now) }
    let suspended = finder.suspendedTime
    if suspended - formerlySuspended >= .milliseconds(100) { card?.repaint(at: now) }
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

  /// Leaves the displays to another program.
  public func pause() {
    isPaused = true
    finder.leaveUnfinished()
    card?.pause()
  }

  /// Takes the displays again, as they are by now.
  public func resume(at now: Duration) throws(PresenterError) {
    isPaused = false
    try claim(at: now)
  }

  /// Brings the last frames to the glass and lets another be the card's master. Pictures stay as
  /// long as the keeper holds the card.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {
    finder.leaveUnfinished()
    do throws(KMSError) { try card?.finish(ending) } catch {
      throw PresenterError("cannot show the last frame: " + error.message)
    }
  }

  /// Has it look for a display for ever: something is shown elsewhere meanwhile.
  func stopWaiting() { hasShown = true }

  // MARK: - News from the kernel

  /// Does what follows from what the kernel told.
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
    if news.isOfReset { card.repaint(at: now) }
    // Of another card, perhaps, that is wanted more.
    if card.rank > 0 || card.displays.isEmpty {
      nextSearch = now
    } else if owesCards, let path = card.path, let candidates = try? finder.candidates() {
      owesCards = false
      tellCards(candidates, workingOn: path)
    }
  }

  /// The card's path where events name it so; nil for a link, and for an inherited card.
  private var pathOfEvents: ByteString? {
    guard let path = card?.path, path.hasPrefix("/dev/dri/card") else { return nil }
    return path
  }

  /// Checks whether the card is still there. An event of a card that goes may come late.
  private func check(_ card: DRMCard, at now: Duration) throws(PresenterError) {
    do throws(KMSError) { _ = try card.device.version() } catch { try failed(error, at: now) }
  }

  // MARK: - Failures

  var hooks: Hooks {
    Hooks(memory: memory, enterGraphics: enterGraphics, report: report) {
      [self] (error, now) throws(PresenterError) in try failed(error, at: now)
    }
  }

  /// Handles a failure of the card: its loss, the loss of its mastery, or the lack of a display.
  func failed(_ error: KMSError, at now: Duration) throws(PresenterError) {
    if error.isCardGone {
      if card == nil { return }
      letGo("the card is gone; looking for another")
      nextSearch = now
    } else if error.isMasterLost {
      if nextClaim != nil { return }
      // The seat's service takes the card back some time after the former presenter's end.
      if inheritance.card != nil, finder.hasSeat, finder.descriptor == nil {
        letGo("the card was the former presenter's; asking for it anew")
        nextSearch = now
        return
      }
      report(.note("another program shows something; waiting until it ends"))
      reason = error.message
      finder.leaveUnfinished()
      card?.pause()
      nextClaim = now + Self.claimPause
    } else if error.code == nil {
      // Another card may have a display.
      nextSearch = now
      try wait(for: error.message, at: now)
    } else {
      throw PresenterError("cannot show on " + (card?.path ?? "the card") + ": " + error.message)
    }
  }

  /// Releases a card that is gone, and has the keeper release it: its number stays in use until
  /// then.
  func letGo(_ why: ByteString) {
    hasShown = hasShown || card?.hasShown ?? false
    if !configuration.isFurther { report(.note(why)) }
    report(.cardGone)
    card?.abandon()
    formerCard?.abandon()
    finder.leaveSeat()
    (card, formerCard, inherited, nextClaim) = (nil, nil, nil, nil)
    inheritance = DRMInheritance()
  }

  private static let claimPause = Duration.milliseconds(250)

  /// Asks for the card again.
  private func claim(at now: Duration) throws(PresenterError) {
    nextClaim = nil
    guard let card else {
      nextSearch = now
      return
    }
    if try !card.resumes(at: now) { nextClaim = now + Self.claimPause }
  }
}
