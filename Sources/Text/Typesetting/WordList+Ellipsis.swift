extension WordList {
  /// Cuts off the end of a line that does not fit, and adds an ellipsis.
  ///
  /// - Returns: the index after the line's last word.
  mutating func elide(from first: Int, _ fonts: FontStack, room: Double) -> Int {
    let (font, number) = fonts.find(0x2026) ?? (0, 0)
    let advance = fonts.ems(fonts.packs[font].advance(of: number), font)
    var ellipsis = Word(glyphs: glyphs.count..<glyphs.count)
    ellipsis.isRightToLeft = isRightToLeft
    let rest = room - advance
    var end = first
    while end < words.count, width(of: first..<(end + 1)) <= rest { end += 1 }
    if end < words.count, words[end].canCut, !words[end].isRightToLeft {
      // Keep all glyphs of the word that fit. A syllable stays whole.
      let word = words[end]
      let gap = end > first ? word.gap : 0
      let start = width(of: first..<end) + gap
      var cut = word.glyphs.upperBound - 1
      while cut > word.glyphs.lowerBound,
        start + glyphs[cut].x > rest || glyphs[cut].character == 0
      { cut -= 1 }
      if cut > word.glyphs.lowerBound {
        words[end].width = glyphs[cut].x
        words[end].glyphs = word.glyphs.lowerBound..<cut
        end += 1
      }
    }
    // No separating dot before the ellipsis.
    while end > first + 1, isDot(words[end - 1]) { end -= 1 }
    add(PlacedGlyph(font: font, number: number, x: 0, y: 0), advance, to: &ellipsis)
    while words.count > end { words.removeLast() }
    words.append(ellipsis)
    return end + 1
  }

  private func isDot(_ word: Word) -> Bool {
    word.glyphs.count == 1 && glyphs[word.glyphs.lowerBound].character == 0xb7
  }
}
