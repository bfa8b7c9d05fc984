/// A pack as bytes: `docs/formats/fbfont.md`, in its order.
struct PackWriter {
  /// Bytes by section, in the file's order.
  private(set) var sections: [(name: String, bytes: [UInt8])] = []

  /// - Throws: `PackingError` if there is more of something than the format has room for.
  init(_ pack: Pack) throws(PackingError) {
    try Self.check(pack)
    var characters: [UInt8] = []
    for (scalar, glyph) in pack.characters {
      characters.append(Int(scalar.value), bytes: 3)
      characters.append(glyph, bytes: 2)
    }
    var glyphs: [UInt8] = []
    var outlines: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    for glyph in pack.glyphs {
      let bytes = OutlineEncoding.bytes(glyph.outline)
      let place = places[bytes] ?? outlines.count
      if place == outlines.count { outlines += bytes }
      places[bytes] = place
      glyphs.append(place, bytes: 3)
      glyphs += [glyph.left, glyph.right]
      glyphs.append(glyph.advance, bytes: 2)
    }
    var kerning: [UInt8] = []
    for row in pack.kerning { for value in row { kerning.append(value, bytes: 2) } }
    var wordPlaces: [UInt8] = []
    var words: [UInt8] = []
    for word in pack.words {
      wordPlaces.append(words.count, bytes: 4)
      words += Self.bytes(word)
    }
    guard outlines.count < 1 << 24 else { throw PackingError("more than 16 MB of outlines") }
    var header: [UInt8] = []
    let body = [
      ("characters", characters), ("glyphs", glyphs), ("kerning", kerning), ("outlines", outlines),
      ("word places", wordPlaces), ("words", words),
    ]
    let whole = 40 + body.reduce(0) { $0 + $1.1.count }
    guard whole <= 16 << 20 else { throw PackingError("more than 16 MB in all") }
    for number in [pack.ascent, pack.descent, pack.capitals, pack.small] {
      header.append(number, bytes: 2)
    }
    header.append(pack.glyphs.count, bytes: 2)
    header.append(pack.characters.count, bytes: 2)
    header.append(pack.kerning.count, bytes: 2)
    header.append(pack.kerning[0].count, bytes: 2)
    header.append(outlines.count, bytes: 4)
    header.append(pack.words.count, bytes: 2)
    header.append(0, bytes: 2)
    let checksum = (header + body.flatMap(\.1)).crc32
    var start = Array("FBFN".utf8)
    start.append(1, bytes: 2)
    start.append(pack.units, bytes: 2)
    start.append(whole, bytes: 4)
    start.append(Int(checksum), bytes: 4)
    sections = [("header", start + header)] + body.map { (name: $0.0, bytes: $0.1) }
  }

  /// The whole file.
  var file: [UInt8] { sections.flatMap(\.bytes) }

  private static func bytes(_ word: Pack.Word) -> [UInt8] {
    var bytes: [UInt8] = [
      UInt8(word.text.count), UInt8(word.glyphs.count), word.isRightToLeft ? 1 : 0,
    ]
    bytes += word.text
    for glyph in word.glyphs {
      bytes.append(varint: glyph.glyph)
      bytes.append(signedVarints: glyph.offset)
      bytes.append(signedVarint: glyph.added)
    }
    return bytes
  }

  private static func check(_ pack: Pack) throws(PackingError) {
    for (count, what) in [
      (pack.glyphs.count, "glyphs"), (pack.characters.count, "characters"),
      (pack.words.count, "words"),
    ] where count > 0xffff {
      throw PackingError("\(count) \(what); a pack has room for 65535")
    }
    for word in pack.words where word.text.count > 255 || word.glyphs.count > 255 {
      let text = String(decoding: word.text, as: UTF8.self)
      throw PackingError("'\(text)' is too long for a word; put blanks or U+200B into it")
    }
    for (index, glyph) in pack.glyphs.enumerated() {
      guard (0...0xffff).contains(glyph.advance) else {
        throw PackingError("glyph \(index) has an advance of \(glyph.advance) units")
      }
      guard OutlineEncoding.points(of: glyph.outline, in: pack) <= 4096 else {
        throw PackingError("glyph \(index) has more than 4096 points")
      }
    }
  }
}
