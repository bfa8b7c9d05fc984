import ByteStrings

/// Cuts a byte stream into records ended by LF, CR or NUL, in bounded memory.
///
/// Empty records are passed over, so CR LF ends one record. A record longer than `capacity` is cut
/// there; the rest, to its end, is dropped.
struct LineSplitter {
  /// The longest record, in bytes, without its end.
  static let capacity = 4_096

  private var pending: [UInt8] = []
  private var isCut = false

  /// Whether part of a record is waiting for its end.
  var holdsPartialRecord: Bool { !pending.isEmpty }

  /// Takes in bytes and hands on each record that they end, and whether it was cut.
  mutating func split(_ bytes: Span<UInt8>, record: (Span<UInt8>, Bool) -> Void) {
    var start = 0
    while true {
      let position = Self.end(of: bytes, from: start)
      if position == bytes.count { break }
      if pending.isEmpty, position - start <= Self.capacity {
        if position > start { record(bytes.extracting(start..<position), false) }
      } else {
        hold(bytes.extracting(start..<position))
        flush(record: record)
      }
      start = position + 1
    }
    hold(bytes.extracting(start..<bytes.count))
  }

  /// Hands on what waits, as if its end had come.
  mutating func flush(record: (Span<UInt8>, Bool) -> Void) {
    if !pending.isEmpty { record(pending.span, isCut) }
    drop()
  }

  /// Forgets what waits.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    isCut = false
  }

  /// Where the first record's end is from a place on: an LF, CR or NUL; the bytes' count where there is none.
  @_optimize(speed) @inline(never)
  static func end(of bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    // Eight bytes at a time while none of them is a control: below 0x0e, borrowing makes the highest bit one.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while place + 8 <= bytes.count {
      let word = bytes.word(at: place)
      if (word &- 0x0e * ones) & ~word & (0x80 * ones) != 0 {
        for index in place..<(place + 8) where isEnd(bytes[index]) { return index }
      }
      place += 8
    }
    while place < bytes.count {
      if isEnd(bytes[place]) { return place }
      place += 1
    }
    return bytes.count
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d || byte == 0 }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.capacity - pending.count)
    for position in 0..<kept { pending.append(bytes[position]) }
    if kept < bytes.count { isCut = true }
  }
}
