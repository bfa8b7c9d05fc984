import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// Single shapes that grow, shrink and jump over one colour: the ways that frames take that have nothing else to draw.
@Suite struct GrowthTests {
  private static let size = PixelSize(width: 131, height: 96)
  private let picture: Image = {
    var random = SeededGenerator(seed: 211)
    var pixmap = Pixmap(size: PixelSize(width: 131, height: 96))
    for y in 0..<96 {
      pixmap.withMutableRow(y, columns: 0..<131) { row in
        for x in row.indices {
          row[x] = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
        }
      }
    }
    return Image(pixmap, identifier: 3)
  }()

  /// A shape whose size is a number that changes.
  private enum Kind: CaseIterable {
    case disc, annulus, arc, bar
  }

  private func list(_ kind: Kind, _ sizes: (Double, Double), _ base: Arc, isPicture: Bool)
    -> DisplayList
  {
    var list = DisplayList()
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: 131, height: 96)), with: Color(0x20_4060))
    let shape: Shape
    switch kind {
    case .disc:
      shape = .annulus(Annulus(centre: base.centre, innerRadius: 0, outerRadius: sizes.0 * 90))
    case .annulus:
      shape = .annulus(
        Annulus(
          centre: base.centre, innerRadius: sizes.1 * sizes.0 * 90, outerRadius: sizes.0 * 90))
    case .arc:
      var arc = base
      arc.sweep = sizes.0
      shape = .arc(arc)
    case .bar:
      shape = .rectangle(Rect(x: base.centre.x - 40, y: 7.5, width: sizes.0 * 120, height: 61))
    }
    list.fill(
      shape, with: isPicture ? .image(picture.reference, x: 0, y: 0) : .color(Color(0xf0_a030)))
    return list
  }

  private static func arc(
    _ x: Double, _ y: Double, _ radius: Double, _ width: Double, _ start: Double, _ cap: Arc.Cap
  ) -> Arc {
    Arc(
      centre: Point(x: x, y: y), radius: radius, width: width, start: start, sweep: 0.5, cap: cap)
  }

  /// Sweeps that once were drawn in steps and whole in two ways; a whole turn is a circle.
  @Test(
    arguments: [
      (arc(20, 0.5, 1.5399918765434821, 1.6805155570981203, 0.875, .butt), 0.5, 0.25),
      (arc(64.5, 35, 1, 0.7338785699677051, 0.625, .butt), 0.5, 0.25),
      (arc(100, 75, 10, 13.570793104786548, 0.48753454466825463, .round), 0.999999, 1),
      (arc(0.5, 8.5, 4.261001608064596, 8.522003216129193, 0.375, .round), 0, 1e-9),
      (arc(17.5, 16.5, 6, 12, -0.875, .butt), 0, 1e-9),
      (arc(20.5, 32, 14.860945, 0.18309, -0.145569, .butt), 0.739826, 0.746249),
      (arc(20.5, 32, 14.860945, 0.18309, -0.145569, .round), 0.739826, 0.746249),
    ])
  func arcInSteps_isTheWholeArc(arc: Arc, first: Double, second: Double) {
    let size = PixelSize(width: 200, height: 150)
    func list(_ sweep: Double) -> DisplayList {
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 150)), with: Color(0x20_4060))
      var arc = arc
      arc.sweep = sweep
      if sweep > 0 {
        list.fill(sweep < 1 ? .arc(arc) : .annulus(arc.annulus), with: Color(0xf0_a030))
      }
      return list
    }
    let rasterizer = Rasterizer()
    var steps = Pixmap(size: size)
    var whole = Pixmap(size: size)
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    steps.withSurface { rasterizer.draw(list(first), into: &$0) }
    steps.withSurface { surface in
      difference.find(from: list(first), to: list(second), of: surface.bounds)
      rasterizer.draw(list(second), into: &surface, where: difference)
    }
    whole.withSurface { rasterizer.draw(list(second), into: &$0) }
    #expect(Canvas.firstDifference(steps, whole) == nil)
  }

  /// Lines so thin that most pixels of them are cut by an edge, and at the ends by two.
  @Test(arguments: [Arc.Cap.butt, .round])
  func thinArcInSteps_isTheWholeArc(cap: Arc.Cap) {
    checkSteps(seed: 509, rounds: 12_000) { round, random in
      Arc(
        centre: Point(
          x: Double.random(in: 26...38, using: &random),
          y: Double.random(in: 26...38, using: &random)),
        radius: Double.random(in: 4...28, using: &random),
        width: Double.random(in: 0.05...(round % 2 == 0 ? 0.5 : 5), using: &random),
        start: Double.random(in: -1...1, using: &random),
        sweep: Double.random(in: 0.02...0.98, using: &random), cap: cap)
    }
  }

  /// Thick lines about a small hole, whose caps are large while the hole is not.
  @Test(arguments: [Arc.Cap.butt, .round])
  func arcAboutASmallHoleInSteps_isTheWholeArc(cap: Arc.Cap) {
    checkSteps(seed: 521, rounds: 6_000) { round, random in
      let width = Double.random(in: 6...24, using: &random)
      return Arc(
        centre: Point(
          x: Double.random(in: 26...38, using: &random),
          y: Double.random(in: 26...38, using: &random)),
        radius: width / 2 + Double.random(in: 0...7, using: &random), width: width,
        start: Double.random(in: -1...1, using: &random),
        sweep: Double.random(in: 0.02...0.98, using: &random), cap: cap)
    }
  }

  /// Thin arcs with a pixel beside the end that rim and radial line both cut: whichever group it is in, it is the same.
  @Test(arguments: [
    Arc(
      centre: Point(x: 54.20407792296435, y: 29.65497289754299), radius: 33.45740774174407,
      width: 1.77417038400557, start: 0.22887909660994166, sweep: 0.3139453829339309, cap: .round),
    Arc(
      centre: Point(x: -90.05252875038926, y: -27.571723468304306), radius: 119.19151412710693,
      width: 1.606035414016409, start: -0.2849553920073169, sweep: 0.3506016359183749, cap: .round),
  ]) func pixelsBesideAnEnd_areTheSameInAllGroups(arc: Arc) {
    let size = PixelSize(width: 40, height: 40)
    let rasterizer = Rasterizer()
    let list = Self.list(arc, size)
    var whole = Pixmap(size: size)
    whole.withSurface { rasterizer.draw(list, into: &$0) }
    for top in [18, 20, 22] {
      for left in 10...24 {
        var parts = Pixmap(size: size)
        parts.withSurface { surface in
          rasterizer.draw(list, into: &surface)
          let part = PixelRect(left: left, top: top, right: left + 3, bottom: top + 1)
          rasterizer.draw(list, into: &surface, where: ListDifference(part, of: surface.bounds))
        }
        #expect(Canvas.firstDifference(parts, whole) == nil, "row \(top) from \(left)")
      }
    }
  }

  /// Arcs of whose circles a frame shows hardly more than the end.
  @Test func largeArcInSteps_isTheWholeArc() {
    checkSteps(seed: 541, rounds: 8_000, step: 2e-3) { _, random in
      let radius = Double.random(in: 1_000...16_000, using: &random)
      let (start, sweep) = (
        Double.random(in: -1...1, using: &random), Double.random(in: 0.02...0.98, using: &random)
      )
      let end = Arc.direction(turns: start + sweep)
      return Arc(
        centre: Point(x: 32 - radius * end.x, y: 32 - radius * end.y),
        radius: radius, width: Double.random(in: 0.5...20, using: &random), start: start,
        sweep: sweep, cap: .round)
    }
  }

  /// Steps that were once another picture than the whole frame.
  @Test(arguments: [
    // Beyond a quarter a butt end is cut off by another one of two formulas.
    (33, 1, arc(29.505, 0.5, 28, 9.876, 0.5, .butt), 0.0639, 0.4003),
    (33, 1, arc(35.5, 0.5, 28, 9.876, -0.75, .butt), 0.8, 0.7),
    // At a quarter itself either formula may hold.
    (80, 60, arc(36, 4.5, 23, 8, 0.5, .butt), 0.1, 0.25),
    (80, 60, arc(36, 4.5, 23, 8, 0.5, .butt), 0.25, 0.1),
    // The line at the end is nearly level, and its own margin reaches a million columns.
    (
      200, 120,
      arc(
        -9439.697504705802, -10215.5941955157, 10318.878885537632, 20400, -0.3983749727398094,
        .round
      ), 0.4, 0.400697577152528
    ),
    (
      300, 200,
      arc(
        83625.28522107367, 63893.38911026076, 81571.6676605462, 119378.30197530038,
        -0.22213860571843957, .round), 0.7302158354637618, 0.7305069836499066
    ),
    // Nobody knows where an arc with a radius below zero is: it is none.
    (64, 8, arc(31, 7.25, -10.56, 29.93, 1.9686, .round), 0.98, 0.73),
    // The row through a small hole has no empty middle.
    (
      47, 5,
      arc(
        22.880289645287385, 2.5, 4.509918096171501, 7.499818263264061, 0.7444639398465824, .round),
      0.6,
      0.5077537581602896
    ),
  ])
  func onceWrongSteps_areTheWholeArc(
    width: Int, height: Int, arc: Arc, from: Double, to: Double
  ) {
    let size = PixelSize(width: width, height: height)
    func list(_ sweep: Double) -> DisplayList {
      var longer = arc
      longer.sweep = sweep
      return Self.list(longer, size)
    }
    var steps = Pixmap(size: size)
    var whole = Pixmap(size: size)
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    steps.withSurface { surface in
      rasterizer.draw(list(from), into: &surface)
      difference.find(from: list(from), to: list(to), of: surface.bounds)
      rasterizer.draw(list(to), into: &surface, where: difference)
    }
    whole.withSurface { rasterizer.draw(list(to), into: &$0) }
    #expect(Canvas.firstDifference(steps, whole) == nil)
    // Each part is what it is in the whole.
    for left in stride(from: 0, to: width, by: 5) {
      steps.withSurface {
        let part = PixelRect(left: left, top: 0, right: min(width, left + 9), bottom: height)
        rasterizer.draw(list(to), into: &$0, where: ListDifference(part, of: $0.bounds))
      }
      #expect(Canvas.firstDifference(steps, whole) == nil, "from column \(left)")
    }
  }

  /// Where the rim comes near the hole, other formulas say what both cover.
  /// Where its arc can be told, its circle can.
  @Test(arguments: [0.999_999, 1, 1.5]) func farTurn_isDrawn(sweep: Double) {
    var list = DisplayList()
    list.fill(
      .arc(
        Arc(
          centre: Point(x: -7e6 + 50, y: 50), radius: 7e6, width: 20, start: 0.5, sweep: sweep,
          cap: .round)), with: Color(0xff_0000))
    #expect(list.items.count == 1)
  }

  @Test func annulusThatGetsThick_isTheWholeOne() {
    let size = PixelSize(width: 40, height: 30)
    func list(_ radius: Double) -> DisplayList {
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 40, height: 30)), with: Color(0x20_4060))
      list.fill(
        .annulus(
          Annulus(
            centre: Point(x: 14.013124025641659, y: -13.87228226967995),
            innerRadius: 24.260621146644024, outerRadius: radius)), with: Color(0x62_8033))
      return list
    }
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    var steps = Pixmap(size: size)
    var whole = Pixmap(size: size)
    for (from, to) in [(29.033932616498447, 25.57094110126632), (25.5, 26.5), (25.2, 25.9)] {
      steps.withSurface { surface in
        rasterizer.draw(list(from), into: &surface)
        difference.find(from: list(from), to: list(to), of: surface.bounds)
        rasterizer.draw(list(to), into: &surface, where: difference)
      }
      whole.withSurface { rasterizer.draw(list(to), into: &$0) }
      #expect(Canvas.firstDifference(steps, whole) == nil, "from \(from) to \(to)")
    }
  }

  /// Draws random arcs in small steps, and whole.
  private func checkSteps(
    seed: UInt64, rounds: Int, step: Double = 0.02,
    _ make: (_ round: Int, inout SeededGenerator) -> Arc
  ) {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: 64, height: 64)
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    var steps = Pixmap(size: size)
    var whole = Pixmap(size: size)
    for round in 0..<rounds {
      var arc = make(round, &random)
      var shown = Self.list(arc, size)
      steps.withSurface { rasterizer.draw(shown, into: &$0) }
      for _ in 0..<4 {
        arc.sweep = max(
          0.001, min(0.999, arc.sweep + Double.random(in: -step...step, using: &random)))
        let next = Self.list(arc, size)
        steps.withSurface { surface in
          difference.find(from: shown, to: next, of: surface.bounds)
          rasterizer.draw(next, into: &surface, where: difference)
        }
        shown = next
        whole.withSurface { rasterizer.draw(next, into: &$0) }
        let place = Canvas.firstDifference(steps, whole)
        #expect(place == nil, "seed \(seed), round \(round): \(arc)")
        if place != nil { break }
      }
    }
  }

  /// A picture that is shown twice, at places that dithers tell apart.
  @Test(arguments: PixelFormat.all) func pictureShownTwice_isDrawnInParts(format: PixelFormat) {
    var random = SeededGenerator(seed: 523)
    let rasterizer = Rasterizer()
    rasterizer.images = [picture]
    for round in 0..<40 {
      var list = DisplayList()
      for _ in 0..<3 {
        let disc = Annulus(
          centre: Point(
            x: Double.random(in: 30...100, using: &random),
            y: Double.random(in: 20...80, using: &random)), innerRadius: 0,
          outerRadius: Double.random(in: 20...60, using: &random))
        list.fill(
          .annulus(disc),
          with: .image(
            picture.reference, x: Int.random(in: -9...9, using: &random),
            y: Int.random(in: -9...9, using: &random)))
      }
      let (whole, parts) = (
        GuardedMemory(size: Self.size, format: format, padding: 0),
        GuardedMemory(size: Self.size, format: format, padding: 0)
      )
      whole.withSurface { rasterizer.draw(list, into: &$0) }
      parts.withSurface { surface in
        for top in stride(from: 0, to: Self.size.height, by: 13) {
          let bottom = min(Self.size.height, top + 13)
          let rect = PixelRect(left: 0, top: top, right: Self.size.width, bottom: bottom)
          rasterizer.draw(
            list, into: &surface, where: ListDifference(rect, of: surface.bounds))
        }
      }
      #expect(whole.bytes == parts.bytes, "seed 523, round \(round)")
    }
  }

  private static func list(_ arc: Arc, _ size: PixelSize) -> DisplayList {
    var list = DisplayList()
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))),
      with: Color(0x00_0000))
    list.fill(.arc(arc), with: Color(0xff_ffff))
    return list
  }

  @Test(arguments: PixelFormat.all)
  func anySequence_equalsTheWholeFrame(format: PixelFormat) {
    var random = SeededGenerator(seed: 223)
    let rasterizer = Rasterizer()
    let other = Rasterizer()
    rasterizer.images = [picture]
    other.images = [picture]
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    for round in 0..<150 {
      let kind = Kind.allCases[round % 4]
      // Every other one is the same above and below its centre, and that is also the frame's.
      let isOnGrid = round / 4 % 2 == 0
      let centre =
        isOnGrid
        ? Point(x: Double(Int.random(in: 40...90, using: &random)), y: 48)
        : Point(
          x: Double.random(in: 30...100, using: &random),
          y: Double.random(in: 20...80, using: &random))
      let base = Arc(
        centre: centre, radius: Double.random(in: 9...44, using: &random),
        width: Double.random(in: 0.6...(round % 3 == 0 ? 4 : 16), using: &random),
        start: Double.random(in: -1...1, using: &random), sweep: 0.1,
        cap: round % 5 == 0 ? .butt : .round)
      let isPicture = round % 3 == 1
      var sizes = (Double.random(in: 0...1, using: &random), 0.5)
      var shown = list(kind, sizes, base, isPicture: isPicture)
      let frame = GuardedMemory(size: Self.size, format: format, padding: 5)
      frame.withSurface { rasterizer.draw(shown, into: &$0) }
      for step in 0..<8 {
        // Mostly small steps, some of them none.
        let stride = [0.004, 0.02, 0.1, 1][step % 4]
        sizes.0 = max(0, min(1, sizes.0 + Double.random(in: -stride...stride, using: &random)))
        sizes.1 = max(0, min(1, sizes.1 + Double.random(in: -stride...stride, using: &random)))
        let next = list(kind, sizes, base, isPicture: isPicture)
        frame.withSurface {
          difference.find(from: shown, to: next, of: $0.bounds)
          rasterizer.draw(next, into: &$0, where: difference)
        }
        let whole = GuardedMemory(size: Self.size, format: format, padding: 5)
        whole.withSurface { other.draw(next, into: &$0) }
        #expect(frame.hasSamePixels(as: whole), "seed 223, round \(round), step \(step)")
        #expect(frame.isIntact, "seed 223, round \(round), step \(step)")
        shown = next
      }
    }
  }
}
