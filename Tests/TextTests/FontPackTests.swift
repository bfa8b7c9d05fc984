import Graphics
import TestSupport
import Testing
import Text

@Suite struct FontPackTests {
  static var sample: FontPackWriter {
    var writer = FontPackWriter()
    writer.add("A", left: 1)
    writer.add("V", right: 1)
    writer.add("é")
    writer.add(" ", side: 0, advance: 25)
    writer.kerning = [[0, 0], [0, -7]]
    writer.words = [
      ("لا", true, [(1, x: 3, y: -2, added: 5), (2, x: 0, y: 0, added: 0)]),
      ("fi", false, [(3, x: 0, y: 0, added: 0)]), ("f", false, [(2, x: 0, y: 0, added: 0)]),
    ]
    return writer
  }

  @Test func whatIsWrittenIsRead() throws {
    let pack = try FontPack(Self.sample.bytes)
    #expect((pack.unitsPerEm, pack.ascent, pack.descent, pack.glyphCount) == (100, 80, 20, 5))
    #expect(pack.glyph(of: 0x41) == 1)
    #expect(pack.glyph(of: 0xe9) == 3)
    #expect(pack.glyph(of: 0x42) == nil)
    #expect(pack.glyph(of: 0xffff_ffff) == nil)
    #expect(pack.advance(of: 4) == 25)
    #expect(pack.kerning(1, 2) == -7)
    #expect(pack.kerning(2, 1) == 0)
    #expect(pack.kerning(3, 3) == 0)
  }

  /// The pack in the program has each letter of the catalogues in Latin script.
  @Test(arguments: ["en", "de", "fr", "es", "pt-BR"])
  func theBuiltInPackHasTheProgramsOwnLetters(language: String) throws {
    let pack = try #require(FontPack.builtIn)
    for character in 0x20...0x7e as ClosedRange<UInt32> {
      #expect(pack.glyph(of: character) != nil)
    }
    let lines = String(decoding: try Shared.bytes("locale/\(language).conf"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    let fonts = try #require(FontStack([pack]))
    let typesetter = Typesetter(fonts)
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 999, height: 20), size: 10, anchor: Point(x: 0, y: 0),
      lineLimit: 1)
    for line in lines {
      typesetter.set(Array(line.utf8).span, in: frame, as: SetText())
      #expect(typesetter.flaw == nil, "\(line)")
    }
    #expect(lines.count > 20)
    for glyph in 0..<pack.glyphCount { #expect(pack.forEachStep(of: glyph) { _ in }) }
  }

  /// So a number stays where it is while it changes.
  @Test(arguments: ["default", "bold", "numeral", ""])
  func figuresHaveOneWidth(name: String) throws {
    let pack =
      name.isEmpty
      ? try #require(FontPack.builtIn) : try FontPack(try Shared.bytes("fonts/\(name).fbfont"))
    let figures = try (0x30...0x39 as ClosedRange<UInt32>).map { try #require(pack.glyph(of: $0)) }
    #expect(Set(figures.map { pack.advance(of: $0) }).count == 1)
    for one in figures { #expect(figures.allSatisfy { pack.kerning(one, $0) == 0 }) }
    // A narrow 1 in a wide cell would stand apart: this one has a foot or a flag that fills it.
    var (left, right) = (Double.infinity, -Double.infinity)
    _ = pack.forEachStep(of: figures[1]) { step in
      switch step {
      case .move(let to), .line(let to), .quad(_, let to), .cubic(_, _, let to):
        (left, right) = (min(left, to.x), max(right, to.x))
      case .close: break
      }
    }
    #expect((right - left) / Double(pack.advance(of: figures[1])) > 0.3)
  }

  @Test func wordsAreFoundWhole() throws {
    let pack = try FontPack(Self.sample.bytes)
    func word(_ text: String) -> ShapedWord? { pack.word(Array(text.utf8).span) }
    #expect(word("fi")?.glyphCount == 1)
    #expect(word("f") != nil)
    #expect(word("fil") == nil)
    #expect(word("") == nil)
    let shaped = try #require(word("لا"))
    #expect(shaped.isRightToLeft)
    var glyphs: [[Int]] = []
    shaped.forEachGlyph { glyphs.append([$0.number, $0.x, $0.y, $0.advance]) }
    #expect(glyphs == [[1, 3, -2, 55], [2, 0, 0, 50]])
  }

  private func steps(_ outline: [UInt8], extra: [[UInt8]] = []) throws -> [String]? {
    var writer = FontPackWriter()
    writer.glyphs.append(.init(outline: outline, advance: 1))
    for bytes in extra { writer.glyphs.append(.init(outline: bytes, advance: 1)) }
    let pack = try FontPack(writer.bytes)
    var steps: [String] = []
    let isWhole = pack.forEachStep(of: 1) { step in
      func text(_ point: SIMD2<Double>) -> String { "\(Int(point.x)),\(Int(point.y))" }
      switch step {
      case .move(let to): steps.append("M" + text(to))
      case .line(let to): steps.append("L" + text(to))
      case .quad(let control, let to): steps.append("Q\(text(control)) \(text(to))")
      case .cubic(let one, let two, let to):
        steps.append("C\(text(one)) \(text(two)) \(text(to))")
      case .close: steps.append("Z")
      }
    }
    return isWhole ? steps : nil
  }

  private typealias Writer = FontPackWriter

  @Test func outlinesHaveAllKindsOfSegments() throws {
    let outline =
      Writer.varint(1 << 1) + Writer.varint(3) + Writer.point(10, -300)
      + [0b10_01_00] + Writer.point(5, 0) + Writer.point(1, 1) + Writer.point(1, 1)
      + Writer.point(2, 0) + Writer.point(2, 0) + Writer.point(2, 8_000)
    #expect(
      try steps(outline) == [
        "M10,-300", "L15,-300", "Q16,-299 17,-298", "C19,-298 21,-298 23,7702", "Z",
      ])
    #expect(try steps([0]) == [])
  }

  @Test func compositesAreOthersMoved() throws {
    // The second contour is counted from where the first one ended.
    let dots =
      Writer.varint(2 << 1) + Writer.varint(1) + Writer.point(1, 1) + [0] + Writer.point(1, 0)
      + Writer.varint(1) + Writer.point(3, 0) + [0] + Writer.point(0, 1)
    let composite =
      Writer.varint(2 << 1 | 1) + Writer.varint(2) + Writer.point(100, 0) + Writer.varint(2)
      + Writer.point(0, -100)
    #expect(
      try steps(composite, extra: [dots]) == [
        "M101,1", "L102,1", "Z", "M105,1", "L105,2", "Z",
        "M1,-99", "L2,-99", "Z", "M5,-99", "L5,-98", "Z",
      ])
  }

  @Test(
    arguments: [
      // No segments; segments that are missing; a kind that does not exist; a number that does not end.
      [2, 0], [2, 1, 0, 0], [2, 1, 0, 0, 3, 0, 0], [2, 1, 0x80, 0x80, 0x80, 0x80, 0, 0],
      // More contours, more segments than there are.
      [0xfe, 0xff, 0xff, 0x7f], [2, 0xff, 0xff, 0xff, 0x7f, 0, 0],
      // No parts; a part that is not there; a composite of itself.
      [1], [3, 99, 0, 0], [3, 1, 0, 0],
    ] as [[UInt8]])
  func brokenOutlinesAreToldOf(outline: [UInt8]) throws {
    #expect(try steps(outline) == nil)
  }

  @Test func brokenFilesAreRefused() throws {
    let whole = Self.sample.bytes
    for count in 0..<whole.count {
      #expect(throws: FontPackError.self) { try FontPack(Array(whole[..<count])) }
    }
    for index in 16..<whole.count {
      var bytes = whole
      bytes[index] ^= 0x10
      #expect(throws: FontPackError.self) { try FontPack(bytes) }
    }
  }

  @Test func wrongReferencesAreRefused() throws {
    var writer = Self.sample
    writer.characters[0x42] = 99
    #expect(throws: FontPackError.self) { try FontPack(writer.bytes) }
    writer = Self.sample
    writer.glyphs[1].left = 2
    #expect(throws: FontPackError.self) { try FontPack(writer.bytes) }
    writer = Self.sample
    writer.unitsPerEm = 8
    #expect(throws: FontPackError.self) { try FontPack(writer.bytes) }
    writer = Self.sample
    writer.glyphs = []
    #expect(throws: FontPackError.self) { try FontPack(writer.bytes) }
  }
}
