import Graphics
import Pixels
import Raster

/// A random picture, and a later one drawn over it by their difference: the same for the same seed,
/// whatever draws it. Two commits that are to draw the same are compared by many of them.
struct RandomPicture {
  // SplitMix64's.
  private var state: UInt64
  private var size = PixelSize(width: 1, height: 1)

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// In `0..<limit`.
  private mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// In `0..<1`.
  private mutating func part() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Mostly on the canvas; often on a pixel's or a group's border, seldom far away.
  private mutating func place(_ extent: Int) -> Double {
    let place = (part() * 1.4 - 0.2) * Double(extent)
    return switch next(below: 12) {
    case 0: Double(Int(place))
    case 1: Double(Int(place) / 8 * 8)
    case 2: Double(extent)
    case 3: place * 30
    default: place
    }
  }

  private mutating func point() -> Point { Point(x: place(size.width), y: place(size.height)) }

  /// Sometimes the same point; once in a while nowhere.
  private mutating func near(_ point: Point) -> Point {
    switch next(below: 400) {
    case 0: Point(x: .nan, y: point.y)
    case 1: Point(x: point.x, y: -1e300)
    case 2..<40: point
    default: Point(x: point.x + part() * 60 - 30, y: point.y + part() * 60 - 30)
    }
  }

  private mutating func color() -> Color {
    Color(
      red: Float(part()), green: Float(part()), blue: Float(part()),
      alpha: next(below: 3) == 0 ? Float(part()) : 1)
  }

  private mutating func outline(_ pen: inout PathPen) {
    for _ in 0...next(below: 2) {
      var current = point()
      pen.move(to: current)
      let isSmall = next(below: 2) == 0
      for _ in 0...next(below: 7) {
        let end = isSmall ? near(current) : point()
        switch next(below: 4) {
        case 0: pen.line(to: end)
        case 1: pen.quad(near(current), to: end)
        case 2: pen.cubic(near(current), near(end), to: end)
        default: pen.cubic(point(), point(), to: end)
        }
        current = end
      }
      if next(below: 2) == 0 { pen.close() }
    }
  }

  private mutating func shape(in list: inout DisplayList) -> Shape {
    let width = next(below: 3) == 0 ? part() * 40 : part() * 4
    let cap: Arc.Cap = next(below: 2) == 0 ? .round : .butt
    switch next(below: 8) {
    case 0:
      let (one, other) = (point(), point())
      return .rectangle(
        Rect(x: one.x, y: one.y, width: abs(other.x - one.x), height: abs(other.y - one.y)))
    case 1:
      return .arc(
        Arc(
          centre: point(), radius: part() * 60, width: width, start: part(), sweep: part(), cap: cap
        ))
    case 2, 3, 4:
      let path = list.path { outline(&$0) }
      return .path(path)
    default:
      let path = list.path { outline(&$0) }
      return .stroke(path, style: StrokeStyle(width: width, cap: cap))
    }
  }

  private mutating func list() -> DisplayList {
    var list = DisplayList()
    // What is alone over one color takes the shortest way.
    if next(below: 4) == 0 {
      let path = list.path { outline(&$0) }
      list.fill(
        .path(path), with: Color(UInt32(truncatingIfNeeded: next()) & 0xff_ffff))
      return list
    }
    for _ in 0...next(below: 3) {
      let shape = shape(in: &list)
      list.fill(shape, with: color(), alpha: next(below: 3) == 0 ? Float(part()) : 1)
    }
    return list
  }

  /// Draws both, and mixes all pixels into one number.
  mutating func draw() -> UInt64 {
    // Some are so wide that a row of a mask has several words of groups, and end with one of these.
    size = PixelSize(width: 1 + next(below: 200), height: 1 + next(below: 150))
    if next(below: 16) == 0 { size.width = 512 * (1 + next(below: 3)) + next(below: 2) * 72 }
    let format = PixelFormat.all[next(below: PixelFormat.all.count)]
    let (first, second) = (list(), list())
    let stride = size.width * format.bytesPerPixel
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * size.height, alignment: 64)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    guard let base = memory.baseAddress else { return 0 }
    // SAFETY: the memory has all rows, and lives longer than the surface.
    var surface = unsafe PixelSurface(base: base, stride: stride, size: size, format: format)
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    rasterizer.draw(first, into: &surface)
    difference.find(from: first, to: second, of: surface.bounds)
    rasterizer.draw(second, into: &surface, where: difference)
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for place in 0..<memory.count {
      sum = unsafe (sum ^ UInt64(memory[place])) &* 0x0000_0100_0000_01b3
    }
    return sum
  }
}

/// Draws the picture of a seed, and mixes its pixels into one number.
@c(picture_sum)
public func pictureSum(_ seed: UInt64) -> UInt64 {
  var picture = RandomPicture(seed: seed)
  return picture.draw()
}
