import Base
import KMS
import LinuxSystem

// Modesets of a card.
extension DRMCard {
  /// Lights the displays whose frames are painted.
  func lightPainted(at now: Duration) throws(PresenterError) {
    let all = displays.filter { $0.awaitsModeset }
    if all.isEmpty { return busySince = nil }
    try light(all, at: now)
    // The next modeset depends on the card's new state.
    if busySince == nil { nextRefresh = now }
  }

  /// Lights displays by the one commit that the search tested; one by one if the driver refuses it,
  /// or for legacy calls.
  private func light(_ painted: [DRMDisplay], at now: Duration) throws(PresenterError) {
    var all = painted
    if all.count == 1 || !all.contains(where: { $0.commit.isLegacy }) {
      do throws(KMSError) {
        return try all.count == 1 ? all[0].lightAlone() : setModes(of: all)
      } catch {
        if all.count == 1 || error.isOfCard {
          _ = try recovers(from: error, on: all[0], at: now)
          return
        }
      }
    }
    // If memory lacks for the last one, it takes a smaller mode.
    let last = all.count - 1
    for index in 0..<last where all[index].area > all[last].area { all.swapAt(index, last) }
    for display in all where display.awaitsModeset {
      try light([display], at: now)
      // The objects that the others replace are different ones now.
      try refresh([], at: now)
    }
  }

  /// Shows the next frames of displays by one modeset. It blocks, unless other displays show frames
  /// meanwhile. While an earlier commit is pending, the frames stay painted.
  func setModes(of all: [DRMDisplay]) throws(KMSError) {
    let (isFirst, now) = (all.contains { !$0.isLit }, device.now)
    if isFirst { willLight() }
    let others = displays.contains { other in other.isLit && !all.contains { $0 === other } }
    let waits = !others || isStuck(since: busySince, at: now)
    let isComplete: Bool
    do throws(KMSError) {
      isComplete = try OutputCommit.light(
        all.map { ($0.commit, $0.nextFramebuffer) }, waits: waits)
    } catch  where error.code == .busy && !waits {
      (busySince, nextTry) = (busySince ?? now, now + all[0].refreshPeriod)
      for display in all { display.awaitModeset() }
      return
    }
    busySince = nil
    if !isComplete { modesetEnd = now + .seconds(10) }
    for display in all { try display.didSetMode(isComplete: isComplete) }
    if !isFirst { return }
    turnOff()
    didLight()
  }

  /// Whether the kernel was busy for so long that no earlier commit is the reason. It waits for a
  /// flip for 10 s.
  func isStuck(since: Duration?, at now: Duration) -> Bool {
    since.map { now - $0 >= .seconds(1) && now >= modesetEnd } ?? false
  }

  /// Turns off the former displays whose CRTCs are not used again.
  func turnOff(waits: Bool = false) {
    let now = device.now
    leaving.removeAll { $0.turnsOff(at: now, waits: waits) }
  }
}
