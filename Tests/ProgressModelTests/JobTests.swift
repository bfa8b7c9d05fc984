import Base
import ProgressModel
import TestSupport
import Testing

/// Several targets at once.
@Suite struct JobTests {
  private static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }

  private static func state(
    _ events: [(String, ProgressEvent)], rules: ProgressRules = ProgressRules()
  ) -> ProgressState {
    var state = ProgressState(rules: rules)
    for (second, (id, event)) in events.enumerated() {
      state.apply(id.isEmpty ? event : .job(text(id), event), at: .seconds(second))
    }
    return state
  }

  private static func part(_ percent: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: percent * 10_000_000))
  }

  @Test func fraction_isTheWeightedMean() {
    var state = Self.state([("a", .resumed), ("b", .weights([3]))])
    #expect(state.phase == .active && state.isIndeterminate, "no job has begun")
    for (id, event, percent) in [
      ("a", Self.part(40), 10), ("b", Self.part(20), 25),
      ("b", .step(number: 2, count: 4, name: Self.text("Write")), 28),
      // Both decrease the mean, which the whole does not.
      ("a", .reset, 28), ("c", Self.part(0), 28), ("b", Self.part(100), 30),
      ("", Self.part(90), 30), ("", .bytes(completed: 9, total: 10), 30),
    ] as [(String, ProgressEvent, Int64)] {
      state.apply(id.isEmpty ? event : .job(Self.text(id), event), at: .seconds(1))
      #expect(state.fraction.map { $0.billionths / 10_000_000 } == percent, "\(id) \(event)")
    }
    #expect(state.jobs.map { $0.weight } == [1, 3, 1])
    #expect(state.jobs[1].message == Self.text("Write"))
    // A new run of a job has the same share.
    state.apply(.job(Self.text("b"), .reset), at: .seconds(2))
    #expect(state.jobs.map { $0.weight } == [1, 3, 1] && state.jobs[1].message.isEmpty)
  }

  @Test func bytes_areTheSum() {
    var state = Self.state([
      ("a", .bytes(completed: 10, total: 100)), ("b", .bytes(completed: 5, total: 50)),
      ("c", Self.part(5)),
    ])
    #expect(state.completedBytes == 15 && state.totalBytes == 150)
    state.apply(.job(Self.text("d"), .bytes(completed: .max, total: nil)), at: .seconds(5))
    #expect(state.completedBytes == .max && state.totalBytes == nil)
  }

  @Test(
    arguments: [
      ([("a", .done(.empty)), ("b", .done(.empty))], .done, ""),
      ([("a", .fail(text("no space"))), ("b", .done(.empty))], .failed, "a: no space"),
      ([("b", .done(.empty)), ("a", .fail(.empty))], .failed, "a"),
      ([("a", .cancel), ("b", .done(.empty))], .cancelled, ""),
      ([("a", .cancel), ("b", .fail(text("x")))], .failed, "b: x"),
      // The whole's own outcome comes at once.
      ([("a", .done(.empty)), ("", .fail(text("x")))], .failed, "x"),
      ([("", .done(text("well")))], .done, "well"),
      // A second outcome of a job counts only after its reset.
      ([("a", .done(.empty)), ("a", .fail(.empty)), ("b", .done(.empty))], .done, ""),
      (
        [("a", .fail(.empty)), ("a", .reset), ("a", .done(.empty)), ("b", .done(.empty))], .done, ""
      ),
    ] as [([(String, ProgressEvent)], ProgressPhase, String)])
  func outcome_isDerivedOnceAllHaveEnded(
    events: [(String, ProgressEvent)], phase: ProgressPhase, message: String
  ) {
    let all = [("a", ProgressEvent.resumed), ("b", Self.part(50))] + events
    for count in 2..<all.count {
      let phase = Self.state(Array(all[..<count])).phase
      #expect(phase == .active, "\(count) of \(all)")
    }
    let state = Self.state(all)
    #expect(state.phase == phase && state.message == Self.text(message))
    var later = state
    later.apply(.job(Self.text("c"), Self.part(1)), at: .seconds(99))
    #expect(later == state, "no more after the outcome")
    later.apply(.reset, at: .seconds(100))
    #expect(later.jobs.isEmpty)
  }

  @Test func jobs_belongToTheirStep() {
    let first: [(String, ProgressEvent)] = [
      ("", .step(number: 1, count: 2, name: .empty)), ("a", .done(.empty)),
    ]
    #expect(Self.state(first).phase == .active)
    #expect(Self.state(first).fraction == Fraction(billionths: 500_000_000))
    let second = first + [("", .step(number: 2, count: 2, name: .empty)), ("b", Self.part(50))]
    #expect(Self.state(second).jobs.map { $0.id } == [Self.text("b")])
    #expect(Self.state(second).fraction == Fraction(billionths: 750_000_000))
    #expect(Self.state(second + [("b", .done(.empty))]).phase == .done)
    #expect(Self.state(first + [("b", .fail(.empty))]).phase == .failed)
  }

  @Test func command_decidesItself() {
    var rules = ProgressRules()
    rules.endsWithJobs = false
    let state = Self.state([("a", .fail(.empty))], rules: rules)
    #expect(state.phase == .active && state.jobs[0].phase == .failed)
  }

  @Test func pause_isTheJobs() {
    var state = Self.state([("a", Self.part(5)), ("b", .paused(Self.text("no power")))])
    #expect(state.jobs.map { $0.isPaused } == [false, true] && state.pausedAt == nil)
    #expect(state.jobs[1].message == Self.text("no power"))
    state.apply(.job(Self.text("b"), Self.part(1)), at: .seconds(9))
    #expect(!state.jobs[1].isPaused)
  }

  /// Whatever jobs say: names and texts are bounded, the whole never decreases, and it ends exactly
  /// when all have ended.
  @Test func randomJobs_keepTheRules() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<300 {
      var state = ProgressState()
      var before = Fraction.zero
      for step in 0..<400 {
        let number = Int.random(in: 0...35, using: &random)
        let events: [ProgressEvent] = [
          Self.part(.random(in: 0...100, using: &random)), .resumed, .reset,
          .bytes(completed: .random(in: 0 ... .max, using: &random), total: 1 << 40),
          .step(number: .random(in: 0...3, using: &random), count: 3, name: Self.text("s")),
          .weights([.random(in: 0...255, using: &random)]), .paused(.empty), .done(.empty),
          .message(Self.text(String(repeating: "ü", count: 200))), .fail(.empty), .cancel,
        ]
        // Early on few end, so that many live.
        let last = step < 200 ? events.count - 4 : events.count - 1
        let event = events[Int.random(in: 0...last, using: &random)]
        let id = Self.text("\(number)")
        let mayCount = state.jobs.count < Job.limit || state.jobs.contains { $0.id == id }
        state.apply(.job(id, event), at: .milliseconds(step))
        #expect(
          state.jobs.count <= Job.limit && (mayCount || state.jobs.allSatisfy { $0.id != id }))
        for job in state.jobs { #expect(job.message.utf8.count <= Job.messageCapacity) }
        let ended = !state.jobs.isEmpty && state.jobs.allSatisfy { $0.phase.isOutcome }
        #expect(state.phase.isOutcome == ended, "seed 41")
        if let fraction = state.fraction {
          #expect(fraction >= before, "seed 41")
          before = fraction
        }
        if ended { break }
      }
      var bytes: [UInt8] = []
      state.write(to: &bytes)
      #expect(ProgressState(wire: bytes.span) == state, "seed 41")
    }
  }

  /// A job with steps, even one, never goes back; one without does.
  @Test func fractionOfSteps_onlyGrows() {
    func fractions(_ count: UInt32) -> [Int64?] {
      var state = ProgressState()
      let start = ProgressEvent.step(number: min(1, count), count: count, name: .empty)
      return [start, Self.part(60), Self.part(30), Self.part(70)].map { event in
        state.apply(.job(Self.text("a"), event), at: .seconds(1))
        return state.jobs[0].fraction.map { $0.billionths / 10_000_000 }
      }
    }
    #expect(fractions(0) == [nil, 60, 30, 70] || fractions(0) == [0, 60, 30, 70])
    #expect(fractions(1) == [0, 60, 60, 70])
    #expect(fractions(2) == [0, 30, 30, 35])
  }

  /// A step of more than thirty years is one of thirty.
  @Test func timeOfAStep_hasALimit() {
    for (seconds, told) in [(0.4, 0), (1.9, 1), (1e9, 1_000_000_000), (1.5e9, 1_000_000_000)] {
      var state = ProgressState()
      state.apply(.step(number: 1, count: 2, name: .empty), at: .zero)
      state.apply(.step(number: 2, count: 2, name: .empty), at: .seconds(seconds))
      #expect(state.steps.list.map { $0.seconds } == [UInt32(told), nil])
    }
  }
}
