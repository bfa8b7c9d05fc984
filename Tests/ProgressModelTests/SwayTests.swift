import Animation
import Base
import TestSupport
import Testing

@testable import ProgressModel

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
  ) -> ProgressState {
    var state = ProgressState()
    for said in events where said.time <= time { state.apply(said.event, at: .seconds(said.time)) }
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
    state.apply(Self.fraction(0.5), at: .seconds(century))
    #expect(state.sway(at: .seconds(century + 0.2)).lean < -0.1)
  }

  @Test(arguments: runs.indices) func relativeRest_isWhenNothingLeansAnyMore(run: Int) {
    // The run before its outcome.
    let state = Self.state(Self.runs[run].filter { $0.event != .done(.empty) }, until: 1e3)
    let rest = state.sway.relativeRest
    #expect(rest > .seconds(0.5))
    for later in [0, 0.1, 1, 30] {
      #expect(abs(state.sway(at: rest + .seconds(later)).relativeLean) < Self.invisible)
    }
    #expect(state.sway(at: rest - .seconds(8.1)).relativeLean < -0.01)
  }

  @Test func reset_setsUpright() {
    var state = Self.state(Self.runs[0], until: 1)
    #expect(state.sway(at: .seconds(1)).lean != 0)
    state.apply(.reset, at: .seconds(1))
    #expect(state.sway(at: .seconds(1)).lean == 0)
    #expect(state.sway(at: .seconds(1)).relativeLean == 0)
  }
}
