import Foundation
import Graphics
import Pixels
import Raster
import TestSupport
import Testing

@Suite struct GradientTests {
  static let hues: [ColorStop] = (0...6).map {
    ColorStop(place: Float($0) / 6, color: Color(hue: Double($0) / 6))
  }
  static let few = [
    ColorStop(place: 0, color: Color(0x10_2030)), ColorStop(place: 0.3, color: Color(0xff_e080)),
    ColorStop(place: 1, color: Color(0x10_2030)),
  ]
  /// With a step, which no table could hold.
  static let stepped = [
    ColorStop(place: 0, color: Color(0)), ColorStop(place: 0.4, color: Color(0xff_ffff)),
    ColorStop(place: 0.4, color: Color(0xff_0000)), ColorStop(place: 1, color: Color(0x00_ff00)),
  ]

  /// The components of a gradient at a place, in levels.
  static func exact(_ stops: [ColorStop], at place: Double) -> [Double] {
    func levels(_ color: Color) -> [Double] {
      [color.red, color.green, color.blue].map { Double($0) * 255 }
    }
    guard let after = stops.firstIndex(where: { Double($0.place) > place }) else {
      return levels(stops[stops.count - 1].color)
    }
    if after == 0 { return levels(stops[0].color) }
    let (one, other) = (stops[after - 1], stops[after])
    let part = (place - Double(one.place)) / Double(other.place - one.place)
    return zip(levels(one.color), levels(other.color)).map { $0 + ($1 - $0) * part }
  }

  /// The greatest distance from exact colours, in levels, where the colours do not jump within a thousandth of a pixel.
  static func worst(
    _ frame: borrowing Pixmap, _ stops: [ColorStop], _ place: (Double, Double) -> Double
  ) -> Double {
    var worst = 0.0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let (across, down) = (Double(x) + 0.5, Double(y) + 0.5)
        let here = exact(stops, at: place(across, down))
        let near = [(-1e-3, 0.0), (1e-3, 0), (0, -1e-3), (0, 1e-3)].map {
          exact(stops, at: place(across + $0.0, down + $0.1))
        }
        if near.contains(where: { zip($0, here).contains { abs($0 - $1) > 20 } }) { continue }
        for index in 0..<3 {
          let shown = Double(frame[x, y] >> UInt32(16 - 8 * index) & 0xff)
          worst = max(worst, abs(shown - here[index]))
        }
      }
    }
    return worst
  }

  static func draw(
    _ size: PixelSize, _ paint: (inout DisplayList) -> Paint
  ) -> Pixmap {
    var list = DisplayList()
    let paint = paint(&list)
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))),
      with: paint)
    return Canvas.draw(list, size: size)
  }

  @Test(arguments: [
    (Point(x: 60, y: 50), 0.0), (Point(x: 33.3, y: 71.9), 0.37), (Point(x: -40, y: 900.25), -2.2),
    (Point(x: 60.5, y: 50.5), 0.25),
  ])
  func conic_isWithinSixTenthsOfALevel(centre: Point, start: Double) {
    for stops in [Self.hues, Self.few, Self.stepped] {
      let frame = Self.draw(PixelSize(width: 121, height: 101)) { list in
        list.conicGradient(around: centre, start: start, count: stops.count) { stops[$0] }
      }
      let worst = Self.worst(frame, stops) { x, y in
        let turns = atan2(y - centre.y, x - centre.x) / (2 * .pi) - start
        return turns - turns.rounded(.down)
      }
      #expect(worst <= 0.6, "levels")
    }
  }

  @Test(
    arguments: [
      (Point(x: 3, y: 4), Point(x: 90, y: 77.7)), (Point(x: 50, y: 90.5), Point(x: 44, y: 10)),
      (Point(x: 2_000, y: 1_500), Point(x: -900, y: -800)),
      (Point(x: 20, y: 20), Point(x: 27, y: 31)),
    ], [false, true])
  func axial_inAnyDirection_isWithinSixTenthsOfALevel(ends: (Point, Point), repeats: Bool) {
    let (start, end) = ends
    for stops in [Self.hues, Self.few, Self.stepped] {
      let frame = Self.draw(PixelSize(width: 103, height: 97)) { list in
        list.gradient(from: start, to: end, repeats: repeats, count: stops.count) { stops[$0] }
      }
      let (alongX, alongY) = (end.x - start.x, end.y - start.y)
      let worst = Self.worst(frame, stops) { x, y in
        let place =
          ((x - start.x) * alongX + (y - start.y) * alongY) / (alongX * alongX + alongY * alongY)
        return repeats ? place - place.rounded(.down) : place
      }
      #expect(worst <= 0.6, "levels")
    }
  }

  /// A gradient from top to bottom has no bands: each row is the level above or below the exact
  /// color, and eight rows have its mean. Exact levels stay.
  @Test func axialDown_isDitheredByRows() {
    let stops = [0, 1].map {
      ColorStop(place: Float($0), color: Color($0 == 0 ? 0x10_2030 : 0x18_2036))
    }
    let height = 512
    let frame = Self.draw(PixelSize(width: 3, height: height)) { list in
      list.gradient(
        from: Point(x: 0, y: 0), to: Point(x: 0, y: Double(height)), count: 2
      ) { stops[$0] }
    }
    var changes = 0
    for y in 0..<height {
      let exact = Self.exact(stops, at: (Double(y) + 0.5) / Double(height))
      #expect(frame[0, y] == frame[2, y])
      #expect(frame[0, y] >> 8 & 0xff == 0x20)
      for index in 0..<3 {
        let shown = (max(0, y - 4)..<min(height, y + 4)).map {
          Double(frame[0, $0] >> UInt32(16 - 8 * index) & 0xff)
        }
        #expect(abs(shown.reduce(0, +) / Double(shown.count) - exact[index]) < 0.3, "row \(y)")
        #expect(abs(Double(frame[0, y] >> UInt32(16 - 8 * index) & 0xff) - exact[index]) < 1)
      }
      if y > 0, frame[0, y] != frame[0, y - 1] { changes += 1 }
    }
    #expect(changes > 200, "\(changes)")
  }

  @Test func manyGradients_inOneList_keepTheirColours() {
    // More than there is room to keep, of each kind.
    var list = DisplayList()
    func color(_ index: Int) -> Color { Color(UInt32(index) * 0x05_0301) }
    for index in 0..<40 {
      for (row, end) in [Point(x: 300, y: 0), Point(x: 0, y: 300), Point(x: 9, y: 300)].enumerated()
      {
        let paint = list.gradient(from: Point(x: 0, y: 0), to: end, count: 2) {
          ColorStop(place: Float($0), color: color(index))
        }
        list.fill(
          .rectangle(Rect(x: Double(index), y: Double(row), width: 1, height: 1)), with: paint)
      }
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 40, height: 3))
    for x in 0..<40 {
      for y in 0..<3 { #expect(frame[x, y] & 0xff_ffff == UInt32(x) * 0x05_0301) }
    }
  }
}
