/// A positioned glyph of a word.
struct PlacedGlyph: BitwiseCopyable, Equatable {
  /// The font's index in the stack.
  var font: Int
  /// The glyph's number in the font.
  var number: Int
  /// The horizontal offset of the glyph's origin from the word's start, ems.
  var x: Double
  /// The offset of the glyph's origin below the baseline, ems.
  var y: Double
  /// The character; 0 in shaped words.
  var character: UInt32 = 0
}

/// A word: the unit of line breaking.
struct Word {
  /// The glyphs, as indices into the list, from left to right.
  var glyphs: Range<Int>
  /// The advance width, ems.
  var width = 0.0
  /// The blank before the word unless it begins a line, ems.
  var gap = 0.0
  /// Whether a line may begin with the word.
  var canBreak = false
  /// Whether the word runs from right to left.
  var isRightToLeft = false
  /// The word's effect on the directions of a line.
  var kind = WordKind.neutral
  /// Whether the word begins a separate statement, whose direction does not depend on the text
  /// before it.
  var isApart = false
  /// Whether the word may be cut between any two glyphs.
  var canCut = false
}

extension Word {
  /// Updates the word's kind with one of its characters.
  mutating func take(_ character: UInt32) {
    if kind == .left || kind == .right { return }
    if Characters.isFigure(character) { kind = .number }
    if Characters.isLetter(character) {
      kind = Characters.isRightToLeft(character) ? .right : .left
    }
  }
}

/// The effect of a word on the directions of a line (docs/formats/fbfont.md).
enum WordKind: BitwiseCopyable {
  /// It has letters that run from left to right, or from right to left.
  case left, right
  /// It has digits and no letters: it takes the direction of the letters before it.
  case number
  /// It takes the direction of its neighbors.
  case neutral
}

/// A text's words and their glyphs.
struct WordList {
  var glyphs: [PlacedGlyph] = []
  // The defects of the text: characters without a font, and the first one that needed shaping.
  private var missing: [UInt32] = []
  private var unshaped: UInt32?
  /// The distances from the baseline to a line's top and bottom, ems: the largest of all fonts in
  /// the text.
  private(set) var ascent = 0.0
  private(set) var descent = 0.0
  /// Whether lines run from right to left: the direction of the first word with letters.
  private(set) var isRightToLeft = false
  var words: [Word] = []

  var count: Int { words.count }

  subscript(index: Int) -> Word { words[index] }

  /// The defect of the text: first its missing characters; nil for none.
  var flaw: TextFlaw? {
    missing.isEmpty ? unshaped.map { .unshaped($0) } : .missing(missing)
  }

  /// The width of consecutive words, ems.
  func width(of range: Range<Int>) -> Double {
    var width = 0.0
    for index in range {
      width += words[index].width
      if index > range.lowerBound { width += words[index].gap }
    }
    return width
  }

  // MARK: - Reading

  /// Splits a text into words.
  ///
  /// - Parameter widest: the widest word, ems; wider ones are cut into several.
  mutating func read(_ text: Span<UInt8>, _ fonts: FontStack, widest: Double) {
    glyphs.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
    unshaped = nil
    (ascent, descent) = (fonts.ascent(0), fonts.descent(0))
    var reader = CharacterReader()
    var (start, gap, canBreak, isApart) = (0, 0.0, true, false)
    while true {
      let end = reader.position
      let character = reader.next(of: text)
      let blank = character.flatMap(Characters.blank)
      if character != nil, blank == nil { continue }
      if start < end {
        let first = words.count
        append(text.extracting(start..<end), fonts, widest)
        if first < words.count {
          (words[first].gap, words[first].canBreak, words[first].isApart) = (gap, canBreak, isApart)
        }
        (gap, canBreak, isApart) = (0, false, false)
      }
      start = reader.position
      switch blank {
      case .breakable(let part)?: (gap, canBreak) = (max(gap, part * fonts.blank), true)
      case .glue(let part)?:
        gap = max(gap, part * fonts.blank)
        isApart = isApart || character == Characters.isolate
      case nil: return resolveDirections()
      }
    }
  }

  private mutating func append(_ text: Span<UInt8>, _ fonts: FontStack, _ widest: Double) {
    if let (font, shaped) = fonts.find(text) {
      append(shaped, font, fonts)
    } else {
      appendCharacters(text, fonts, widest)
    }
  }

  private mutating func append(_ shaped: ShapedWord, _ font: Int, _ fonts: FontStack) {
    var word = Word(glyphs: glyphs.count..<glyphs.count)
    word.kind = shaped.isRightToLeft ? .right : .left
    reach(font, fonts)
    shaped.forEachGlyph { glyph in
      glyphs.append(
        PlacedGlyph(
          font: font, number: glyph.number, x: word.width + fonts.ems(glyph.x, font),
          y: fonts.ems(glyph.y, font)))
      word.width += fonts.ems(glyph.advance, font)
    }
    word.glyphs = word.glyphs.lowerBound..<glyphs.count
    words.append(word)
  }

  private mutating func appendCharacters(
    _ text: Span<UInt8>, _ fonts: FontStack, _ widest: Double
  ) {
    var reader = CharacterReader()
    var word = Word(glyphs: glyphs.count..<glyphs.count)
    word.canCut = true
    var last: UInt32 = 0
    var arabic = ArabicForms()
    while var character = reader.next(of: text) {
      if Characters.isInvisible(character) { continue }
      var isShaped = false
      if Characters.isArabic(character) {
        var ahead = reader
        guard let form = arabic.form(of: character, &ahead, of: text) else { continue }
        isShaped = fonts.find(form) != nil
        if isShaped { (character, reader) = (form, ahead) }
      } else {
        arabic = ArabicForms()
      }
      var next = reader
      while let mark = next.next(of: text), let whole = Characters.composed(character, mark),
        fonts.find(whole) != nil
      {
        (character, reader) = (whole, next)
      }
      let found = fonts.find(character)
      if found == nil {
        if missing.count <= TextFlaw.missingLimit, !missing.contains(character) {
          missing.append(character)
        }
        // The letter is legible without its accent.
        if Characters.isAccent(character) { continue }
      }
      if !isShaped, Characters.isComplex(character) { unshaped = unshaped ?? character }
      let (font, number) = found ?? (0, 0)
      let advance = fonts.ems(fonts.packs[font].advance(of: number), font)
      if !word.glyphs.isEmpty, Self.parts(last, character) || word.width + advance > widest {
        words.append(word)
        word = Word(glyphs: glyphs.count..<glyphs.count)
        (word.canCut, word.canBreak) = (true, true)
      }
      if let before = glyphs[word.glyphs].last, before.font == font {
        word.width += fonts.ems(fonts.packs[font].kerning(before.number, number), font)
      }
      glyphs.append(
        PlacedGlyph(font: font, number: number, x: word.width, y: 0, character: character))
      if font > 0 { reach(font, fonts) }
      word.glyphs = word.glyphs.lowerBound..<glyphs.count
      word.width += advance
      word.take(character)
      last = character
    }
    if word.glyphs.isEmpty { return }
    if word.kind == .right { mirror(word, fonts) }
    words.append(word)
  }

  /// Makes lines high enough for a font.
  private mutating func reach(_ font: Int, _ fonts: FontStack) {
    (ascent, descent) = (max(ascent, fonts.ascent(font)), max(descent, fonts.descent(font)))
  }

  /// Whether a line may break between two characters of a word.
  private static func parts(_ last: UInt32, _ next: UInt32) -> Bool {
    (Characters.isIdeographic(last) || Characters.isIdeographic(next))
      && !Characters.endsWhatIsBefore(next) && !Characters.beginsWhatFollows(last)
  }

  /// Reverses a word's glyphs. Parts that run from left to right, numbers and names, keep their
  /// order, and brackets are mirrored.
  private mutating func mirror(_ word: Word, _ fonts: FontStack) {
    var (right, index) = (word.width, word.glyphs.lowerBound)
    while index < word.glyphs.upperBound {
      var end = index + 1
      if runsRight(index, in: word) {
        while end < word.glyphs.upperBound, runsRight(end, in: word) { end += 1 }
      }
      let start = glyphs[index].x
      right -= (end < word.glyphs.upperBound ? glyphs[end].x : word.width) - start
      for place in index..<end { glyphs[place].x += right - start }
      if let other = Characters.mirrored(glyphs[index].character),
        let (font, number) = fonts.find(other),
        font == glyphs[index].font
      {
        glyphs[index].number = number
      }
      index = end
    }
  }

  /// Whether a glyph belongs to a left-to-right part of a word: such letters, digits, and a
  /// separator between two digits.
  private func runsRight(_ index: Int, in word: Word) -> Bool {
    func isFigure(_ index: Int) -> Bool {
      word.glyphs.contains(index) && Characters.isFigure(glyphs[index].character)
    }
    let character = glyphs[index].character
    // A point, a comma, a colon or a slash belongs to a number if digits surround it.
    if character == 0x2e || character == 0x2c || character == 0x3a || character == 0x2f {
      return isFigure(index - 1) && isFigure(index + 1)
    }
    return isFigure(index)
      || Characters.isLetter(character) && !Characters.isRightToLeft(character)
  }

  // MARK: - Directions

  /// Gives words without letters a direction, with the result of the Unicode Bidirectional
  /// Algorithm.
  private mutating func resolveDirections() {
    isRightToLeft = false
    for word in words where word.kind == .left || word.kind == .right {
      isRightToLeft = word.kind == .right
      break
    }
    var last = isRightToLeft
    for index in words.indices {
      if words[index].isApart { last = isRightToLeft }
      switch words[index].kind {
      case .left: last = false
      case .right: last = true
      case .number, .neutral: break
      }
      words[index].isRightToLeft = last
    }
    // Neutral words have the direction of the letters before them by now; it is right only if the
    // letters after them agree.
    for index in words.indices where words[index].kind == .neutral {
      let before = index > 0 ? words[index - 1].isRightToLeft : isRightToLeft
      var next = index + 1
      while next < words.count, words[next].kind == .neutral { next += 1 }
      let behind = next < words.count ? words[next].isRightToLeft : isRightToLeft
      // One decision for consecutive neutral words.
      let isFirst = index == 0 || words[index - 1].kind != .neutral
      words[index].isRightToLeft = !isFirst || before == behind ? before : isRightToLeft
    }
  }

  /// The consecutive words around an index that have its direction.
  func run(at index: Int, in line: Range<Int>) -> Range<Int> {
    var (first, end) = (index, index + 1)
    let direction = words[index].isRightToLeft
    while first > line.lowerBound, words[first - 1].isRightToLeft == direction { first -= 1 }
    while end < line.upperBound, words[end].isRightToLeft == direction { end += 1 }
    return first..<end
  }
}
