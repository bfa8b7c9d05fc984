import ByteStrings

/// Cuts a byte stream into records ended by LF, CR, NUL or ESC 8, in bounded memory.
///
/// With ESC 8 terminals go back to where they were: what follows is written over the record. Empty records are passed over, so CR LF
/// ends one record. A record longer than `capacity` is cut there; the rest, to its end, is dropped.
struct LineSplitter {
  /// The longest record, in bytes, without its end.
  static let capacity = 4_096

  private var pending: [UInt8] = []
  private var isCut = false
  private var endsInEscape = false
  // So many bytes were waiting when their rest was late.
  private var lateCount = 0

  /// Whether part of a record is waiting for its end, which is not late yet.
  var holdsPartialRecord: Bool { pending.count > lateCount }

  /// Takes in bytes and hands on each record that they end, whether it was cut, and how many of its first bytes were there when the others
  /// were late.
  mutating func split(_ bytes: Span<UInt8>, record: (Span<UInt8>, Bool, Int) -> Void) {
    var start = 0
    if endsInEscape, bytes.count > 0 {
      endsInEscape = false
      if bytes[0] == UInt8(ascii: "8") {
        flush(record: record)
        start = 1
      } else {
        hold([0x1b].span)
      }
    }
    while true {
      let position = Self.end(of: bytes, from: start)
      if position == bytes.count { break }
      let end = bytes[position] == UInt8(ascii: "8") ? position - 1 : position
      if pending.isEmpty, end - start <= Self.capacity {
        if end > start { record(bytes.extracting(start..<end), false, 0) }
      } else {
        hold(bytes.extracting(start..<end))
        flush(record: record)
      }
      start = position + 1
    }
    // It may be the first half of an end.
    var rest = bytes.count
    if rest > start, bytes[rest - 1] == 0x1b {
      endsInEscape = true
      rest -= 1
    }
    hold(bytes.extracting(start..<rest))
  }

  /// Hands on what waits, as if its end had come.
  mutating func flush(record: (Span<UInt8>, Bool, Int) -> Void) {
    if !pending.isEmpty { record(pending.span, isCut, lateCount) }
    drop()
  }

  /// Forgets what waits.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    isCut = false
    endsInEscape = false
    lateCount = 0
  }

  /// Takes note that the rest of what waits is late; false when that was too long to wait on, and is forgotten.
  mutating func waitLonger() -> Bool {
    if isCut { drop() }
    lateCount = pending.count
    return lateCount > 0
  }

  /// Where the first record's end is from a place on, or its last byte; the bytes' count where there is none.
  @_optimize(speed) @inline(never)
  static func end(of bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    while place < bytes.count {
      // Eight bytes at a time while none of them is a control: below 0x20, borrowing makes the highest bit one.
      if place + 8 <= bytes.count {
        let word = bytes.word(at: place)
        if (word &- 0x20 * ones) & ~word & (0x80 * ones) == 0 {
          place += 8
          continue
        }
      }
      for index in place..<min(place + 8, bytes.count) {
        let byte = bytes[index]
        if byte == 0x0a || byte == 0x0d || byte == 0 { return index }
        if byte == 0x1b, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "8") {
          return index + 1
        }
      }
      place += 8
    }
    return bytes.count
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.capacity - pending.count)
    for position in 0..<kept { pending.append(bytes[position]) }
    if kept < bytes.count { isCut = true }
  }
}
