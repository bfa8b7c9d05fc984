import Base
import ProgressModel
import TestSupport
import Testing

/// Speed, time left and stalls in series of events.
@Suite struct PaceTests {
  struct Series: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The events and their times, seconds.
    let events: [(time: Double, event: ProgressEvent)]
    /// The duration of the run, seconds.
    let end: Double
  }

  private static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  private static func bytes(_ completed: Double, _ total: Double) -> ProgressEvent {
    .bytes(completed: UInt64(completed), total: UInt64(total))
  }

  private static func series(
    _ name: String, end: Double, _ counts: ClosedRange<Int>,
    _ event: (Double) -> (Double, ProgressEvent)
  ) -> Series {
    var events: [(time: Double, event: ProgressEvent)] = []
    for count in counts { events.append(event(Double(count))) }
    return Series(testDescription: name, events: events, end: end)
  }

  static let series: [Series] = [
    series("constant", end: 60, 0...120) { ($0 / 2, fraction($0 / 120)) },
    series("a percent each six seconds", end: 600, 0...100) { ($0 * 6, fraction($0 / 100)) },
    series("the same percent said again each second", end: 600, 0...600) {
      ($0, fraction(($0 / 6).rounded(.down) / 100))
    },
    series("twenty lines at once each five seconds", end: 100, 0...399) {
      let burst = ($0 / 20).rounded(.down)
      return (burst * 5 + ($0 - burst * 20) * 0.001, bytes(($0 + 1) * 1e6, 4e8))
    },
    series("fast, then ten times slower", end: 220, 0...500) {
      $0 <= 100
        ? ($0 / 5, fraction($0 / 200)) : (20 + ($0 - 100) / 2, fraction(0.5 + ($0 - 100) / 800))
    },
    series("resumed at 60 %", end: 100.3, 0...401) {
      if $0 == 0 { return (0, bytes(0, 1e9)) }
      return (0.3 + ($0 - 1) / 4, bytes(6e8 + ($0 - 1) * 1e6, 1e9))
    },
    series("99 % said again for five minutes", end: 350, 0...399) {
      $0 <= 99 ? ($0 / 2, fraction($0 / 100)) : (49.5 + $0 - 99, fraction(0.99))
    },
  ]

  private func play(_ series: Series, _ look: (Double, ProgressState) throws -> Void) rethrows {
    var state = ProgressState()
    var next = 0
    for tenth in 0...Int(series.end * 10) {
      let now = Double(tenth) / 10
      while next < series.events.count, series.events[next].time <= now {
        state.apply(series.events[next].event, at: .seconds(series.events[next].time))
        next += 1
      }
      try look(now, state)
    }
  }

  @Test(arguments: series) func timeLeft_movesSlowly_andIsNeverNothing(series: Series) {
    var told: [Double?] = []
    play(series) { now, state in
      let left = state.timeLeft(at: .seconds(now))?.seconds
      if let left { #expect(left >= 1, "\(now)") }
      // The estimate a second earlier.
      if let left, told.count >= 10, let before = told[told.count - 10], before >= 5 {
        #expect(abs(left - before) <= before * 0.2 + 0.01, "\(before) to \(left) at \(now)")
      }
      told.append(left)
    }
    // An estimate exists most of the time.
    #expect(told.count { $0 != nil } > told.count / 2)
  }

  @Test(arguments: series.prefix(4)) func timeLeft_ofSteadyWork_isRight(series: Series) {
    play(series) { now, state in
      guard now > series.end * 0.25, now < series.end * 0.9 else { return }
      let (left, truth) = (state.timeLeft(at: .seconds(now))?.seconds ?? 0, series.end - now)
      #expect(abs(left - truth) <= truth * 0.25 + 6, "\(left) instead of \(truth) at \(now)")
    }
  }

  @Test func timeLeft_followsASlowdown_andAResumption() {
    play(Self.series[4]) { now, state in
      guard now > 80, now < 200 else { return }
      let (left, truth) = (state.timeLeft(at: .seconds(now))?.seconds ?? 0, 220 - now)
      #expect(abs(left - truth) <= truth * 0.25 + 5, "\(left) instead of \(truth) at \(now)")
    }
    play(Self.series[5]) { now, state in
      guard now > 10, now < 90 else { return }
      let (left, truth) = (state.timeLeft(at: .seconds(now))?.seconds ?? 0, 100 - now)
      #expect(abs(left - truth) <= truth * 0.1 + 2, "\(left) instead of \(truth) at \(now)")
    }
  }

  @Test func heldAt99_neverSaysThatItIsNearlyDone_forMinutes() {
    var shortest = 0.0
    play(Self.series[6]) { now, state in
      if let left = state.timeLeft(at: .seconds(now))?.seconds, left < 3 { shortest += 0.1 }
    }
    #expect(shortest < 20, "for \(shortest) s it said less than 3 s")
  }

  @Test func speed_isThatOfTheBytes_alsoInBursts() {
    play(Self.series[3]) { now, state in
      guard now > 20 else { return }
      let speed = state.speed(at: .seconds(now)) ?? 0
      #expect(abs(speed - 4e6) < 1e6, "\(speed) at \(now)")
    }
    var state = ProgressState()
    state.apply(Self.bytes(1, 9), at: .zero)
    state.apply(.speed(77), at: .seconds(1))
    #expect(state.speed(at: .seconds(1)) == 77)
  }

  @Test func statedSpeed_isThatOfItsStep() {
    var state = ProgressState()
    state.apply(.step(number: 1, count: 3, name: .empty), at: .zero)
    state.apply(.speed(77), at: .seconds(1))
    state.apply(.step(number: 1, count: 3, name: .empty), at: .seconds(2))
    #expect(state.speed(at: .seconds(2)) == 77)
    state.apply(.step(number: 2, count: 3, name: .empty), at: .seconds(3))
    #expect(state.speed(at: .seconds(3)) == nil)
  }

  /// A run of a billionth in a million seconds.
  @Test func timeLeft_ofTheSlowestWork_isANumber() {
    var state = ProgressState()
    for turn in 0...20 {
      state.apply(
        .fraction(Fraction(billionths: Int64(turn))), at: .seconds(turn * 1_000_000))
    }
    let left = state.timeLeft(at: .seconds(20_000_000)) ?? .zero
    #expect(left > .seconds(900_000_000) && left <= .seconds(1_000_000_000), "\(left)")
  }

  @Test func unknownTotal_hasASpeed_andNoTimeLeft() {
    var state = ProgressState()
    for second in 0...60 {
      state.apply(.bytes(completed: UInt64(second) * 1_000, total: nil), at: .seconds(second))
    }
    #expect(abs((state.speed(at: .seconds(60)) ?? 0) - 1_000) < 20)
    #expect(state.timeLeft(at: .seconds(60)) == nil)
    #expect(state.pace(at: .seconds(60)) == nil)
  }

  @Test(arguments: [(1.0, 10.0), (4.0, 20.0), (0.01, 10.0)] as [(Double, Double)])
  func stall_isTenSeconds_orFiveTimesTheUsual(gap: Double, patience: Double) throws {
    var state = ProgressState()
    for index in 0...50 {
      state.apply(Self.fraction(Double(index) / 100), at: .seconds(Double(index) * gap))
    }
    let last = 50 * gap
    #expect(state.stall(at: .seconds(last + patience - 0.1)) == nil)
    let stall = try #require(state.stall(at: .seconds(last + patience + 0.1)))
    #expect(abs(stall.seconds - patience - 0.1) < 0.001)
    #expect(abs((state.stallsAt?.seconds ?? 0) - last - patience) < 0.001)
    #expect(state.timeLeft(at: .seconds(last + patience + 1)) == nil)
    // An event ends the stall, and one stall does not make long silences usual.
    state.apply(.message(.empty), at: .seconds(last + 600))
    #expect(state.stall(at: .seconds(last + 601)) == nil)
    #expect(state.stall(at: .seconds(last + 600 + 2.5 * patience)) != nil)
  }

  @Test func expectedSilence_isNoStall_untilTheNextStep() {
    var state = ProgressState()
    state.apply(.step(number: 1, count: 2, name: .empty), at: .zero)
    state.apply(.expect(.seconds(120)), at: .seconds(1))
    #expect(state.stall(at: .seconds(120)) == nil)
    #expect(state.stall(at: .seconds(122)) != nil)
    state.apply(.step(number: 2, count: 2, name: .empty), at: .seconds(123))
    #expect(state.stall(at: .seconds(132)) == nil)
    #expect(state.stall(at: .seconds(200)) != nil)
    state.apply(.done(.empty), at: .seconds(201))
    #expect(state.stall(at: .seconds(999)) == nil && state.stallsAt == nil)
  }

  @Test func steps_makeOneFraction_thatNeverFalls() {
    var state = ProgressState()
    var seen = Fraction.zero
    func say(_ event: ProgressEvent, _ time: Int) -> Double {
      state.apply(event, at: .seconds(time))
      let now = state.fraction ?? .zero
      #expect(now >= seen)
      seen = now
      return now.value
    }
    _ = say(.weights([60, 30, 10]), 0)
    #expect(say(.step(number: 1, count: 3, name: .empty), 1) == 0)
    #expect(say(Self.fraction(0.5), 2) == 0.3)
    #expect(say(Self.fraction(0.2), 3) == 0.3)
    #expect(say(Self.bytes(5, 5), 4) == 0.6)
    #expect(say(.step(number: 2, count: 3, name: .empty), 5) == 0.6)
    #expect(say(.bytes(completed: 7, total: nil), 6) == 0.6)
    #expect(!state.isIndeterminate)
    #expect(say(.step(number: 3, count: 3, name: .empty), 7) == 0.9)
    #expect(say(.fraction(.whole), 8) == 1)
    #expect(state.phase == .active && state.shown.value(at: .seconds(20)) == 0.99)
  }

  @Test func stepsWithoutWeights_areEqual_andBeginFromNothing() {
    var state = ProgressState()
    state.apply(Self.fraction(0.9), at: .zero)
    state.apply(.weights([1, 2]), at: .zero)
    state.apply(.step(number: 1, count: 4, name: SanitizedText("a")), at: .seconds(1))
    #expect(state.fraction == .zero && state.steps.name.utf8 == "a")
    state.apply(.step(number: 4, count: 4, name: .empty), at: .seconds(2))
    #expect(state.fraction?.value == 0.75)
    state.apply(.step(number: .max, count: .max, name: .empty), at: .seconds(3))
    state.apply(.fraction(.whole), at: .seconds(3))
    #expect(state.fraction == .whole)
  }

  /// The session sets the least silence before a stall; a reset does not change it.
  @Test(arguments: [1, 3, 600]) func patience_isThatOfTheRules(seconds: Int) {
    var rules = ProgressRules()
    rules.stallTimeout = .seconds(seconds)
    var state = ProgressState(rules: rules)
    state.apply(.fraction(Fraction(billionths: 100)), at: .seconds(2))
    #expect(state.stallsAt == .seconds(2 + seconds))
    state.apply(.reset, at: .seconds(5))
    state.apply(.fraction(Fraction(billionths: 100)), at: .seconds(6))
    #expect(state.stallsAt == .seconds(6 + seconds))
  }

  /// A pause is no stall, and its time does not count for rates.
  @Test func pause_isNoStall() {
    var state = ProgressState()
    for second in 0...10 {
      state.apply(.fraction(Fraction(billionths: Int64(second) * 10_000_000)), at: .seconds(second))
    }
    state.apply(.paused(SanitizedText("battery low")), at: .seconds(11))
    #expect(state.pausedAt == .seconds(11) && state.pauseReason == SanitizedText("battery low"))
    #expect(state.stall(at: .seconds(500)) == nil && state.timeLeft(at: .seconds(12)) == nil)
    // A repeated event does not end the pause.
    state.apply(.fraction(Fraction(billionths: 100_000_000)), at: .seconds(400))
    #expect(state.pausedAt == .seconds(11))
    state.apply(.fraction(Fraction(billionths: 110_000_000)), at: .seconds(500))
    #expect(state.pausedAt == nil && state.pauseReason.isEmpty)
    for second in 1...10 {
      state.apply(
        .fraction(Fraction(billionths: 110_000_000 + Int64(second) * 10_000_000)),
        at: .seconds(500 + second))
    }
    let left = state.timeLeft(at: .seconds(510))
    #expect(
      left.map { $0 > .seconds(60) && $0 < .seconds(100) } == true, "\(String(describing: left))")
    state.apply(.paused(.empty), at: .seconds(511))
    state.apply(.resumed, at: .seconds(512))
    #expect(state.pausedAt == nil && state.stall(at: .seconds(600)) != nil)
  }

  /// The next action may be announced before or after the outcome.
  @Test func next_isHeardBehindTheOutcome() {
    var state = ProgressState()
    state.apply(.paused(.empty), at: .seconds(1))
    state.apply(.done(.empty), at: .seconds(2))
    state.apply(.next(SanitizedText("Remove the stick")), at: .seconds(3))
    state.apply(.restart(.seconds(8)), at: .seconds(4))
    #expect(state.next == SanitizedText("Remove the stick") && state.restartsAt == .seconds(12))
    #expect(state.pausedAt == nil)
    state.apply(.reset, at: .seconds(5))
    #expect(state.next.isEmpty && state.restartsAt == nil)
  }
}

/// Endless motion stands still during a stall.
@Suite struct StandstillTests {
  /// The position of a motion of one turn per second, computed as scenes do.
  private static func place(_ state: ProgressState, _ time: Double) -> Double {
    let now = Duration.nanoseconds(Int64((time * 1e9).rounded()))
    return (now - state.standstill(at: now)).seconds
  }

  @Test func motionSlowsDown_stands_andGoesOnWhereItStood() {
    var state = ProgressState()
    state.apply(.bytes(completed: 1, total: nil), at: .seconds(1))
    #expect(Self.place(state, 10.9) == 10.9)
    // The motion comes to rest within half a second.
    #expect(state.restTime(at: .seconds(10.9)) == nil)
    #expect(state.restTime(at: .seconds(11)) == .seconds(11.5))
    #expect(abs(Self.place(state, 11.5) - 11.25) < 1e-6)
    for time in [11.6, 20, 300] { #expect(abs(Self.place(state, time) - 11.25) < 1e-6) }
    // After an event the motion continues from there at its own speed, and so it does after a
    // second stall.
    state.apply(.bytes(completed: 2, total: nil), at: .seconds(300))
    #expect(abs(Self.place(state, 300) - 11.25) < 1e-6)
    #expect(abs(Self.place(state, 301.5) - 12.75) < 1e-6)
    state.apply(.bytes(completed: 3, total: nil), at: .seconds(303))
    let before = Self.place(state, 303)
    #expect(abs(before - 14.25) < 1e-6)
    let stands = Self.place(state, 900)
    state.apply(.bytes(completed: 4, total: nil), at: .seconds(900))
    #expect(abs(Self.place(state, 900) - stands) < 1e-6 && stands > before)
    state.apply(.reset, at: .seconds(901))
    #expect(state.standstill(at: .seconds(901)) == .zero)
  }

  /// Random events: the motion never goes back, and is never faster than without a stall.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func motionNeverJumps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var rules = ProgressRules()
    rules.stallTimeout = .seconds(1)
    var state = ProgressState(rules: rules)
    var (news, before) = (0.0, 0.0)
    for step in 1...4_000 {
      let time = Double(step) / 100
      if time >= news {
        state.apply(
          .bytes(completed: UInt64(step), total: nil), at: .nanoseconds(Int64(step) * 10_000_000))
        news = time + Double.random(in: 0...3, using: &random)
      }
      let place = Self.place(state, time)
      #expect(place >= before - 1e-6 && place <= before + 0.01 + 1e-6, "seed \(seed), \(time) s")
      before = place
    }
  }
}
