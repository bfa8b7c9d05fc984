import Base
import KMS

// Modesets of a card.
extension DRMCard {
  /// Lights the displays whose frames are painted.
  func lightPainted(at now: Duration) throws(PresenterError) {
    let all = displays.filter { $0.awaitsModeset }
    if !all.isEmpty { try light(all, at: now) }
  }

  /// Lights displays by the one commit that the search tested; one by one if the driver refuses it,
  /// or for legacy calls.
  private func light(_ all: [DRMDisplay], at now: Duration) throws(PresenterError) {
    if all.count == 1 || !all.contains(where: { $0.commit.isLegacy }) {
      do throws(KMSError) {
        return try all.count == 1 ? all[0].lightAlone() : setModes(of: all, clears: true)
      } catch {
        if all.count == 1 || error.isOfCard {
          _ = try recovers(from: error, on: all[0], at: now)
          return
        }
      }
    }
    for display in all where display.awaitsModeset {
      try light([display], at: now)
      // The objects that the others replace are different ones now.
      try refresh([], at: now)
    }
  }

  /// Shows the next frames of displays by one modeset. It blocks, unless other displays show frames
  /// meanwhile.
  func setModes(of all: [DRMDisplay], clears: Bool) throws(KMSError) {
    let isFirst = all.contains { !$0.isLit }
    if isFirst { willLight() }
    let waits = !displays.contains { other in other.isLit && !all.contains { $0 === other } }
    let isComplete = try OutputCommit.light(
      all.map { ($0.commit, $0.nextFramebuffer) }, clears: clears, waits: waits)
    for display in all { try display.didSetMode(isComplete: isComplete) }
    if isFirst { didLight() }
  }
}
