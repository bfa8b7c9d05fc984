import Foundation
import TestSupport
import Testing

@testable import RasterKernels

@Suite struct TurnsKernelTests {
  @Test func angle_isThatOfTheDirection() {
    var random = SeededGenerator(seed: 127)
    var worst = 0.0
    for _ in 0..<200_000 {
      let x = Float.random(in: -2_000...2_000, using: &random)
      let y = Float.random(in: -2_000...2_000, using: &random)
      var exact = atan2(Double(y), Double(x)) / (2 * .pi)
      if exact < 0 { exact += 1 }
      let error = abs(Double(TurnsKernel.scalar(across: x, down: y)) - exact)
      worst = max(worst, min(error, 1 - error))
    }
    #expect(worst <= 3.5e-7, "turns, seed 127")
  }

  @Test func simd_equalsScalar() {
    var random = SeededGenerator(seed: 131)
    let special: [Float] = [0, -0.0, 1, -1, 0.5, 1e-20, 4_000_000, -4_000_000]
    for _ in 0..<20_000 {
      func number() -> Float {
        Int.random(in: 0...3, using: &random) == 0
          ? special[Int.random(in: 0..<special.count, using: &random)]
          : Float.random(in: -900...900, using: &random)
      }
      let x = SIMD8<Float>((0..<8).map { _ in number() })
      let y = SIMD8<Float>((0..<8).map { _ in number() })
      let eight = TurnsKernel.simd(across: x, down: y)
      for lane in 0..<8 {
        #expect(eight[lane] == TurnsKernel.scalar(across: x[lane], down: y[lane]), "seed 131")
      }
    }
  }

  @Test func fraction_liesFromZeroToOne() {
    for whole: Float in [-3_000_000, -7, -1, 0, 1, 12, 2_000_000] {
      for part: Float in [0, 0.25, 0.5, 0.75] {
        let fraction = Lanes.fraction(SIMD8(repeating: whole + part))[3]
        #expect(fraction == part)
      }
    }
    #expect(Lanes.fraction(SIMD8(repeating: -1e-9))[0] < 1)
    #expect(Lanes.fraction(SIMD8(repeating: 1e13))[0] < 1)
  }
}
