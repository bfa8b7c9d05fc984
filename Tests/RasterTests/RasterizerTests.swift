import Graphics
import Pixels
import Raster
import TestSupport
import Testing

@Suite struct RasterizerTests {
  private func list(_ fill: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: -1, y: -1, width: 1_000, height: 1_000)), with: Color(0))
    fill(&list)
    return list
  }

  /// The sum of all pixels' blue, in whole pixels.
  private func ink(_ frame: borrowing Pixmap) -> Double {
    var sum = 0.0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width { sum += Double(frame[x, y] & 0xff) }
    }
    return sum / 255
  }

  private let white = Color(0xff_ffff)

  @Test func rectangle_coversPartsOfPixels() {
    let list = list { $0.fill(.rectangle(Rect(x: 1.5, y: 1, width: 3, height: 1.5)), with: white) }
    let frame = Canvas.draw(list, size: PixelSize(width: 6, height: 4))
    #expect(Canvas.pattern(frame) == ["      ", " =##= ", " :==: ", "      "])
  }

  @Test(arguments: [(20.0, 2.0), (60, 9), (8, 3), (41.7, 30)])
  func ring_hasItsArea(radius: Double, width: Double) {
    let list = list {
      $0.fill(
        .annulus(
          Annulus(
            centre: Point(x: 80.3, y: 79.9), innerRadius: radius - width / 2,
            outerRadius: radius + width / 2)),
        with: white)
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 160, height: 160))
    let area = 2 * Double.pi * radius * width
    #expect(abs(ink(frame) - area) < area * 0.002 + 0.2)
  }

  @Test(
    arguments: [0.02, 0.1, 0.25, 0.3, 0.5, 0.5001, 0.6, 0.75, 0.9, 0.99, 0.999],
    [Arc.Cap.butt, .round])
  func arc_hasItsArea(sweep: Double, cap: Arc.Cap) {
    let arc = Arc(
      centre: Point(x: 64, y: 64), radius: 40, width: 8, start: 0.13, sweep: sweep, cap: cap)
    let frame = Canvas.draw(
      list { $0.fill(.arc(arc), with: white) }, size: PixelSize(width: 128, height: 128))
    // Past 0.97 round caps run into each other.
    var area = 2 * Double.pi * 40 * 8 * sweep
    if cap == .round { area = min(area + .pi * 16, 2 * .pi * 40 * 8) }
    let slack = cap == .round && sweep > 0.95 ? 20.0 : 1.5
    #expect(abs(ink(frame) - area) < slack, "\(ink(frame)) \(area)")
  }

  @Test func crossingStrokes_areOneArea() {
    let list = list {
      let path = $0.path { pen in
        pen.move(to: Point(x: 4, y: 4))
        pen.line(to: Point(x: 16, y: 16))
        pen.move(to: Point(x: 16, y: 4))
        pen.line(to: Point(x: 4, y: 16))
      }
      $0.fill(.stroke(path, style: StrokeStyle(width: 4)), with: white, alpha: 0.5)
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 20, height: 20))
    #expect(frame[10, 10] & 0xff == 128)
    #expect(frame[6, 6] & 0xff == 128)
  }

  @Test func image_isCopiedByteForByte_andClearBesideItself() {
    var random = SeededGenerator(seed: 47)
    var pixmap = Pixmap(size: PixelSize(width: 9, height: 5))
    for y in 0..<5 {
      pixmap.withMutableRow(y, columns: 0..<9) { row in
        for x in row.indices {
          row[x] = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
        }
      }
    }
    let image = Image(pixmap, identifier: 1)
    let list = list {
      $0.fill(
        .rectangle(Rect(x: 0, y: 0, width: 20, height: 20)),
        with: .image(image.reference, x: 3, y: -2))
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 20, height: 20), images: [image])
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (3..<12).contains(x) && y < 3
        #expect(frame[x, y] & 0xff_ffff == (isInside ? image.pixmap[x - 3, y + 2] & 0xff_ffff : 0))
      }
    }
  }

  @Test func gradient_isWithinHalfALevelOfTheColours() {
    let list = list { list in
      let paint = list.gradient(from: Point(x: 0, y: 0), to: Point(x: 100, y: 0), count: 3) {
        [
          ColorStop(place: 0, color: Color(0x00_00ff)), ColorStop(place: 0.25, color: Color(0)),
          ColorStop(place: 1, color: Color(0xff)),
        ][$0]
      }
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 100, height: 2)), with: paint)
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 100, height: 2))
    for x in 0..<100 {
      let place = (Double(x) + 0.5) / 100
      let exact = 255 * (place < 0.25 ? 1 - place / 0.25 : (place - 0.25) / 0.75)
      #expect(abs(Double(frame[x, 1] & 0xff) - exact) <= 0.51)
    }
  }

  @Test func anyPartOfAFrame_isThatOfTheWholeFrame() {
    var random = SeededGenerator(seed: 53)
    let size = PixelSize(width: 97, height: 83)
    for _ in 0..<60 {
      let list = Self.randomList(&random, size: size)
      let whole = Canvas.draw(list, size: size, alphaMasks: [Self.alphaMask])
      var parts = Pixmap(size: size)
      let rasterizer = Rasterizer()
      rasterizer.alphaMasks = [Self.alphaMask]
      for top in stride(from: 0, to: 83, by: 13) {
        for left in stride(from: 0, to: 97, by: 11) {
          let part = PixelRect(left: left, top: top, right: left + 11, bottom: top + 13)
          parts.withSurface {
            rasterizer.draw(list, into: &$0, where: ListDifference(part, of: $0.bounds))
          }
        }
      }
      #expect(Canvas.firstDifference(whole, parts) == nil, "seed 53")
    }
  }

  /// A picture of coverage that random lists place.
  static var alphaMask: AlphaMask {
    AlphaMask(MaskReference(identifier: 7, width: 13, height: 11)) { x, y in
      UInt8(truncatingIfNeeded: x * 31 + y * 57) | (x > 6 ? 255 : 0)
    }
  }

  @Test(arguments: PixelFormat.all)
  func drawingTheDamage_equalsDrawingAll(format: PixelFormat) {
    var random = SeededGenerator(seed: 59)
    let size = PixelSize(width: 97, height: 83)
    for round in 0..<60 {
      var shown = Self.randomList(&random, size: size)
      let frame = GuardedMemory(size: size, format: format, padding: 13)
      let (rasterizer, other) = (Rasterizer(), Rasterizer())
      rasterizer.alphaMasks = [Self.alphaMask]
      other.alphaMasks = [Self.alphaMask]
      frame.withSurface { rasterizer.draw(shown, into: &$0) }
      var before = Canvas.draw(shown, size: size, alphaMasks: [Self.alphaMask])
      let difference =
        Bool.random(using: &random)
        ? ListDifference(pathMasks: rasterizer.pathMasks) : ListDifference()
      for _ in 0..<6 {
        let next = Self.changed(shown, &random, size: size)
        frame.withSurface {
          difference.find(from: shown, to: next, of: $0.bounds)
          rasterizer.draw(next, into: &$0, where: difference)
        }
        let whole = GuardedMemory(size: size, format: format, padding: 2)
        whole.withSurface { other.draw(next, into: &$0) }
        #expect(frame.hasSamePixels(as: whole), "seed 59, round \(round)")
        #expect(frame.isIntact && whole.isIntact, "seed 59, round \(round)")
        let after = Canvas.draw(next, size: size, alphaMasks: [Self.alphaMask])
        Self.expectTold(difference, before, after, round)
        before = after
        shown = next
      }
    }
  }

  /// Expects that what drivers are told holds every pixel that changed.
  static func expectTold(
    _ difference: ListDifference, _ before: borrowing Pixmap, _ after: borrowing Pixmap,
    _ round: Int
  ) {
    var told = DamageRegion()
    difference.insert(into: &told)
    for y in 0..<after.size.height {
      for x in 0..<after.size.width where after[x, y] != before[x, y] {
        let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        #expect(told.rects.contains { $0.contains(pixel) }, "seed 59, round \(round)")
      }
    }
  }

  static func randomList(_ random: inout SeededGenerator, size: PixelSize) -> DisplayList {
    var list = DisplayList()
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))),
      with: Color(0x20_4060))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      appendItem(to: &list, shape: shape(&random, in: &list), &random)
    }
    return list
  }

  /// A list in which some items grew, some changed and some stayed.
  static func changed(_ old: DisplayList, _ random: inout SeededGenerator, size: PixelSize)
    -> DisplayList
  {
    var list = DisplayList()
    for item in old.items {
      var shape = item.shape
      let change = Int.random(in: 0...3, using: &random)
      switch (shape, change) {
      case (.path(let path, let rule), 0...2):
        shape = .path(copy(path, of: old, into: &list, change, &random), rule: rule)
      case (.stroke(let path, let style), 0...2):
        shape = .stroke(copy(path, of: old, into: &list, change, &random), style: style)
      case (.mask(let mask, let x, let y), 1...2): shape = .mask(mask, x: x + change, y: y - 1)
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
        if !list.items.isEmpty { shape = Self.shape(&random, in: &list) }
      }
      list.fill(shape, with: item.paint, alpha: item.alpha)
    }
    if Int.random(in: 0...4, using: &random) == 0 {
      appendItem(to: &list, shape: shape(&random, in: &list), &random)
    }
    return list
  }

  static func appendItem(to list: inout DisplayList, shape: Shape, _ random: inout SeededGenerator)
  {
    let color = Color(UInt32.random(in: 0...0xff_ffff, using: &random))
    list.fill(
      shape, with: color,
      alpha: Bool.random(using: &random) ? 1 : Float.random(in: 0.1...1, using: &random))
  }

  /// A path of another list, as it is, or with a point moved.
  static func copy(
    _ path: Path, of old: DisplayList, into list: inout DisplayList, _ change: Int,
    _ random: inout SeededGenerator
  ) -> Path {
    let moved = change > 0 ? path.points.randomElement(using: &random) : nil
    let x = Double.random(in: -9...9, using: &random)
    var place = path.points.lowerBound
    func next() -> Point {
      defer { place += 1 }
      let point = old.pen.points[place]
      return place == moved ? Point(x: point.x + x, y: point.y) : point
    }
    return list.path { pen in
      for step in old.pen.steps[path.steps] {
        switch step {
        case .move: pen.move(to: next())
        case .line: pen.line(to: next())
        case .quad:
          let control = next()
          pen.quad(control, to: next())
        case .cubic:
          let (one, two) = (next(), next())
          pen.cubic(one, two, to: next())
        case .close: pen.close()
        }
      }
    }
  }

  static func path(_ random: inout SeededGenerator, in list: inout DisplayList) -> Path {
    func point() -> Point {
      Point(
        x: Double.random(in: -15...110, using: &random),
        y: Double.random(in: -15...95, using: &random))
    }
    return list.path { pen in
      pen.move(to: point())
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: pen.line(to: point())
        case 1: pen.quad(point(), to: point())
        case 2: pen.cubic(point(), point(), to: point())
        default: pen.close()
        }
      }
    }
  }

  static func shape(_ random: inout SeededGenerator, in list: inout DisplayList) -> Shape {
    switch Int.random(in: 0...6, using: &random) {
    case 0: return .path(path(&random, in: &list), rule: .nonZero)
    case 1: return .path(path(&random, in: &list), rule: .evenOdd)
    case 2:
      return .stroke(
        path(&random, in: &list),
        style: StrokeStyle(
          width: Double.random(in: 0.2...12, using: &random),
          join: Bool.random(using: &random) ? .round : .miter(limit: 3),
          cap: Bool.random(using: &random) ? .round : .butt))
    case 3:
      return .mask(
        alphaMask.reference, x: Int.random(in: -9...90, using: &random),
        y: Int.random(in: -9...80, using: &random))
    default: return shape(&random)
    }
  }

  static func shape(_ random: inout SeededGenerator) -> Shape {
    let centre = Point(
      x: Double.random(in: 10...90, using: &random), y: Double.random(in: 10...80, using: &random))
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
      return .rectangle(Rect(x: centre.x, y: centre.y, width: width * 3, height: radius))
    }
  }
}
