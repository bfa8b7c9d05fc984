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

  /// Whole frames are drawn in runs, narrow parts are computed pixel by pixel.
  @Test(arguments: [Arc.Cap.butt, .round])
  func runsOfAnArc_areWhatItsPixelsAre(cap: Arc.Cap) {
    var random = SeededGenerator(seed: 59)
    let size = PixelSize(width: 149, height: 127)
    for round in 0..<250 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let radius = number(2...90)
      let arc = Arc(
        centre: Point(x: number(-30...180), y: number(-30...160)), radius: radius,
        width: number(0.5...(1.9 * radius)), start: number(-1...1),
        sweep: round % 5 == 0 ? number(0.97...1) : number(0.001...1), cap: cap)
      let list = list { $0.fill(.arc(arc), with: white) }
      let whole = Canvas.draw(list, size: size)
      var parts = Pixmap(size: size)
      let rasterizer = Rasterizer()
      parts.withSurface {
        Canvas.drawColumns(list, width: 16, with: rasterizer, into: &$0)
      }
      #expect(
        Canvas.firstDifference(whole, parts) == nil, "seed 59, round \(round), \(arc)")
    }
  }

  /// More runs of one word than are kept are written in between.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
  func manyRuns_areAllWritten(format: PixelFormat) {
    let size = PixelSize(width: 901, height: 1101)
    let list = list {
      $0.fill(.rectangle(Rect(x: 0, y: 0, width: 901, height: 1101)), with: Color(0x20_4060))
      $0.fill(
        .annulus(
          Annulus(centre: Point(x: 450.5, y: 550.5), innerRadius: 380, outerRadius: 449)),
        with: white)
    }
    let whole = GuardedMemory(size: size, format: format, padding: 13)
    whole.withSurface { Rasterizer().draw(list, into: &$0) }
    let parts = GuardedMemory(size: size, format: format, padding: 2)
    let rasterizer = Rasterizer()
    parts.withSurface {
      Canvas.drawColumns(list, width: 20, with: rasterizer, into: &$0)
    }
    #expect(whole.hasSamePixels(as: parts) && whole.isIntact)
  }

  @Test func anyPartOfAFrame_isThatOfTheWholeFrame() {
    var random = SeededGenerator(seed: 53)
    let size = PixelSize(width: 97, height: 83)
    for _ in 0..<60 {
      let list = RandomList.make(&random, size: size)
      let whole = Canvas.draw(list, size: size, images: [RandomList.image])
      var parts = Pixmap(size: size)
      let rasterizer = Rasterizer()
      rasterizer.images = [RandomList.image]
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

  @Test(arguments: PixelFormat.all)
  func drawingTheDamage_equalsDrawingAll(format: PixelFormat) {
    var random = SeededGenerator(seed: 59)
    let images = [RandomList.image]
    let size = PixelSize(width: 97, height: 83)
    for round in 0..<40 {
      var shown = RandomList.make(&random, size: size)
      let frame = GuardedMemory(size: size, format: format, padding: 13)
      let rasterizer = Rasterizer()
      rasterizer.images = images
      frame.withSurface { rasterizer.draw(shown, into: &$0) }
      var before = Canvas.draw(shown, size: size, images: images)
      let difference =
        round & 1 == 0 ? ListDifference(pathMasks: rasterizer.pathMasks) : ListDifference()
      for _ in 0..<6 {
        let next = RandomList.changed(shown, &random, size: size)
        frame.withSurface {
          difference.find(from: shown, to: next, of: $0.bounds)
          rasterizer.draw(next, into: &$0, where: difference)
        }
        let whole = GuardedMemory(size: size, format: format, padding: 2)
        let other = Rasterizer()
        other.images = images
        whole.withSurface { other.draw(next, into: &$0) }
        #expect(frame.hasSamePixels(as: whole), "seed 59, round \(round)")
        #expect(frame.isIntact && whole.isIntact, "seed 59, round \(round)")
        let after = Canvas.draw(next, size: size, images: images)
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
}
