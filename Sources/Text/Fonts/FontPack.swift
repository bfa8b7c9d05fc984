import Base

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
  private let leftClassCount: Int
  private let rightClassCount: Int
  private let outlineByteCount: Int
  private let wordCount: Int

  /// Loads a pack.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - isFile: whether its checksum may be wrong.
  /// - Throws: the reason why the file is no valid pack.
  public convenience init(_ bytes: [UInt8], isFile: Bool = true) throws(FontPackError) {
    self.init(header: bytes)
    var reader = ByteReader(bytes, at: 0)
    guard bytes.count >= characters, reader.number(bytes: 4) == 0x4e46_4246 else {
      throw FontPackError("not a font pack")
    }
    guard reader.number(bytes: 2) == 1 else {
      throw FontPackError("a font pack of another version than 1")
    }
    reader.skip(2)
    guard reader.number(bytes: 4) == bytes.count, bytes.count <= 16 << 20 else {
      throw FontPackError("not as long as it says")
    }
    if isFile,
      UInt32(truncatingIfNeeded: reader.number(bytes: 4))
        != Checksum.crc32(bytes.span.extracting(16..<bytes.count))
    {
      throw FontPackError("its checksum is wrong")
    }
    guard (16...16_384).contains(unitsPerEm), ascent > 0, ascent + descent > 0, capHeight > 0,
      glyphCount > 0, (1...255).contains(leftClassCount), (1...255).contains(rightClassCount),
      (0..<(1 << 24)).contains(outlineByteCount)
    else { throw FontPackError("measures that can't be") }
    guard words <= bytes.count else { throw FontPackError("shorter than its parts") }
    try checkCharacters()
    try checkGlyphs()
    try checkWords()
  }

  private init(header bytes: [UInt8]) {
    self.bytes = bytes
    var reader = ByteReader(bytes, at: 6)
    unitsPerEm = reader.number(bytes: 2)
    reader.skip(8)
    ascent = reader.signed16()
    descent = reader.signed16()
    capHeight = reader.signed16()
    reader.skip(2)
    glyphCount = reader.number(bytes: 2)
    characterCount = reader.number(bytes: 2)
    leftClassCount = reader.number(bytes: 2)
    rightClassCount = reader.number(bytes: 2)
    outlineByteCount = reader.number(bytes: 4)
    wordCount = reader.number(bytes: 2)
  }

  // MARK: - Sections: their starts, as indices of `bytes`

  private var characters: Int { 40 }
  private var glyphs: Int { characters + characterCount * 5 }
  private var kernings: Int { glyphs + glyphCount * 7 }
  private var outlines: Int { kernings + leftClassCount * rightClassCount * 2 }
  private var wordPlaces: Int { outlines + outlineByteCount }
  private var words: Int { wordPlaces + wordCount * 4 }

  // MARK: - Checks of all sections with a fixed layout

  private func checkCharacters() throws(FontPackError) {
    var reader = ByteReader(bytes, at: characters)
    var last = -1
    for _ in 0..<characterCount {
      let character = reader.number(bytes: 3)
      guard character > last, reader.number(bytes: 2) < glyphCount else {
        throw FontPackError("characters out of order, or without glyphs")
      }
      last = character
    }
  }

  private func checkGlyphs() throws(FontPackError) {
    var reader = ByteReader(bytes, at: glyphs)
    for _ in 0..<glyphCount {
      let isThere = reader.number(bytes: 3) < outlineByteCount
      let (left, right) = (reader.byte(), reader.byte())
      reader.skip(2)
      guard isThere, left < leftClassCount, right < rightClassCount else {
        throw FontPackError("glyphs without outlines, or of unknown classes")
      }
    }
  }

  private func checkWords() throws(FontPackError) {
    var reader = ByteReader(bytes, at: wordPlaces)
    for _ in 0..<wordCount {
      // On 32-bit machines the sum may overflow to a negative number.
      let place = words &+ reader.number(bytes: 4)
      var word = ByteReader(bytes, at: place)
      let length = word.byte()
      guard place >= words, length > 0, place <= bytes.count - 3 - length else {
        throw FontPackError("words beyond its end")
      }
    }
  }

  // MARK: - Glyphs

  /// The glyph of a code point; nil if the pack has none.
  public func glyph(of character: UInt32) -> Int? {
    var (first, end) = (0, characterCount)
    // Packs begin with ASCII from the blank on.
    var middle = max(0, min(Int(character) - 32, characterCount - 1))
    while first < end {
      var reader = ByteReader(bytes, at: characters + middle * 5)
      let known = reader.number(bytes: 3)
      if known == Int(character) { return reader.number(bytes: 2) }
      if known < Int(character) { first = middle + 1 } else { end = middle }
      middle = (first + end) / 2
    }
    return nil
  }

  /// A glyph's advance width, font units.
  public func advance(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: glyphs + glyph * 7 + 5)
    return reader.number(bytes: 2)
  }

  /// The kerning between two glyphs, font units, which is added to the left one's advance.
  public func kerning(_ left: Int, _ right: Int) -> Int {
    var reader = ByteReader(bytes, at: glyphs + left * 7 + 3)
    let row = reader.byte()
    reader = ByteReader(bytes, at: glyphs + right * 7 + 4)
    let column = reader.byte()
    if row == 0 || column == 0 { return 0 }
    reader = ByteReader(bytes, at: kernings + (row * rightClassCount + column) * 2)
    return reader.signed16()
  }

  /// The index in `bytes` of a glyph's outline.
  func outline(of glyph: Int) -> Int {
    var reader = ByteReader(bytes, at: glyphs + glyph * 7)
    return outlines + reader.number(bytes: 3)
  }

  /// The index in `bytes` of the end of all outlines.
  var outlinesEnd: Int { wordPlaces }

  // MARK: - Words

  /// The shaped word of a UTF-8 text; nil if the pack has none.
  public func word(_ text: Span<UInt8>) -> ShapedWord? {
    var (first, end) = (0, wordCount)
    while first < end {
      let middle = (first + end) / 2
      var reader = ByteReader(bytes, at: wordPlaces + middle * 4)
      let place = words + reader.number(bytes: 4)
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
