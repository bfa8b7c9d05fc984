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

  /// Adds the glyphs of a shaped word, or of a syllable that begins with a character.
  private mutating func add(
    _ shaped: ShapedWord, _ character: UInt32, _ font: Int, _ fonts: FontStack,
    to word: inout Word
  ) {
    reach(font, fonts)
    let first = glyphs.count
    shaped.forEachGlyph { glyph in
      add(
        PlacedGlyph(
          font: font, number: glyph.number, x: word.width + fonts.ems(glyph.x, font),
          y: fonts.ems(glyph.y, font), character: glyphs.count == first ? character : 0),
        fonts.ems(glyph.advance, font), to: &word)
    }
  }

  /// Adds a glyph to the word at the end of the list.
  @inline(never)
  mutating func add(_ glyph: PlacedGlyph, _ advance: Double, to word: inout Word) {
    glyphs.append(glyph)
    word.glyphs = word.glyphs.lowerBound..<glyphs.count
    word.width += advance
  }

  /// Appends a shaped word, or else its characters and syllables.
  private mutating func append(_ text: Span<UInt8>, _ fonts: FontStack, _ widest: Double) {
    var word = Word(glyphs: glyphs.count..<glyphs.count)
    if let (font, shaped) = fonts.find(text) {
      word.kind = shaped.isRightToLeft ? .right : .left
      add(shaped, 0, font, fonts, to: &word)
    } else {
      word.canCut = true
      addCharacters(of: text, fonts, widest, to: &word)
      if word.kind == .right { mirror(word, fonts) }
    }
    if !word.glyphs.isEmpty { words.append(word) }
  }

  private mutating func addCharacters(
    of text: Span<UInt8>, _ fonts: FontStack, _ widest: Double, to word: inout Word
  ) {
    var reader = CharacterReader()
    var last: UInt32 = 0
    var home = Self.home(of: text, fonts)
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
      if let (font, syllable) = readSyllable(character, &reader, of: text, fonts) {
        part(&word, last, character, fonts.ems(syllable.advance, font), widest)
        add(syllable, Characters.isSign(character) ? 0 : character, font, fonts, to: &word)
        home = font
      } else {
        var next = reader
        while let mark = next.next(of: text), let whole = Characters.composed(character, mark),
          fonts.find(whole) != nil
        {
          (character, reader) = (whole, next)
        }
        let isLetter = Characters.isLetter(character)
        let found = fonts.find(character, best: isLetter ? 0 : home)
        if found == nil {
          if missing.count <= TextFlaw.missingLimit, !missing.contains(character) {
            missing.append(character)
          }
          // The letter is legible without its accent.
          if Characters.isAccent(character) { continue }
        }
        if !isShaped, Characters.isComplex(character) { unshaped = unshaped ?? character }
        let (font, number) = found ?? (0, 0)
        if isLetter { home = font }
        let advance = fonts.ems(fonts.packs[font].advance(of: number), font)
        part(&word, last, character, advance, widest)
        if let before = glyphs[word.glyphs].last, before.font == font {
          word.width += fonts.ems(fonts.packs[font].kerning(before.number, number), font)
        }
        reach(font, fonts)
        add(
          PlacedGlyph(font: font, number: number, x: word.width, y: 0, character: character),
          advance, to: &word)
      }
      word.take(character)
      last = character
    }
  }

  /// The font of a word's first letter, which figures and punctuation before it are in, too.
  private static func home(of text: Span<UInt8>, _ fonts: FontStack) -> Int {
    var reader = CharacterReader()
    while let character = reader.next(of: text) {
      if Characters.isLetter(character) { return fonts.find(character)?.font ?? 0 }
    }
    return 0
  }

  /// Reads the rest of a syllable, or the longest part of it that a font has as a word.
  ///
  /// - Returns: nil if no font has a word that begins with the character.
  private mutating func readSyllable(
    _ character: UInt32, _ reader: inout CharacterReader, of text: Span<UInt8>, _ fonts: FontStack
  ) -> (font: Int, word: ShapedWord)? {
    guard Characters.hasSyllables(character) else { return nil }
    var end = reader
    end.skipSyllable(after: character, of: text)
    let whole = end.position
    // Each character of these scripts has three bytes.
    while end.position >= reader.position {
      if let found = fonts.find(text.extracting((reader.position - 3)..<end.position)) {
        // A part that ends with a virama shows it, in place of joining the next letter.
        if end.position < whole, text[end.position - 1] == 0x8d { unshaped = unshaped ?? character }
        reader = end
        return found
      }
      end = CharacterReader(position: end.position - 3)
    }
    return nil
  }

  /// Begins another word if a line may break before a character, or has no room for it.
  private mutating func part(
    _ word: inout Word, _ last: UInt32, _ next: UInt32, _ advance: Double, _ widest: Double
  ) {
    if word.glyphs.isEmpty || !Self.parts(last, next) && word.width + advance <= widest { return }
    words.append(word)
    word = Word(glyphs: glyphs.count..<glyphs.count)
    (word.canCut, word.canBreak) = (true, true)
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
      var end = index
      while end < word.glyphs.upperBound, runsRight(end, in: word) { end += 1 }
      end = max(end, index + 1)
      let start = glyphs[index].x
      right -= (end < word.glyphs.upperBound ? glyphs[end].x : word.width) - start
      for place in index..<end { glyphs[place].x += right - start }
      if let other = Characters.mirrored(glyphs[index].character),
        let number = fonts.packs[glyphs[index].font].glyph(of: other)
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
    return isFigure(index) || character == 0
      || Characters.isLetter(character) && !Characters.isRightToLeft(character)
  }

  // MARK: - Directions

  /// Gives words without letters a direction, with the result of the Unicode Bidirectional
  /// Algorithm.
  private mutating func resolveDirections() {
    isRightToLeft = words.first { $0.kind.hasDirection }?.kind == .right
    var last = isRightToLeft
    for index in words.indices {
      if words[index].isApart { last = isRightToLeft }
      if words[index].kind.hasDirection { last = words[index].kind == .right }
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
