import Graphics
import Pixels
import Raster

/// Makes display lists of the fuzzer's bytes; when these end, of zeros.
struct ListReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A picture, partly transparent.
  static func picture(_ identifier: Int, _ width: Int, _ height: Int) -> Image {
    var pixmap = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      pixmap.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices {
          let alpha: UInt32 = x < width / 2 ? 255 : UInt32(x * 9 & 255)
          row[x] = alpha << 24 | (alpha * UInt32(y) / UInt32(height)) << 8 | alpha / 3
        }
      }
    }
    return Image(pixmap, identifier: identifier)
  }

  private mutating func byte() -> UInt8 {
    place += 1
    return place <= bytes.count ? bytes[place - 1] : 0
  }

  /// A whole number in `0..<limit`.
  mutating func next(below limit: Int) -> Int { Int(byte()) % limit }

  private static let numbers: [Double] = [
    0, -0.0, 1e-300, 1e-30, 1e-7, 0.5, -0.5, 1e5, -1e5, 99_999.9, 4.2e6, 1e7, 1e15, -1e15, 1e300,
    -1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 16_384, 32_768, 1_048_576.5,
  ]

  private mutating func number() -> Double {
    let first = Int(byte())
    if first < Self.numbers.count { return Self.numbers[first] }
    // About -50...180 in steps of 1/256.
    return Double(first) - 75 + Double(byte()) / 256
  }

  private mutating func part() -> Float {
    let first = byte()
    return first < 250 ? Float(first) / 230 : Float(number())
  }

  private mutating func point() -> Point { Point(x: number(), y: number()) }

  private mutating func color() -> Color {
    Color(
      red: part(), green: part(), blue: part(), alpha: byte() & 1 == 0 ? 1 : part())
  }

  mutating func list() -> DisplayList {
    var list = DisplayList()
    if byte() & 3 != 0 {
      list.fill(.rectangle(Rect(x: -1, y: -1, width: 400, height: 400)), with: color())
    }
    append(1 + next(below: 4), to: &list, depth: 0)
    return list
  }

  private mutating func append(_ count: Int, to list: inout DisplayList, depth: Int) {
    for _ in 0..<count {
      if depth < 12 && byte() & 7 == 0 {
        let alpha = part()
        let inner = 1 + next(below: 3)
        var reader = self
        list.layer(alpha: alpha) { reader.append(inner, to: &$0, depth: depth + 1) }
        self = reader
        continue
      }
      let paint = paint(in: &list)
      let shape = shape(in: &list)
      list.fill(shape, with: paint, alpha: part())
    }
  }

  private mutating func shape(in list: inout DisplayList) -> Shape {
    switch next(below: 5) {
    case 0: return .rectangle(Rect(x: number(), y: number(), width: number(), height: number()))
    case 1:
      return .annulus(Annulus(centre: point(), innerRadius: number(), outerRadius: number()))
    case 2:
      let path = path(in: &list)
      return .path(path)
    case 3:
      let path = path(in: &list)
      return .stroke(
        path, style: StrokeStyle(width: number(), cap: byte() & 1 == 0 ? .butt : .round))
    default:
      return .arc(
        Arc(
          centre: point(), radius: number(), width: number(), start: number() / 64,
          sweep: byte() & 1 == 0 ? Double(byte()) / 256 : number(),
          cap: byte() & 1 == 0 ? .butt : .round))
    }
  }

  private mutating func path(in list: inout DisplayList) -> Path {
    var reader = self
    let path = list.path { pen in
      for _ in 0..<reader.next(below: 7) {
        switch reader.next(below: 6) {
        case 0: pen.move(to: reader.point())
        case 1: pen.quad(reader.point(), to: reader.point())
        case 2: pen.cubic(reader.point(), reader.point(), to: reader.point())
        case 3: pen.close()
        default: pen.line(to: reader.point())
        }
      }
    }
    self = reader
    return path
  }

  private mutating func paint(in list: inout DisplayList) -> Paint {
    switch next(below: 8) {
    case 0, 1: return .color(color())
    case 2, 3:
      let stops = stops()
      let start = point()
      var end = point()
      let straight = byte() & 3
      if straight == 1 { end.x = start.x }
      if straight == 2 { end.y = start.y }
      return list.gradient(
        from: start, to: end, repeats: byte() & 1 == 0, count: stops.count
      ) { stops[$0] }
    case 4, 5:
      let stops = stops()
      return list.conicGradient(around: point(), start: number(), count: stops.count) { stops[$0] }
    default:
      let place = [0, 3, -7, 40, Int.max, Int.min, 1 << 29][next(below: 7)]
      return .image(reference(), x: place, y: next(below: 99) - 30)
    }
  }

  private mutating func reference() -> ImageReference {
    [
      ImageReference(identifier: 1, width: 1, height: 1),
      ImageReference(identifier: 2, width: 23, height: 11),
      ImageReference(identifier: 3, width: 9, height: 9),
    ][next(below: 3)]
  }

  private mutating func stops() -> [ColorStop] {
    (0..<next(below: 6)).map { _ in ColorStop(place: part(), color: color()) }
  }

  /// A list with some items of another: as they were, grown, or in a layer of another alpha; and new ones.
  mutating func changed(_ old: DisplayList) -> DisplayList {
    var list = DisplayList()
    var index = 0
    while index < old.items.count {
      let layer = old.layers.first { $0.items.lowerBound == index }
      if let layer, byte() & 3 != 0 {
        let alpha = byte() & 1 == 0 ? layer.alpha : part()
        var reader = self
        list.layer(alpha: alpha) { list in
          for index in layer.items { reader.copy(old, index, to: &list) }
        }
        self = reader
        index = layer.items.upperBound
      } else {
        copy(old, index, to: &list)
        index += 1
      }
    }
    if byte() & 3 == 0 { append(1, to: &list, depth: 0) }
    return list
  }

  private mutating func copy(_ old: DisplayList, _ index: Int, to list: inout DisplayList) {
    let item = old.items[index]
    let kind = byte() & 3
    var shape = item.shape
    var paint = item.paint
    switch paint {
    case .gradient(let gradient):
      let stops = Array(old[gradient.stops])
      paint = list.gradient(
        from: gradient.start, to: gradient.end, repeats: gradient.repeats, count: stops.count
      ) { stops[$0] }
    case .conic(let gradient):
      let stops = Array(old[gradient.stops])
      paint = list.conicGradient(
        around: gradient.centre, start: gradient.start, count: stops.count
      ) { stops[$0] }
    case .color, .image: break
    }
    switch shape {
    case .path(let path): shape = .path(copy(path, of: old, to: &list, isMoved: kind == 0))
    case .stroke(let path, var style):
      if kind == 2 { style.width = number() }
      shape = .stroke(copy(path, of: old, to: &list, isMoved: kind == 0), style: style)
    case .rectangle, .annulus, .arc: break
    }
    if kind == 0 {
      switch shape {
      case .arc(var arc):
        arc.sweep = Double(byte()) / 256
        shape = .arc(arc)
      case .annulus(var annulus):
        annulus.outerRadius += number()
        shape = .annulus(annulus)
      case .rectangle(var rect):
        rect.width += number()
        shape = .rectangle(rect)
      case .stroke, .path: break
      }
    }
    list.fill(shape, with: paint, alpha: kind == 1 ? part() : item.alpha)
  }

  /// The same path in another list.
  private mutating func copy(
    _ path: Path, of old: DisplayList, to list: inout DisplayList, isMoved: Bool
  ) -> Path {
    var move = Transform.identity
    if isMoved { move.origin = point() }
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
}
