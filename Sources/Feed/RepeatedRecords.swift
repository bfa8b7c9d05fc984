import Base

/// A filter for floods: drops each record that the next one replaces, equal except for digits.
///
/// Decoding cannot keep up with millions of `progress 0.1234` per second, and of these only the
/// last one matters. A comparison of eight bytes at a time takes a hundredth of the time of
/// decoding, so the pipe does not fill. Native `bytes` and `progress` may have longer or shorter
/// numbers than the next one. In other records a longer number may be out of range, and have no
/// meaning. Only for decoders whose records stand alone.
public enum RepeatedRecords {
  /// Passes the bytes on in pieces, without replaced records.
  ///
  /// - Parameter bytes: may begin and end within a record; incomplete records are passed on.
  public static func withoutReplaced(_ bytes: Span<UInt8>, piece: (Span<UInt8>) -> Void) {
    var kept = 0
    var start = LineSplitter.end(of: bytes, from: 0) + 1
    while start < bytes.count {
      let length = LineSplitter.end(of: bytes, from: start) + 1 - start
      var replaced = 0
      if !isOneOfSeveral(bytes, start) {
        replaced = alike(bytes, from: start, length) / length * length
        if replaced == 0, hasSameWords(bytes, start, start + length) { replaced = length }
      }
      if replaced > 0 {
        if kept < start { piece(bytes.extracting(kept..<start)) }
        kept = start + replaced
      }
      start += replaced + length
    }
    if kept < bytes.count { piece(bytes.extracting(kept..<bytes.count)) }
  }

  /// Returns whether the record that begins at `start` may differ from others in a name, is a line
  /// of the log, or begins a step, which forgets the earlier one: `job`, `identity`, `log`, `step`,
  /// flatpak's operations ("Installing 1/2…", "Updating 2/2…"). None of them replaces another.
  private static func isOneOfSeveral(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var place = start
    while place + 1 < bytes.count, bytes[place] == 0x20 || bytes[place] == LineSplitter.mark {
      place += 1
    }
    let first = bytes[place]
    if first == UInt8(ascii: "s"), place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "t") {
      return true
    }
    return first == UInt8(ascii: "j") || first | 0x20 == UInt8(ascii: "i")
      || first | 0x20 == UInt8(ascii: "u") || first == UInt8(ascii: "l")
  }

  /// Returns the number of bytes from `start` on that equal those `distance` later, except for
  /// digits. Record ends are no digits, so equal records have equal lengths.
  @_optimize(speed) @inline(never)
  private static func alike(_ bytes: Span<UInt8>, from start: Int, _ distance: Int) -> Int {
    var place = start
    let last = bytes.count - distance - 8
    while place <= last {
      if place &+ 24 <= last, bytes.repeats32(from: place, at: place &+ distance) {
        place &+= 32
        continue
      }
      let (a, b) = (bytes.word(at: place), bytes.word(at: place &+ distance))
      if a != b, (a ^ b) & (noDigits(a) | noDigits(b)) != 0 { break }
      place &+= 8
    }
    while place + distance < bytes.count {
      let (a, b) = (bytes[place], bytes[place + distance])
      if a != b, RecordFacts.digit(a) == nil || RecordFacts.digit(b) == nil { break }
      place += 1
    }
    return place - start
  }

  /// Returns whether the record from `start` up to `next` is a native `bytes` or `progress`, and
  /// equals the one at `next` except for the digits of numbers. The ends of both are compared, too.
  /// Decimals may be longer or shorter; so may numbers of bytes, as all are in range.
  @_optimize(speed) @inline(never)
  private static func hasSameWords(_ bytes: Span<UInt8>, _ start: Int, _ next: Int) -> Bool {
    let isBytes = bytes[start] == UInt8(ascii: "b")
    let word: StaticBytes = isBytes ? "bytes " : "progress "
    let count = isBytes ? 6 : 9
    guard next < bytes.count, start + count <= next,
      bytes.extracting(start..<(start + count)) == word
    else { return false }
    var (place, other) = (start, next)
    while place < next, other < bytes.count {
      let (own, others) = (bytes[place], bytes[other])
      if isDigit(own), isDigit(others) {
        let mayDiffer = isBytes || bytes[place - 1] == UInt8(ascii: ".")
        let (first, otherFirst) = (place, other)
        while place < bytes.count, isDigit(bytes[place]) { place &+= 1 }
        while other < bytes.count, isDigit(bytes[other]) { other &+= 1 }
        if !mayDiffer, place &- first != other &- otherFirst { return false }
      } else if own != others {
        return false
      } else {
        place &+= 1
        other &+= 1
      }
    }
    return place == next
  }

  @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns a mask of eight bytes: 0xff for each byte of the word that is no digit.
  @inline(__always) private static func noDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let values = word ^ (0x30 * ones)
    // A digit is at most 9 now, so it stays below 0x80 with 0x76 added.
    return (((values & (0x7f * ones)) &+ 0x76 * ones | values) >> 7 & ones) &* 0xff
  }
}
