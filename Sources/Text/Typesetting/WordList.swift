/// A glyph of a word.
struct PlacedGlyph: BitwiseCopyable, Equatable {
  /// Which font of the stack.
  var font: Int
  /// Which glyph of it.
  var number: Int
  /// Where its origin is: right of the word's begin, ems.
  var x: Double
  /// And below the baseline, ems.
  var y: Double
  /// What it stands for; 0 in words that were shaped.
  var character: UInt32 = 0
}

/// What lines are made of.
struct Word {
  /// Its glyphs in the list, from left to right.
  var glyphs: Range<Int>
  /// How far the pen goes on, ems.
  var width = 0.0
  /// What stands before it unless it begins a line, ems.
  var gap = 0.0
  /// Whether a line may begin with it.
  var canBreak = false
  /// Whether it runs from right to left.
  var isRightToLeft = false
  /// What it says about directions.
  var kind = WordKind.neutral
  /// Whether what was said before it says nothing about its direction.
  var isApart = false
  /// Whether it may be cut between any two glyphs.
  var canCut = false
}

extension Word {
  /// Learns from a character of it.
  mutating func take(_ character: UInt32) {
    if kind == .left || kind == .right { return }
    if Characters.isFigure(character) { kind = .number }
    if Characters.isLetter(character) {
      kind = Characters.isRightToLeft(character) ? .right : .left
    }
  }
}

/// What a word says about the directions of a line (docs/formats/fbfont.md).
enum WordKind: BitwiseCopyable {
  /// It has letters that run from left to right, or from right to left.
  case left, right
  /// It has figures and no letters: it goes with the letters before it.
  case number
  /// It goes with its neighbours.
  case neutral
}

/// The words of a text, and their glyphs.
struct WordList {
  var glyphs: [PlacedGlyph] = []
  private(set) var flaw: TextFlaw?
  /// From a line's top to its baseline, and from there to its bottom, ems: enough for all fonts in the text.
  private(set) var ascent = 0.0
  private(set) var descent = 0.0
  /// Whether lines run from right to left: as the text's first word with letters does.
  private(set) var isRightToLeft = false
  var words: [Word] = []

  var count: Int { words.count }

  subscript(index: Int) -> Word { words[index] }

  /// How wide some words in a row are, in ems.
  func width(of range: Range<Int>) -> Double {
    var width = 0.0
    for index in range {
      width += words[index].width
      if index > range.lowerBound { width += words[index].gap }
    }
    return width
  }

  // MARK: - Reading

  /// Takes a text apart.
  ///
  /// - Parameter widest: a word that would be wider, ems, is cut into several.
  mutating func read(_ text: Span<UInt8>, _ fonts: FontStack, widest: Double) {
    glyphs.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    flaw = nil
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
    while var character = reader.next(of: text) {
      if Characters.isInvisible(character) { continue }
      var next = reader
      while let mark = next.next(of: text), let whole = Characters.composed(character, mark),
        fonts.find(whole) != nil
      {
        (character, reader) = (whole, next)
      }
      let found = fonts.find(character)
      if found == nil {
        flaw = flaw ?? .missing(character)
        // The letter can be read without it.
        if Characters.isAccent(character) { continue }
      }
      if Characters.isComplex(character) { flaw = flaw ?? .unshaped(character) }
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

  /// Makes lines as high as a font asks for.
  private mutating func reach(_ font: Int, _ fonts: FontStack) {
    (ascent, descent) = (max(ascent, fonts.ascent(font)), max(descent, fonts.descent(font)))
  }

  /// Whether a line may break between two characters of a word.
  private static func parts(_ last: UInt32, _ next: UInt32) -> Bool {
    (Characters.isIdeographic(last) || Characters.isIdeographic(next))
      && !Characters.endsWhatIsBefore(next) && !Characters.beginsWhatFollows(last)
  }

  /// Puts a word's first glyph rightmost. What runs from left to right in it, a number or a name, keeps its order, and brackets
  /// open to the other side.
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

  /// Whether a glyph of a word belongs to what runs from left to right: letters that do, figures, and what stands between two figures.
  private func runsRight(_ index: Int, in word: Word) -> Bool {
    func isFigure(_ index: Int) -> Bool {
      word.glyphs.contains(index) && Characters.isFigure(glyphs[index].character)
    }
    let character = glyphs[index].character
    if Characters.isSeparator(character) { return isFigure(index - 1) && isFigure(index + 1) }
    return isFigure(index)
      || Characters.isLetter(character) && !Characters.isRightToLeft(character)
  }

  // MARK: - Directions

  /// Gives words without letters the direction of others, as the Unicode Bidirectional Algorithm would.
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
    // Neutral ones have that of the letters before them by now; those behind them have to agree.
    for index in words.indices where words[index].kind == .neutral {
      let before = index > 0 ? words[index - 1].isRightToLeft : isRightToLeft
      var next = index + 1
      while next < words.count, words[next].kind == .neutral { next += 1 }
      let behind = next < words.count ? words[next].isRightToLeft : isRightToLeft
      // Once for all neutral ones in a row.
      let isFirst = index == 0 || words[index - 1].kind != .neutral
      words[index].isRightToLeft = !isFirst || before == behind ? before : isRightToLeft
    }
  }

  /// The words around one that run in its direction.
  func run(at index: Int, in line: Range<Int>) -> Range<Int> {
    var (first, end) = (index, index + 1)
    let direction = words[index].isRightToLeft
    while first > line.lowerBound, words[first - 1].isRightToLeft == direction { first -= 1 }
    while end < line.upperBound, words[end].isRightToLeft == direction { end += 1 }
    return first..<end
  }
}
