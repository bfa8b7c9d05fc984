import Base

/// A reader of a record's words, separated by blanks and tabs.
///
/// Each call takes the record, because a type that stores a `Span` still needs an experimental
/// feature of the compiler.
struct WordReader {
  private(set) var position = 0

  /// Returns the range of the next word; nil at the end.
  mutating func word(_ record: Span<UInt8>) -> Range<Int>? {
    skipBlanks(record)
    let start = position
    while position < record.count, !Self.isBlank(record[position]) { position += 1 }
    return position > start ? start..<position : nil
  }

  /// Returns whether only blanks remain.
  mutating func isAtEnd(_ record: Span<UInt8>) -> Bool {
    skipBlanks(record)
    return position == record.count
  }

  private mutating func skipBlanks(_ record: Span<UInt8>) {
    while position < record.count, Self.isBlank(record[position]) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension Span<UInt8> {
  /// Returns the value of the bytes in units of 10^-places, clamped to ± `limit`; nil if they are
  /// no number.
  func scaledNumber(places: Int, limit: Int64 = .max) -> Int64? {
    DecimalNumber(self)?.scaled(byPowerOfTen: places, limit: limit)
  }
}
