import Graphics

/// A line of two straight halves, with a bow and waves added: an arrow's barbs, a flat line, a
/// wave, a tick, and everything between them. Lengths are in design points from the center.
///
/// Each is made of the same sixteen curves, so that any can be interpolated to any other.
struct WaveLine {
  private var left: Point
  private var middle: Point
  private var right: Point
  /// The height of the bow at the middle, downwards.
  var bow = 0.0
  /// The waves' amplitude.
  var amplitude = 0.0
  /// The waves' phase at the middle, in turns. Waves travel left as it grows.
  var turns = 0.0

  /// The phase from the middle of the flat line to its end, in radians: a quarter per point.
  private static let reach = 8.8
  private static let pieces = 8

  private init(_ left: Point, _ middle: Point, _ right: Point) {
    (self.left, self.middle, self.right) = (left, middle, right)
  }

  /// The barbs of an arrow, moved down.
  static func arrow(down: Double) -> WaveLine {
    WaveLine(Point(x: -19.2, y: 6 + down), Point(x: 0, y: 26 + down), Point(x: 19.2, y: 6 + down))
  }
  static var flat: WaveLine {
    WaveLine(Point(x: -35.2, y: 0), Point(x: 0, y: 0), Point(x: 35.2, y: 0))
  }
  static var tick: WaveLine {
    WaveLine(Point(x: -14, y: 0.4), Point(x: -2, y: 14), Point(x: 20.8, y: -12))
  }
  /// One of the cross's two strokes; `mirrored` is the other.
  static var cross: WaveLine {
    WaveLine(Point(x: -14, y: -14), Point(x: 0, y: 0), Point(x: 14, y: 14))
  }

  /// The line upside down, with unchanged waves.
  var mirrored: WaveLine {
    var line = self
    line.left.y = -left.y
    line.middle.y = -middle.y
    line.right.y = -right.y
    return line
  }

  /// Interpolates between two straight lines: this one at 0, the other at 1.
  func mixed(with other: WaveLine, by part: Double) -> WaveLine {
    WaveLine(
      left.moved(towards: other.left, by: part), middle.moved(towards: other.middle, by: part),
      right.moved(towards: other.right, by: part))
  }

  /// Adds the line to a path. Each piece has the line's points and directions at its ends. It spans
  /// 1.1 radians of a wave, where the cubic is off by less than a 200th of the amplitude.
  ///
  /// - Parameter isRough: whether pieces are straight, up to a sixth of the amplitude off.
  func trace(isRough: Bool = false, with pen: inout PathPen) {
    for piece in -Self.pieces..<Self.pieces {
      let end = piece < 0 ? left : right
      let side = piece < 0 ? -1.0 : 1
      let (from, to) = (
        Double(piece) / Double(Self.pieces), Double(piece + 1) / Double(Self.pieces)
      )
      func place(_ along: Double, ahead: Double) -> Point {
        let wave = Arc.direction(turns: turns + along * Self.reach / (2 * Double.pi))
        let rise = bow * (1 - along * along) + amplitude * wave.y
        let slope = amplitude * Self.reach * wave.x - 2 * bow * along
        let way = side * along + side * ahead
        var place = middle.moved(towards: end, by: way)
        place.y = place.y + rise + slope * ahead
        return place
      }
      let third = (to - from) / 3
      if piece == -Self.pieces { pen.move(to: place(from, ahead: 0)) }
      if isRough {
        pen.line(to: place(to, ahead: 0))
      } else {
        pen.cubic(place(from, ahead: third), place(to, ahead: -third), to: place(to, ahead: 0))
      }
    }
  }
}
