import Base
import ProgressModel

/// A number of bytes as tools print it: "1,234,567", "1.2MiB", "741k", "12 MB", "1 234 567".
///
/// Units with an i, and letters alone (curl, wget, pv), are powers of 1024. Letters with B alone
/// are powers of 1000. See `Numeral` for the spelling of the number.
struct ByteCount {
  /// The number of bytes, rounded down.
  let count: UInt64
  /// The base of the unit; nil without a unit.
  let units: ByteUnits?
  /// The end of the number and its unit in the record.
  let end: Int

  /// Reads a number of bytes; nil if none.
  ///
  /// - Parameters:
  ///   - kilo: the value of kB: 1,000, or 1,024 for tools that write kB and mean KiB.
  ///   - blankLimit: the number of blanks that may separate thousands.
  init?(_ record: Span<UInt8>, from start: Int, kilo: UInt64, blankLimit: Int) {
    guard start < record.count, RecordFacts.digit(record[start]) != nil,
      let numeral = Numeral(record, from: start, blankLimit: blankLimit)
    else { return nil }
    var place = numeral.end
    var unit = place
    if unit < record.count, record[unit] == 0x20 { unit += 1 }
    unit += Numeral.noBreakSpace(record, at: unit)
    var power = 0
    if unit < record.count {
      switch record[unit] {
      case UInt8(ascii: "k"), UInt8(ascii: "K"): power = 1
      case UInt8(ascii: "M"): power = 2
      case UInt8(ascii: "G"): power = 3
      case UInt8(ascii: "T"): power = 4
      default: break
      }
    }
    var base: UInt64 = 1_024
    if power > 0 {
      var next = unit + 1
      let isBinary = next < record.count && record[next] == UInt8(ascii: "i")
      if isBinary { next += 1 }
      let hasByte = next < record.count && record[next] == UInt8(ascii: "B")
      if hasByte { next += 1 }
      // "12 Gnus": after a blank a letter alone is no unit.
      if unit == place || hasByte { place = next } else { power = 0 }
      if hasByte, !isBinary { base = kilo }
    } else if unit == place, unit < record.count, record[unit] == UInt8(ascii: "B") {
      place += 1
    }
    end = place
    units = power == 0 ? nil : base == 1_000 ? .decimal : .binary
    if power == 0, let whole = numeral.wholeNumber(in: record) {
      count = whole
      return
    }
    guard !numeral.isPlain || power > 0,
      let number = numeral.value(in: record, groupsAtComma: true, groupsAtPoint: power == 0)
    else { return nil }
    let thousandths = number.scaled(byPowerOfTen: 3)
    guard thousandths < .max else { return nil }
    var count = UInt64(thousandths)
    for _ in 0..<power {
      let (product, overflow) = count.multipliedReportingOverflow(by: base)
      if overflow { return nil }
      count = product
    }
    self.count = count / 1_000
  }
}
