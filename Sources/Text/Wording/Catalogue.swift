public import Base
public import Configuration

/// The program's texts in one language, read from files of lines `key = text`.
public struct Catalogue: Sendable {
  // By keys; nil for the English text.
  private var texts: [ByteString?]

  /// Creates the English catalogue, which needs no file.
  public init() { texts = [ByteString?](repeating: nil, count: CatalogueKey.allCases.count) }

  /// Replaces texts by those of a file. Missing and invalid ones stay as they are.
  ///
  /// - Parameters:
  ///   - file: the file's content.
  ///   - path: the file's name, for error messages, which begin with it and the line's number.
  ///   - failed: called with each error.
  public mutating func read(
    _ file: ByteString, path: ByteString, failed: (ConfigurationError) -> Void
  ) {
    SettingsFile.forEachEntry(of: file, path: path) {
      (section, name, bytes) throws(ConfigurationError) in
      guard section.isEmpty, let known = CatalogueKey.named(name) else {
        throw ConfigurationError("a catalogue has no '" + section + ByteString(name) + "'")
      }
      // A text that stays English is not copied.
      if bytes == known.english { return texts[known.rawValue] = nil }
      let (text, english) = (ByteString(bytes), ByteString(known.english))
      if !Self.hasPlaces(text, of: english) || !Self.hasPlaces(english, of: text) {
        throw ConfigurationError(
          ByteString(name) + " needs the same names in braces as '" + english + "', and no others")
      }
      texts[known.rawValue] = text
    } failed: {
      failed($0)
    }
  }

  /// Whether a text has each placeholder of another text.
  private static func hasPlaces(_ text: ByteString, of other: ByteString) -> Bool {
    var start: Int?
    for place in 0..<other.count {
      if other[place] == UInt8(ascii: "{") { start = place }
      if other[place] == UInt8(ascii: "}"), let first = start {
        let name = other[first..<(place + 1)]
        if !(0..<text.count).contains(where: { text.has(name, at: $0) }) { return false }
        start = nil
      }
    }
    return start == nil
  }

  /// Whether the language's texts run from right to left: the first letter of a word does.
  public var isRightToLeft: Bool {
    var reader = CharacterReader()
    return withBytes(of: .waiting) { reader.next(of: $0) }.map(Characters.isRightToLeft) ?? false
  }

  /// Calls a function with the text of a key, with its placeholders.
  public func withBytes<Result>(
    of key: CatalogueKey, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    texts[key.rawValue].map { body($0.bytes.span) } ?? key.english.withBytes(body)
  }
}
