import Base
import KMS
import LinuxSystem

// Modesets of a card.
extension DRMCard {
  /// Lights the displays whose frames are painted: first those that need no modeset, then the rest
  /// by the one commit that the search tested. They are lit one by one by legacy calls, if the
  /// driver refuses the whole, or while one of them is busy.
  func lightPainted(at now: Duration) throws(PresenterError) {
    var (all, isBusy) = (awaitingDisplays, false)
    let count = all.count
    if all.count > 1, !all.contains(where: { $0.commit.isLegacy }) {
      if busySince == nil {
        // A display that keeps its mode does not wait for the links of others.
        try? setModes(of: all, keepsModes: true)
        for display in all where display.awaitsModeset {
          try? setModes(of: [display], keepsModes: true)
        }
        // The objects that the others replace may be different ones now.
        if awaitingDisplays.count < count { try refresh([], at: now) }
        all = awaitingDisplays
      }
      isBusy = all.count > 1 && (try? setModes(of: all)) != nil && all[0].awaitsModeset
    }
    // If memory lacks for the last one, it takes a smaller mode.
    let last = all.count - 1
    for index in all.indices where all[index].area > all[last].area { all.swapAt(index, last) }
    for display in all
    where display.awaitsModeset && !(isBusy && display.output.takesConnectors) {
      do throws(KMSError) { try display.lightAlone() } catch {
        // Its configuration was tested with those of the others; they are tried together again.
        if isBusy, error.isRefusal { continue }
        _ = try recovers(from: error, on: display, at: now)
      }
      if last > 0, !display.awaitsModeset { try refresh([], at: now) }
    }
    // The next modeset depends on the card's new state.
    if awaitingDisplays.count < count { nextRefresh = now }
  }

  @inline(never) private var awaitingDisplays: [DRMDisplay] {
    displays.filter { $0.awaitsModeset }
  }

  /// Shows the next frames of displays by one modeset. It blocks only for a card's only display, as
  /// a link may take seconds. While an earlier commit is pending, the frames stay painted.
  ///
  /// - Parameters:
  ///   - keepsModes: whether to fail if a display needs a modeset.
  ///   - waits: whether it blocks in any case.
  func setModes(
    of all: [DRMDisplay], keepsModes: Bool = false, waits: Bool = false
  ) throws(KMSError) {
    let (isFirst, now) = (all.contains { !$0.isLit }, device.now)
    for display in all where display.state != .prepared { display.prepareModeset() }
    let waits =
      waits || keepsModes || displays.count == 1 || isStuck(since: busySince, at: now)
    let flags: CommitFlags
    do throws(KMSError) {
      flags = try OutputCommit.light(
        all.map { ($0.commit, $0.nextFramebuffer) }, waits: waits, keepsModes: keepsModes)
    } catch  where error.code == .busy && !waits {
      return waitForCommits(at: now, all[0].refreshPeriod)
    }
    busySince = nil
    if flags == [.allowModeset, .nonblock] { modesetEnd = now + .seconds(10) }
    for display in all { try display.didSetMode(isComplete: !flags.contains(.nonblock)) }
    if !isFirst { return }
    turnOff()
    didLight()
  }

  /// Plans another try of a nonblocking modeset that the kernel refused, as an earlier commit is
  /// pending. Displays start no frames until their own commits end: of two animated displays, one
  /// always has a flip pending.
  func waitForCommits(at now: Duration, _ period: Duration) {
    (busySince, nextTry) = (busySince ?? now, now + period)
    drains = displays.contains { $0.isUnderWay }
  }

  /// Whether the kernel was busy for so long that no earlier commit is the reason. It may be busy
  /// with a modeset for 10 s: it waits that long for a commit before it gives it up.
  func isStuck(since: Duration?, at now: Duration) -> Bool {
    since.map { now - $0 >= .seconds(1) && now >= modesetEnd } ?? false
  }

  /// Turns off the former displays whose CRTCs are not used again.
  func turnOff(waits: Bool = false) {
    let now = device.now
    leaving.removeAll { $0.turnsOff(at: now, waits: waits) }
  }
}
