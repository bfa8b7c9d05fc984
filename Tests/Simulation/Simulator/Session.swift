import Base
import KMS
import LinuxSystem
import SessionProtocol
import SimulatedLinux
import TestSupport

/// The session that is lived now.
nonisolated(unsafe) var session: Session?

/// One life of the program on a machine of a seed.
final class Session {
  static let feed = "/run/fbprogress/feed"

  let seed: UInt64
  var random: SeededGenerator
  let journal = Journal()
  let plan: Plan
  let weather: Weather
  let cards: Cards
  let glass: GlassCheck
  var program: Program
  var helpers: [Program] = []
  var clients: [Int32] = []
  private(set) var keeper: Int32 = 0
  /// Whether the keeper was killed in this session.
  var hasCrashed = false
  private var notifications: Int32 = -1
  private var nextSweep: Time = 0
  private var countsAtSweep: [Int32: (wakeups: UInt64, calls: UInt64)] = [:]
  private var (idleSweeps, callsOfKeeper) = (0, UInt64(0))
  /// Whether the keeper does not run for a while after the next report that an outcome was shown.
  var delaysReport = false

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 7)
    sim_begin(seed, 10 * second)
    let plan = Plan(&random)
    self.plan = plan
    weather = Weather(&random)
    self.random = random
    cards = Cards(period: plan.period) { plan.makeCard() }
    glass = GlassCheck()
    program = Program(plan.arguments)
  }

  // MARK: - Chance

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  func time(_ range: ClosedRange<Time>) -> Time { Time.random(in: range, using: &random) }
  func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  // MARK: - The start

  func start() {
    notifications = sim_world_datagrams("/run/notify")
    sim_set_environment("NOTIFY_SOCKET", "/run/notify")
    journal.add("faults: " + weather.names)
    journal.add("arguments: " + plan.arguments.joined(separator: " "))
    startKeeper()
  }

  func startKeeper() {
    program = Program(plan.arguments)
    keeper = program.start(limit: plan.descriptorLimit)
    helpers.append(program)
  }

  var isRunning: Bool { sim_is_alive(keeper) != 0 }

  /// The presenter; nil for none.
  var presenter: Int32? { process(named: "fbprogress-show") }
  var consoleGuard: Int32? { process(named: "fbprogress-hold") }

  private func process(named name: String) -> Int32? {
    var pids = [Int32](repeating: 0, count: 64)
    let count = Int(sim_list(&pids, 64))
    return pids[..<count].first { String(cString: sim_name($0)) == name }
  }

  // MARK: - Time

  /// Lets time go by, with all that happens in it.
  func sleep(_ duration: Time) throws {
    let end = sim_now() + duration
    while sim_now() < end {
      sim_run(min(end, cards.nextBlank ?? end, nextSweep > sim_now() ? nextSweep : end))
      cards.blank(at: sim_now())
      try look()
    }
  }

  /// Lets time go by until something is so, at most a duration. Returns whether it is.
  func wait(atMost duration: Time, step: Time = 20 * millisecond, _ isSo: () -> Bool) throws -> Bool
  {
    let end = sim_now() + duration
    while !isSo() {
      if sim_now() >= end { return false }
      try sleep(min(step, end - sim_now()))
    }
    return true
  }

  /// The invariants of each step.
  private func look() throws {
    glass.look(self)
    readNotifications()
    if sim_now() >= nextSweep { sweep() }
    if let violation = journal.violation { throw violation }
  }

  private func readNotifications() {
    while notifications >= 0 {
      let bytes = World.read(notifications)
      if bytes.isEmpty { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("100 %"), !text.contains("done") { journal.fail("status: \(text)") }
    }
  }

  /// Each simulated second: no process spins.
  private func sweep() {
    let past = sim_now() - nextSweep + second
    nextSweep = sim_now() + second
    var pids = [Int32](repeating: 0, count: 64)
    let count = Int(sim_list(&pids, 64))
    for pid in pids[..<count] {
      let now = (wakeups: sim_wakeups(pid), calls: sim_calls(pid))
      let before = countsAtSweep[pid] ?? (0, 0)
      let seconds = UInt64(past / second + 1)
      if now.wakeups > before.wakeups + 1_500 * seconds {
        journal.fail("process \(pid) woke \(now.wakeups - before.wakeups) times in a second")
      }
      if now.calls > before.calls + Self.mostCalls * seconds {
        journal.fail("process \(pid) made \(now.calls - before.calls) calls in a second")
      }
      countsAtSweep[pid] = now
    }
    checkFeed()
    let descriptors = sim_descriptors(keeper)
    if descriptors > plan.mostDescriptors {
      journal.fail("the keeper has \(descriptors) descriptors")
    }
  }

  /// The keeper reads its feed, unless it is stopped, which takes 3 s at most.
  private func checkFeed() {
    let isIdle = sim_calls(keeper) == callsOfKeeper && sim_fifo_count(Self.feed) > 0 && isRunning
    idleSweeps = isIdle ? idleSweeps + 1 : 0
    callsOfKeeper = sim_calls(keeper)
    if idleSweeps > 8 { journal.fail("the keeper has not read its feed for \(idleSweeps) s") }
  }

  /// The most calls of a process in a second; one that only makes calls makes 700,000.
  private static let mostCalls: UInt64 = 100_000

  // MARK: - Hooks

  func ended(_ pid: Int32, _ name: String, _ status: Int32) {
    journal.add("[\(pid)] \(name) ended: \(status)")
    journal.exits[pid] = status
  }

  /// A message is on its way.
  func sent(_ pid: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard delaysReport, PresenterReport(Array(bytes).span)?.kind == .outcomeShown else { return }
    delaysReport = false
    // The keeper has other things to read by then.
    sim_stop(keeper, sim_now() + 500 * millisecond)
  }

  func received(_ pid: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 40, String(cString: sim_name(pid)) == "fbprogress-show" {
      glass.received(Array(bytes), self)
    }
  }
}
