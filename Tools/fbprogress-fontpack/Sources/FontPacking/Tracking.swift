extension Pack {
  /// Adds to the advances of letters, figures, points and blanks. Glyphs without an advance keep
  /// none, and words of scripts that tracking does not suit keep their places.
  ///
  /// - Parameter amount: in the pack's units; negative moves letters closer together.
  mutating func track(by amount: Int) {
    if amount == 0 { return }
    var changes: [Int: Int] = [:]
    for (scalar, glyph) in characters where Scripts.isSpaced(Scripts.script(of: scalar)) {
      changes[glyph] = change(of: glyph, by: amount)
    }
    for index in words.indices {
      let text = Array(String(decoding: words[index].text, as: UTF8.self).unicodeScalars)
      let isSpaced = Scripts.resolved(text).allSatisfy(Scripts.isSpaced)
      for place in words[index].glyphs.indices {
        let glyph = words[index].glyphs[place].glyph
        let wanted = isSpaced ? change(of: glyph, by: amount) : 0
        words[index].glyphs[place].added += wanted - (changes[glyph] ?? 0)
      }
    }
    for (glyph, change) in changes { glyphs[glyph].advance += change }
  }

  /// What is added to an advance, which stays at least 0.
  private func change(of glyph: Int, by amount: Int) -> Int {
    let advance = glyphs[glyph].advance
    return advance == 0 ? 0 : max(amount, -advance)
  }
}
