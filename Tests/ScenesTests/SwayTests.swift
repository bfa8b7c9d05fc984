import Base
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// The lean of labels, compared with the vectors, and independent of frames, events and pauses.
@Suite struct SwayTests {
  /// The largest invisible difference of leans: angles are drawn in steps of 0.01° of 15°.
  private static let invisible = 0.005 / 15

  private static func leans(
    _ table: String, _ step: (inout Sway, Double) -> Void, _ lean: (Sway) -> Double
  ) throws -> Int {
    let rows = AnimationVectors.pairs(try AnimationVectors.table(table)["t_and_deg"])
    var sway = Sway(at: .zero)
    var steps = 0
    for row in rows {
      while steps < Int((row.time * Sway.rate).rounded()) {
        step(&sway, Double(steps) / Sway.rate)
        steps += 1
      }
      #expect(abs(lean(sway) * 15 - row.value) < 1e-4, "\(table) at \(row.time)")
    }
    return rows.count
  }

  @Test func lean_isThatOfTheVectors() throws {
    let count = try Self.leans("tilt", { $0.stepVisible($1 < 0.5 ? 0.35 : 0) }, { $0.lean })
    #expect(count >= 40)
  }

  @Test func relativeLean_isThatOfTheVectors() throws {
    func speed(_ time: Double) -> Double {
      time < 6 ? 0.02 : time < 10 ? 0.06 : time < 13 ? 0 : 0.03
    }
    let count = try Self.leans(
      "tilt_relative", { $0.stepRelative(speed($1)) }, { $0.relativeLean })
    #expect(count >= 60)
  }

  @Test func goingBack_leansTheOtherWay() {
    var (there, back) = (Sway(at: .zero), Sway(at: .zero))
    for step in 0..<480 {
      there.stepVisible(step < 120 ? 0.9 : 0)
      back.stepVisible(step < 120 ? -0.9 : 0)
      #expect(abs(there.lean + back.lean) < 1e-12)
    }
  }

  private typealias Said = (time: Double, event: ProgressEvent)

  private static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  /// Runs with pauses of up to two minutes, longer than the steps kept.
  private static let runs: [[(time: Double, event: ProgressEvent)]] = [
    [(0.1, fraction(0.3)), (0.7, fraction(0.9)), (1.2, fraction(0.2)), (4, .done(.empty))],
    [
      (1, fraction(0.01)), (7, fraction(0.02)), (13, fraction(0.03)), (73, fraction(0.13)),
      (193, fraction(0.14)),
    ],
    [(0.5, fraction(0.1)), (0.6, fraction(0.11)), (40, fraction(0.5)), (41, fraction(0.52))],
  ]

  private static func state(
    _ events: [(time: Double, event: ProgressEvent)], until time: Double
  ) -> SharedState {
    var state = SharedState(ProgressState())
    for said in events where said.time <= time {
      state = state.applying([said.event], at: .seconds(said.time))
    }
    return state
  }

  @Test(arguments: runs.indices) func events_thatSayNothing_changeNothing(run: Int) {
    var random = SeededGenerator(seed: 21)
    let events = Self.runs[run]
    let end = (events.last?.time ?? 0) + 60
    var split = events
    for _ in 0..<60 {
      split.append((Double.random(in: 0...end, using: &random), .expect(.zero)))
    }
    split.sort { $0.time < $1.time }
    for _ in 0..<30 {
      let time = Double.random(in: 0...end, using: &random)
      let whole = Self.state(events, until: time).sway(at: .seconds(time))
      let parted = Self.state(split, until: time).sway(at: .seconds(time))
      #expect(
        abs(whole.lean - parted.lean) < Self.invisible
          && abs(whole.relativeLean - parted.relativeLean) < Self.invisible,
        "run \(run) at \(time), seed 21")
    }
  }

  /// A lean that advances alone is the same one.
  @Test(arguments: runs.indices) func leans_advanceAlone(run: Int) {
    let end = Self.runs[run].last?.time ?? 0
    for step in 1...20 {
      let state = Self.state(Self.runs[run], until: end * Double(step) / 20)
      let time = Duration.seconds(end * Double(step) / 20 + Double(step) * 0.07)
      let both = state.sway(at: time)
      let (relative, visible) = (
        state.sway(at: time, isRelative: true), state.sway(at: time, isRelative: false)
      )
      #expect(relative.relativeLean == both.relativeLean, "run \(run) at \(time)")
      #expect(visible.lean == both.lean && visible.speed == both.speed, "run \(run) at \(time)")
    }
  }

  /// No lean jumps when a pause becomes so long that steps are skipped.
  @Test(arguments: runs.indices) func leans_dontJump_whereStepsAreLeftOut(run: Int) {
    let end = Self.runs[run].last?.time ?? 0
    let state = Self.state(Self.runs[run], until: end)
    var before = state.sway(at: .seconds(end + 7.95))
    for frame in 1...12 {
      let sway = state.sway(at: .seconds(end + 7.95 + Double(frame) / 120))
      #expect(abs(sway.lean - before.lean) < Self.invisible)
      #expect(abs(sway.relativeLean - before.relativeLean) < 4 * Self.invisible)
      before = sway
    }
  }

  /// All steps of 1/240 s of this pause would take days.
  @Test(.timeLimit(.minutes(1))) func longPauses_areLeftOut() {
    let century = 3.2e9
    var state = Self.state(Self.runs[1], until: 200)
    let rested = state.sway(at: .seconds(century))
    #expect(rested.lean == 0 && abs(rested.relativeLean) < Self.invisible)
    #expect(rested.steps == Int64(century * Sway.rate))
    state = state.applying([Self.fraction(0.5)], at: .seconds(century))
    #expect(state.sway(at: .seconds(century + 0.2)).lean < -0.1)
  }

  @Test(arguments: runs.indices) func relativeRest_isWhenNothingLeansAnyMore(run: Int) {
    // The run before its outcome.
    let state = Self.state(Self.runs[run].filter { $0.event != .done(.empty) }, until: 1e3)
    let rest = state.history.sway.relativeRest
    #expect(rest > .seconds(0.5))
    for later in [0, 0.1, 1, 30] {
      #expect(abs(state.sway(at: rest + .seconds(later)).relativeLean) < Self.invisible)
    }
    #expect(state.sway(at: rest - .seconds(8.1)).relativeLean < -0.01)
  }

  /// A presenter that starts during a run has the lean of its average speed, and goes on from
  /// there.
  @Test func restart_keepsTheRelativeLean() {
    var events: [Said] = []
    for step in 0...60 { events.append((Double(step) / 2, Self.fraction(Double(step) / 100))) }
    let whole = Self.state(events, until: 30)
    var restarted = SharedState(whole.state)
    #expect(abs(whole.sway(at: .seconds(30.4)).relativeLean + 0.5) < 0.02)
    #expect(abs(restarted.sway(at: .seconds(30.4)).relativeLean + 0.5) < 0.02)
    for step in 61...80 {
      restarted = restarted.applying(
        [Self.fraction(Double(step) / 100)], at: .seconds(Double(step) / 2))
      let lean = restarted.sway(at: .seconds(Double(step) / 2 + 0.2)).relativeLean
      #expect(abs(lean + 0.5) < 0.02, "step \(step)")
    }
    // Without more events it rests as that of the whole run does.
    #expect(abs(restarted.sway(at: .seconds(80)).relativeLean) < Self.invisible)
    #expect(restarted.history.sway.relativeRest < .seconds(60))
  }

  @Test func reset_setsUpright() {
    var state = Self.state(Self.runs[0], until: 1)
    #expect(state.sway(at: .seconds(1)).lean != 0)
    state = state.applying([.reset], at: .seconds(1))
    #expect(state.sway(at: .seconds(1)).lean == 0)
    #expect(state.sway(at: .seconds(1)).relativeLean == 0)
  }
}

/// The lean of runs of minutes, step by step.
@Suite struct SwayOracleTests {
  /// The speed is that since the change before, and is believed for twice that time.
  @Test func note_keepsTheSpeedOfTheLastChange() {
    var sway = Sway(at: .seconds(3))
    #expect(sway.relativeRest == .seconds(11) && sway.steps == 720)
    for (fraction, time, speed, until) in [
      // The first one says nothing.
      (0.1, 4, 0, 3), (0.1, 5, 0, 3), (0.3, 6, 0.1, 10), (0.3, 9, 0.1, 10), (0.5, 10, 0.05, 18),
      // It goes back, and on from there; twice at once; soon.
      (0.2, 11, 0.05, 18), (0.4, 12, 0.2, 14), (0.5, 12, 0.2, 14), (0.6, 12.125, 0.8, 12.625),
      (0, 13, 0.8, 12.625), (1, 13.5, 2, 14.5),
    ] as [(Double, Double, Double, Double)] {
      sway.note(fraction, at: time)
      #expect(abs(sway.pace[3] - speed) < 1e-12, "at \(time)")
      #expect(abs(sway.visible[3] - until) < 1e-12, "at \(time)")
      #expect(sway.pace[1] == fraction)
    }
  }

  /// A lean that skips steps has the averages of one that makes them all, and one that has come to
  /// rest leans no more.
  @Test func skippedSteps_areThoseThatWereMade() {
    var random = SeededGenerator(seed: 491)
    for round in 0..<40 {
      let resting = EasedValue(0.5)
      var (whole, parted) = (Sway(at: .zero), Sway(at: .zero))
      var (fraction, time) = (0.0, 0.0)
      for turn in 0..<5 {
        fraction += Double.random(in: 0.001...0.1, using: &random)
        whole.note(fraction, at: time)
        parted.note(fraction, at: time)
        // Just beyond the steps that are made, and far.
        let pause =
          turn % 2 == 0
          ? Double(Sway.memory + Int64.random(in: 0...3, using: &random)) / Sway.rate
          : Double.random(in: 9...90, using: &random)
        let end = time + pause
        whole.advance(to: .seconds(end), along: resting)
        while time + 4 < end {
          time += 4
          parted.advance(to: .seconds(time), along: resting)
        }
        parted.advance(to: .seconds(end), along: resting)
        time = end
        #expect(whole.steps == parted.steps, "seed 491, round \(round)")
        #expect(abs(whole.relative[2] - parted.relative[2]) < 1e-9, "seed 491, round \(round)")
        for average in 0...1 {
          let (one, other) = (whole.relative[average], parted.relative[average])
          #expect(abs(one - other) <= 0.02 * abs(other) + 1e-7, "seed 491, round \(round)")
        }
        #expect(abs(whole.relative[3] - parted.relative[3]) < 2e-3, "seed 491, round \(round)")
        #expect(whole.lean == 0 && whole.speed == 0)
      }
    }
  }
}
