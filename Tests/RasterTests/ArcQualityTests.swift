import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// Arcs with round ends against their exact areas: 256 strips to a row, with exact extents.
@Suite struct ArcQualityTests {
  /// A stroke, and the exact areas of it.
  private struct Case {
    let arc: Arc
    let from: Point
    let to: Point

    init(_ arc: Arc) {
      self.arc = arc
      from = Arc.direction(turns: arc.start)
      to = Arc.direction(turns: arc.start + arc.sweep)
    }

    private func isInside(_ x: Double, _ y: Double) -> Bool {
      let (across, down) = (x - arc.centre.x, y - arc.centre.y)
      let square = across * across + down * down
      let (hole, rim) = (arc.radius - arc.width / 2, arc.radius + arc.width / 2)
      if square <= rim * rim && square >= hole * hole {
        let isPast = from.x * down - from.y * across >= 0
        let isBefore = to.y * across - to.x * down >= 0
        if arc.sweep > 0.5 ? isPast || isBefore : isPast && isBefore { return true }
      }
      return [from, to].contains { end in
        let (x, y) = (across - end.x * arc.radius, down - end.y * arc.radius)
        return x * x + y * y <= arc.width * arc.width / 4
      }
    }

    /// Adds to the levels of a row's pixels what one strip of it covers.
    func add(_ y: Double, _ weight: Double, to levels: inout [Double]) {
      var ends: [Double] = []
      func addChord(_ x: Double, _ centerY: Double, _ radius: Double) {
        let height = y - centerY
        if abs(height) >= radius { return }
        let half = (radius * radius - height * height).squareRoot()
        ends += [x - half, x + half]
      }
      addChord(arc.centre.x, arc.centre.y, arc.radius + arc.width / 2)
      addChord(arc.centre.x, arc.centre.y, arc.radius - arc.width / 2)
      for end in [from, to] {
        addChord(
          arc.centre.x + end.x * arc.radius, arc.centre.y + end.y * arc.radius, arc.width / 2)
        if abs(end.y) > 1e-9 { ends.append(arc.centre.x + (y - arc.centre.y) * end.x / end.y) }
      }
      ends.sort()
      for (start, end) in zip(ends, ends.dropFirst())
      where end - start > 1e-12 && isInside((start + end) / 2, y) {
        let (start, end) = (max(0, start), min(Double(levels.count), end))
        var x = Int(start)
        while x < levels.count && Double(x) < end {
          levels[x] += max(0, min(end, Double(x + 1)) - max(start, Double(x))) * weight
          x += 1
        }
      }
    }
  }

  /// Radii of caps, and the greatest error, levels.
  @Test(
    arguments: [
      (1, 4.1), (1.6, 4), (3, 4), (3.9, 4), (4.8, 4), (6, 4), (8, 2), (11, 2), (14, 2),
    ] as [(Double, Double)])
  func roundEnds_haveTheirAreas(capRadius: Double, limit: Double) {
    var random = SeededGenerator(seed: 227)
    var (worst, sum, count) = (0.0, 0.0, 0)
    let size = PixelSize(width: 130, height: 130)
    for _ in 0..<12 {
      let radius = Double.random(in: (2 * capRadius + 8)...46, using: &random)
      let item = Case(
        Arc(
          centre: Point(
            x: 65 + Double.random(in: -1...1, using: &random),
            y: 65 + Double.random(in: -1...1, using: &random)), radius: radius,
          width: 2 * capRadius, start: Double.random(in: 0...1, using: &random),
          sweep: Double.random(in: 0.1...0.8, using: &random), cap: .round))
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 130, height: 130)), with: Color(0))
      list.fill(.arc(item.arc), with: Color(0xff_ffff))
      let frame = Canvas.draw(list, size: size)
      for y in 0..<130 {
        var levels = [Double](repeating: 0, count: 130)
        for strip in 0..<256 {
          item.add(Double(y) + (Double(strip) + 0.5) / 256, 255 / 256, to: &levels)
        }
        for x in 0..<130 {
          let error = abs(Double(frame[x, y] & 0xff) - levels[x])
          worst = max(worst, error)
          if levels[x] > 1e-4 && levels[x] < 255 - 1e-4 || error > 0.6 {
            sum += error
            count += 1
          }
        }
      }
    }
    #expect(worst <= limit, "levels, seed 227")
    // A quarter is rounding.
    #expect(sum / Double(count) <= (capRadius < 8 ? 0.32 : 0.3), "levels, seed 227")
  }
}
