/// Removal of terminal control sequences from records.
enum TerminalText {
  /// Returns the record without control sequences; nil if it has none.
  ///
  /// Source: ECMA-48, section 5.4: ESC [ parameters, a final byte; or ESC and one more byte.
  static func plain(_ record: Span<UInt8>) -> [UInt8]? {
    var place = 0
    while place < record.count, record[place] != 0x1b { place += 1 }
    if place == record.count { return nil }
    var plain: [UInt8] = []
    place = 0
    while place < record.count {
      let byte = record[place]
      place += 1
      if byte == 0x1b {
        guard place < record.count, record[place] == UInt8(ascii: "[") else {
          place += 1
          continue
        }
        place += 1
        while place < record.count, !(0x40...0x7e).contains(record[place]) { place += 1 }
        place += 1
      } else {
        plain.append(byte)
      }
    }
    return plain
  }
}
