public import Base

/// Settings on the kernel command line: words separated by blanks, with quoted parts.
public enum KernelParameters {
  /// Returns the parameters whose names begin with a prefix, in order and without the prefix. A
  /// parameter without a value is `yes`.
  public static func read(
    _ line: ByteString, prefix: ByteString
  ) -> [(key: ByteString, value: ByteString)] {
    var found: [(key: ByteString, value: ByteString)] = []
    var (word, isQuoted) = (ByteString(), false)
    for place in 0...line.count {
      let byte = place < line.count ? line[place] : 0x0a
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == 0x0a || byte <= 0x20 && !isQuoted {
        if word.hasPrefix(prefix), word.count > prefix.count {
          let equals = word.firstIndex(of: UInt8(ascii: "="))
          found.append(
            (
              word[prefix.count..<(equals ?? word.count)],
              equals.map { word[($0 + 1)..<word.count] } ?? "yes"
            ))
        }
        word = ByteString()
      } else {
        word.append(byte)
      }
    }
    return found
  }
}
