import Graphics
import TestSupport
import Testing

@testable import Raster

@Suite struct DirectionsTests {
  /// What is remembered is what would be computed, also when others came in between.
  @Test func directions_areThoseOfTheArc() {
    var random = SeededGenerator(seed: 419)
    let directions = DirectionCache()
    let turns = (0..<7).map { _ in Double.random(in: -3...3, using: &random) } + [0, -0.0]
    for round in 0..<500 {
      guard let turn = turns.randomElement(using: &random) else { return }
      let (found, expected) = (directions.direction(turns: turn), Arc.direction(turns: turn))
      #expect(
        found.x.bitPattern == expected.x.bitPattern && found.y.bitPattern == expected.y.bitPattern,
        "seed 419, round \(round)")
    }
  }
}
