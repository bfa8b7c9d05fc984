import Base
import Graphics

/// The line of the pencil bar between circle and bar, as a polyline (ANIMATIONS.md §6.3, §6.4,
/// §6.6). Lengths are in design points.
struct PencilLine {
  /// Two curves, and the progress from the first to the second, point by point.
  private var (from, to) = (Curve(), Curve())
  private var part = 0.0
  private(set) var isCircle = false
  private var isStraight = false

  /// The bar's length.
  static var width: Double { 200 }
  /// The bar's distance from the view's top.
  static var level: Double { 160.0 / 3 }
  /// The view's height. The circle's lowest point is at the bottom.
  static var height: Double { 80 }
  /// The circle's radius.
  static var radius: Double { height / 2 }
  static var middle: Point { Point(x: width / 2, y: radius) }

  /// A bow, an arc of a circle that is open at its top, or a mixture.
  private struct Curve {
    /// The height of the bow below the bar.
    var bow = 0.0
    /// The arc's lowest point, its length, and its angle in turns.
    var (bottom, length, turns) = (level, width, 0.0)
    /// The weight of the bow, in `0...1`.
    var bowed = 0.0

    /// A point of the curve.
    ///
    /// - Parameter place: the place along the curve, in `0...1`.
    func point(at place: Double) -> Point {
      // With s the length and z the angle from the lowest point, x is s · sin z / z, and y is s ·
      // (1 − cos z) / z.
      let along = (place - 0.5) * length
      let angle = (place - 0.5) * turns * 2 * .pi
      let direction = Arc.direction(turns: (place - 0.5) * turns)
      let isFlat = abs(angle) < 1e-4
      let x = isFlat ? along : along * direction.y / angle
      let y = isFlat ? along * angle / 2 : along * (1 - direction.x) / angle
      let hanging = level + bow * (0.5 + 2 * place * (1 - place))
      return Point(
        x: (1 - bowed) * (middle.x + x) + bowed * width * place,
        y: (1 - bowed) * (bottom - y) + bowed * hanging)
    }
  }

  /// The circle.
  static var circle: PencilLine {
    var line = PencilLine()
    line.isCircle = true
    return line
  }

  /// The bar.
  static var straight: PencilLine {
    var line = PencilLine()
    line.isStraight = true
    return line
  }

  /// The smooth opening in the first 0.6 s: the circle unrolls into a bow, which springs up and
  /// comes to rest.
  static func unrolling(_ seconds: Double) -> PencilLine {
    if seconds >= 0.6 { return .straight }
    var line = PencilLine()
    if seconds < 0.24 {
      let gone = TimingFunction.easeInEaseOut.value(at: seconds / 0.24)
      // The angle and length of the arc that is as wide as the bar and 15 points high: tan α/4 = 15
      // / 100.
      line.from = mixed(
        (height, 2 * .pi * radius, 1), (level + 30, 202.986_628_6, 0.094_786_284_6), gone)
      (line.from.bow, line.from.bowed) = (30, gone * gone)
    } else {
      let gone = TimingFunction.easeOut.value(at: (seconds - 0.24) / 0.36)
      (line.from.bow, line.from.bowed) = (30 * Arc.direction(turns: 0.75 * gone).x, 1)
    }
    return line
  }

  /// The seed's opening: the circle disappears, and a bow springs up from keyframe to keyframe.
  static func bowed(_ seconds: Double) -> PencilLine {
    if seconds >= 0.6 { return .straight }
    var line = PencilLine()
    let place = TimingFunction.easeOut.value(at: seconds / 0.6) * 5
    (line.from.bow, line.from.bowed) = (between([30, 15, -15, -30, -15, 0, 0, 0], place), 1)
    return line
  }

  /// The smooth closing: the bar curls up into the circle in 0.5 s.
  static func curling(_ seconds: Double) -> PencilLine {
    if seconds <= 0 { return .straight }
    var line = PencilLine()
    let gone = TimingFunction.easeInEaseOut.value(at: seconds / 0.5)
    line.from = mixed((level, width, 0), (height, 2 * .pi * radius, 1), gone)
    return line
  }

  /// The seed's closing: from keyframe to keyframe, each a larger part of a smaller circle.
  static func closing(_ seconds: Double) -> PencilLine {
    if seconds <= 0 { return .straight }
    var line = PencilLine()
    let place = min(seconds / 0.125, 4)
    let key = min(Int(place), 3)
    (line.from, line.to, line.part) = (closingKey(key), closingKey(key + 1), place - Double(key))
    return line
  }

  private static func closingKey(_ key: Int) -> Curve {
    var curve = Curve()
    if key == 0 {
      (curve.bow, curve.bowed) = (30, 1)
    } else {
      let radius = height * between([0, 0.8, 2.0 / 3, 0.5, 0.5, 0, 0, 0], Double(key))
      curve.turns = between([0, 135, 270, 315, 360, 0, 0, 0], Double(key)) / 360
      (curve.bottom, curve.length) = (height, radius * curve.turns * 2 * .pi)
    }
    return curve
  }

  private static func mixed(
    _ one: (bottom: Double, length: Double, turns: Double),
    _ other: (bottom: Double, length: Double, turns: Double), _ part: Double
  ) -> Curve {
    var curve = Curve()
    curve.bottom = one.bottom + (other.bottom - one.bottom) * part
    curve.length = one.length + (other.length - one.length) * part
    curve.turns = one.turns + (other.turns - one.turns) * part
    return curve
  }

  /// Interpolates linearly between evenly spaced values.
  private static func between(_ values: SIMD8<Double>, _ place: Double) -> Double {
    let index = min(Int(place), 6)
    return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
  }

  /// A point of the line, at a place in `0...1`.
  func point(at place: Double) -> Point {
    from.point(at: place).moved(towards: to.point(at: place), by: part)
  }

  /// Adds a part of the line to a path: one straight line for the bar, otherwise up to 96 chords.
  func draw(_ range: ClosedRange<Double>, with pen: inout PathPen) {
    let (start, end) = (range.lowerBound, range.upperBound)
    let chords = isStraight ? 1 : max(1, Int((96 * (end - start)).rounded(.up)))
    for index in 0...chords {
      let place = start + (end - start) * Double(index) / Double(chords)
      let point = isStraight ? Point(x: Self.width * place, y: Self.level) : point(at: place)
      if index == 0 { pen.move(to: point) } else { pen.line(to: point) }
    }
  }
}

/// The shapes of the pencil bar's tool: six corners each, so that one can be interpolated to
/// another, and the ferrule between the second and the fifth corner.
enum PencilFigure: Int {
  case arrow, pencil, tick

  /// The corners around the anchor, in design points, figure by figure.
  private static let corners: [_ of (x: Float, y: Float)] = [
    (-13.333_333, 3.366_041), (0, 22.222_222), (0, -22.222_222), (0, -22.222_222), (0, 22.222_222),
    (13.333_333, 3.366_041),
    (0, 7), (-4, 0), (-4, -35), (4, -35), (4, 0), (0, 7),
    (0, 22.222_222), (-20, 4), (0, 22.222_222), (22.857_143, -13.333_333),
    (22.857_143, -13.333_333), (0, 22.222_222),
  ]

  private func corner(_ index: Int) -> Point {
    let corner = Self.corners[rawValue * 6 + index]
    return Point(x: Double(corner.x), y: Double(corner.y))
  }

  /// Adds the shape between two figures to a path.
  static func draw(
    _ from: PencilFigure, _ to: PencilFigure, _ part: Double, with pen: inout PathPen
  ) {
    func corner(_ index: Int) -> Point {
      from.corner(index).moved(towards: to.corner(index), by: part)
    }
    pen.move(to: corner(0))
    for index in 1..<6 { pen.line(to: corner(index)) }
    if corner(5) == corner(0) { pen.close() }
    // The ferrule shrinks to its middle while the pencil becomes a tick, which has none.
    let (left, right) = (corner(1), corner(4))
    let shrunk = to == .tick ? part / 2 : 0
    if shrunk >= 0.5 || left == right { return }
    pen.move(to: left.moved(towards: right, by: shrunk))
    pen.line(to: right.moved(towards: left, by: shrunk))
  }
}

extension Pencil {
  func stallMark(_ input: SceneInput) -> Annulus {
    // The pencil covers the head of the line, and shows the stall by its color.
    if showsNumber { return Annulus(centre: input.centre, innerRadius: 0, outerRadius: 0) }
    let head = PencilLine.width * pose(input).drawn.upperBound
    return input.mark(at: place(input).apply(Point(x: head, y: PencilLine.level)), onLine: width)
  }

  func opening(_ input: SceneInput) -> Annulus? {
    Annulus(
      centre: place(input).apply(PencilLine.middle),
      innerRadius: (PencilLine.radius - width / 2) * input.scale,
      outerRadius: (PencilLine.radius + width / 2) * input.scale)
  }
}
