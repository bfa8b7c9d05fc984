import Base
import KMS
import LinuxSystem

// The search for a display: the choice of a card, and the time limit.
extension DRMPresenter {
  /// Searches each card for a display.
  func search(at now: Duration) throws(PresenterError) {
    (nextSearch, isTaken) = (nil, false)
    // Only the inherited card, while it exists: holding it open keeps others from it.
    if let descriptor = inheritance.card, card == nil {
      var former: DRMCard?
      do throws(KMSError) {
        former = try DRMCard(
          adopted(descriptor), path: inheritance.path, self, inherited: inheritance.buffers)
      } catch  where error.isCardGone {
        releaseCard("the card that was shown on is gone; looking for another")
      } catch  where error.isMasterLost && finder.hasSeat {
        releaseCard("the card was the former presenter's; asking for it anew")
      } catch {
        isTaken = error.isMasterLost || error.code == .busy
        return try waitOn(error, at: now)
      }
      if let former { return try use(former, at: now) }
    }
    var reasons = ByteString()
    var isWorthALook = events == nil
    var best: DRMCard?
    var candidates: [ByteString] = []
    do throws(SystemError) {
      candidates = try finder.candidates()
    } catch {
      // No kernel event announces that descriptors or memory are available again.
      isWorthALook = true
      reasons = error.message
    }
    let tells = owesCards
    owesCards = false
    for path in candidates where path != card?.path {
      if tells { tellCards(candidates, workingOn: path) }
      do throws(KMSError) {
        let found = try finder.open(path) { device throws(KMSError) in
          try DRMCard(device, path: path, self)
        }
        guard let found else { continue }
        if found.rank < best?.rank ?? .max { best = found }
        if found.rank == 0 { break }
      } catch {
        if error.kind == .unsupported, finder.isNamed(path), !configuration.isFurther {
          throw PresenterError(
            "cannot show on " + path + ": " + error.message, isFinal: true)
        }
        // No kernel event announces the end of another master, or new rights.
        if error.code != nil { isWorthALook = true }
        if error.isMasterLost || error.code == .busy { isTaken = true }
        let hint: StaticBytes =
          error.code == .accessDenied ? ": run as root, or in the group video" : ""
        reasons.append(path + ": " + error.message + hint, after: "; ")
      }
    }
    // The kernel announces the connectors of these cards. If it fails to, other programs could not
    // use the cards either, so search again later.
    if finder.hasUnfinished { nextSearch = now + .milliseconds(500) }
    if configuration.isFurther, !finder.hasUnfinished,
      best.map({ $0.rank > 0 }) ?? card?.displays.isEmpty ?? true
    {
      throw PresenterError("", isFinal: true)
    }
    if let card, !card.displays.isEmpty, !card.hasFailed, best?.rank ?? .max >= card.rank {
      return settle(on: card)
    }
    let isDark = card?.displays.isEmpty ?? true
    if let best, isDark || best.rank < 4 {
      if let card, card.hasShown {
        report(.note("showing on " + (best.path ?? "another card") + " from now on"))
      }
      formerCard?.abandon()
      formerCard = card
      return try use(best, at: now)
    }
    if isWorthALook, isDark { nextSearch = now + .milliseconds(500) }
    if card != nil { return }
    try wait(
      for: reasons.isEmpty
        ? "no card in /dev/dri: is the driver of the display loaded?" : reasons, at: now)
  }

  /// Reports all cards to the keeper, before work on one of them that may take any time.
  func tellCards(_ candidates: [ByteString], workingOn path: ByteString) {
    if configuration.device != nil { return }
    let others = candidates.filter {
      $0 != path && $0 != card?.path && !finder.isUnusable($0)
    }
    if !others.isEmpty { report(.cards([path] + others)) }
  }

  /// The card that an earlier presenter left, adopted once.
  private func adopted(_ descriptor: Int32) -> any ModeSetting {
    let card = inherited ?? finder.adopt(descriptor)
    inherited = card
    return card
  }

  private func use(_ card: DRMCard, at now: Duration) throws(PresenterError) {
    self.card = card
    reason = ByteString()
    settle(on: card)
    try card.update(at: now)
  }

  /// Closes unfinished cards, unless one of them may be preferred to the card in use.
  private func settle(on card: DRMCard) {
    if card.rank > 0 || !finder.hasUnfinished { return }
    finder.leaveUnfinished()
    nextSearch = nil
  }

  /// Waits for a display to be connected, or for a failure to end.
  private func waitOn(_ error: KMSError, at now: Duration) throws(PresenterError) {
    if error.kind != .noOutput { nextSearch = now + .milliseconds(500) }
    try wait(for: error.message, at: now)
  }

  func wait(for text: ByteString, at now: Duration) throws(PresenterError) {
    if events == nil { nextSearch = now + .milliseconds(500) }
    if text != reason, !configuration.isFurther {
      report(.note("waiting for a display: " + text + "; fbprogress probe tells more"))
    }
    reason = text
    try endWait(at: now)
  }

  func endWait(at now: Duration) throws(PresenterError) {
    if card?.hasShown ?? false { hasShown = true }
    guard isWaiting, let wait = configuration.wait, now >= start + wait else { return }
    throw PresenterError(
      "no display after " + ByteString(wait.wholeSeconds) + " s: " + reason
        + "; connect one, or name the card with the setting device; fbprogress render needs none",
      isFinal: true)
  }
}
