public import Base

/// Settings on the kernel command line: words separated by blanks, with quoted parts.
public enum KernelParameters {
  /// Returns the parameters whose names begin with a prefix, in order and without the prefix. A
  /// parameter without a value is `yes`.
  public static func read(
    _ line: ByteString, prefix: ByteString
  ) -> [(key: ByteString, value: ByteString)] {
    var found: [(key: ByteString, value: ByteString)] = []
    var (start, isQuoted) = (0, false)
    for place in 0...line.count {
      let byte = place < line.count ? line[place] : 0x0a
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == 0x0a || byte <= 0x20 && !isQuoted else { continue }
      while start < place, line[start] == UInt8(ascii: "\"") { start += 1 }
      // Most words are other programs'.
      if place - start > prefix.count, line[start] == prefix[0] {
        let word = ByteString(line.bytes[start..<place].filter { $0 != UInt8(ascii: "\"") })
        if word.hasPrefix(prefix), word.count > prefix.count {
          let equals = word.firstIndex(of: UInt8(ascii: "="))
          found.append(
            (
              word[prefix.count..<(equals ?? word.count)],
              equals.map { word[($0 + 1)..<word.count] } ?? "yes"
            ))
        }
      }
      start = place + 1
    }
    return found
  }
}
