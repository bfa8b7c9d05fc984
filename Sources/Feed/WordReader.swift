import Base

/// Reads a record word by word. Words are separated by blanks and tabs.
///
/// The record is handed to each call rather than kept, because a type that keeps a `Span` still needs
/// an experimental feature of the compiler.
struct WordReader {
  private(set) var position = 0

  /// The next word's place, or nil at the end.
  mutating func word(_ record: Span<UInt8>) -> Range<Int>? {
    skipBlanks(record)
    let start = position
    while position < record.count, !Self.isBlank(record[position]) { position += 1 }
    return position > start ? start..<position : nil
  }

  /// Whether nothing but blanks is left.
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
  /// The number the bytes spell, in units of 10^-places; nil when they are no number.
  func scaledNumber(places: Int, limit: Int64 = .max) -> Int64? {
    DecimalNumber(self)?.scaled(byPowerOfTen: places, limit: limit)
  }
}
