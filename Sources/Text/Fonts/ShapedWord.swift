/// A word whose glyphs were chosen and placed when its pack was made.
public struct ShapedWord: Sendable {
  /// How many glyphs it has.
  public let glyphCount: Int
  /// Whether it runs from right to left. Its glyphs come from left to right anyway.
  public let isRightToLeft: Bool
  private let pack: FontPack
  private let place: Int

  /// A glyph of a word.
  public struct Glyph: Sendable {
    /// Which one of the pack.
    public let number: Int
    /// Where its origin is beside the pen, units.
    public let x: Int
    /// How far its origin is below the pen, units.
    public let y: Int
    /// How far the pen goes on, units.
    public let advance: Int
  }

  init(_ pack: FontPack, at place: Int) {
    self.pack = pack
    var reader = ByteReader(pack.bytes, at: place)
    let length = reader.byte()
    glyphCount = reader.byte()
    isRightToLeft = reader.byte() == 1
    self.place = reader.position + length
  }

  /// Calls a function with each glyph, from left to right. A broken word has those before the break.
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
