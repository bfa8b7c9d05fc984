import Foundation
import Testing

@testable import Base

@Suite struct ExponentialTests {
  @Test func exponential_isThatOfTheLibrary_toTheLastBits() {
    for step in -6_999...6_999 {
      let power = Double(step) / 10 + 0.013
      let (mine, theirs) = (exponential(power), exp(power))
      #expect(abs(mine - theirs) <= 4e-15 * theirs, "e to the power of \(power)")
    }
    #expect(exponential(0) == 1)
    // Powers beyond the range of a Double are clamped.
    #expect(exponential(9e9).isFinite && exponential(-9e9) > 0)
  }
}
