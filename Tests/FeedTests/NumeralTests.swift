import Base
import ProgressModel
import TestSupport
import Testing

@testable import Feed

/// Numbers and sizes as tools of many languages print them.
@Suite struct NumeralTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    /// How many blanks may separate thousands.
    var blanks = 0
    /// Where the number ends, and its thousandths; nil for no number, or one without a value.
    let end: Int?
    let thousandths: Int64?
    /// The thousandths where a single comma or point may separate thousands.
    var grouped: Int64?
    var testDescription: String { text }

    init(
      _ text: String, _ end: Int?, _ thousandths: Int64?, grouped: Int64? = nil, blanks: Int = 0
    ) {
      (self.text, self.end, self.thousandths, self.blanks) = (text, end, thousandths, blanks)
      self.grouped = grouped ?? thousandths
    }
  }

  static let rows: [Row] = [
    Row("42", 2, 42_000), Row("42 7", 2, 42_000), Row("-42x", 3, -42_000), Row("+4", 2, 4_000),
    Row("", nil, nil), Row("-", nil, nil), Row(",5", 2, 500), Row(".5", 2, 500),
    Row("1.5", 3, 1_500), Row("1,5", 3, 1_500), Row("1.", 1, 1_000), Row("1,", 1, 1_000),
    // A single mark before three digits.
    Row("1.234", 5, 1_234, grouped: 1_234_000), Row("1,234", 5, 1_234, grouped: 1_234_000),
    Row("123,456", 7, 123_456, grouped: 123_456_000), Row("1234,567", 8, 1_234_567),
    Row("-1,234", 6, -1_234, grouped: -1_234_000), Row("0,234", 5, 234), Row("1,23", 4, 1_230),
    Row("1,2345", 6, 1_235), Row(",234", 4, 234),
    // Several.
    Row("1,234,567", 9, 1_234_567_000), Row("1.234.567", 9, 1_234_567_000),
    Row("1,234.5", 7, 1_234_500), Row("1.234,5", 7, 1_234_500), Row("1.234,567", 9, 1_234_567),
    Row("1,23,456", 8, nil), Row("1,234.567.890", 13, nil), Row("1.2,3.4", 7, nil),
    // Other marks only separate groups of three.
    Row("1'234", 5, 1_234_000), Row("1'234,5", 7, 1_234_500), Row("1'23", 1, 1_000),
    Row("1'2345", 1, 1_000), Row("'234", nil, nil), Row("1\u{2019}234", 7, 1_234_000),
    Row("1\u{a0}234", 6, 1_234_000), Row("1\u{202f}234\u{202f}567", 13, 1_234_567_000),
    Row("1\u{a1}234", 1, 1_000), Row("1\u{2018}234", 1, 1_000),
    Row("1 234", 1, 1_000), Row("1 234", 5, 1_234_000, blanks: 1),
    Row("1 234 567", 5, 1_234_000, blanks: 1), Row("1 234 567", 9, 1_234_567_000, blanks: 2),
    Row("1 23", 1, 1_000, blanks: 1),
    // Exponents, and words that are numbers.
    Row("1e3", 3, 1_000_000), Row("1E+3%", 4, 1_000_000), Row("1.5e-1", 6, 150),
    Row("1e", 1, 1_000),
    Row("1e-", 1, 1_000), Row("1'234e1", 5, 1_234_000), Row("1,5e1", 3, 1_500),
    Row("inf", 3, .max), Row("-inf", 4, -.max), Row("Infinity", 8, .max), Row("infz", 4, nil),
    Row("infa{", 4, nil), Row("zap", 3, nil), Row("`", nil, nil), Row("[5", nil, nil),
  ]

  @Test(arguments: rows) func number_isThatOfItsMarks(row: Row) {
    let bytes = Array("x".utf8) + Array(row.text.utf8)
    let numeral = Numeral(bytes.span, from: 1, blankLimit: row.blanks)
    #expect(numeral.map { $0.end - 1 } == row.end)
    let value = numeral?.value(in: bytes.span)?.scaled(byPowerOfTen: 3)
    #expect(value == row.thousandths)
    let grouped = numeral?.value(in: bytes.span, groupsAtComma: true, groupsAtPoint: true)
    #expect(grouped?.scaled(byPowerOfTen: 3) == row.grouped)
  }

  @Test(
    arguments: [
      ("0", 0), ("18446744073709551615", .max), ("18446744073709551616", nil), ("1.5", nil),
      ("1,234", nil), ("1'234", nil),
    ] as [(String, UInt64?)])
  func wholeNumber_isOfDigitsAlone(text: String, expected: UInt64?) {
    let bytes = Array(text.utf8)
    #expect(Numeral(bytes.span, from: 0)?.wholeNumber(in: bytes.span) == expected)
  }

  struct Size: CustomTestStringConvertible, Sendable {
    let text: String
    let end: Int
    /// The bytes where kB are 1,000, and where they are 1,024.
    let counts: [UInt64]
    let units: ByteUnits?
    var testDescription: String { text }

    init(
      _ text: String, _ end: Int, _ count: UInt64, _ units: ByteUnits? = nil,
      kilo1024 other: UInt64? = nil
    ) {
      (self.text, self.end, self.units) = (text, end, units)
      counts = [count, other ?? count]
    }
  }

  static let sizes: [Size] = [
    Size("12", 2, 12),
    Size("12B", 3, 12),
    Size("12 B", 2, 12),
    Size("12k", 3, 12_288, .binary),
    Size("12K x", 3, 12_288, .binary),
    Size("12kB", 4, 12_000, .decimal, kilo1024: 12_288),
    Size("12 kB", 5, 12_000, .decimal, kilo1024: 12_288),
    Size("12KiB", 5, 12_288, .binary),
    Size("12 MiB/s", 6, 12_582_912, .binary),
    Size("1.5M", 4, 1_572_864, .binary),
    Size("1,5 GB", 6, 1_500_000_000, .decimal, kilo1024: 1_610_612_736),
    Size("2T", 2, 2_199_023_255_552, .binary),
    Size("12 Gnus", 2, 12),
    Size("12\u{a0}kB", 6, 12_000, .decimal, kilo1024: 12_288),
    Size("1,234,567", 9, 1_234_567),
    Size("1.234", 5, 1_234),
    Size("1.234k", 6, 1_263, .binary),
    Size("1,234k", 6, 1_263_616, .binary),
    Size("0.0001k", 7, 0, .binary),
    Size("12Mi", 4, 12_582_912, .binary),
    Size("12 Mi", 2, 12),
    Size("12P", 2, 12),
  ]

  @Test(arguments: sizes) func size_isThatOfItsUnit(row: Size) {
    let bytes = Array(row.text.utf8)
    for (place, kilo) in [UInt64(1_000), 1_024].enumerated() {
      let size = ByteCount(bytes.span, from: 0, kilo: kilo, blankLimit: 0)
      #expect(size?.count == row.counts[place] && size?.end == row.end)
      if place == 0 { #expect(size?.units == row.units) }
    }
  }

  @Test(arguments: ["", "x", "-1", "+1", ".5k", "99999999999999999999", "99999999T", "1,23,4k"])
  func otherText_isNoSize(text: String) {
    let bytes = Array(text.utf8)
    #expect(ByteCount(bytes.span, from: 0, kilo: 1_000, blankLimit: 0) == nil)
  }
}
