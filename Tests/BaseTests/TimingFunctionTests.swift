import Base
import TestSupport
import Testing

@Suite struct TimingFunctionTests {
  static let named: [(String, TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut),
    ("default", .standard),
  ]

  @Test(arguments: named) func value_isThatOfTheVectors(name: String, curve: TimingFunction) throws
  {
    let samples = AnimationVectors.pairs(
      (try AnimationVectors.table("curves")[name] as? [String: Any])?["samples"])
    #expect(samples.count == 21)
    for (time, value) in samples {
      #expect(abs(curve.value(at: time) - value) < 1e-5, "at \(time)")
    }
  }

  @Test(arguments: named) func curve_mapsEndsExactly_andNeverGoesBack(
    name: String, curve: TimingFunction
  ) {
    #expect(curve.value(at: -1) == 0)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: 2) == 1)
    var last = 0.0
    for step in 0...1_000 {
      let value = curve.value(at: Double(step) / 1_000)
      #expect(value >= last)
      last = value
    }
  }

  @Test func anyCurve_solvesItsTime() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let x1 = Double.random(in: 0...1, using: &random)
      let x2 = Double.random(in: 0...1, using: &random)
      // With y = x the value at a time is the time.
      let curve = TimingFunction(x1, x1, x2, x2)
      for step in 1..<20 {
        let time = Double(step) / 20
        #expect(abs(curve.value(at: time) - time) < 1e-9, "seed 11: \(x1) \(x2)")
      }
    }
  }
}
