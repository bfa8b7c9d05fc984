import Base

/// A filter for floods: drops each record that the next one replaces, of the same length and equal
/// except for digits.
///
/// Decoding cannot keep up with millions of `progress 0.1234` per second, and of those waiting only
/// the last is news. A comparison of eight bytes at a time takes a hundredth of the time of
/// decoding, so the writer finds room in the pipe. Only for decoders whose records stand alone.
public enum RepeatedRecords {
  /// Passes the bytes on in pieces, without replaced records.
  ///
  /// - Parameter bytes: may begin and end within a record; incomplete records are passed on.
  public static func withoutReplaced(_ bytes: Span<UInt8>, piece: (Span<UInt8>) -> Void) {
    var kept = 0
    var start = LineSplitter.end(of: bytes, from: 0) + 1
    while start < bytes.count {
      let length = LineSplitter.end(of: bytes, from: start) + 1 - start
      let replaced =
        isOneOfSeveral(bytes, start) ? 0 : alike(bytes, from: start, length) / length * length
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

  /// Returns a mask of eight bytes: 0xff for each byte of the word that is no digit.
  @inline(__always) private static func noDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let values = word ^ (0x30 * ones)
    // A digit is at most 9 now, so it stays below 0x80 with 0x76 added.
    return (((values & (0x7f * ones)) &+ 0x76 * ones | values) >> 7 & ones) &* 0xff
  }
}
