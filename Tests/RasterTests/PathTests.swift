import Graphics
import Pixels
import TestSupport
import Testing

@Suite struct PathFillTests {
  static let size = PixelSize(width: 61, height: 53)

  /// What a shape covers, drawn in white on black.
  static func draw(
    _ outline: Outline, _ size: PixelSize = PathFillTests.size, shape: (Path) -> Shape
  ) -> Pixmap {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 1_000, height: 1_000)), with: Color(0))
    let path = list.path { outline.draw(with: &$0) }
    list.fill(shape(path), with: Color(0xff_ffff))
    return Canvas.draw(list, size: size)
  }

  /// How far a picture is off, in levels: at most, and on the average over the pixels that are covered in part.
  static func error(
    _ frame: borrowing Pixmap, _ oracle: AreaOracle
  ) -> (most: Double, sum: Double, count: Int) {
    var (most, sum, count) = (0.0, 0.0, 0)
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let level = oracle.level(x, y)
        let error = abs(Double(frame[x, y] & 0xff) - level)
        most = max(most, error)
        if level > 0 && level < 255 {
          sum += error
          count += 1
        }
      }
    }
    return (most, sum, count)
  }

  static func point(_ random: inout SeededGenerator) -> Point {
    // Some lie outside, and some on the grid.
    let reach = Int.random(in: 0...3, using: &random) == 0 ? 60.0 : 3.0
    let point = Point(
      x: Double.random(in: -reach...(61 + reach), using: &random),
      y: Double.random(in: -reach...(53 + reach), using: &random))
    if Int.random(in: 0...5, using: &random) > 0 { return point }
    return Point(x: point.x.rounded(), y: point.y.rounded())
  }

  static func outline(_ random: inout SeededGenerator, hasCurves: Bool) -> Outline {
    var outline = Outline()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      outline.steps.append(.move(point(&random)))
      for _ in 0..<Int.random(in: 2...7, using: &random) {
        switch hasCurves ? Int.random(in: 0...2, using: &random) : 0 {
        case 1: outline.steps.append(.quad(point(&random), point(&random)))
        case 2: outline.steps.append(.cubic(point(&random), point(&random), point(&random)))
        default: outline.steps.append(.line(point(&random)))
        }
      }
      if Bool.random(using: &random) { outline.steps.append(.close) }
    }
    return outline
  }

  @Test(arguments: [false, true]) func anyPath_hasItsArea(hasCurves: Bool) {
    var random = SeededGenerator(seed: 101)
    var (sum, count) = (0.0, 0)
    for round in 0..<60 {
      let outline = Self.outline(&random, hasCurves: hasCurves)
      let frame = Self.draw(outline) { .path($0) }
      var oracle = AreaOracle(Self.size)
      oracle.fill(outline.contours.map(\.points))
      let error = Self.error(frame, oracle)
      #expect(error.most <= (hasCurves ? 3 : 2), "levels, seed 101, round \(round)")
      sum += error.sum
      count += error.count
    }
    #expect(sum / Double(count) <= 0.3, "levels, seed 101")
  }

  /// Outlines that overlap themselves within one pixel, where only few sections of them meet.
  @Test(arguments: [0.25, 0.5, 1, 0.0]) func overlapsWithinAPixel_areCountedOnce(grid: Double) {
    var random = SeededGenerator(seed: 337)
    func number(_ side: Double) -> Double {
      let number = Double.random(in: 0...side, using: &random)
      return grid == 0 ? number : (number / grid).rounded() * grid
    }
    let size = PixelSize(width: 12, height: 12)
    for round in 0..<120 {
      let side = [3.0, 6, 11][round % 3]
      var outline = Outline()
      for _ in 0...round % 2 {
        // Every other one of rectangles, whose sides are horizontal.
        let (from, to) = (
          Point(x: number(side), y: number(side)), Point(x: number(side), y: number(side))
        )
        let isRectangle = round % 4 < 2 && round % 3 > 0
        var corners = [from, Point(x: to.x, y: from.y), to, Point(x: from.x, y: to.y)]
        if !isRectangle {
          corners = (0..<(4 + round % 3)).map { _ in Point(x: number(side), y: number(side)) }
        }
        outline.steps.append(.move(corners[0]))
        outline.steps += corners.dropFirst().map { .line($0) }
        outline.steps.append(.close)
      }
      let frame = Self.draw(outline, size) { .path($0) }
      var oracle = AreaOracle(size)
      oracle.fill(outline.contours.map(\.points))
      #expect(Self.error(frame, oracle).most <= 2, "levels, seed 337, round \(round)")
    }
  }

  /// A curve that bends both ways, hardly, is as far from its parabolas as any.
  /// Outlines whose right side stands where a group of eight columns ends, and where the canvas does.
  @Test(arguments: [(10, 128, 200), (10, 200, 200), (3, 64, 80), (0, 1_280, 1_280), (10, 127, 200)])
  func rectangle_reachesItsRightSide(left: Int, right: Int, width: Int) {
    var outline = Outline()
    outline.steps = [
      .move(Point(x: Double(left), y: 1)), .line(Point(x: Double(right), y: 1)),
      .line(Point(x: Double(right), y: 5)), .line(Point(x: Double(left), y: 5)), .close,
    ]
    let frame = Self.draw(outline, PixelSize(width: width, height: 8)) {
      .path($0)
    }
    let covered = (0..<width).filter { frame[$0, 3] & 0xff == 255 }
    let touched = (0..<width).filter { frame[$0, 3] & 0xff != 0 }
    #expect(covered == Array(left..<right) && touched == covered)
  }

  @Test func steepCurve_hasItsArea() {
    var outline = Outline()
    outline.steps = [
      .move(Point(x: 7.0549, y: 2.7207)),
      .cubic(
        Point(x: 6.7414, y: 6.3342), Point(x: 9.1577, y: 7.169), Point(x: 10.313, y: 10.7086)),
      .line(Point(x: 0.9038, y: 4.9723)),
    ]
    let frame = Self.draw(outline) { .path($0) }
    var oracle = AreaOracle(Self.size)
    oracle.fill(outline.contours.map(\.points))
    #expect(Self.error(frame, oracle).most <= 3)
  }

  @Test func contour_cutsAHole_whereItRunsTheOtherWay() {
    // A square within a larger one.
    func draw(isHole: Bool) -> Pixmap {
      var outline = Outline()
      for (low, high, turns) in [(1.0, 9.0, false), (3, 7, isHole)] {
        let corners = [Point(x: high, y: low), Point(x: low, y: high)]
        outline.steps += [
          .move(Point(x: low, y: low)), .line(corners[turns ? 1 : 0]),
          .line(Point(x: high, y: high)), .line(corners[turns ? 0 : 1]), .close,
        ]
      }
      return Self.draw(outline, PixelSize(width: 10, height: 10)) { .path($0) }
    }
    let full = draw(isHole: false)
    let hollow = draw(isHole: true)
    #expect(full[5, 5] & 0xff == 255)
    #expect(hollow[5, 5] & 0xff == 0)
    #expect(hollow[2, 5] & 0xff == 255)
    #expect(full[0, 5] & 0xff == 0)
  }

  @Test func transform_movesScalesAndTurns() {
    let turn = Transform(
      moving: Point(x: 1, y: 1), to: Point(x: 10, y: 20), scale: 3, turns: 0.25)
    #expect(turn.apply(Point(x: 1, y: 1)) == Point(x: 10, y: 20))
    #expect(turn.apply(Point(x: 2, y: 1)) == Point(x: 10, y: 23))
    #expect(turn.apply(Point(x: 1, y: 2)) == Point(x: 7, y: 20))
  }
}

@Suite struct StrokeTests {
  @Test(arguments: [0.3, 1, 2.7, 9, 40] as [Double], [Arc.Cap.round, .butt])
  func polyline_hasTheAreaOfItsPieces(width: Double, cap: Arc.Cap) {
    var random = SeededGenerator(seed: 103)
    var (sum, count) = (0.0, 0)
    for round in 0..<8 {
      let outline = PathFillTests.outline(&random, hasCurves: false)
      let style = StrokeStyle(width: width, cap: cap)
      let frame = PathFillTests.draw(outline) { .stroke($0, style: style) }
      var oracle = AreaOracle(PathFillTests.size)
      oracle.fill(unionOf: outline.strokePieces(style))
      let error = PathFillTests.error(frame, oracle)
      #expect(error.most <= 3, "levels, seed 103, round \(round)")
      sum += error.sum
      count += error.count
    }
    #expect(sum / Double(count) <= 0.3, "levels, seed 103")
  }

  @Test(arguments: [0.5, 2, 6.5, 25] as [Double])
  func curve_hasTheAreaOfItsPieces(width: Double) {
    var random = SeededGenerator(seed: 107)
    var (sum, count) = (0.0, 0)
    for round in 0..<4 {
      let outline = PathFillTests.outline(&random, hasCurves: true)
      let style = StrokeStyle(width: width)
      let frame = PathFillTests.draw(outline) { .stroke($0, style: style) }
      var oracle = AreaOracle(PathFillTests.size)
      oracle.fill(unionOf: outline.strokePieces(style))
      let error = PathFillTests.error(frame, oracle)
      #expect(error.most <= 3, "levels, seed 107, round \(round)")
      sum += error.sum
      count += error.count
    }
    #expect(sum / Double(count) <= 0.3, "levels, seed 107")
  }

  /// Curves that begin so sharply, for their width, that the first chord is cut again.
  @Test(arguments: [15, 40, 100] as [Double])
  func wideStrokeOfSmallCurve_beginsWhereTheCurveDoes(width: Double) {
    let curves: [[Double]] = [
      [38.3, 38.7, 40.3, 39.3, 38.9, 43.8, 37.3, 43.8], [7.4, 38.6, 5.7, 38, 6.9, 66.6, 7.8, 65.5],
      [32.4, 17.9, 32.6, 17.2, 36.3, 20.4, 35, 18.6], [32, 33, 32.1, 33, 32.1, 33.1, 32.1, 33.2],
    ]
    for (index, numbers) in curves.enumerated() {
      let points = (0..<4).map { Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
      var outline = Outline()
      outline.steps = [.move(points[0]), .cubic(points[1], points[2], points[3])]
      let style = StrokeStyle(width: width)
      let frame = PathFillTests.draw(outline) { .stroke($0, style: style) }
      var oracle = AreaOracle(PathFillTests.size)
      oracle.fill(unionOf: outline.strokePieces(style))
      #expect(PathFillTests.error(frame, oracle).most <= 3, "levels, curve \(index)")
    }
  }
}
