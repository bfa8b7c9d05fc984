import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// Outlines that enclose nothing, or hardly anything, or too much.
@Suite struct DegeneratePathTests {
  private let size = PixelSize(width: 40, height: 30)

  private func ink(_ frame: borrowing Pixmap) -> Double {
    var sum = 0.0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width { sum += Double(frame[x, y] & 0xff) / 255 }
    }
    return sum
  }

  private func outline(_ steps: Outline.Step...) -> Outline {
    var outline = Outline()
    outline.steps = steps
    return outline
  }

  private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private func fillInk(_ outline: Outline) -> Double {
    ink(PathFillTests.draw(outline, size) { .path($0) })
  }

  private func strokeInk(_ outline: Outline, _ style: StrokeStyle) -> Double {
    ink(PathFillTests.draw(outline, size) { .stroke($0, style: style) })
  }

  @Test func nothing_fillsNothing() {
    #expect(fillInk(outline()) == 0)
    #expect(fillInk(outline(.move(point(3, 4)))) == 0)
    #expect(fillInk(outline(.move(point(3, 4)), .close)) == 0)
    #expect(fillInk(outline(.move(point(3, 4)), .line(point(20, 4)))) == 0)
    #expect(fillInk(outline(.move(point(3, 4)), .line(point(20, 9)), .close)) == 0)
    #expect(
      fillInk(outline(.move(point(3, 4)), .line(point(20, 9)), .line(point(3, 4)), .close)) == 0)
  }

  @Test func pointWithoutDirection_isADiscOrNothing() {
    let dots = [
      outline(.move(point(20, 15)), .line(point(20, 15))), outline(.move(point(20, 15)), .close),
      outline(.move(point(20, 15)), .cubic(point(20, 15), point(20, 15), point(20, 15))),
    ]
    for dot in dots {
      #expect(abs(strokeInk(dot, StrokeStyle(width: 10)) - 25 * .pi) < 0.3)
      #expect(strokeInk(dot, StrokeStyle(width: 10, cap: .butt)) == 0)
    }
    #expect(strokeInk(outline(.move(point(20, 15))), StrokeStyle(width: 10)) == 0)
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Double])
  func widthOfNothing_strokesNothing(width: Double) {
    let line = outline(.move(point(3, 4)), .line(point(20, 9)))
    #expect(strokeInk(line, StrokeStyle(width: width)) == 0)
  }

  @Test func hugeWidth_coversAll() {
    let line = outline(.move(point(3, 4)), .line(point(20, 9)), .line(point(3, 9)))
    for width in [1e3, 1e6, 1e12] {
      #expect(strokeInk(line, StrokeStyle(width: width)) == 1_200)
    }
  }

  @Test func numbersThatAreNone_drawNothing() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(
        fillInk(outline(.move(point(3, 4)), .line(point(bad, 9)), .line(point(30, 20)))) == 0)
    }
  }

  @Test func farPoints_coverWhatIsBetweenThem() {
    for far in [1e3, 1e5, 1e6] {
      let square = outline(
        .move(point(-far, -far)), .line(point(far, -far)), .line(point(far, far)),
        .line(point(-far, far)), .close)
      #expect(fillInk(square) == 1_200)
      // The half plane to the right of the middle.
      let half = outline(
        .move(point(20, -far)), .line(point(far, -far)), .line(point(far, far)),
        .line(point(20, far)))
      #expect(abs(fillInk(half) - 600) < 1)
    }
  }

  @Test func strokeFromFarAway_reachesTheCanvas() {
    for far in [-1e8, -2e5, -9e4, 9e4, 2e5, 1e8] {
      let style = StrokeStyle(width: 4, cap: .butt)
      let across = outline(.move(point(far, 15)), .line(point(20, 15)))
      #expect(abs(strokeInk(across, style) - 80) < 0.1)
      let down = outline(.move(point(20, far)), .line(point(20, 15)))
      #expect(abs(strokeInk(down, style) - 60) < 0.1)
    }
  }

  @Test func pathsNowhereNear_changeNothing() {
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    var frame = Pixmap(size: size)
    for x in [-2e5, 2e5, 1e8, -1e8, .nan] {
      for (columns, rows) in [(x, 5.0), (5, x), (x, x)] {
        let lists = [0.0, 9].map { move in
          var list = DisplayList()
          list.fill(.rectangle(Rect(x: 0, y: 0, width: 40, height: 30)), with: Color(0))
          let path = list.path {
            $0.move(to: point(columns, rows))
            $0.line(to: point(columns + 9 + move, rows))
            $0.line(to: point(columns, rows + 9 + move))
          }
          list.fill(.path(path), with: Color(0xff_ffff))
          list.fill(.stroke(path, style: StrokeStyle(width: 3)), with: Color(0xff_ffff))
          return list
        }
        frame.withSurface { rasterizer.draw(lists[0], into: &$0) }
        difference.find(from: lists[0], to: lists[1], of: PixelRect(size))
        frame.withSurface { rasterizer.draw(lists[1], into: &$0, where: difference) }
        #expect(ink(frame) == 0)
      }
    }
  }

  @Test func loopsWithinAPixel_areCounted() {
    // A line around a square of half a pixel, twice, and once the other way.
    var outline = Outline()
    let corners = [
      point(10.25, 10.25), point(10.75, 10.25), point(10.75, 10.75), point(10.25, 10.75),
    ]
    for round in [corners, corners, Array(corners.reversed())] {
      outline.steps.append(.move(round[0]))
      for corner in round.dropFirst() { outline.steps.append(.line(corner)) }
      outline.steps.append(.close)
    }
    #expect(abs(fillInk(outline) - 0.25) < 0.003)
    outline.steps.removeLast(5)
    #expect(abs(fillInk(outline) - 0.25) < 0.003)
  }

  @Test func retracedLine_isStrokedOnce() {
    let line = outline(.move(point(5, 15)), .line(point(30, 15)), .line(point(10, 15)))
    #expect(
      abs(strokeInk(line, StrokeStyle(width: 4, cap: .butt)) - 100 - 2 * .pi) < 0.1)
    #expect(abs(strokeInk(line, StrokeStyle(width: 4)) - 100 - 4 * .pi) < 0.1)
  }

  @Test func cusp_isStroked() {
    // The curve turns back at its middle.
    let cusp = outline(
      .move(point(5, 25)), .cubic(point(35, 5), point(5, 5), point(35, 25)))
    let frame = PathFillTests.draw(cusp, size) { .stroke($0, style: StrokeStyle(width: 5)) }
    var oracle = AreaOracle(size)
    oracle.fill(unionOf: cusp.strokePieces(StrokeStyle(width: 5)))
    #expect(PathFillTests.error(frame, oracle).most <= 3)
  }
}
