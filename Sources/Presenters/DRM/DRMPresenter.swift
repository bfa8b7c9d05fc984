import ByteStrings
import KMS
public import LinuxSystem

/// Shows frames on displays, through KMS.
///
/// While there is no card, or none with a display, it waits for the kernel to tell of one. Displays come, go and change
/// without the others taking notice; a card that goes is let go of at once, and another looked for. What nothing can be
/// done about ends it with an error; its keeper starts another, which begins with nothing.
public final class DRMPresenter: Presenter {
  private let configuration: Configuration
  private let start: Duration
  private let finder: CardFinder
  private let enterGraphics: () -> Void
  private let report: (DRMReport) -> Void
  private var inheritance: DRMInheritance
  private var events: DeviceEvents?
  private var card: DRMCard?
  // The card that was shown on, while the one that takes its place is not lit yet.
  private var formerCard: DRMCard?
  private var hasShown = false
  private var isPaused = false
  // While another program is the card's master: when to ask for it again.
  private var nextClaim: Duration?
  // While there is no display: when to look for one, and why there was none.
  private var nextSearch: Duration?
  private var reason = ByteString()

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
    finder = CardFinder(cards, device: configuration.device)
    events = configuration.listens ? try? DeviceEvents() : nil
    nextSearch = start
  }

  /// The displays of the card in use.
  public var outputs: [any PresenterOutput] { card?.outputs ?? [] }

  /// When there is something to do though nothing was heard; nil for never.
  public var deadline: Duration? {
    if isPaused { return nil }
    if let nextClaim { return nextClaim }
    var next = nextSearch
    if let deadline = card?.deadline { next = next.map { min($0, deadline) } ?? deadline }
    if !hasShown, card?.displays.isEmpty ?? true, let wait = configuration.wait {
      next = next.map { min($0, start + wait) } ?? start + wait
    }
    return next
  }

  /// Adds the card's descriptor, and the one that tells of cards and displays that come.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
    if let seat = finder.descriptor { _ = poller.add(seat, .readable) }
    if let card, !card.displays.isEmpty { _ = poller.add(card.device.descriptor, .readable) }
  }

  /// Looks for a display while there is none; then takes what the card has to tell.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    if card?.hasShown ?? false { hasShown = true }
    let news = events?.drain() ?? DeviceNews()
    while let turn = try finder.nextTurn() {
      switch turn {
      case .ours: try resume(at: now)
      case .others:
        pause()
        finder.release()
      }
    }
    if isPaused { return }
    if let nextClaim {
      if now >= nextClaim { try claim(at: now) }
      return
    }
    if news.isAny { try take(news, at: now) }
    try card?.handleEvents(at: now)
    if let nextSearch, now >= nextSearch {
      try search(at: now)
    } else if outputs.isEmpty {
      try endWait(at: now)
    }
    if formerCard != nil, card?.isLit ?? true { formerCard = nil }
  }

  /// Leaves the displays to another program.
  public func pause() {
    isPaused = true
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
    do throws(KMSError) { try card?.finish(ending) } catch { throw failure(error) }
  }

  // MARK: - Looking for a display

  /// Looks at each card for a display.
  private func search(at now: Duration) throws(PresenterError) {
    nextSearch = nil
    // Only the one card, as long as it lives: our own opening of it is what keeps others from it.
    if let descriptor = inheritance.card, card == nil {
      do throws(KMSError) {
        let buffers = inheritance.buffers
        return try use(
          DRMCard(
            finder.borrow(descriptor), path: nil, configuration, hooks, inherited: buffers))
      } catch  where error.isCardGone {
        letGo("the card that was shown on is gone; looking for another")
      } catch  where error.kind == .noOutput {
        return try waitOn(error.message, at: now)
      } catch  where error.isMasterLost && finder.hasSeat {
        letGo("the card was the former presenter's; asking for it anew")
      } catch  where error.isMasterLost {
        nextSearch = now + .milliseconds(500)
        return try waitOn("another program shows something: " + error.message, at: now)
      } catch {
        throw PresenterError("cannot show on the inherited card: " + error.message)
      }
    }
    var reasons = ByteString()
    var isWorthALook = events == nil
    var best: DRMCard?
    for path in finder.paths where path != card?.path {
      do throws(KMSError) {
        let found = try finder.open(path) { device throws(KMSError) in
          try DRMCard(device, path: path, configuration, hooks)
        }
        guard let found else { continue }
        if found.rank < best?.rank ?? .max { best = found }
        if found.rank == 0 { break }
      } catch {
        if error.kind == .unsupported, finder.isNamed(path) {
          throw PresenterError(
            "cannot show on " + path + ": " + error.message, isFinal: true)
        }
        // Another's mastery and missing rights end without a note from the kernel.
        if error.code != nil { isWorthALook = true }
        reasons.append(path + ": " + error.message, after: "; ")
      }
    }
    do throws(KMSError) {
      if let card {
        // There was one already: another is used only if it is better.
        guard let best, best.rank < card.rank || card.displays.isEmpty else { return }
        report(.note("showing on " + (best.path ?? "another card") + " from now on"))
        formerCard = card
        return try use(best)
      }
      if let best { return try use(best) }
    } catch {
      reasons.append(error.message, after: "; ")
    }
    if isWorthALook { nextSearch = now + .milliseconds(500) }
    try waitOn(reasons.isEmpty ? "there is no card in /dev/dri" : reasons, at: now)
  }

  private func use(_ card: DRMCard) throws(KMSError) {
    try card.update()
    self.card = card
    reason = ""
  }

  private func waitOn(_ text: ByteString, at now: Duration) throws(PresenterError) {
    if events == nil { nextSearch = now + .milliseconds(500) }
    if text != reason { report(.note("waiting for a display: " + text)) }
    reason = text
    try endWait(at: now)
  }

  private func endWait(at now: Duration) throws(PresenterError) {
    guard let wait = configuration.wait, !hasShown, !(card?.hasShown ?? false),
      now >= start + wait
    else { return }
    throw PresenterError(
      "no display after " + ByteString(wait.components.seconds) + " s: " + reason
        + "; connect one, or name the card with the setting device; fbprogress render needs none",
      isFinal: true)
  }

  // MARK: - News from the kernel

  /// Does what follows from what the kernel told.
  func take(_ news: DeviceNews, at now: Duration) throws(PresenterError) {
    guard let card else {
      nextSearch = now
      return
    }
    do throws(KMSError) {
      if news.isOfCards {
        // Any may be gone; ours says so itself.
        _ = try card.device.version()
      }
      // Of another card, perhaps, that is wanted more.
      if card.rank > 0 || card.displays.isEmpty { nextSearch = now }
      if news.isOfAllConnectors {
        try card.refresh(nil)
      } else if !news.connectors.isEmpty {
        try card.refresh(news.connectors)
      }
    } catch  where error.kind == .noOutput {
      try waitOn(error.message, at: now)
    } catch {
      try failed(error, at: now)
    }
  }

  // MARK: - Failures

  private var hooks: Hooks {
    Hooks(enterGraphics: enterGraphics, report: report) {
      [self] (error, now) throws(PresenterError) in try failed(error, at: now)
    }
  }

  /// Does what can be done about a failure: of a card that is gone, or that another program has.
  private func failed(_ error: KMSError, at now: Duration) throws(PresenterError) {
    if error.isCardGone {
      letGo("the card is gone; looking for another")
      nextSearch = now
    } else if error.isMasterLost {
      report(.note("another program shows something; waiting until it ends"))
      card?.pause()
      nextClaim = now + Self.claimPause
    } else {
      throw failure(error)
    }
  }

  /// Lets go of a card that is gone, and has the keeper do so: before its number is free, nobody can take its place.
  private func letGo(_ why: ByteString) {
    hasShown = hasShown || card?.hasShown ?? false
    report(.note(why))
    report(.cardGone)
    card?.abandon()
    (card, formerCard, inheritance) = (nil, nil, DRMInheritance())
  }

  private static let claimPause = Duration.milliseconds(250)

  /// Asks for the card again.
  private func claim(at now: Duration) throws(PresenterError) {
    nextClaim = nil
    guard let card else {
      nextSearch = now
      return
    }
    do throws(KMSError) {
      try card.resume()
    } catch  where error.kind == .noOutput {
      try waitOn(error.message, at: now)
    } catch  where error.isMasterLost || error.code == .busy || error.code == .invalid {
      nextClaim = now + Self.claimPause
    } catch {
      try failed(error, at: now)
    }
  }

  private func failure(_ error: KMSError) -> PresenterError {
    PresenterError("cannot show on " + (card?.path ?? "the card") + ": " + error.message)
  }
}
