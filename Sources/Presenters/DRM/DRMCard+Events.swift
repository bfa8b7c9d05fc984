import Base
import KMS
import LinuxSystem

extension DRMCard {
  /// The time at which `handleEvents` is due; nil for none.
  var deadline: Duration? {
    // One connector per call, so that frames are not delayed.
    if probesNow { return .zero }
    var next = earlier(earlier(nextRefresh, nextTry), nextProbe)
    for display in displays { next = earlier(next, display.deadline) }
    return next
  }

  /// The connectors to probe again although no event comes. One of unknown state may have no
  /// display, and a probe of it may disturb others.
  var modeless: [ObjectID] {
    snapshot.connectors.filter {
      $0.lacksModes && ($0.connection == .connected || displays.isEmpty)
    }.map { $0.id }
  }

  /// Whether connectors are to be probed: after the first picture, or if no display can be lit.
  private var probesNow: Bool { !unprobed.isEmpty && (hasShown || hasFailed) }

  /// Reads the card's events, and does the work that is due.
  func handleEvents(at now: Duration) throws(PresenterError) {
    nextTry = nil
    for _ in 0..<8 where try readEvents(at: now) == 0 { break }
    for display in displays {
      do throws(KMSError) { try display.handle(at: now) } catch {
        _ = try recovers(from: error, on: display, at: now)
      }
    }
    let due = displays.filter { $0.isFailing && $0.deadline.map { now >= $0 } ?? false }
    if !due.isEmpty { try replace(due, at: now) }
    turnOff()
    try lightPainted(at: now)
    if probesNow, let connector = unprobed.popLast() { try refresh([connector], at: now) }
    if let nextProbe, now >= nextProbe {
      self.nextProbe = nil
      try refresh(modeless, at: now)
    }
    if let nextRefresh, now >= nextRefresh { try refresh([], at: now) }
    if nextTry == nil { (busySince, drains) = (nil, false) }
  }

  /// Bounded, as all waiting is: further events are read in the next turn.
  private func readEvents(at now: Duration) throws(PresenterError) -> Int {
    let count: Int
    do throws(KMSError) { count = try device.readEvents(into: &events) } catch {
      try presenter.failed(error, at: now)
      return 0
    }
    var offset = 0
    let read = events
    let bytes = read.span.extracting(0..<min(count, read.count))
    while let event = PageFlipEvent.next(in: bytes, at: &offset) {
      for display in displays {
        do throws(KMSError) { try display.take(event, at: now) } catch {
          _ = try recovers(from: error, on: display, at: now)
        }
      }
    }
    return count
  }

  /// Reads the card again, and updates the displays.
  ///
  /// - Parameter connectors: the connectors to probe; nil for all.
  func refresh(_ connectors: [ObjectID]?, at now: Duration) throws(PresenterError) {
    do throws(KMSError) {
      snapshot = try snapshot.refreshing(connectors, of: device)
      if !unprobed.isEmpty, connectors == nil || (try? search.plan(of: snapshot)) == nil {
        // Before the card is given up, every connector is probed.
        unprobed = []
        if connectors != nil { snapshot = try snapshot.refreshing(nil, of: device) }
      }
      nextRefresh = nil
    } catch {
      // Lack of memory does not end a lit picture.
      if error.isOfCard || displays.isEmpty {
        nextRefresh = error.isPassing ? now + .seconds(1) : nil
        return try presenter.failed(error, at: now)
      }
      if nextRefresh == nil { note("cannot read the card: " + error.message + "; retrying") }
      nextRefresh = now + .seconds(1)
      return
    }
    try update(at: now)
    // A modeset trains a failed link anew.
    if let connectors, connectors.isEmpty { return }
    for display in displays where display.output.isLinkBad { display.awaitModeset() }
    try lightPainted(at: now)
  }
}
