import Graphics
import TestSupport
import Testing

@testable import Text

@Suite struct TypesetterTests {
  /// Letters are 50 wide in an em of 100, a blank 25, an ellipsis 60; Arabic letters 50; Chinese ones 100.
  static let letters = Array("abcdefghij0123456789.·-אבגד()")
  static let fonts: FontStack? = {
    var writer = FontPackWriter()
    for (index, character) in letters.enumerated() { writer.add(character, side: 10 + index) }
    writer.add("ć", side: 50)
    for character in "中文字。「" { writer.add(character, side: 90, advance: 100) }
    writer.add(" ", side: 0, advance: 25)
    writer.add("…", advance: 60)
    writer.glyphs[1].left = 1
    writer.glyphs[2].right = 1
    writer.kerning = [[0, 0], [0, -10]]
    return (try? FontPack(writer.bytes)).flatMap { FontStack([$0]) }
  }()

  /// The left edges of all letters of a text in ems, line by line, each with its column's place.
  private func set(
    _ text: String, width: Double = 100, height: Double = 100, size: Double = 1,
    anchor: Point = Point(x: 0, y: 0), lines: Int = 10, with typesetter: Typesetter? = nil
  ) throws -> (xs: [Double], ys: [Double]) {
    let result = SetText()
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: width, height: height), size: size, anchor: anchor,
      lineLimit: lines)
    let setter = try typesetter ?? Typesetter(#require(Self.fonts))
    setter.set(Array(text.utf8).span, in: frame, as: result)
    var list = DisplayList()
    var (xs, ys) = ([Double](), [Double]())
    for word in 0..<result.count {
      let path = list.path(result[word])
      let pen = list.withPen(of: path) { copy $0 }
      var next = path.points.lowerBound
      for step in pen.steps[path.steps] {
        if step == .move {
          xs.append((pen.points[next].x * 1000).rounded() / 1000)
          ys.append(pen.points[next].y)
        }
        if step != PathStep.close { next += 1 }
      }
    }
    return (xs, ys)
  }

  @Test func lettersStandBesideEachOther() throws {
    #expect(try set("cde").xs == [0, 0.5, 1])
    #expect(try set("ab").xs == [0, 0.4])
    #expect(try set("ba").xs == [0, 0.5])
    #expect(try set("c d").xs == [0, 0.75])
    #expect(try set("c\u{a0}d").xs == [0, 0.75])
    #expect(try set("c\u{202f}d").xs == [0, 0.625])
    #expect(try set("c\u{200b}d").xs == [0, 0.5])
    #expect(try set("  c  ").xs == [0])
    #expect(try set("").xs == [])
  }

  @Test func whatNoFontHasIsABox() throws {
    let typesetter = Typesetter(try #require(Self.fonts))
    let outline = SetText()
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 9, height: 9), size: 1, anchor: Point(x: 0, y: 0), lineLimit: 1)
    typesetter.set(Array("cЖ".utf8).span, in: frame, as: outline)
    #expect(typesetter.flaw == .missing([0x416]))
    let more = "cЖ ЯЖЖ c☃"
    typesetter.set(Array(more.utf8).span, in: frame, as: SetText())
    #expect(typesetter.flaw == .missing([0x416, 0x42f, 0x2603]))
    let many = (0..<40).compactMap { Unicode.Scalar(0x3400 + $0) }.map { String($0) }.joined()
    typesetter.set(Array(many.utf8).span, in: frame, as: SetText())
    #expect(typesetter.flaw == .missing((0x3400...0x3410).map { UInt32($0) }))
    #expect(outline.count == 1)
    typesetter.set(Array("c".utf8).span, in: frame, as: outline)
    #expect(typesetter.flaw == nil)
  }

  /// A frame without room has no text, and no defect of the previous text.
  @Test func frameWithoutRoom_hasNoDefect() throws {
    let typesetter = Typesetter(try #require(Self.fonts))
    let outline = SetText()
    var frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 2, height: 1), size: 1, anchor: Point(x: 0, y: 0), lineLimit: 1)
    typesetter.set(Array("cЖ cdefgh".utf8).span, in: frame, as: outline)
    #expect(typesetter.isElided && typesetter.flaw != nil)
    frame.box.width = 0
    typesetter.set(Array("c".utf8).span, in: frame, least: 0.5, as: outline)
    #expect(!typesetter.isElided && typesetter.flaw == nil)
    #expect(typesetter.lineCount == 0 && outline.count == 0)
  }

  /// A letter and a mark are what fonts have as one; a mark that no font has is left out, and told of.
  @Test func accentsJoinTheirLetters() throws {
    #expect(try set("c\u{301}d").xs == [0, 0.5])
    #expect(try set("ć").xs == set("c\u{301}").xs)
    let typesetter = Typesetter(try #require(Self.fonts))
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 9, height: 9), size: 1, anchor: Point(x: 0, y: 0), lineLimit: 1)
    typesetter.set(Array("c\u{301}".utf8).span, in: frame, as: SetText())
    #expect(typesetter.flaw == nil)
    typesetter.set(Array("d\u{301}a".utf8).span, in: frame, as: SetText())
    #expect(typesetter.flaw == .missing([0x301]))
    #expect(try set("d\u{301}a").xs == [0, 0.5])
    #expect(Characters.composed(0x65, 0x301) == 0xe9 && Characters.composed(0x418, 0x306) == 0x419)
    #expect(Characters.composed(0x3b1, 0x301) == 0x3ac && Characters.composed(0x71, 0x301) == nil)
  }

  /// Lines stand a little closer where they would not fit otherwise.
  @Test func linesStandCloserInALowBox() throws {
    #expect(try set("cd ef", width: 1.3, height: 2.5, size: 1, lines: 2).ys == [1, 1, 2, 2])
    let closer = try set("cd ef", width: 13, height: 19, size: 10, lines: 2).ys
    #expect(closer.count == 4 && closer[1] == closer[0] && closer[2] == closer[0] + 9)
    let one = try set("cd ef", width: 13, height: 18.7, size: 10, lines: 2).ys
    #expect(Set(one).count == 1)
  }

  @Test func linesBreakBetweenWords() throws {
    // Each line is an em high.
    #expect(try set("cd ef gh", width: 2.3).ys == [1, 1, 1, 1, 2, 2])
    #expect(try set("cd ef gh", width: 2.3).xs == [0, 0.5, 1.25, 1.75, 0, 0.5])
    #expect(try set("cd\u{a0}ef gh", width: 2).ys == [1, 1, 2, 2, 3, 3])
    #expect(try set("cdefg", width: 1.2).xs == [0, 0.5, 0, 0.5, 0])
  }

  /// Lines have about the same width, and there are not more of them for that.
  @Test func linesAreBalanced() throws {
    #expect(try set("ccc cc cc c", width: 4.3).ys == [1, 1, 1, 1, 1, 2, 2, 2])
    #expect(try set("cc cc cc cc", width: 3.9).ys == [1, 1, 1, 1, 2, 2, 2, 2])
    #expect(try set("中中中中中", width: 4).ys == [1, 1, 1, 2, 2])
  }

  @Test func chineseBreaksAnywhereButBeforeStops() throws {
    #expect(try set("中文字", width: 2).ys == [1, 1, 2])
    // The stop takes the character before it along.
    #expect(try set("中文。", width: 2).ys == [1, 2, 2])
    #expect(try set("中「文", width: 2).ys == [1, 2, 2])
  }

  @Test func whatDoesNotFitEndsWithAnEllipsis() throws {
    // Three letters and the ellipsis: 2.1.
    #expect(try set("cdefghi", width: 2.2, lines: 1).xs == [0, 0.5, 1, 1.5])
    #expect(try set("cd ef", width: 1.7, lines: 1).xs == [0, 0.5, 1])
    #expect(try set("cd ef gh", width: 1.7, lines: 2).ys == [1, 1, 2, 2, 2])
    // The box holds two lines only.
    #expect(try set("c d e f", width: 0.6, height: 2).ys.last == 2)
    // Where not even the ellipsis fits, it is all that there is.
    #expect(try set("cde", width: 0.1, lines: 1).xs == [0])
  }

  @Test func whatWasSaidApartStaysTogether() throws {
    let text = "cd ef\u{a0}· \u{2068}gh ij"
    // The dot is left out where a line breaks.
    #expect(try set(text, width: 4).ys == [1, 1, 1, 1, 2, 2, 2, 2])
    #expect(try set(text, width: 9).ys == [1, 1, 1, 1, 1, 1, 1, 1, 1])
    #expect(try set(text, width: 1.8).ys == [1, 1, 2, 2, 3, 3, 4, 4])
    // Unless there are too few lines for that.
    #expect(try set("c\u{a0}· \u{2068}d ef gh", width: 2.9, lines: 2).ys.count == 7)
  }

  @Test func anchorsPlaceLines() throws {
    #expect(try set("c", width: 10, size: 2, anchor: Point(x: 1, y: 0)).xs == [9])
    #expect(try set("c", width: 10, size: 2, anchor: Point(x: 0.5, y: 0)).xs == [5])
    #expect(try set("c", width: 10, height: 10, size: 1, anchor: Point(x: 0, y: 1)).ys == [10])
    // Too large for the box: it gets smaller.
    #expect(try set("cd", width: 10, height: 2, size: 4).xs == [0, 1])
  }

  /// The letters of a text as they stand from left to right, told by how large they are; blanks are left out.
  private func order(_ text: String) throws -> String {
    let result = SetText()
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 99, height: 99), size: 1, anchor: Point(x: 0, y: 0),
      lineLimit: 1)
    Typesetter(try #require(Self.fonts)).set(Array(text.utf8).span, in: frame, as: result)
    var list = DisplayList()
    var points: [Point] = []
    for word in 0..<result.count {
      let path = list.path(result[word])
      points += list.withPen(of: path) { $0.points }
    }
    // Of each square the left bottom corner and that right of it.
    let squares = stride(from: 0, to: points.count, by: 4).map { ($0, points[$0].x) }
    return String(
      squares.sorted { $0.1 < $1.1 }.map { place, _ in
        Self.letters[Int((points[place + 1].x - points[place].x) * 100 + 0.5) - 10]
      })
  }

  @Test(arguments: [
    ("אב", "בא"), ("אב ג", "גבא"),
    // A number keeps its figures' order, and goes with the letters before it.
    ("א 12 34 ב", "ב3412א"), ("א 12 c", "c12א"), ("א c 12 ב", "בc12א"), ("12 א", "א12"),
    // In a line from left to right a run of such words changes places by itself.
    ("c א ב d", "cבאd"),
    // A dot between words of one direction has that direction; otherwise the line's.
    ("א · ב", "ב·א"), ("c · א ב", "c·בא"), ("1 · c א", "1·cא"), ("א · 12 · ב", "ב·12·א"),
    ("א · · c", "c··א"),
    // But not with letters before an isolate.
    ("א c · 12 ב", "בc·12א"), ("א c · \u{2068}12 ב", "ב12·cא"),
    // In a word from right to left numbers and names keep their order, and brackets open to the other side.
    ("אב-12", "12-בא"), ("אב1.2ג", "ג1.2בא"), ("אcdב", "בcdא"), ("א.12", "12.א"), ("א(ב)", "(ב)א"),
  ])
  func rightToLeftWordsChangePlaces(text: String, seen: String) throws {
    #expect(try order(text) == seen)
  }

  /// Where a text's syllables end, in characters.
  @Test(arguments: [
    ("स्थिति", "स्थि|ति"), ("राष्ट्रीय", "रा|ष्ट्री|य"), ("फ़ाइलें", "फ़ा|इ|लें"),
    ("अंक", "अं|क"), ("हूँ।", "हूँ|।"), ("दुःख", "दुः|ख"), ("अर्थात्", "अ|र्था|त्"),
    ("क्\u{200c}ष", "क्|\u{200c}|ष"), ("१२ab", "१|२|a|b"), ("ंक", "ं|क"),
    ("a\u{93f}", "a|\u{93f}"), ("น้ำที่", "น้ำ|ที่"), ("เปิด", "เ|ปิ|ด"), ("", ""),
  ])
  func textsAreSplitIntoSyllables(text: String, syllables: String) {
    let bytes = Array(text.utf8)
    var reader = CharacterReader()
    var parts: [String] = []
    while true {
      let start = reader.position
      guard let character = reader.next(of: bytes.span) else { break }
      reader.skipSyllable(after: character, of: bytes.span)
      parts.append(String(decoding: bytes[start..<reader.position], as: UTF8.self))
    }
    #expect(parts.joined(separator: "|") == syllables)
  }

  /// Syllables are the longest words of a pack, then letters; none is cut.
  @Test func syllablesAreComposed() throws {
    var writer = FontPackWriter()
    // In an em of 100: KA 50 wide, TA 50, the signs 30, their words as wide as their glyphs.
    for (index, letter) in ["\u{915}", "\u{924}", "x"].enumerated() {
      writer.add(Character(letter), side: 10 + index)
    }
    for sign in ["\u{93f}", "\u{94d}", "\u{902}"] as [Unicode.Scalar] {
      writer.characters[sign.value] = writer.glyphs.count
      writer.glyphs.append(.init(outline: FontPackWriter.square(side: 20), advance: 30))
    }
    let aa = writer.glyphs.count
    writer.glyphs.append(.init(outline: FontPackWriter.square(side: 20), advance: 30))
    writer.add("…", advance: 60)
    writer.words = [
      ("\u{915}\u{93f}", false, [(4, 0, 0, 0), (1, 0, 0, 0)]),
      ("\u{915}\u{94d}", false, [(1, 0, 0, 0), (5, 0, 0, 0)]),
      ("\u{93e}", false, [(aa, 0, 0, 0)]),
    ]
    let fonts = try #require(FontStack([try FontPack(writer.bytes)]))
    let typesetter = Typesetter(fonts)
    func set(_ text: String, width: Double = 100) throws -> ([Double], TextFlaw?) {
      let result = try self.set(text, width: width, lines: width < 2 ? 1 : 10, with: typesetter)
      return (result.xs, typesetter.flaw)
    }
    // KI: the sign stands before its letter. KAA: a letter and a word.
    #expect(try set("x\u{915}\u{93f}x") == ([0, 0.5, 0.8, 1.3], nil))
    #expect(try set("\u{915}\u{93e}\u{915}") == ([0, 0.5, 0.8], nil))
    // A sign that is no word.
    #expect(try set("\u{915}\u{93f}\u{902}") == ([0, 0.3, 0.8], .unshaped(0x902)))
    // A conjunct that the pack lacks shows its virama; so does the end of a word.
    #expect(try set("\u{915}\u{94d}\u{924}") == ([0, 0.5, 0.8], .unshaped(0x915)))
    #expect(try set("\u{924}\u{915}\u{94d}") == ([0, 0.5, 1], nil))
    // An ellipsis in place of a syllable, though its first glyph has room.
    #expect(try set("x\u{915}\u{93f}xx", width: 1.5).0 == [0, 0.5])
    #expect(try set("x\u{915}\u{93f}xx", width: 1.95).0 == [0, 0.5, 0.8, 1.3])
    // Nor is it parted where a word is too wide for a line.
    #expect(try set("xxx\u{915}\u{93f}x", width: 2).0 == [0, 0.5, 1, 0, 0.3, 0.8])
  }

  /// Punctuation in a word is in the font of the letter before it, or of the first one.
  @Test(arguments: [
    ("x(x", [0, 0.5, 1.5]), ("(x", [0, 1]), ("\u{915}((x", [0, 0.5, 0.8, 1.1]),
    ("(\u{915}", [0, 0.3]), ("x(\u{915}(x", [0, 0.5, 1.5, 2, 2.3]),
  ])
  func punctuationHasTheFontOfLettersBesideIt(text: String, places: [Double]) throws {
    var (latin, hindi) = (FontPackWriter(), FontPackWriter())
    latin.add("(", advance: 100)
    latin.add("x")
    hindi.add("(", advance: 30)
    hindi.add("\u{915}")
    let fonts = try FontStack([FontPack(latin.bytes), FontPack(hindi.bytes)])
    #expect(try set(text, with: Typesetter(#require(fonts))).xs == places)
  }

  /// A word that stands where it stood is the same outline, whatever else changed; one that a list has is never drawn anew.
  @Test func wordsThatStandKeepTheirOutlines() throws {
    let typesetter = Typesetter(try #require(Self.fonts))
    let frame = TextFrame(
      box: Rect(x: 0, y: 0, width: 99, height: 9), size: 1, anchor: Point(x: 0, y: 0), lineLimit: 1)
    let result = SetText()
    func set(_ text: String) -> [RetainedPath] {
      typesetter.set(Array(text.utf8).span, in: frame, as: result)
      return (0..<result.count).map { result[$0] }
    }
    let first = set("cd 12 ef")
    let second = set("cd 13 ef")
    #expect(first.count == 3 && second.count == 3)
    #expect(first[0] === second[0] && first[2] === second[2] && first[1] !== second[1])
    #expect(set("cd 12 ef").elementsEqual(first) { $0 === $1 }, "it was not forgotten")
    // Another place, another outline: the number is wider.
    let wider = set("cd 123 ef")
    #expect(wider[0] === first[0] && wider[2] !== first[2])
    #expect(Set((first + second + wider).map { ObjectIdentifier($0) }).count == 6)
  }

  @Test func widthsAreSums() throws {
    let typesetter = Typesetter(try #require(Self.fonts))
    #expect(abs(typesetter.width(of: Array("ab cd".utf8).span) - 2.15) < 1e-9)
  }
}
