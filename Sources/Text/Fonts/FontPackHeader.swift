import Base

/// The header of a font pack, and the checks of all sections with a fixed layout.
struct FontPackHeader {
  let magic: Int
  let version: Int
  let unitsPerEm: Int
  let byteCount: Int
  let checksum: Int
  let ascent: Int
  let descent: Int
  let capHeight: Int
  let glyphCount: Int
  let characterCount: Int
  let leftClassCount: Int
  let rightClassCount: Int
  let outlineByteCount: Int
  let wordCount: Int
  private let isBroken: Bool

  static var byteCount: Int { 40 }

  init(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, at: 0)
    magic = reader.number(bytes: 4)
    version = reader.number(bytes: 2)
    unitsPerEm = reader.number(bytes: 2)
    byteCount = reader.number(bytes: 4)
    checksum = reader.number(bytes: 4)
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
    _ = reader.number(bytes: 2)
    isBroken = reader.isBroken
  }

  /// Checks all sections with a fixed layout.
  ///
  /// - Returns: the starts of the sections.
  func sections(of bytes: [UInt8], isFile: Bool) throws(FontPackError) -> FontPackSections {
    guard !isBroken, magic == 0x4e46_4246 else { throw FontPackError("not a font pack") }
    guard version == 1 else { throw FontPackError("a font pack of another version than 1") }
    guard byteCount == bytes.count, byteCount <= 16 << 20 else {
      throw FontPackError("not as long as it says")
    }
    if isFile,
      UInt32(truncatingIfNeeded: checksum)
        != Checksum.crc32(bytes.span.extracting(16..<bytes.count))
    {
      throw FontPackError("its checksum is wrong")
    }
    guard (16...16_384).contains(unitsPerEm), ascent > 0, ascent + descent > 0, capHeight > 0,
      glyphCount > 0, (1...255).contains(leftClassCount), (1...255).contains(rightClassCount),
      (0..<(1 << 24)).contains(outlineByteCount)
    else { throw FontPackError("measures that can't be") }
    var sections = FontPackSections()
    sections.characters = Self.byteCount
    sections.glyphs = sections.characters + characterCount * 5
    sections.kerning = sections.glyphs + glyphCount * 7
    sections.outlines = sections.kerning + leftClassCount * rightClassCount * 2
    sections.wordPlaces = sections.outlines + outlineByteCount
    sections.words = sections.wordPlaces + wordCount * 4
    guard sections.words <= bytes.count else { throw FontPackError("shorter than its parts") }
    try checkCharacters(bytes, sections)
    try checkGlyphs(bytes, sections)
    try checkWords(bytes, sections)
    return sections
  }

  private func checkCharacters(
    _ bytes: [UInt8], _ sections: FontPackSections
  ) throws(FontPackError) {
    var reader = ByteReader(bytes, at: sections.characters)
    var last = -1
    for _ in 0..<characterCount {
      let character = reader.number(bytes: 3)
      guard character > last, reader.number(bytes: 2) < glyphCount else {
        throw FontPackError("characters out of order, or without glyphs")
      }
      last = character
    }
  }

  private func checkGlyphs(
    _ bytes: [UInt8], _ sections: FontPackSections
  ) throws(FontPackError) {
    var reader = ByteReader(bytes, at: sections.glyphs)
    for _ in 0..<glyphCount {
      let isThere = reader.number(bytes: 3) < outlineByteCount
      let (left, right) = (reader.byte(), reader.byte())
      reader.skip(2)
      guard isThere, left < leftClassCount, right < rightClassCount else {
        throw FontPackError("glyphs without outlines, or of unknown classes")
      }
    }
  }

  private func checkWords(
    _ bytes: [UInt8], _ sections: FontPackSections
  ) throws(FontPackError) {
    var reader = ByteReader(bytes, at: sections.wordPlaces)
    for _ in 0..<wordCount {
      // On 32-bit machines the sum may overflow to a negative number.
      let place = sections.words &+ reader.number(bytes: 4)
      var word = ByteReader(bytes, at: place)
      let length = word.byte()
      guard place >= sections.words, length > 0, place <= bytes.count - 3 - length else {
        throw FontPackError("words beyond its end")
      }
    }
  }
}
