import Graphics
import Pixels
import Raster
import TestSupport

/// Lists of every kind of shape and paint, with layers, at sensible places.
enum RandomList {
  /// The picture that lists show: partly transparent.
  static var image: Image {
    var random = SeededGenerator(seed: 149)
    var pixmap = Pixmap(size: PixelSize(width: 37, height: 29))
    for y in 0..<29 {
      pixmap.withMutableRow(y, columns: 0..<37) { row in
        for x in row.indices {
          let alpha = x < 20 ? 255 : UInt32.random(in: 0...255, using: &random)
          func level() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
          row[x] = alpha << 24 | level() << 16 | level() << 8 | level()
        }
      }
    }
    return Image(pixmap, identifier: 1)
  }

  /// What lists call it.
  static let reference = image.reference

  static func make(_ random: inout SeededGenerator, size: PixelSize) -> DisplayList {
    var list = DisplayList()
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))),
      with: Color(0x20_4060))
    append(Int.random(in: 1...4, using: &random), to: &list, &random)
    return list
  }

  private static func append(
    _ count: Int, to list: inout DisplayList, _ random: inout SeededGenerator
  ) {
    for _ in 0..<count {
      if Int.random(in: 0...4, using: &random) == 0 {
        list.layer(alpha: Float.random(in: 0.1...1, using: &random)) {
          append(Int.random(in: 1...3, using: &random), to: &$0, &random)
        }
      } else {
        appendItem(to: &list, &random)
      }
    }
  }

  private static func appendItem(to list: inout DisplayList, _ random: inout SeededGenerator) {
    let paint = paint(in: &list, &random)
    let alpha = Bool.random(using: &random) ? 1 : Float.random(in: 0.1...1, using: &random)
    if Int.random(in: 0...3, using: &random) == 0 {
      let path = path(in: &list, &random)
      let style = StrokeStyle(
        width: Double.random(in: 0.5...9, using: &random),
        cap: Bool.random(using: &random) ? .butt : .round)
      list.fill(
        Bool.random(using: &random) ? .stroke(path, style: style) : .path(path),
        with: paint, alpha: alpha)
    } else {
      list.fill(shape(&random), with: paint, alpha: alpha)
    }
  }

  /// A list in which some items grew, some changed and some stayed, and the same of layers.
  static func changed(
    _ old: DisplayList, _ random: inout SeededGenerator, size: PixelSize
  ) -> DisplayList {
    var list = DisplayList()
    var next = 0
    copy(old, 0..<old.items.count, &next, to: &list, &random)
    if Int.random(in: 0...4, using: &random) == 0 { appendItem(to: &list, &random) }
    return list
  }

  private static func copy(
    _ old: DisplayList, _ range: Range<Int>, _ next: inout Int, to list: inout DisplayList,
    _ random: inout SeededGenerator
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if next < old.layers.count && old.layers[next].items.lowerBound == index {
        let layer = old.layers[next]
        next += 1
        let alpha =
          Int.random(in: 0...2, using: &random) == 0
          ? Float.random(in: 0...1.2, using: &random) : layer.alpha
        list.layer(alpha: alpha) { copy(old, layer.items, &next, to: &$0, &random) }
        index = layer.items.upperBound
      } else {
        copy(old, index, to: &list, &random)
        index += 1
      }
    }
  }

  private static func copy(
    _ old: DisplayList, _ index: Int, to list: inout DisplayList, _ random: inout SeededGenerator
  ) {
    let item = old.items[index]
    var shape = item.shape
    switch (shape, Int.random(in: 0...3, using: &random)) {
    case (.path(let path), let change):
      shape = .path(copy(path, of: old, to: &list, by: change == 1 ? 1.3 : 0))
    case (.stroke(let path, var style), let change):
      if change == 2 { style.width += 1 }
      shape = .stroke(copy(path, of: old, to: &list, by: change == 1 ? 1.3 : 0), style: style)
    case (_, 0): break
    case (.arc(var arc), 1), (.arc(var arc), 2):
      arc.sweep = Double.random(in: 0.0001...0.9999, using: &random)
      shape = .arc(arc)
    case (.annulus(var annulus), 1), (.annulus(var annulus), 2):
      annulus.outerRadius += Double.random(in: -5...20, using: &random)
      annulus.innerRadius -= Double.random(in: -2...20, using: &random)
      shape = .annulus(annulus)
    case (.rectangle(var rect), 1), (.rectangle(var rect), 2):
      rect.width = max(0, rect.width + Double.random(in: -20...20, using: &random))
      if !list.items.isEmpty { shape = .rectangle(rect) }
    default:
      if !list.items.isEmpty { shape = Self.shape(&random) }
    }
    list.fill(shape, with: copy(item.paint, of: old, to: &list, &random), alpha: item.alpha)
  }

  private static func copy(
    _ paint: Paint, of old: DisplayList, to list: inout DisplayList,
    _ random: inout SeededGenerator
  ) -> Paint {
    let moves = Int.random(in: 0...3, using: &random) == 0
    switch paint {
    case .color, .image: return paint
    case .gradient(var gradient):
      if moves { gradient.start.x += 3.3 }
      let stops = Array(old[gradient.stops])
      return list.gradient(
        from: gradient.start, to: gradient.end, repeats: gradient.repeats, count: stops.count
      ) { stops[$0] }
    case .conic(let gradient):
      let stops = Array(old[gradient.stops])
      return list.conicGradient(
        around: gradient.centre, start: gradient.start + (moves ? 0.01 : 0), count: stops.count
      ) { stops[$0] }
    }
  }

  private static func paint(
    in list: inout DisplayList, _ random: inout SeededGenerator
  ) -> Paint {
    func color() -> Color {
      var color = Color(UInt32.random(in: 0...0xff_ffff, using: &random))
      if Int.random(in: 0...3, using: &random) == 0 {
        color.alpha = Float.random(in: 0...1, using: &random)
      }
      return color
    }
    let isStepped = Int.random(in: 0...3, using: &random) == 0
    let places: [Float] = isStepped ? [0, 0.4, 0.4, 1] : [0, 0.3, 0.8, 1]
    let stops = places.map { ColorStop(place: $0, color: color()) }
    let start = point(&random)
    var end = point(&random)
    switch Int.random(in: 0...6, using: &random) {
    case 0, 1, 2:
      switch Int.random(in: 0...3, using: &random) {
      case 0: end.x = start.x
      case 1: end.y = start.y
      case 2: end = Point(x: start.x + 40, y: start.y)
      default: break
      }
      return list.gradient(
        from: start, to: end, repeats: Bool.random(using: &random), count: stops.count
      ) { stops[$0] }
    case 3, 4:
      return list.conicGradient(
        around: start, start: Double.random(in: -1...1, using: &random), count: stops.count
      ) { stops[$0] }
    case 5: return .image(reference, x: Int(start.x) - 20, y: Int(start.y) - 20)
    default: return .color(color())
    }
  }

  private static func path(
    in list: inout DisplayList, _ random: inout SeededGenerator
  ) -> Path {
    list.path { pen in
      pen.move(to: point(&random))
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        switch Int.random(in: 0...5, using: &random) {
        case 0: pen.quad(point(&random), to: point(&random))
        case 1: pen.cubic(point(&random), point(&random), to: point(&random))
        case 2: pen.move(to: point(&random))
        case 3: pen.close()
        default: pen.line(to: point(&random))
        }
      }
      if Bool.random(using: &random) { pen.close() }
    }
  }

  /// The same path in another list, moved to the right.
  private static func copy(
    _ path: Path, of old: DisplayList, to list: inout DisplayList, by x: Double
  ) -> Path {
    let move = Transform(
      right: Point(x: 1, y: 0), down: Point(x: 0, y: 1), origin: Point(x: x, y: 0))
    return list.path(move) { pen in
      var points = old.pen.points[path.points]
      for step in old.pen.steps[path.steps] {
        switch step {
        case .move: pen.move(to: points.removeFirst())
        case .line: pen.line(to: points.removeFirst())
        case .quad: pen.quad(points.removeFirst(), to: points.removeFirst())
        case .cubic:
          pen.cubic(points.removeFirst(), points.removeFirst(), to: points.removeFirst())
        case .close: pen.close()
        }
      }
    }
  }

  private static func point(_ random: inout SeededGenerator) -> Point {
    Point(
      x: Double.random(in: 10...90, using: &random), y: Double.random(in: 10...80, using: &random))
  }

  static func shape(_ random: inout SeededGenerator) -> Shape {
    let centre = point(&random)
    let radius = Double.random(in: 1...45, using: &random)
    let width = Double.random(in: 0.5...15, using: &random)
    switch Int.random(in: 0...2, using: &random) {
    case 0:
      return .annulus(
        Annulus(centre: centre, innerRadius: radius - width / 2, outerRadius: radius + width / 2))
    case 1:
      return .arc(
        Arc(
          centre: centre, radius: radius, width: min(width, 2 * radius),
          start: Double.random(in: -1...1, using: &random),
          sweep: Double.random(in: 0.0001...0.9999, using: &random),
          cap: Bool.random(using: &random) ? .butt : .round))
    default:
      return .rectangle(
        Rect(x: centre.x - width * 3, y: centre.y - 9, width: width * 6, height: radius))
    }
  }
}
