import Base
import TestSupport
import Testing

@testable import ProgressModel

/// The meters against what their documentation says, step by step. Times are quarters of a second,
/// so that each limit is met exactly.
@Suite struct PaceOracleTests {
  /// Pauses between events: bursts, the usual ones, long ones.
  private static func pause(_ random: inout SeededGenerator) -> Double {
    [0, 0.125, 0.25, 0.5, 0.75, 1, 2, 5, 10, 60].randomElement(using: &random) ?? 1
  }

  private static func isNear(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one - other) <= 1e-9 * max(1, abs(other))
  }

  @Test func rate_isWorkByTime_withFadingMemory() {
    var random = SeededGenerator(seed: 467)
    var (known, changes) = (0, 0)
    for round in 0..<300 {
      var meter = RateMeter()
      #expect(meter.rate() == nil && meter.rate(at: 1e6) == nil)
      let began = Double(Int.random(in: 0...4, using: &random)) / 4
      var (now, amount) = (began, Double(Int.random(in: 0...5, using: &random)))
      let isFirstNoted = meter.note(amount, at: now)
      #expect(!isFirstNoted)
      var (changed, gap, work, time) = (now, 0.0, 0.0, 0.0)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        now += Self.pause(&random)
        let next = max(0, amount + Double(Int.random(in: -1...3, using: &random)))
        let isNoted = meter.note(next, at: now)
        let isGrowth = next > amount && now - began >= 1
        if isGrowth {
          let passed = now - changed
          if passed >= 0.25 { gap = gap == 0 ? passed : gap + (passed - gap) / 8 }
          let kept = max(20, 8 * gap) / (max(20, 8 * gap) + passed)
          (work, time) = (work * kept + next - amount, time * kept + passed)
          changes += 1
        }
        #expect(isNoted == isGrowth, "seed 467, round \(round)")
        if next != amount { (amount, changed) = (next, now) }
        #expect(Self.isNear(meter.gap, gap))
        for silence in [nil, 0, gap, gap + 3, 100] as [Double?] {
          let lost = silence.map { max(0, $0 - gap) } ?? 0
          let expected = time >= 2 && work > 0 ? work / (time + lost) : nil
          let rate = meter.rate(at: silence.map { changed + $0 })
          #expect(Self.isNear(rate, expected), "seed 467, round \(round) at \(now)")
          known += expected == nil ? 0 : 1
        }
      }
    }
    #expect(known > 5_000 && changes > 1_000, "\(known), \(changes)")
  }

  @Test func timeLeft_isTheGoal_heldBetweenItsBounds() {
    var random = SeededGenerator(seed: 479)
    for round in 0..<300 {
      var left = TimeLeft()
      #expect(!left.isKnown)
      var (shown, goal, aimed, now) = (0.0, 0.0, 0.0, 0.0)
      func expected(_ time: Double) -> Double {
        let passed = max(0, time - aimed)
        let due = max(goal - passed, passed / 5)
        let least = min(shown / (1 + 0.22 * passed), shown - passed)
        return max(1, min(max(due, least), shown * (1 + 0.18 * passed)))
      }
      for turn in 0..<12 {
        let next = Double.random(in: 0...400, using: &random)
        shown = turn == 0 ? next : expected(now)
        (goal, aimed) = (next, now)
        left.aim(at: next, at: now)
        #expect(left.isKnown)
        for passed in [-1, 0, 0.5, 3, 50, 1_000] as [Double] {
          #expect(
            Self.isNear(left.value(at: now + passed), expected(now + passed)),
            "seed 479, round \(round) at \(now)")
        }
        now += Self.pause(&random)
      }
    }
  }

  @Test func stalls_areSilencesBeyondThePatience() {
    var random = SeededGenerator(seed: 487)
    var stalls = 0
    for round in 0..<300 {
      let least = Double(Int.random(in: 1...10, using: &random))
      var timer = StallTimer(least: least)
      #expect(timer.stallBegan < 0 && timer.last < 0 && timer.patience == least)
      var (last, gap, announced, standstill) = (-1.0, 0.0, 0.0, 0.0)
      var (now, stall) = (0.0, (began: -1.0, ended: -1.0))
      for turn in 0..<30 {
        let patience = max(least, 5 * gap, announced)
        if last >= 0, now - last >= patience {
          stall = (last + patience, now)
          let length = now - stall.began
          standstill += length < 0.5 ? length * length : length - 0.25
          stalls += 1
        }
        let passed = last < 0 ? 0 : min(now - last, max(least, 5 * gap))
        if passed >= 0.25 { gap += (passed - gap) / 4 }
        last = now
        timer.note(at: now)
        if turn % 7 == 3 {
          announced = Double(Int.random(in: 0...20, using: &random))
          timer.expected = announced
        }
        #expect(
          timer.last == last && (timer.stallBegan, timer.stallEnded) == stall,
          "seed 487, round \(round)")
        #expect(Self.isNear(timer.patience, max(least, 5 * gap, announced)))
        #expect(Self.isNear(timer.standstill, standstill))
        // Now and then exactly as long as is tolerated.
        now += turn % 5 == 4 ? timer.patience : Self.pause(&random)
      }
    }
    #expect(stalls > 500)
  }

  @Test(
    arguments: [(0, 0), (0.25, 0.0625), (0.5, 0.25), (1, 0.75), (10, 9.75)] as [(Double, Double)])
  func standstill_isTheMotionLost(passed: Double, lost: Double) {
    #expect(StallTimer.standstill(in: passed) == lost)
  }

  @Test func stall_beginsWhenThePatienceEnds() throws {
    var state = ProgressState()
    state.apply(.message(SanitizedText("x")), at: .seconds(1))
    state.apply(.fraction(Fraction(billionths: 1)), at: .seconds(2))
    let begin = try #require(state.stallsAt)
    #expect(state.stall(at: begin - .nanoseconds(1)) == nil && state.stall(at: begin) != nil)
    let before = state.lastStall(at: begin - .nanoseconds(1))
    #expect(before == nil)
    let stall = try #require(state.lastStall(at: begin))
    #expect(stall.began == begin && stall.ended == nil)
    #expect(state.restTime(at: begin) == begin + .milliseconds(500))
    #expect(state.restTime(at: begin - .nanoseconds(1)) == nil)
    #expect(state.standstill(at: begin) == .zero)
    #expect(state.standstill(at: begin + .milliseconds(500)) == .milliseconds(250))
    #expect(state.standstill(at: begin + .seconds(3)) == .milliseconds(2_750))
    state.apply(.fraction(Fraction(billionths: 2)), at: begin + .seconds(3))
    let ended = try #require(state.lastStall(at: begin + .seconds(4)))
    #expect(ended.began == begin && ended.ended == begin + .seconds(3))
    #expect(state.standstill(at: begin + .seconds(4)) == .milliseconds(2_750))
  }

  /// What decodes as a state that nothing has happened to is one.
  @Test func freshState_isThatOfTheFormat() {
    let state = ProgressState()
    #expect(RateMeter().values == [-1, 0, 0, 0, 0, 0, 0, 0])
    #expect(TimeLeft().values == [-1, 0, 0, 0])
    #expect(StallTimer(least: 10).values == [-1, 0, 0, -1, -1, 10, 0, 0])
    #expect(state.pace.values == RateMeter().values && state.byteRate.values == RateMeter().values)
    #expect(state.left.values == TimeLeft().values)
    var bytes: [UInt8] = []
    state.write(to: &bytes)
    // Phase and flags; the time limit of a stall.
    #expect(Array(bytes.prefix(10)) == [0, 64, 0, 228, 11, 84, 2, 0, 0, 0])
  }

  /// Each rule is a bit of its own.
  @Test func rules_areCarriedOneByOne() {
    let changes: [(inout ProgressRules) -> Void] = [
      { $0.finishesAtFull.toggle() }, { $0.isMonotonic.toggle() }, { $0.limitsSpeed.toggle() },
      { $0.isSteady.toggle() }, { $0.endsWithJobs.toggle() },
      { $0.stallTimeout = .seconds(77) }, { $0.intro = .seconds(3) }, { _ in },
    ]
    var wires: Set<[UInt8]> = []
    for change in changes {
      var rules = ProgressRules()
      change(&rules)
      let state = ProgressState(rules: rules)
      var bytes: [UInt8] = []
      state.write(to: &bytes)
      #expect(ProgressState(wire: bytes.span)?.rules == rules)
      let isNew = wires.insert(bytes).inserted
      #expect(isNew)
    }
  }

  /// The values of a field that may be missing, and of a number beyond what a state can have.
  @Test func wire_hasItsLimits() {
    var writer = WireCoder()
    var words: [UInt64?] = [nil, 7]
    var duration: Duration?
    writer.code(&words[0])
    writer.code(&words[1])
    writer.code(&duration)
    #expect(
      writer.bytes == [0] + [UInt8](repeating: 0, count: 8) + [1, 7] + [0, 0, 0, 0, 0, 0, 0]
        + [UInt8](repeating: 0, count: 9))
    for (count, limit, isRight) in [(3, 3, true), (4, 3, false), (0, 0, true)] {
      var reader = WireCoder(reading: [UInt8(count), 1, 2, 3], 0..<(1 + count))
      var list: [UInt8] = [9]
      reader.code(&list, atMost: limit, 0) { $0.code(&$1) }
      #expect(list == Array([1, 2, 3].prefix(isRight ? count : 0)))
      #expect(reader.isComplete == isRight)
    }
    for (number, isRight) in [(2e19, true), (-2e19, true), (2.1e19, false), (.nan, false)] {
      var writer = WireCoder()
      var word = number.bitPattern
      for _ in 0..<4 { writer.code(&word) }
      var reader = WireCoder(reading: writer.bytes, 0..<32)
      var vector = SIMD4<Double>()
      reader.code(&vector)
      #expect((reader.isComplete && vector[2] == number) == isRight, "\(number)")
    }
    // A text at the very end, and one that is cut.
    for (length, isRight) in [(0, true), (2, true), (3, false)] {
      var bytes = [UInt8(length), 0, 0, 0, 0, 0, 0, 0]
      bytes += [65, 66].prefix(length)
      var reader = WireCoder(reading: bytes, 0..<bytes.count)
      var text = SanitizedText("x")
      reader.code(&text)
      #expect(text.utf8.count == (isRight ? length : 0))
      #expect(reader.isComplete == isRight)
    }
  }
}
