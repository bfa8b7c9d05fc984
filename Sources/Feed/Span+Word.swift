import Base

extension Span<UInt8> {
  /// Returns the range of the first word from an offset on, without the blanks and tabs around it;
  /// nil if none.
  func word(from start: Int) -> Range<Int>? {
    var start = start
    while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    var end = start
    while end < count, self[end] != 0x20, self[end] != 0x09 { end += 1 }
    return end > start ? start..<end : nil
  }

  /// Returns the value of the bytes in units of 10^-places, clamped to ± `limit`; nil if they are
  /// no number.
  func scaledNumber(places: Int, limit: Int64 = .max) -> Int64? {
    DecimalNumber(self)?.scaled(byPowerOfTen: places, limit: limit)
  }
}
