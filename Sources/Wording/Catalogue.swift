public import ByteStrings
public import Configuration

/// What the program says, in a language: a file of lines `key = text`.
public struct Catalogue: Sendable {
  private var texts: [ByteString]

  /// English, which needs no file.
  public init() { texts = CatalogueKey.allCases.map { ByteString($0.english) } }

  /// Reads a catalogue. What it lacks stays English.
  ///
  /// - Parameter path: the file's name, for errors, which begin with it and the line's number.
  public init(_ file: ByteString, path: ByteString) throws(ConfigurationError) {
    self.init()
    var catalogue = self
    try SettingsFile.forEachEntry(of: file, path: path) {
      (key, text) throws(ConfigurationError) in
      guard let known = CatalogueKey.named(key) else {
        throw ConfigurationError("a catalogue has no '" + key + "'")
      }
      catalogue.texts[known.rawValue] = text
    }
    self = catalogue
  }

  /// A text, with its placeholders.
  public subscript(key: CatalogueKey) -> ByteString { texts[key.rawValue] }
}
