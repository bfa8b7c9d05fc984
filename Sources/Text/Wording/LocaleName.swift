public import Base

/// A locale name, such as `pt_BR.UTF-8`, `zh-Hant-TW` or `C`.
public struct LocaleName {
  private let language: ByteString
  // The script and the region, as far as given, in capitals.
  private let parts: [ByteString]

  /// Parses a locale name.
  public init(_ name: ByteString) {
    var parts: [ByteString] = []
    var part = ByteString()
    for byte in name.bytes {
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") { break }
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        parts.append(part)
        part = ByteString()
      } else {
        // A slash would lead out of the catalogue folder.
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        part.append(byte == UInt8(ascii: "/") ? UInt8(ascii: "x") : isSmall ? byte - 32 : byte)
      }
    }
    parts.append(part)
    language = Self.small(parts[0])
    self.parts = Array(parts.dropFirst())
  }

  /// The names of catalogue files, without their extension, by descending preference: with script
  /// and region, with the region, of the language, and for Portuguese and Chinese the closest
  /// variant.
  public var fileNames: [ByteString] {
    if language.isEmpty || language == "c" || language == "posix" { return ["en"] }
    var names: [ByteString] = []
    var whole = language
    for part in parts {
      whole += "-" + (part.count == 4 ? part[0..<1] + Self.small(part[1..<4]) : part)
    }
    names.append(whole)
    if let region = parts.last, region.count < 4, parts.count > 1 {
      names.append(language + "-" + region)
    }
    if !parts.isEmpty { names.append(language) }
    if language == "pt" { names.append(language + "-BR") }
    if language == "zh" { names.append(language + (isTraditional ? "-TW" : "-CN")) }
    return names
  }

  /// Whether the name selects the traditional Chinese of Taiwan, Hong Kong and Macao.
  private var isTraditional: Bool {
    parts.contains { $0 == "HANT" || $0 == "TW" || $0 == "HK" || $0 == "MO" }
      && !parts.contains { $0 == "HANS" }
  }

  private static func small(_ word: ByteString) -> ByteString {
    var small = ByteString()
    for byte in word.bytes {
      small.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte)
    }
    return small
  }
}
