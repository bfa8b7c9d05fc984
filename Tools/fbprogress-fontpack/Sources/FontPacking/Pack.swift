/// What a `.fbfont` file says, in the pack's units, y downwards.
struct Pack {
  struct Glyph {
    var outline: Shape
    var advance: Int
    var left: UInt8 = 0
    var right: UInt8 = 0
  }

  enum Shape: Hashable {
    case contours(Outline)
    case parts([Part])
  }

  /// A glyph within a composite.
  struct Part: Hashable {
    var glyph: Int
    var offset: Point
  }

  struct Word {
    var text: [UInt8]
    var isRightToLeft: Bool
    var glyphs: [Placed]
  }

  struct Placed: Equatable {
    var glyph: Int
    /// Of its origin, beside the pen.
    var offset: Point
    /// What is added to the glyph's advance.
    var added: Int
  }

  var units: Int
  var ascent = 0
  var descent = 0
  var capitals = 0
  var small = 0
  /// The first is shown for what is missing.
  var glyphs: [Glyph] = []
  /// Ascending by code point.
  var characters: [(scalar: Unicode.Scalar, glyph: Int)] = []
  /// Rows of left classes; the first row and column are 0.
  var kerning: [[Int]] = [[0]]
  /// In the order of their bytes.
  var words: [Word] = []
}
