/// A loaded font pack: outlines, advances, kerning and shaped words (docs/formats/fbfont.md).
///
/// Lengths are in font units, `unitsPerEm` to the em; y grows downwards from the baseline. Loading
/// checks the whole file except outlines and words, which are checked at each use. No content makes
/// a call trap.
public final class FontPack: Sendable {
  /// Font units per em, 16…16384.
  public let unitsPerEm: Int
  /// The distance from the baseline up to the line's top, font units.
  public let ascent: Int
  /// The distance from the baseline down to the line's bottom, font units.
  public let descent: Int
  /// The height of capitals, font units.
  public let capHeight: Int
  /// The number of glyphs.
  public let glyphCount: Int

  let bytes: [UInt8]
  private let characterCount: Int
  private let rightClassCount: Int
  private let wordCount: Int
  private let sections: FontPackSections

  /// Loads a pack.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - isFile: whether its checksum may be wrong.
  /// - Throws: the reason why the file is no valid pack.
  public convenience init(_ bytes: [UInt8], isFile: Bool = true) throws(FontPackError) {
    let header = FontPackHeader(bytes)
    self.init(bytes, header, try header.sections(of: bytes, isFile: isFile))
  }

  private init(_ bytes: [UInt8], _ header: FontPackHeader, _ sections: FontPackSections) {
    (unitsPerEm, ascent, descent) = (header.unitsPerEm, header.ascent, header.descent)
    (capHeight, glyphCount) = (header.capHeight, header.glyphCount)
    (characterCount, wordCount) = (header.characterCount, header.wordCount)
    rightClassCount = header.rightClassCount
    (self.bytes, self.sections) = (bytes, sections)
  }

  // MARK: - Glyphs

  /// The glyph of a code point; nil if the pack has none.
  public func glyph(of character: UInt32) -> Int? {
    var (first, end) = (0, characterCount)
    // Packs begin with ASCII from the blank on.
    var middle = max(0, min(Int(character) - 32, characterCount - 1))
    while first < end {
      var reader = ByteReader(bytes, at: sections.characters + middle * 5)
      let known = reader.number(bytes: 3)
      if known == Int(character) { return reader.number(bytes: 2) }
      if known < Int(character) { first = middle + 1 } else { end = middle }
      middle = (first + end) / 2
    }
    return nil
  }

  /// A glyph's advance width, font units.
  public func advance(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: sections.glyphs + glyph * 7 + 5)
    return reader.number(bytes: 2)
  }

  /// The kerning between two glyphs, font units, which is added to the left one's advance.
  public func kerning(_ left: Int, _ right: Int) -> Int {
    var reader = ByteReader(bytes, at: sections.glyphs + left * 7 + 3)
    let row = reader.byte()
    reader = ByteReader(bytes, at: sections.glyphs + right * 7 + 4)
    let column = reader.byte()
    if row == 0 || column == 0 { return 0 }
    reader = ByteReader(
      bytes, at: sections.kerning + (row * rightClassCount + column) * 2)
    return reader.signed16()
  }

  /// The index in `bytes` of a glyph's outline.
  func outline(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: sections.glyphs + glyph * 7)
    return sections.outlines + reader.number(bytes: 3)
  }

  /// The index in `bytes` of the end of all outlines.
  var outlinesEnd: Int { sections.wordPlaces }

  // MARK: - Words

  /// The shaped word of a UTF-8 text; nil if the pack has none.
  public func word(_ text: Span<UInt8>) -> ShapedWord? {
    var (first, end) = (0, wordCount)
    while first < end {
      let middle = (first + end) / 2
      var reader = ByteReader(bytes, at: sections.wordPlaces + middle * 4)
      let place = sections.words + reader.number(bytes: 4)
      switch order(of: place, text) {
      case 0: return ShapedWord(self, at: place)
      case ..<0: first = middle + 1
      default: end = middle
      }
    }
    return nil
  }

  /// Compares the word at an index of `bytes` with a text: negative if the word is smaller,
  /// positive if it is larger.
  private func order(of place: Int, _ text: Span<UInt8>) -> Int {
    var reader = ByteReader(bytes, at: place)
    let length = reader.byte()
    reader.skip(2)
    for index in 0..<min(length, text.count) {
      let difference = reader.byte() - Int(text[index])
      if difference != 0 { return difference }
    }
    return length - text.count
  }
}

/// The reason why a file is no valid font pack.
public struct FontPackError: Error {
  /// The reason, for a message after the file's name.
  public let reason: StaticString

  init(_ reason: StaticString) { self.reason = reason }
}

/// The starts of a pack's sections, as indices of the file's bytes.
struct FontPackSections {
  var characters = 0
  var glyphs = 0
  var kerning = 0
  var outlines = 0
  var wordPlaces = 0
  var words = 0
}
