import Base
import ProgressModel

// The numbers of a pattern.
extension LineTable {
  /// Reads a number of a kind and stores it. Returns its end; nil without a number.
  static func number(
    _ kind: UInt8, _ record: Span<UInt8>, _ start: Int, blankLimit: Int = 0,
    _ facts: inout RecordFacts
  ) -> Int? {
    switch kind {
    case UInt8(ascii: "p"), UInt8(ascii: "c"), UInt8(ascii: "f"), UInt8(ascii: "e"),
      UInt8(ascii: "a"), UInt8(ascii: "A"):
      guard let numeral = Numeral(record, from: start), let number = numeral.value(in: record)
      else { return nil }
      return take(kind, number, &facts) ? numeral.end + percentGap(kind, record, numeral.end) : nil
    case UInt8(ascii: "h"): return time(record, start, &facts)
    case UInt8(ascii: "k"), UInt8(ascii: "n"):
      var end = start
      while end < record.count, RecordFacts.digit(record[end]) != nil { end += 1 }
      guard let number = record.extracting(start..<end).wholeNumber else { return nil }
      if kind == UInt8(ascii: "k") { facts.number = number } else { facts.count = number }
      return end
    default:
      let isLoose = kind == UInt8(ascii: "V")
      guard
        let bytes = ByteCount(
          record, from: start, kilo: isLoose ? 1_024 : 1_000, blankLimit: blankLimit)
      else { return nil }
      switch kind {
      case UInt8(ascii: "b"), UInt8(ascii: "B"): facts.completed = bytes.count
      case UInt8(ascii: "t"): facts.total = bytes.count
      default: facts.speed = bytes.count
      }
      if !isLoose { facts.units = bytes.units ?? facts.units }
      return bytes.end
    }
  }

  /// Reads hours, minutes and seconds, and stores their thousandths as the part.
  private static func time(_ record: Span<UInt8>, _ start: Int, _ facts: inout RecordFacts) -> Int?
  {
    var (thousandths, place): (UInt64, Int) = (0, start)
    for unit: UInt64 in [3_600, 60, 1] {
      // Not a `Numeral`: a comma ends the time.
      var end = place
      while end < record.count,
        RecordFacts.digit(record[end]) != nil || unit == 1 && record[end] == UInt8(ascii: ".")
      { end += 1 }
      guard let number = record.extracting(place..<end).scaledNumber(places: 3, limit: 1 << 42)
      else { return nil }
      thousandths += UInt64(max(0, number)) * unit
      if unit > 1 {
        guard end < record.count, record[end] == UInt8(ascii: ":") else { return nil }
        end += 1
      }
      place = end
    }
    facts.part = thousandths
    return place
  }

  /// Stores a percentage, a fraction, a count or seconds; false if the number is out of range.
  private static func take(_ kind: UInt8, _ number: DecimalNumber, _ facts: inout RecordFacts)
    -> Bool
  {
    switch kind {
    case UInt8(ascii: "e"):
      let silence = number.scaled(byPowerOfTen: 9)
      if silence < 0 { return false }
      facts.silence = silence
    case UInt8(ascii: "f"):
      // "progress 42" may mean 42 % or be a bug; a full bar would be wrong.
      let billionths = number.scaled(byPowerOfTen: 9)
      if !(0...1_000_000_000).contains(billionths) { return false }
      facts.fraction = Fraction(billionths: billionths)
    case UInt8(ascii: "a"), UInt8(ascii: "A"):
      let thousandths = number.scaled(byPowerOfTen: 3)
      if thousandths < 0 { return false }
      if kind == UInt8(ascii: "a") {
        facts.part = UInt64(thousandths)
      } else if facts.part ?? 0 > UInt64(thousandths) {
        return false
      } else {
        facts.fraction = Fraction(facts.part ?? 0, of: UInt64(thousandths))
      }
    default:
      let billionths = number.scaled(byPowerOfTen: 7)
      // A bare number above 100 counts something else, such as bytes; one below 0 is unknown.
      if kind == UInt8(ascii: "c"), !(0...1_005_000_000).contains(billionths) { return false }
      facts.fraction = Fraction(billionths: billionths)
    }
    return true
  }

  /// Returns the length of a blank between a percentage and its sign; 0 if none.
  private static func percentGap(_ kind: UInt8, _ record: Span<UInt8>, _ place: Int) -> Int {
    if kind != UInt8(ascii: "p") || place == record.count { return 0 }
    let gap = record[place] == 0x20 ? 1 : Numeral.noBreakSpace(record, at: place)
    let hasSign = place + gap < record.count && record[place + gap] == UInt8(ascii: "%")
    return hasSign ? gap : 0
  }
}
