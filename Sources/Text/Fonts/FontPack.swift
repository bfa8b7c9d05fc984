/// A font pack that has been read: outlines, advances, kerning and shaped words (docs/formats/fbfont.md).
///
/// Lengths are in units, of which the em has `unitsPerEm`; y grows downwards from the baseline. All of a file is
/// checked when it is read, but for outlines and words, which are checked when they are asked for: whatever a file
/// holds, nothing here traps.
public final class FontPack: Sendable {
  /// Units of an em.
  public let unitsPerEm: Int
  /// From the baseline up to the line's top.
  public let ascent: Int
  /// From the baseline down to the line's bottom.
  public let descent: Int
  /// The height of capitals.
  public let capHeight: Int
  /// How many glyphs there are.
  public let glyphCount: Int

  let bytes: [UInt8]
  private let characterCount: Int
  private let rightClassCount: Int
  private let wordCount: Int
  private let sections: FontPackSections

  /// Reads a pack.
  ///
  /// - Parameter bytes: the whole file.
  public init(_ bytes: [UInt8]) throws(FontPackError) {
    let header = FontPackHeader(bytes)
    sections = try header.sections(of: bytes)
    (unitsPerEm, ascent, descent) = (header.unitsPerEm, header.ascent, header.descent)
    (capHeight, glyphCount) = (header.capHeight, header.glyphCount)
    (characterCount, wordCount) = (header.characterCount, header.wordCount)
    rightClassCount = header.rightClassCount
    self.bytes = bytes
  }

  // MARK: - Glyphs

  /// The glyph of a character; nil where the pack has none.
  public func glyph(of character: UInt32) -> Int? {
    var (first, end) = (0, characterCount)
    while first < end {
      let middle = (first + end) / 2
      var reader = ByteReader(bytes, at: sections.characters + middle * 5)
      let known = reader.number(bytes: 3)
      if known == Int(character) { return reader.number(bytes: 2) }
      if known < Int(character) { first = middle + 1 } else { end = middle }
    }
    return nil
  }

  /// How far the pen goes on behind a glyph.
  public func advance(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: sections.glyphs + glyph * 7 + 5)
    return reader.number(bytes: 2)
  }

  /// What is added between two glyphs.
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

  /// Where a glyph's outline begins in `bytes`.
  func outline(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: sections.glyphs + glyph * 7)
    return sections.outlines + reader.number(bytes: 3)
  }

  /// Where the outlines end in `bytes`.
  var outlinesEnd: Int { sections.wordPlaces }

  // MARK: - Words

  /// The shaped word of a text; nil where the pack has none.
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

  /// Below 0 where the word at a place comes before a text, above 0 where it comes after it.
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

/// Why a font pack can't be read.
public struct FontPackError: Error {
  /// What is wrong, to follow the file's name.
  public let reason: StaticString

  init(_ reason: StaticString) { self.reason = reason }
}

/// Where the parts of a pack begin, counted from the file's begin.
struct FontPackSections {
  var characters = 0
  var glyphs = 0
  var kerning = 0
  var outlines = 0
  var wordPlaces = 0
  var words = 0
}
