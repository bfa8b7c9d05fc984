import CFriBidi

/// A line set from packs as a board does: `docs/formats/fbfont.md`, "Lines from words". Written for the tests from that
/// text, with nothing of the packer's.
struct Line {
  /// What is seen, glyph by glyph from left to right: contours at their places, and where the pen was, in a thousandth of
  /// an em.
  var glyphs: [(pen: Double, paths: [PackReader.Path])] = []
  var width = 0.0
  /// Characters that no pack has.
  var missing: [UInt32] = []

  private enum Way { case left, right, number, neutral }

  private struct Piece {
    var text: [Unicode.Scalar]
    var isBlank: Bool
    var way: Way
  }

  /// - Parameter pieces: the text, taken apart at placeholders already.
  init(_ pieces: [String], packs: [PackReader]) throws {
    let words = Self.words(of: pieces)
    let base = words.first { $0.way == .left || $0.way == .right }?.way ?? .left
    for word in Self.ordered(words, base: base) { try set(word, packs) }
  }

  private static func words(of pieces: [String]) -> [Piece] {
    var words: [Piece] = []
    for piece in pieces {
      var word: [Unicode.Scalar] = []
      let end = {
        if !word.isEmpty { words.append(Piece(text: word, isBlank: false, way: way(of: word))) }
        word = []
      }
      for scalar in piece.unicodeScalars {
        guard [0x20, 0xa0, 0x202f, 0x200b].contains(scalar.value) else {
          word.append(scalar)
          continue
        }
        end()
        words.append(Piece(text: [scalar], isBlank: true, way: .neutral))
      }
      end()
    }
    return words
  }

  private static func way(of word: [Unicode.Scalar]) -> Way {
    for scalar in word {
      switch fribidi_get_bidi_type(scalar.value) {
      case FRIBIDI_TYPE_LTR: return .left
      case FRIBIDI_TYPE_RTL, FRIBIDI_TYPE_AL: return .right
      default: continue
      }
    }
    return word.contains { (0x30...0x39).contains($0.value) } ? .number : .neutral
  }

  private static func ordered(_ words: [Piece], base: Way) -> [Piece] {
    var ways = words.map(\.way)
    var last = base
    for place in ways.indices {
      if ways[place] == .left || ways[place] == .right { last = ways[place] }
      if ways[place] == .number { ways[place] = last }
    }
    for place in ways.indices where ways[place] == .neutral {
      let before = ways[..<place].last { $0 != .neutral } ?? base
      let after = words.indices.dropFirst(place + 1).first { words[$0].way != .neutral }
      ways[place] = before == after.map { ways[$0] } ?? base ? before : base
    }
    // Neighbours that are neutral themselves have been decided alike.
    var sequences: [(way: Way, words: [Piece])] = []
    for (word, way) in zip(words, ways) {
      if sequences.last?.way == way {
        sequences[sequences.count - 1].words.append(word)
      } else {
        sequences.append((way, [word]))
      }
    }
    if base == .right { sequences.reverse() }
    return sequences.flatMap { $0.way == .right ? $0.words.reversed() : $0.words }
  }

  private mutating func set(_ word: Piece, _ packs: [PackReader]) throws {
    if word.text == ["\u{200b}"] { return }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: word.text)
    for pack in packs {
      guard let shaped = pack.words[String(text)] else { continue }
      for placed in shaped.glyphs {
        try add(placed.glyph, pack, x: placed.x, y: placed.y, added: placed.added)
      }
      return
    }
    var last: (pack: Int, glyph: Int)?
    for scalar in word.text {
      guard let number = packs.firstIndex(where: { $0.characters[scalar.value] != nil }),
        let glyph = packs[number].characters[scalar.value]
      else {
        missing.append(scalar.value)
        continue
      }
      if let last, last.pack == number {
        width += Double(packs[number].kern(last.glyph, glyph)) * 1000 / Double(packs[number].units)
      }
      try add(glyph, packs[number])
      last = (number, glyph)
    }
  }

  private mutating func add(
    _ glyph: Int, _ pack: PackReader, x: Int = 0, y: Int = 0, added: Int = 0
  ) throws {
    let scale = 1000 / Double(pack.units)
    let paths = try pack.paths(of: glyph).map { path in
      path.map { place in
        PackReader.Place(
          x: Int((width + Double(place.x + x) * scale).rounded()),
          y: Int((Double(place.y + y) * scale).rounded()), kind: place.kind)
      }
    }
    if !paths.isEmpty { glyphs.append((width, paths)) }
    width += Double(pack.glyphs[glyph].advance + added) * scale
  }
}
