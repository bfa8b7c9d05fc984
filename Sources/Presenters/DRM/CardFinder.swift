import Base
import KMS
import LinuxSystem

/// Finds and opens cards: opened by this process, inherited, or opened by a seat's service.
final class CardFinder {
  private let cards: DRMPresenter.Cards
  // The card's path, or its driver's name; nil for any.
  private let device: ByteString?
  private var seat: (any Seat)?
  private let report: (DRMReport) -> Void
  // Cards whose drivers have not registered all connectors. They stay open, so that the text
  // console cannot show itself on them first.
  private var unfinished: [(path: ByteString, device: any ModeSetting)] = []

  // Cards that drive no displays, such as the GPUs of many boards. They are not opened again.
  private var unusable: [(path: ByteString, error: KMSError)] = []

  init(
    _ cards: DRMPresenter.Cards, device: ByteString?, report: @escaping (DRMReport) -> Void
  ) {
    (self.cards, self.device, self.report) = (cards, device, report)
  }

  /// The paths of the cards to look at.
  func candidates() throws(SystemError) -> [ByteString] {
    if let device, device.firstIndex(of: UInt8(ascii: "/")) != nil { return [device] }
    let paths = try cards.paths()
    unfinished.removeAll { !paths.contains($0.path) }
    unusable.removeAll { !paths.contains($0.path) }
    return paths
  }

  /// Whether cards with unfinished drivers are held open.
  var hasUnfinished: Bool { !unfinished.isEmpty }

  /// Closes the unfinished cards.
  func leaveUnfinished() { unfinished = [] }

  /// The time that the system was suspended since boot.
  var suspendedTime: Duration { cards.suspendedTime() }

  /// Whether a card is known to drive no displays.
  func isUnusable(_ path: ByteString) -> Bool { unusable.contains { $0.path == path } }

  /// Whether a path is the configured device.
  func isNamed(_ path: ByteString) -> Bool { device == path }

  /// Takes over the descriptor of an open card, and closes it with the returned object.
  func adopt(_ descriptor: Int32) -> any ModeSetting { cards.adopt(descriptor) }

  /// Opens a card, and examines it.
  ///
  /// - Parameter examine: examines the card. If it throws that the process is not master, it is
  ///   called again with the card as the seat service opens it.
  /// - Returns: nil for a card with another driver than the configured one.
  func open(
    _ path: ByteString, _ examine: (any ModeSetting) throws(KMSError) -> DRMCard
  ) throws(KMSError) -> DRMCard? {
    if let known = unusable.first(where: { $0.path == path }) { throw known.error }
    if let index = unfinished.firstIndex(where: { $0.path == path }) {
      let kept = unfinished.remove(at: index).device
      do throws(KMSError) {
        return try look(at: kept, path, examine)
      } catch  where error.isCardGone {
        // A new card may have the same name.
      }
    }
    do throws(KMSError) {
      return try look(at: try cards.open(path), path, examine)
    } catch  where error.isMasterLost {
      let hadSeat = seat != nil
      guard let device = try openBySeat(path) else { throw error }
      do throws(KMSError) { return try look(at: device, path, examine) } catch let failure {
        // logind switches the console to graphics mode. Releasing the seat restores it.
        if !hadSeat, failure.kind != .unfinished { leaveSeat() }
        throw failure
      }
    }
  }

  @inline(never) private func look(
    at device: any ModeSetting, _ path: ByteString,
    _ examine: (any ModeSetting) throws(KMSError) -> DRMCard
  ) throws(KMSError) -> DRMCard? {
    guard try isWanted(device, path) else { return nil }
    do throws(KMSError) { return try examine(device) } catch {
      if error.kind == .unfinished { unfinished.append((path, device)) }
      if error.kind == .unsupported { unusable.append((path, error)) }
      throw error
    }
  }

  private func isWanted(_ card: any ModeSetting, _ path: ByteString) throws(KMSError) -> Bool {
    guard let device, device != path else { return true }
    return try card.version().name == device
  }

  // MARK: - The seat

  /// Whether a service may open cards for this process.
  var hasSeat: Bool { isThere(cards.seatdPath) || isThere(cards.busPath) }

  private func isThere(_ path: ByteString?) -> Bool {
    path.map { FileSystem.exists($0) } ?? false
  }

  /// Whether `nextTurn` has pending changes that polling does not report.
  var hasNews: Bool { seat?.hasNews ?? false }

  /// Releases the seat and all cards that it opened. The next card needs a new seat.
  func leaveSeat() {
    if seat != nil { leaveUnfinished() }
    seat = nil
  }

  /// The descriptor to poll for reading; nil without a seat.
  var descriptor: Int32? { seat?.rawValue }

  /// Opens a card through the seat service; nil without one.
  private func openBySeat(_ path: ByteString) throws(KMSError) -> (any ModeSetting)? {
    if let seatd = cards.seatdPath, isThere(seatd) {
      do throws(SystemError) {
        if seat == nil { seat = try SeatdSeat(seatd) }
        return try seat.map { (seat) throws(SystemError) in cards.adopt(try seat.open(path)) }
      } catch {
        throw .call("open by seatd", on: path, error.code)
      }
    }
    guard let bus = cards.busPath, isThere(bus) else { return nil }
    let hadSeat = seat != nil
    do throws(SystemError) {
      if seat == nil { seat = try LogindSeat.open(bus: bus) }
      guard let seat else { return nil }
      let descriptor = try seat.open(path)
      report(.seat)
      return cards.adopt(descriptor)
    } catch {
      // logind switches the console to graphics mode. Without a card, release the seat to restore
      // it.
      if !hadSeat { seat = nil }
      // Without logind or its permission, the error of opening the card directly says what to do.
      if error.code == .busy { throw .call("open by logind", on: path, .busy) }
      return nil
    }
  }

  /// The next change of the seat's owner; nil if there is none. Throws if the service is gone.
  func nextTurn() throws(PresenterError) -> SeatTurn? {
    do throws(SystemError) { return try seat?.nextTurn() } catch {
      throw PresenterError("cannot show: " + error.message)
    }
  }

  /// Confirms to the service that the seat is released. `nextTurn` reports the loss of the service.
  func release() { try? seat?.release() }
}
