import Graphics
import Pixels
import RasterKernels
import TestSupport
import Testing

@testable import Raster

/// Strokes much wider than the canvas, whose outlines meet and cross in it again and again.
@Suite struct WideStrokeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var points: [Point]
    var isCurve = false
    var isClosed = false
    /// How many edges its outline has at most, at any width.
    var edgeLimit: Int
    var testDescription: String { name }

    init(
      _ name: String, _ numbers: [Double], isCurve: Bool = false, isClosed: Bool = false,
      edgeLimit: Int
    ) {
      (self.name, self.isCurve, self.isClosed) = (name, isCurve, isClosed)
      self.edgeLimit = edgeLimit
      points = stride(from: 0, to: numbers.count, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
    }

    func path(in list: inout DisplayList) -> Path {
      list.path { pen in
        pen.move(to: points[0])
        if isCurve { pen.cubic(points[1], points[2], to: points[3]) }
        if !isCurve { for point in points.dropFirst() { pen.line(to: point) } }
        if isClosed { pen.close() }
      }
    }

    /// Points along it, close together.
    var samples: [Point] {
      var samples: [Point] = []
      let ends = isClosed ? points + [points[0]] : points
      for index in 1..<(isCurve ? 2 : ends.count) {
        for step in 0...4_000 {
          let part = Double(step) / 4_000
          var level = isCurve ? points : [ends[index - 1], ends[index]]
          while level.count > 1 {
            level = zip(level, level.dropFirst()).map { one, other in
              Point(x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part)
            }
          }
          samples.append(level[0])
        }
      }
      return samples
    }
  }

  static let canvas = PixelRect(left: 0, top: 0, right: 129, bottom: 100)
  static let cases = [
    Case("line", [3, 4, 100, 90], edgeLimit: 300),
    Case("corner", [3, 4, 100, 90, 20, 70], edgeLimit: 300),
    Case("triangle", [60, 40, 70, 40, 61, 55], isClosed: true, edgeLimit: 300),
    Case("there and back", [10, 50, 100, 50, 10, 50, 100, 50.5], isClosed: true, edgeLimit: 300),
    Case("far points", [0, 0, 1e5, 1e5, -1e5, 1e5, 100, 0], edgeLimit: 300),
    Case("bow", [10, 10, 300, 10, -200, 90, 120, 90], isCurve: true, edgeLimit: 8_000),
    Case("narrow curve", [10, 50, 100, 50, 10, 50, 100, 50.5], isCurve: true, edgeLimit: 8_000),
    Case("small curve", [60, 50, 61, 50, 60, 51, 60, 50], isCurve: true, edgeLimit: 8_000),
    Case("far curve", [0, 0, 1e5, 1e5, -1e5, 1e5, 100, 0], isCurve: true, edgeLimit: 8_000),
    Case("loop", [50, 50, 180, -50, -50, -50, 50.5, 50], isCurve: true, edgeLimit: 8_000),
  ]

  @Test(arguments: cases)
  func outline_hasNoMoreEdges_howeverWideItIs(stroke: Case) {
    for width in [10, 300, 1e4, 1e6, 1e300] {
      var list = DisplayList()
      let path = stroke.path(in: &list)
      var outline = StrokeOutline()
      outline.edges.begin(area: Self.canvas, isInside: false)
      outline.begin(StrokeStyle(width: width))
      list.pen.trace(path, into: &outline)
      let count = outline.edges.edges.count
      #expect(count <= stroke.edgeLimit, "width \(width)")
    }
  }

  @Test(arguments: [1, 10, 100, 1_000, 20_000])
  func sweep_meetsLimitedNumberOfEdges(count: Int) {
    var random = SeededGenerator(seed: 131)
    var sweep = WindingSweep()
    sweep.begin(rowCount: 1)
    var topNumber: Float = 0
    for _ in 0..<count {
      let x = (0..<2).map { _ in Float.random(in: 0...100, using: &random) }
      let winding: Float = Bool.random(using: &random) ? 1 : -1
      topNumber += winding
      sweep.insert(
        EdgePiece(topX: x[0], topY: 0, bottomX: x[1], bottomY: 1, winding: winding), row: 0)
    }
    var (met, area) = (0, Float(0))
    sweep.sweep(0, .max, 2) { edge in
      met += 1
      area += (edge.bottomY - edge.topY) * edge.winding
    }
    // Each band has a share of the limit; before the first and after the last one nobody knows how many there are.
    #expect(met > 0 && met <= 65_536 + 2 * count, "seed 131")
    // Right of all of them it is as the numbers say.
    #expect(abs(area - (topNumber != 0 ? 1 : 0)) < 1e-2, "seed 131")
  }

  @Test(arguments: cases)
  func stroke_coversWhatIsNearItsPath(stroke: Case) {
    let samples = stroke.samples
    // How far a point of the path may be from the next sample.
    let slack = zip(samples, samples.dropFirst()).map { Self.distance($0, $1) }.max() ?? 0
    for width in [30, 150, 300, 1e4, 1e300] {
      var list = DisplayList()
      let path = stroke.path(in: &list)
      list.fill(.stroke(path, style: StrokeStyle(width: width)), with: Color(0))
      guard let mask = PathMasks().mask(at: 0, of: list, on: Self.canvas) else {
        Issue.record("no mask")
        return
      }
      var wrong = 0
      for y in stride(from: 0, to: 100, by: 9) {
        for x in stride(from: 0, to: 129, by: 8) {
          let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let distance = samples.map { Self.distance($0, centre) }.min() ?? 0
          let level = mask.lend().eight(x, y)[0]
          if distance < width / 2 - 1 && level != 255 { wrong += 1 }
          if distance > width / 2 + 1 + slack && level != 0 { wrong += 1 }
        }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  private static func distance(_ one: Point, _ other: Point) -> Double {
    let (x, y) = (one.x - other.x, one.y - other.y)
    return (x * x + y * y).squareRoot()
  }
}
