import Base

/// Leaves out of what was read at once the records that the next one replaces: of the same length, and the same but for
/// digits.
///
/// It is for floods. Millions of `progress 0.1234` a second can't each be understood, but all but the last one of those that wait
/// are no news any more. Two records are compared eight bytes at a time, which takes a hundredth of the time that understanding
/// them takes, so that a writer meets a pipe with room in it. Only for decoders whose records stand alone.
public enum RepeatedRecords {
  /// Hands on the bytes but for records that are replaced, in pieces.
  ///
  /// - Parameter bytes: they may begin and end within a record; what is not a whole one is handed on.
  public static func withoutReplaced(_ bytes: Span<UInt8>, piece: (Span<UInt8>) -> Void) {
    var kept = 0
    var start = LineSplitter.end(of: bytes, from: 0) + 1
    while start < bytes.count {
      let length = LineSplitter.end(of: bytes, from: start) + 1 - start
      let replaced = alike(bytes, from: start, length) / length * length
      if replaced > 0 {
        if kept < start { piece(bytes.extracting(kept..<start)) }
        kept = start + replaced
      }
      start += replaced + length
    }
    if kept < bytes.count { piece(bytes.extracting(kept..<bytes.count)) }
  }

  /// How many bytes from a place on are as those so much further on, but for digits. Ends of records are no digits, so records
  /// that are alike are also as long.
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

  /// Of eight bytes, those that are no digits, as bytes of ones.
  @inline(__always) private static func noDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let values = word ^ (0x30 * ones)
    // A digit is at most 9 now; with 0x76 it stays below 0x80.
    return (((values & (0x7f * ones)) &+ 0x76 * ones | values) >> 7 & ones) &* 0xff
  }
}
