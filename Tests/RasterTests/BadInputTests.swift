import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// Whatever the numbers are, drawing ends, stays within the frame, and gives the same whole and in parts.
@Suite struct BadInputTests {
  static let numbers: [Double] = [
    0, -0.0, 1e-30, 0.5, -3, 7.25, 31, 97.5, -1e5, 1e5, 1e7, 4.2e6, -1e12, 1e12, 1e300, -1e300,
    .infinity,
    -.infinity, .nan,
  ]

  static func number(_ random: inout SeededGenerator) -> Double {
    Bool.random(using: &random)
      ? numbers[Int.random(in: 0..<numbers.count, using: &random)]
      : Double.random(in: -20...120, using: &random)
  }

  static func point(_ random: inout SeededGenerator) -> Point {
    Point(x: number(&random), y: number(&random))
  }

  static func path(_ random: inout SeededGenerator, in list: inout DisplayList) -> Path {
    list.path { pen in
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        switch Int.random(in: 0...4, using: &random) {
        case 0: pen.move(to: point(&random))
        case 1: pen.line(to: point(&random))
        case 2: pen.quad(point(&random), to: point(&random))
        case 3: pen.cubic(point(&random), point(&random), to: point(&random))
        default: pen.close()
        }
      }
    }
  }

  static func list(_ random: inout SeededGenerator) -> DisplayList {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: -1, y: -1, width: 200, height: 200)), with: Color(0x20_4060))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let color = Color(
        red: Float(number(&random)), green: Float(number(&random)), blue: 0.5,
        alpha: Float(number(&random)))
      var paint = Paint.color(color)
      switch Int.random(in: 0...4, using: &random) {
      case 0, 1:
        let places = (0..<3).map { _ in Float(number(&random)) }
        paint = list.gradient(
          from: point(&random), to: point(&random), repeats: Bool.random(using: &random),
          count: Int.random(in: 0...3, using: &random)
        ) { ColorStop(place: places[$0], color: color) }
      case 2:
        let places = (0..<3).map { _ in Float(number(&random)) }
        paint = list.conicGradient(
          around: point(&random), start: number(&random),
          count: Int.random(in: 0...3, using: &random)
        ) { ColorStop(place: places[$0], color: color) }
      case 3:
        let places = [0, 5, -40, Int.max, Int.min, 1 << 29]
        paint = .image(
          RandomList.reference, x: places[Int.random(in: 0..<6, using: &random)], y: 2)
      default: break
      }
      let alpha = Float(number(&random))
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        list.fill(
          .rectangle(
            Rect(
              x: number(&random), y: number(&random), width: number(&random),
              height: number(&random))), with: paint, alpha: alpha)
      case 1:
        list.fill(
          .annulus(
            Annulus(
              centre: point(&random), innerRadius: number(&random), outerRadius: number(&random))),
          with: paint, alpha: alpha)
      case 2:
        list.fill(
          .arc(
            Arc(
              centre: point(&random), radius: number(&random), width: number(&random),
              start: number(&random), sweep: number(&random),
              cap: Bool.random(using: &random) ? .butt : .round)), with: paint, alpha: alpha)
      default:
        let path = path(&random, in: &list)
        let style = StrokeStyle(
          width: number(&random), cap: Bool.random(using: &random) ? .butt : .round)
        let shape: Shape =
          Bool.random(using: &random) ? .path(path) : .stroke(path, style: style)
        list.fill(shape, with: paint, alpha: alpha)
      }
    }
    return list
  }

  @Test(arguments: [(61, 47), (1, 1), (0, 5), (5, 0), (0, 0), (333, 3)])
  func anyNumbers_giveADefinedPicture(width: Int, height: Int) {
    var random = SeededGenerator(seed: 71)
    let size = PixelSize(width: width, height: height)
    let images = [RandomList.image]
    let rasterizer = Rasterizer()
    rasterizer.images = images
    let difference = ListDifference()
    var frame = Pixmap(size: size)
    var shown = DisplayList()
    for round in 0..<400 {
      let next = Self.list(&random)
      frame.withSurface {
        difference.find(from: shown, to: next, of: $0.bounds)
        rasterizer.draw(
          next, into: &$0, where: round == 0 ? ListDifference($0.bounds, of: $0.bounds) : difference
        )
      }
      let whole = Canvas.draw(next, size: size, images: images)
      let place = Canvas.firstDifference(whole, frame)
      #expect(place == nil, "seed 71, round \(round)")
      shown = next
    }
  }

  static let farAnnuli = [
    Annulus(centre: Point(x: -1e12, y: 1e5), innerRadius: 0, outerRadius: 1e12),
    Annulus(centre: Point(x: 99_999.9, y: 1e30), innerRadius: 7.25, outerRadius: 1e300),
    Annulus(centre: Point(x: 1e12, y: 87.8), innerRadius: -1e300, outerRadius: 1e12),
    Annulus(centre: Point(x: 0, y: 0), innerRadius: 0, outerRadius: 0x1p24),
  ]

  @Test(arguments: farAnnuli)
  func circleThatSingleNumbersDoNotTell_isNone(annulus: Annulus) {
    var list = DisplayList()
    list.fill(.annulus(annulus), with: Color(0xff_ffff))
    list.fill(
      .arc(
        Arc(
          centre: annulus.centre, radius: annulus.outerRadius, width: 3, start: 0, sweep: 0.5,
          cap: .round)),
      with: Color(0xff_ffff))
    #expect(list.items.isEmpty)
  }

  @Test func largeCircle_isDrawn() {
    var list = DisplayList()
    // Its rim is the line x = 8.
    list.fill(
      .annulus(Annulus(centre: Point(x: 8 - 8e6, y: 4), innerRadius: 0, outerRadius: 8e6)),
      with: Color(0xff_ffff))
    let frame = Canvas.draw(list, size: PixelSize(width: 16, height: 8))
    #expect(frame[4, 4] & 0xff_ffff == 0xff_ffff && frame[12, 4] & 0xff_ffff == 0)
  }

  @Test func circlesOfAnyNumbers_areDrawnByTheirDifference() {
    var random = SeededGenerator(seed: 73)
    let rasterizer = Rasterizer()
    let difference = ListDifference()
    for round in 0..<4_000 {
      let size = PixelSize(width: [1, 8, 23, 64][round % 4], height: [1, 17, 40][round % 3])
      var annulus = Annulus(
        centre: Self.point(&random), innerRadius: Self.number(&random),
        outerRadius: Self.number(&random))
      var arc = Arc(
        centre: annulus.centre, radius: Self.number(&random), width: Self.number(&random),
        start: Self.number(&random), sweep: 0.3, cap: round % 2 == 0 ? .round : .butt)
      var frame = Pixmap(size: size)
      var shown = DisplayList()
      for _ in 0..<4 {
        var next = DisplayList()
        next.fill(.rectangle(Rect(x: 0, y: 0, width: 99, height: 99)), with: Color(0x20_4060))
        next.fill(.annulus(annulus), with: Color(0xff_ffff), alpha: 0.5)
        next.fill(.arc(arc), with: Color(0xff_0000))
        frame.withSurface {
          difference.find(from: shown, to: next, of: $0.bounds)
          rasterizer.draw(next, into: &$0, where: difference)
        }
        let place = Canvas.firstDifference(Canvas.draw(next, size: size), frame)
        #expect(place == nil, "seed 73, round \(round)")
        shown = next
        arc.sweep = Double.random(in: 0...1, using: &random)
        annulus.outerRadius = Self.number(&random)
        if Bool.random(using: &random) { annulus.innerRadius = Self.number(&random) }
      }
    }
  }

  @Test(arguments: [0.3, -7.25, 1e3, 1e7, -1e12, 1.5625e298])
  func arcThatBeginsAfterManyTurns_isDrawnByItsDifference(start: Double) {
    let size = PixelSize(width: 120, height: 100)
    let rasterizer = Rasterizer()
    let difference = ListDifference()
    var frame = Pixmap(size: size)
    var shown = DisplayList()
    for sweep in [0.59, 0.24, 0.25, 0.9, 1] {
      var next = DisplayList()
      next.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 200)), with: Color(0x20_4060))
      let arc = Arc(
        centre: Point(x: 60, y: 50), radius: 40, width: 12, start: start, sweep: sweep, cap: .round)
      next.fill(.arc(arc), with: Color(0xff_ffff), alpha: 0.5)
      frame.withSurface {
        difference.find(from: shown, to: next, of: $0.bounds)
        rasterizer.draw(next, into: &$0, where: difference)
      }
      #expect(Canvas.firstDifference(Canvas.draw(next, size: size), frame) == nil)
      shown = next
    }
  }
}
