import Graphics
import Pixels

/// An item of a display list made ready for its rows: what all of them have in common is computed once.
///
/// It is flat, with room for every kind, so that preparing a frame allocates nothing.
struct PreparedItem: ~Copyable {
  /// What kind of shape it has.
  enum Kind: BitwiseCopyable { case rectangle, annulus, arc, mask }

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
  /// The number of the list's item.
  var index = 0
  /// The column of the canvas that the first column of `rows` is on.
  var originX = 0
  /// The row of the canvas that a picture's first row is on.
  var originY = 0
  var rectangle = RectangleEdges(Rect(x: 0, y: 0, width: 0, height: 0))
  var arc = ArcEdges()
  var mask: MaskRows?
  /// The words of a strip or a picture.
  var rows: PixelRows?
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
    case .mask: mask?.append(to: &row, y: y)
    }
  }

  /// The coverage of eight pixels of a row from a column on, `0...255`.
  @inline(__always)
  func levels(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    var levels =
      switch kind {
      case .rectangle: Lanes.levels(rectangle.coverage(x, y))
      case .annulus: Lanes.levels(arc.annulus.coverage(x, y))
      case .arc: Lanes.levels(arc.coverage(x, y))
      case .mask: Lanes.words(mask?.eight(x, y) ?? SIMD8(repeating: 0))
      }
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

  /// The words of its strip or picture at eight pixels of a row from a column on; zero beside it.
  @inline(__always)
  func words(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    rows?.eight(x - originX, sourceRow(y)) ?? SIMD8()
  }
}
