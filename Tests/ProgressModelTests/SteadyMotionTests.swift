import Base
import TestSupport
import Testing

@testable import ProgressModel

/// The displayed fraction between rare records (`ProgressRules.isSteady`).
@Suite struct SteadyMotionTests {
  private static func state() -> ProgressState {
    var rules = ProgressRules()
    rules.isSteady = true
    return ProgressState(rules: rules)
  }

  private static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64(value * 1e9)))
  }

  /// Random feeds: never back, never ahead of what was reported, at rest in the end, and the same
  /// whatever moments are asked for.
  @Test(arguments: 0..<200) func motion_isHonest(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = Self.state()
    var (time, reported, last) = (0.0, 0.0, 0.0)
    for _ in 0..<40 {
      let pause = Double.random(in: 0.01...6, using: &random)
      for step in 1...20 {
        let now = Duration.seconds(time + pause * Double(step) / 20.001)
        let shown = state.shown.value(at: now)
        #expect(shown >= last - 1e-12, "seed \(seed)")
        #expect(shown <= reported + 1e-9, "seed \(seed)")
        last = shown
      }
      time += pause
      reported = min(0.98, reported + Double.random(in: 0...0.05, using: &random))
      state.apply(Self.fraction(reported), at: .seconds(time))
    }
    let rest = state.settled
    #expect(rest <= .seconds(time + 4))
    #expect(abs(state.shown.value(at: rest) - min(reported, 0.99)) < 1e-9)
    #expect(state.shown.value(at: rest) == state.shown.value(at: rest + .seconds(100)))
  }

  /// A feed with a record a second moves evenly: after some records no tenth of a second stands
  /// still, and none moves half as far again as the average.
  @Test(arguments: [0.5, 1, 2]) func evenFeed_movesEvenly(gap: Double) {
    var state = Self.state()
    for record in 0...20 {
      state.apply(Self.fraction(Double(record) * 0.02), at: .seconds(Double(record) * gap))
    }
    var (least, most) = (Double.infinity, 0.0)
    for record in 20..<30 {
      let began = Double(record) * gap
      if record > 20 { state.apply(Self.fraction(Double(record) * 0.02), at: .seconds(began)) }
      for tenth in 0..<10 {
        let from = state.shown.value(at: .seconds(began + Double(tenth) / 10 * gap))
        let to = state.shown.value(at: .seconds(began + Double(tenth + 1) / 10 * gap - 1e-9))
        (least, most) = (min(least, to - from), max(most, to - from))
      }
    }
    #expect(least > 0.002 / 1.5)
    #expect(most < 0.002 * 1.5)
  }

  /// The steady move survives the way between the processes.
  @Test func wire_keepsTheMotion() throws {
    var state = Self.state()
    for record in 0...5 { state.apply(Self.fraction(Double(record) / 10), at: .seconds(record)) }
    var bytes: [UInt8] = []
    state.write(to: &bytes)
    #expect(ProgressState(wire: bytes.span) == state)
    #expect(state.shown.isSteady)
  }
}
