import Graphics
import Pixels

/// The colours of a row of an item, as words `0xAARRGGBB`, multiplied by alpha.
///
/// A colour, and a gradient that is the same in every row, is computed once for an item and serves all of its
/// rows.
struct ShadedRow {
  /// Words by column; valid within the columns last shaded.
  private(set) var words: [UInt32] = []
  /// What to put where the row is covered whole, if it is one opaque word.
  private(set) var opaqueWord: UInt32?
  private var isSameInEveryRow = false

  /// Begins an item: shades what is the same in all of its rows.
  ///
  /// - Parameter columns: those that its rows will want.
  mutating func begin(_ paint: Paint, stops: [ColorStop], columns: Range<Int>) {
    if words.count < columns.upperBound + 8 {
      words = [UInt32](repeating: 0, count: columns.upperBound + 8)
    }
    opaqueWord = nil
    isSameInEveryRow = false
    switch paint {
    case .color(let color):
      let word = Self.word(color)
      for x in columns { words[x] = word }
      opaqueWord = word >> 24 == 255 ? word : nil
      isSameInEveryRow = true
    case .gradient(let gradient) where gradient.start.y == gradient.end.y:
      shade(gradient, stops: stops, y: 0, columns: columns)
      isSameInEveryRow = true
    case .gradient, .image: break
    }
  }

  /// Shades a row.
  mutating func shade(
    _ paint: Paint, stops: [ColorStop], image: Image?, y: Int, columns: Range<Int>
  ) {
    if isSameInEveryRow { return }
    switch paint {
    case .color: break
    case .gradient(let gradient): shade(gradient, stops: stops, y: y, columns: columns)
    case .image(_, let left, let top):
      image?.pixmap.withRow(
        y - top, columns: (columns.lowerBound - left)..<(columns.upperBound - left)
      ) { row in
        for index in row.indices { words[columns.lowerBound + index] = row[index] }
      }
    }
  }

  private mutating func shade(
    _ gradient: AxialGradient, stops: [ColorStop], y: Int, columns: Range<Int>
  ) {
    let stops = stops[gradient.stops]
    guard let first = stops.first, let last = stops.last else {
      for x in columns { words[x] = 0 }
      return
    }
    let along = Point(x: gradient.end.x - gradient.start.x, y: gradient.end.y - gradient.start.y)
    let square = along.x * along.x + along.y * along.y
    var next = stops.startIndex
    for x in columns {
      let away = Point(x: Double(x) + 0.5 - gradient.start.x, y: Double(y) + 0.5 - gradient.start.y)
      var exact = square > 0 ? (away.x * along.x + away.y * along.y) / square : 0
      if gradient.repeats { exact -= exact.rounded(.down) }
      let place = Float(exact)
      if place <= first.place {
        words[x] = Self.word(first.color)
      } else if place >= last.place {
        words[x] = Self.word(last.color)
      } else {
        // Places grow along most rows, so the stop after the last pixel's is nearly always the one.
        if place < stops[max(next - 1, stops.startIndex)].place { next = stops.startIndex }
        while stops[next].place <= place { next += 1 }
        let (before, after) = (stops[next - 1], stops[next])
        let part = (place - before.place) / (after.place - before.place)
        words[x] = Self.word(before.color.mixed(with: after.color, by: part))
      }
    }
  }

  /// A colour as a word, multiplied by alpha.
  static func word(_ color: Color) -> UInt32 {
    func byte(_ component: Float) -> UInt32 {
      UInt32(Lanes.byte(max(0, min(1, component)) * color.alpha))
    }
    let alpha = UInt32(Lanes.byte(color.alpha))
    return alpha << 24 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
  }
}
