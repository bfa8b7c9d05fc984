extension WordList {
  /// Cuts off the end of a line that does not fit, and adds an ellipsis.
  ///
  /// - Returns: the index after the line's last word.
  mutating func elide(from first: Int, _ fonts: FontStack, room: Double) -> Int {
    let (font, number) = fonts.find(0x2026) ?? (0, 0)
    var ellipsis = Word(glyphs: 0..<0)
    ellipsis.width = fonts.ems(fonts.packs[font].advance(of: number), font)
    ellipsis.isRightToLeft = isRightToLeft
    let rest = room - ellipsis.width
    var end = first
    while end < words.count, width(of: first..<(end + 1)) <= rest { end += 1 }
    if end < words.count, words[end].canCut, !words[end].isRightToLeft {
      // Keep all glyphs of the word that fit.
      var word = words[end]
      let gap = end > first ? word.gap : 0
      let start = width(of: first..<end) + gap
      var cut = word.glyphs.lowerBound
      while cut < word.glyphs.upperBound, start + glyphEnd(cut, of: word) <= rest { cut += 1 }
      if cut > word.glyphs.lowerBound {
        word.width = glyphEnd(cut - 1, of: word)
        word.glyphs = word.glyphs.lowerBound..<cut
        words[end] = word
        end += 1
      }
    }
    // No separating dot before the ellipsis.
    while end > first + 1, isDot(words[end - 1]) { end -= 1 }
    ellipsis.glyphs = glyphs.count..<(glyphs.count + 1)
    glyphs.append(PlacedGlyph(font: font, number: number, x: 0, y: 0))
    words.removeLast(words.count - end)
    words.append(ellipsis)
    return end + 1
  }

  private func isDot(_ word: Word) -> Bool {
    word.glyphs.count == 1 && glyphs[word.glyphs.lowerBound].character == 0xb7
  }

  /// The pen's position after a glyph of a left-to-right word, ems.
  private func glyphEnd(_ index: Int, of word: Word) -> Double {
    index + 1 < word.glyphs.upperBound ? glyphs[index + 1].x : word.width
  }
}
