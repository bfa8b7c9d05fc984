import Foundation

/// What a pack has to have: characters and words, each with where it was asked for first.
struct Request {
  struct Word {
    var text: String
    /// BCP 47; nil if nobody knows.
    var language: String?
    var place: String
    /// Whether the program composes it of parts.
    var isSyllable = false
  }

  /// In the order in which they were asked for.
  private(set) var characters: [(scalar: Unicode.Scalar, place: String)] = []
  private(set) var words: [Word] = []
  private var known: Set<Unicode.Scalar> = []

  init(_ options: Options) throws(PackingError) {
    for scalar in options.characters.scalars { add(scalar, "--characters") }
    for source in options.sources {
      switch source {
      case .texts(let path):
        for (line, text) in try Self.lines(of: path) {
          for scalar in text.unicodeScalars { add(scalar, "\(path):\(line)") }
        }
      case .words(let path):
        for (line, text) in try Self.lines(of: path) {
          add(text, language: nil, "\(path):\(line)")
        }
      case .syllables(let path):
        for (line, text) in try Self.lines(of: path) where !text.hasPrefix("#") {
          add(text, language: nil, "\(path):\(line)", isSyllable: true)
        }
      case .catalogue(let path):
        let catalogue = try Catalogue(path: path)
        for entry in catalogue.entries {
          add(entry.value, language: catalogue.language, "\(path):\(entry.line)")
        }
      }
    }
    sortSyllables()
  }

  /// Moves syllables behind the words, shorter ones first.
  private mutating func sortSyllables() {
    let syllables = words.filter(\.isSyllable).sorted {
      $0.text.unicodeScalars.count < $1.text.unicodeScalars.count
    }
    words = words.filter { !$0.isSyllable } + syllables
  }

  /// Asks for a text's words and the blanks between them.
  private mutating func add(
    _ text: String, language: String?, _ place: String, isSyllable: Bool = false
  ) {
    for word in StaticBytes.split(text) {
      words.append(Word(text: word, language: language, place: place, isSyllable: isSyllable))
    }
    for scalar in text.unicodeScalars where StaticBytes.blanks.contains(scalar) {
      add(scalar, place)
    }
  }

  /// Asks for a character; those without a picture of their own are passed over.
  mutating func add(_ scalar: Unicode.Scalar, _ place: String) {
    guard !StaticBytes.isIgnorable(scalar), known.insert(scalar).inserted else { return }
    characters.append((scalar, place))
  }

  private static func lines(
    of path: String
  ) throws(PackingError) -> [(Int, String)] {
    try TextFile.read(path).precomposedStringWithCanonicalMapping
      .split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().map { ($0.offset + 1, String($0.element)) }
  }
}
