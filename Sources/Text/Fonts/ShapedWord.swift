/// A word with glyphs and positions that shaping chose when its pack was made.
public struct ShapedWord: Sendable {
  /// The number of glyphs.
  public let glyphCount: Int
  /// Whether the word runs from right to left. Its glyphs are in visual order, left to right,
  /// anyway.
  public let isRightToLeft: Bool
  private let pack: FontPack
  private let place: Int

  /// A glyph of a shaped word.
  public struct Glyph: Sendable {
    /// The glyph's number in the pack.
    public let number: Int
    /// The horizontal offset from the pen to the glyph's origin, font units.
    public let x: Int
    /// The vertical offset from the pen down to the glyph's origin, font units.
    public let y: Int
    /// The glyph's advance, font units.
    public let advance: Int
  }

  /// The advance of all glyphs, font units.
  var advance: Int {
    var advance = 0
    forEachGlyph { advance += $0.advance }
    return advance
  }

  init(_ pack: FontPack, at place: Int) {
    self.pack = pack
    var reader = ByteReader(pack.bytes, at: place)
    let length = reader.byte()
    glyphCount = reader.byte()
    isRightToLeft = reader.byte() == 1
    self.place = reader.position + length
  }

  /// Calls a function with each glyph, from left to right. Ends at the first invalid glyph.
  public func forEachGlyph(_ body: (Glyph) -> Void) {
    var reader = ByteReader(pack.bytes, at: place)
    for _ in 0..<glyphCount {
      let number = reader.varint()
      let (x, y, added) = (reader.signedVarint(), reader.signedVarint(), reader.signedVarint())
      if reader.isBroken || number >= pack.glyphCount { return }
      body(Glyph(number: number, x: x, y: y, advance: pack.advance(of: number) + added))
    }
  }
}
