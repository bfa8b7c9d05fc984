import Graphics
import Pixels

/// An item of a display list made ready for its rows: what all of them have in common is computed once.
///
/// It is flat, with room for every kind, so that preparing a frame allocates nothing.
struct PreparedItem: ~Copyable {
  /// What kind of shape it has.
  enum Kind: BitwiseCopyable { case rectangle, annulus, arc, stroke }

  /// Where its words come from.
  enum Source: BitwiseCopyable {
    /// One word, multiplied by alpha.
    case word
    /// A strip that is the same in every row.
    case strip
    /// A picture.
    case image
    /// A gradient that is the same along every row.
    case column
    /// Any other gradient.
    case gradient
    /// The items up to another one, composed: it has no shape of its own.
    case group
  }

  /// The pixels that it may touch.
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0
  /// How much of it shows, `0...255`.
  var alpha: UInt32 = 255
  var kind = Kind.rectangle
  var source = Source.word
  /// Whether every word of its source hides what is behind it.
  var isOpaque = false
  var word: UInt32 = 0
  /// The number of the list's item; of a group, that of the first item that is ready and not in it.
  var index = 0
  /// The column of the canvas that the first column of `rows` is on.
  var originX = 0
  /// The row of the canvas that a picture's first row is on.
  var originY = 0
  var rectangle = RectangleEdges(Rect(x: 0, y: 0, width: 0, height: 0))
  var arc = ArcEdges()
  var stroke = StrokeEdges(first: 0, end: 0, halfWidth: 0)
  var field = GradientField()
  /// The words of a strip or a picture, or a gradient's table.
  var rows: PixelRows?
  /// The same, packed for the frame's format, where that is worth keeping.
  var packed: PackedRows?
  /// Keeps `rows` where they are.
  var owner: AnyObject?
}

extension PreparedItem {
  /// Whether it hides all that is behind it in an area.
  func hides(_ area: PixelRect) -> Bool {
    isOpaque && alpha == 255 && kind == .rectangle && rectangle.covers(area)
      && PixelRect(left: left, top: top, right: right, bottom: bottom).contains(area)
  }

  /// Adds where it covers a row.
  func append(to row: inout CoverageRow, y: Int) {
    switch kind {
    case .rectangle: rectangle.append(to: &row, y: y)
    case .annulus: arc.annulus.append(to: &row, y: y)
    case .arc: arc.append(to: &row, y: y)
    case .stroke: row.appendPart(left, right)
    }
  }

  /// The coverage of eight pixels of a row from a column on, `0...255`.
  @inline(__always)
  func levels(_ x: Int, _ y: Int, _ list: DisplayList) -> SIMD8<UInt32> {
    let coverage =
      switch kind {
      case .rectangle: rectangle.coverage(x, y)
      case .annulus: arc.annulus.coverage(x, y)
      case .arc: arc.coverage(x, y)
      case .stroke: stroke.coverage(list.segments, x, y)
      }
    var levels = Lanes.levels(coverage)
    if alpha < 255 {
      let product = levels &* alpha &+ 128
      levels = (product &+ product &>> 8) &>> 8
    }
    if x + 8 > right { levels &= Lanes.first(right - x) }
    if x < left { levels &= ~Lanes.first(left - x) }
    return levels
  }

  /// The row of its strip or picture that a row of the canvas shows.
  func sourceRow(_ y: Int) -> Int { source == .strip ? 0 : y - originY }

  /// The words of its source at eight pixels of a row from a column on.
  @inline(__always)
  func words(_ x: Int, _ y: Int, _ list: DisplayList) -> SIMD8<UInt32> {
    switch source {
    case .word, .column, .group: SIMD8(repeating: word)
    case .strip, .image: words(x, y)
    case .gradient: field.words(x, y, rows, stops: list.stops)
    }
  }

  /// Writes columns of a row in which it alone shows.
  @inline(__always)
  func store(into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int) {
    guard let rows else { return }
    if let packed {
      // Of a strip there is one row for each place that a dither tells apart.
      let row = source == .strip ? originX & 3 | (y & 3) << 2 : y - originY
      return frame.store(
        packed, row: row, of: rows, row: sourceRow(y), origin: originX, columns: columns, y: y)
    }
    let first = columns.lowerBound - originX
    rows.withRow(sourceRow(y), columns: first..<(first + columns.count)) {
      frame.store($0, x: columns.lowerBound, y: y)
    }
  }

  /// Keeps its rows packed for a format, if that is worth it.
  mutating func keepPacked(_ known: PackedRows, for format: PixelFormat) {
    guard format.isDithered, let rows else { return }
    known.prepare(
      count: source == .strip ? 16 : rows.size.height, width: rows.size.width, format: format,
      phase: source == .strip ? 0 : originX & 3 | (originY & 3) << 2)
    packed = known
  }

  /// The words of its strip or picture at eight pixels of a row from a column on; zero beside it.
  @inline(__always)
  func words(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    rows?.eight(x - originX, sourceRow(y)) ?? SIMD8()
  }
}
