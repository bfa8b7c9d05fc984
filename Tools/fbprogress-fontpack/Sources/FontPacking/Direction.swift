import CFriBidi

/// In which direction the characters of a word run, by the Unicode Bidirectional Algorithm.
struct Direction {
  /// Even: from left to right, odd: from right to left.
  let levels: [UInt8]
  /// Whether the word as a whole runs from right to left.
  let isRightToLeft: Bool

  init(of scalars: [Unicode.Scalar]) {
    let text = scalars.map(\.value)
    let count = FriBidiStrIndex(text.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: text.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
    var levels = [FriBidiLevel](repeating: 0, count: text.count)
    var base = FRIBIDI_PAR_ON
    fribidi_get_bidi_types(text, count, &types)
    fribidi_get_bracket_types(text, count, types, &brackets)
    let highest = fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels)
    precondition(highest > 0, "no memory")
    self.levels = levels.map { UInt8(max(0, $0)) }
    isRightToLeft = base == FRIBIDI_PAR_RTL
  }

  /// Whether any of it runs from right to left.
  var hasRightToLeft: Bool { levels.contains { $0 % 2 == 1 } }

  /// The order in which runs are seen from left to right (rule L2).
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in stride(from: highest, to: 0, by: -1) {
      var first = 0
      while first < order.count {
        guard levels[order[first]] >= level else {
          first += 1
          continue
        }
        var end = first
        while end < order.count && levels[order[end]] >= level { end += 1 }
        order[first..<end].reverse()
        first = end
      }
    }
    return order
  }
}
