import Base
import Graphics
import Testing

@testable import Scenes

@Suite struct SignTests {
  static let signs: [Sign] = [.tick, .cross, .square, .exclamation, .pause]

  /// The points of a sign's strokes, and the width of its widest stroke.
  private func strokes(_ sign: Sign, part: Double) -> (points: [Point], width: Double) {
    var list = DisplayList()
    sign.draw(
      around: Point(x: 50, y: 70), diameter: 100, width: 8, color: Color(0), part: part,
      into: &list)
    var (points, widest): ([Point], Double) = ([], 0)
    for item in list.items {
      guard case .stroke(let path, let style) = item.shape else { continue }
      points += list.pen.points[path.points]
      widest = max(widest, style.width)
    }
    return (points, widest)
  }

  /// A sign is well inside of the shape that it is in, whose line is up to 9 % of its diameter.
  @Test(arguments: signs, [0.1, 0.5, 0.8, 1]) func signs_areInsideTheirDiameter(
    sign: Sign, part: Double
  ) {
    let (points, width) = strokes(sign, part: part)
    #expect(points.count >= 2)
    for point in points {
      let (x, y) = (point.x - 50, point.y - 70)
      #expect((x * x + y * y).squareRoot() + width / 2 < 50 - 9, "\(sign) \(part)")
    }
  }

  @Test(arguments: signs) func signs_beginAsNothing(sign: Sign) {
    var list = DisplayList()
    sign.draw(
      around: Point(x: 5, y: 5), diameter: 9, width: 1, color: Color(0), part: 0, into: &list)
    #expect(list.items.isEmpty)
  }

  /// The strokes of a sign grow without a jump.
  @Test(arguments: [Sign.tick, .cross, .exclamation, .pause]) func strokes_grow(sign: Sign) {
    func length(_ part: Double) -> Double {
      let points = strokes(sign, part: part).points
      return zip(points, points.dropFirst()).reduce(0) { sum, pair in
        let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
        return sum + (x * x + y * y).squareRoot()
      }
    }
    // The first half draws the first stroke.
    var before = 0.0
    for step in 1...49 {
      let now = length(Double(step) / 100)
      #expect(now >= before - 1e-9 && now - before < 2, "\(sign) \(step)")
      before = now
    }
  }

  /// No two signs look alike.
  @Test func signs_differ() {
    for (index, sign) in Self.signs.enumerated() {
      for other in Self.signs[..<index] {
        #expect(strokes(sign, part: 1).points != strokes(other, part: 1).points)
      }
    }
  }
}
