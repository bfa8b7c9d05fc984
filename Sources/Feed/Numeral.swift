import Base

/// A number in a record, as programs print it in any locale.
///
/// The decimals follow a point or a comma. A point, a comma, an apostrophe, U+2019, U+00A0 or
/// U+202F may separate thousands, and so may a blank if the caller allows it. The rules, in this
/// order:
/// - Of a point and a comma in one number, the last one begins the decimals.
/// - A mark that occurs more than once separates thousands.
/// - A single point or comma begins the decimals, unless the caller counts whole items. Then it
///   separates thousands if one to three digits precede it, the first not 0, and exactly three
///   follow.
struct Numeral {
  private let start: Int
  /// The end of the number in the record.
  let end: Int
  // The number of points, of commas and of other marks between thousands.
  private var points = 0
  private var commas = 0
  private var others = 0
  // The offset of the last point or comma.
  private var lastMark = 0

  /// Finds the number that begins at `start`; nil if none.
  ///
  /// - Parameter blankLimit: the number of blanks that may separate thousands.
  init?(_ record: Span<UInt8>, from start: Int, blankLimit: Int = 0) {
    self.start = start
    var place = start
    if place < record.count,
      record[place] == UInt8(ascii: "-") || record[place] == UInt8(ascii: "+")
    {
      place += 1
    }
    let firstDigit = place
    var blanks = 0
    while place < record.count {
      let byte = record[place]
      if RecordFacts.digit(byte) != nil {
        place += 1
        continue
      }
      let length = Self.markLength(record, at: place)
      guard length > 0, Self.digitCount(record, from: place + length) > 0 else { break }
      if length == 1, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        if byte == UInt8(ascii: ".") { points += 1 } else { commas += 1 }
        lastMark = place
      } else {
        // The other marks only separate thousands, after a first group.
        guard place > firstDigit, Self.digitCount(record, from: place + length) == 3 else { break }
        if byte == 0x20 {
          guard blanks < blankLimit else { break }
          blanks += 1
        }
        others += 1
      }
      place += length
    }
    if place == firstDigit {
      // "inf" and "infinity" saturate; `DecimalNumber` reads them.
      while place < record.count, record[place] | 0x20 >= UInt8(ascii: "a"),
        record[place] | 0x20 <= UInt8(ascii: "z")
      {
        place += 1
      }
      if place == firstDigit { return nil }
    } else if commas == 0, others == 0, points <= 1 {
      place = Self.exponentEnd(record, from: place)
    }
    end = place
  }

  /// Whether the number has no marks.
  var isPlain: Bool { points + commas + others == 0 }

  /// Returns the value of a number of digits alone; nil for others, and above 2⁶⁴ − 1.
  func wholeNumber(in record: Span<UInt8>) -> UInt64? {
    isPlain ? record.extracting(start..<end).wholeNumber : nil
  }

  /// Returns the value; nil if the marks contradict each other.
  ///
  /// - Parameters:
  ///   - groupsAtComma: whether a single comma may separate thousands.
  ///   - groupsAtPoint: whether a single point may separate thousands.
  func value(
    in record: Span<UInt8>, groupsAtComma: Bool = false, groupsAtPoint: Bool = false
  ) -> DecimalNumber? {
    let marks = points + commas
    let mayGroup = commas == 1 ? groupsAtComma : groupsAtPoint
    let isGroup = mayGroup && marks == 1 && others == 0 && separatesThousands(record, lastMark)
    if !isGroup, commas == 0, others == 0, points <= 1 {
      return DecimalNumber(record.extracting(start..<end))
    }
    let isMixed = points > 0 && commas > 0
    let hasDecimals = isMixed || marks == 1 && !isGroup
    if isMixed, (record[lastMark] == UInt8(ascii: ".") ? points : commas) > 1 { return nil }
    var digits = ByteString()
    var place = start
    while place < end {
      let byte = record[place]
      let length = max(1, Self.markLength(record, at: place))
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      if RecordFacts.digit(byte) != nil || isSign {
        digits.append(byte)
      } else if hasDecimals, place == lastMark {
        digits.append(UInt8(ascii: "."))
      } else if Self.digitCount(record, from: place + length) != 3 {
        return nil
      }
      place += length
    }
    return DecimalNumber(digits.bytes.span)
  }

  /// Returns whether one to three digits precede a mark, the first not 0, and exactly three follow.
  private func separatesThousands(_ record: Span<UInt8>, _ mark: Int) -> Bool {
    let first = RecordFacts.digit(record[start]) == nil ? start + 1 : start
    return (1...3).contains(mark - first) && record[first] != UInt8(ascii: "0")
      && Self.digitCount(record, from: mark + 1) == 3
  }

  private static func digitCount(_ record: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while place < record.count, RecordFacts.digit(record[place]) != nil { place += 1 }
    return place - start
  }

  /// Returns the length of the mark at an offset; 0 if none.
  private static func markLength(_ record: Span<UInt8>, at place: Int) -> Int {
    switch record[place] {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"), 0x20: 1
    default: noBreakSpace(record, at: place)
    }
  }

  /// Returns the length of U+00A0, U+202F or U+2019 at an offset; 0 if none.
  static func noBreakSpace(_ record: Span<UInt8>, at place: Int) -> Int {
    if place + 1 < record.count, record[place] == 0xc2, record[place + 1] == 0xa0 { return 2 }
    guard place + 2 < record.count, record[place] == 0xe2, record[place + 1] == 0x80 else {
      return 0
    }
    return record[place + 2] == 0xaf || record[place + 2] == 0x99 ? 3 : 0
  }

  /// Returns the end of the exponent at `start`; `start` if none.
  private static func exponentEnd(_ record: Span<UInt8>, from start: Int) -> Int {
    guard start < record.count, record[start] | 0x20 == UInt8(ascii: "e") else { return start }
    var place = start + 1
    if place < record.count,
      record[place] == UInt8(ascii: "-") || record[place] == UInt8(ascii: "+")
    {
      place += 1
    }
    let count = digitCount(record, from: place)
    return count > 0 ? place + count : start
  }
}
