import Foundation

/// Writes small font packs (docs/formats/fbfont.md): squares and blanks, with what a test is about.
public struct FontPackWriter {
  /// A glyph: its outline's bytes, its advance, its classes.
  public struct Glyph {
    /// The bytes of its outline.
    public var outline: [UInt8]
    /// How far the pen goes on, units.
    public var advance: Int
    /// Its class as a left one.
    public var left = 0
    /// Its class as a right one.
    public var right = 0

    /// Gathers them.
    public init(outline: [UInt8], advance: Int, left: Int = 0, right: Int = 0) {
      (self.outline, self.advance, self.left, self.right) = (outline, advance, left, right)
    }
  }

  /// Units of an em.
  public var unitsPerEm = 100
  /// Above the baseline, units.
  public var ascent = 80
  /// Below the baseline, units.
  public var descent = 20
  /// The glyphs; that of a box first.
  public var glyphs: [Glyph] = []
  /// Which glyph a character has.
  public var characters: [UInt32: Int] = [:]
  /// Rows of left classes.
  public var kerning: [[Int]] = [[0]]
  /// Shaped words.
  public var words: [Word] = []

  /// A shaped word.
  public typealias Word = (
    text: String, isRightToLeft: Bool, glyphs: [(Int, x: Int, y: Int, added: Int)]
  )

  /// Begins with a box for what is missing.
  public init() { glyphs = [Glyph(outline: Self.square(side: 60), advance: 70)] }

  /// Adds a character whose glyph is a square on the baseline.
  @discardableResult
  public mutating func add(
    _ character: Character, side: Int = 40, advance: Int = 50, left: Int = 0, right: Int = 0
  ) -> Int {
    glyphs.append(
      Glyph(
        outline: side == 0 ? [0] : Self.square(side: side), advance: advance, left: left,
        right: right))
    for scalar in character.unicodeScalars { characters[scalar.value] = glyphs.count - 1 }
    return glyphs.count - 1
  }

  /// The outline of a square that stands on the baseline.
  public static func square(side: Int) -> [UInt8] {
    varint(1 << 1) + varint(3) + point(0, 0) + [0] + point(side, 0) + point(0, -side)
      + point(-side, 0)
  }

  /// A number as the format has it.
  public static func varint(_ number: Int) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f | 0x80))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// A number with its sign.
  public static func signedVarint(_ number: Int) -> [UInt8] {
    varint(number < 0 ? -number * 2 - 1 : number * 2)
  }

  /// A point.
  public static func point(_ x: Int, _ y: Int) -> [UInt8] { signedVarint(x) + signedVarint(y) }

  /// The whole file.
  public var bytes: [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var (outlines, places) = ([UInt8](), [Int]())
    for glyph in glyphs {
      places.append(outlines.count)
      outlines += glyph.outline
    }
    let sorted = words.sorted { Array($0.text.utf8).lexicographicallyPrecedes(Array($1.text.utf8)) }
    var (wordBytes, wordPlaces) = ([UInt8](), [Int]())
    for word in sorted {
      wordPlaces.append(wordBytes.count)
      wordBytes += [
        UInt8(word.text.utf8.count), UInt8(word.glyphs.count), word.isRightToLeft ? 1 : 0,
      ]
      wordBytes += Array(word.text.utf8)
      for glyph in word.glyphs {
        wordBytes +=
          Self.varint(glyph.0) + Self.point(glyph.x, glyph.y)
          + Self.signedVarint(glyph.added)
      }
    }
    var body = number(ascent, 2) + number(descent, 2) + number(70, 2) + number(50, 2)
    body += number(glyphs.count, 2) + number(characters.count, 2)
    body += number(kerning.count, 2) + number(kerning[0].count, 2)
    body += number(outlines.count, 4) + number(words.count, 2) + number(0, 2)
    for (character, glyph) in characters.sorted(by: { $0.key < $1.key }) {
      body += number(Int(character), 3) + number(glyph, 2)
    }
    for (index, glyph) in glyphs.enumerated() {
      body += number(places[index], 3) + [UInt8(glyph.left), UInt8(glyph.right)]
      body += number(glyph.advance, 2)
    }
    for row in kerning { for entry in row { body += number(entry, 2) } }
    body += outlines
    for place in wordPlaces { body += number(place, 4) }
    body += wordBytes
    let head = Array("FBFN".utf8) + number(1, 2) + number(unitsPerEm, 2)
    return head + number(16 + body.count, 4) + number(Int(Self.checksum(body)), 4) + body
  }

  /// CRC-32, by a table, unlike the program's.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in
        value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
      }
    }
    return ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ ($0 >> 8) }
  }
}
