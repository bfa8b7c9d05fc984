public import Base

/// A locale name, such as `pt_BR.UTF-8`, `zh-Hant-TW` or `C`.
public struct LocaleName {
  private var language: ByteString { parts[0] }
  // The language, the script and the region, as far as given, in the letters of file names.
  private var parts: [ByteString]

  /// Parses a locale name.
  public init(_ name: ByteString) {
    var plain = ByteString()
    read: for byte in name.bytes {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "@"): break read
      case UInt8(ascii: "_"): plain.append(UInt8(ascii: "-"))
      // A slash would lead out of the catalogue folder.
      case UInt8(ascii: "/"): plain.append(UInt8(ascii: "x"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte + 32)
      default: plain.append(byte)
      }
    }
    parts = plain.split(at: UInt8(ascii: "-"))
    for index in parts.indices.dropFirst() { parts[index] = Self.region(parts[index]) }
  }

  /// The names of catalogue files, without their extension, by descending preference: with script
  /// and region, with the region, of the language, and for Portuguese and Chinese the closest
  /// variant.
  public var fileNames: [ByteString] {
    if language.isEmpty || language == "c" || language == "posix" { return ["en"] }
    var names = [parts.joined(by: "-")]
    if let region = parts.last, region.count < 4, parts.count > 2 {
      names.append(language + "-" + region)
    }
    if parts.count > 1 { names.append(language) }
    if language == "pt" { names.append(language + "-BR") }
    if language == "zh" { names.append(language + (isTraditional ? "-TW" : "-CN")) }
    return names
  }

  /// Whether the name selects the traditional Chinese of Taiwan, Hong Kong and Macao.
  private var isTraditional: Bool {
    parts.contains { $0 == "Hant" || $0 == "TW" || $0 == "HK" || $0 == "MO" }
      && !parts.contains { $0 == "Hans" }
  }

  /// A script or a region with its capitals: `Hant`, `TW`.
  private static func region(_ word: ByteString) -> ByteString {
    var region = ByteString()
    for index in 0..<word.count {
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(word[index])
      region.append(isSmall && (index == 0 || word.count != 4) ? word[index] - 32 : word[index])
    }
    return region
  }
}
