import Base
import TestSupport
import Testing

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("42", 42.0), ("42.", 42), (".5", 0.5), ("-3.25", -3.25), ("+7", 7), ("1e3", 1_000),
    ("5e-05", 5e-5),
    ("1E+2", 100), ("0", 0), ("-0", 0), ("00012", 12), ("0.1", 0.1),
    ("99.999999999999", 99.999999999999),
    ("0.0000000000000000000001", 1e-22),
  ])
  func text_isRead(text: String, value: Double) {
    #expect(DecimalNumber(Array(text.utf8).span)?.doubleValue == value)
  }

  @Test(arguments: [
    "", ".", "-", "+", "nan", "1,5", "0x10", " 1", "1 ", "e5", "1e", "1e+", "1.2.3", "in", "infi",
    "--1",
  ])
  func otherText_isNoNumber(text: String) {
    #expect(DecimalNumber(Array(text.utf8).span) == nil)
  }

  @Test(
    arguments: [
      ("42.7", 7, 427_000_000), ("0.42", 9, 420_000_000), ("1e300", 9, .max), ("-1e300", 9, -.max),
      ("inf", 9, .max), ("-Infinity", 9, -.max), ("1e-300", 9, 0), ("0.5", 0, 1), ("0.4999", 0, 0),
      ("-0.5", 0, -1),
      ("0e999", 9, 0), ("999999999999999999999", 0, .max), ("1.9", 0, 2),
    ] as [(String, Int, Int64)])
  func scaling_roundsAndHolds(text: String, places: Int, scaled: Int64) {
    #expect(DecimalNumber(Array(text.utf8).span)?.scaled(byPowerOfTen: places) == scaled)
  }

  @Test func scaling_ofRandomFixedPoint_isExact() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let number = Int64.random(in: 0...1_000_000_000, using: &random)
      let digits = String(number + 10_000_000_000).dropFirst(1)
      let text = digits.prefix(1) + "." + digits.dropFirst(1)
      #expect(DecimalNumber(Array(text.utf8).span)?.scaled(byPowerOfTen: 9) == number)
    }
  }

  @Test(arguments: ["0", "7", "-0.25", "1200", "0.000000001", "12.5", "999999999.999999999"])
  func text_readsBack(text: String) {
    #expect(DecimalNumber(Array(text.utf8).span)?.text.description == text)
  }

  @Test func text_hasNoNeedlessZeros() {
    #expect(DecimalNumber(significand: 1_500, exponent: -3).text == "1.5")
    #expect(DecimalNumber(significand: 2_000, exponent: -3).text == "2")
    #expect(DecimalNumber(significand: 12, exponent: 2).text == "1200")
  }
}
