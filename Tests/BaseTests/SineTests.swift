import Base
import Foundation
import Testing

@Suite struct SineTests {
  @Test func direction_isWithin1e10OfLibm() {
    for step in -40_000...40_000 {
      let turns = Double(step) / 9_973
      let vector = UnitVector(turns: turns)
      #expect(abs(vector.x - cos(2 * .pi * turns)) < 1e-10, "at \(turns)")
      #expect(abs(vector.y - sin(2 * .pi * turns)) < 1e-10, "at \(turns)")
    }
  }

  @Test(arguments: [
    (0.0, 1.0, 0.0), (0.25, 0, 1), (0.5, -1, 0), (0.75, 0, -1), (1, 1, 0), (-0.25, 0, -1),
  ])
  func direction_ofQuarterTurns_isExact(turns: Double, x: Double, y: Double) {
    #expect(UnitVector(turns: turns) == UnitVector(x: x, y: y))
  }
}
