public import Base
public import Configuration

/// What the program says, in a language: a file of lines `key = text`.
public struct Catalogue: Sendable {
  private var texts: [ByteString]

  /// English, which needs no file.
  public init() { texts = CatalogueKey.allCases.map { ByteString($0.english) } }

  /// Takes over the texts of a file. What it lacks, or has wrong, stays as it is.
  ///
  /// - Parameters:
  ///   - path: the file's name, for mistakes, which begin with it and the line's number.
  ///   - failed: is told of each mistake.
  public mutating func read(
    _ file: ByteString, path: ByteString, failed: (ConfigurationError) -> Void
  ) {
    SettingsFile.forEachEntry(of: file, path: path) { (key, text) throws(ConfigurationError) in
      guard let known = CatalogueKey.named(key) else {
        throw ConfigurationError("a catalogue has no '" + key + "'")
      }
      let english = ByteString(known.english)
      if !Self.hasPlaces(text, of: english) || !Self.hasPlaces(english, of: text) {
        throw ConfigurationError(
          key + " needs the same names in braces as '" + english + "', and no others")
      }
      texts[known.rawValue] = text
    } failed: {
      failed($0)
    }
  }

  /// Whether a text has each name in braces that another one has.
  private static func hasPlaces(_ text: ByteString, of other: ByteString) -> Bool {
    var start: Int?
    for place in 0..<other.count {
      if other[place] == UInt8(ascii: "{") { start = place }
      if other[place] == UInt8(ascii: "}"), let first = start {
        let name = other[first..<(place + 1)]
        var found = 0
        while found + name.count <= text.count, text[found..<(found + name.count)] != name {
          found += 1
        }
        if found + name.count > text.count { return false }
        start = nil
      }
    }
    return start == nil
  }

  /// A text, with its placeholders.
  public subscript(key: CatalogueKey) -> ByteString { texts[key.rawValue] }
}
