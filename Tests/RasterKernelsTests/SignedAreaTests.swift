import TestSupport
import Testing

@testable import RasterKernels

@Suite struct SignedAreaTests {
  @Test func simdSums_equalScalar() {
    var random = SeededGenerator(seed: 109)
    for _ in 0..<5_000 {
      var differences = SIMD8<Float>()
      for lane in 0..<8 where Bool.random(using: &random) {
        differences[lane] = Float.random(in: -2...2, using: &random)
      }
      let carry = Float.random(in: -3...3, using: &random)
      #expect(
        SignedArea.simdSums(differences, after: SIMD8(repeating: carry))
          == SignedArea.scalarSums(differences, after: carry), "seed 109")
    }
  }

  @Test func sums_areTheDifferencesAddedUp() {
    let sums = SignedArea.scalarSums(SIMD8(1, 2, 4, 8, 16, 32, 64, 128), after: 0.5)
    #expect(sums == SIMD8(1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 127.5, 255.5))
  }

  @Test func simdLevels_equalScalar_forEverySum() {
    // From three windings to the left to three to the right, finer than levels.
    for step in stride(from: -3 * 4_080, through: 3 * 4_080, by: 8) {
      var sums = SIMD8<Float>()
      for lane in 0..<8 { sums[lane] = Float(step + lane) / 4_080 }
      let levels = SignedArea.simdLevels(sums)
      for lane in 0..<32 {
        #expect(levels[lane] == SignedArea.scalarLevel(sums[lane & 7]))
      }
    }
  }

  @Test(
    arguments: [
      (0.0, 0), (0.5, 128), (1, 255), (-1, 255), (1.5, 255), (2, 255), (-2.25, 255), (3, 255),
    ] as [(Float, UInt8)])
  func levels_followTheRule(sum: Float, level: UInt8) {
    #expect(SignedArea.scalarLevel(sum) == level)
  }
}
