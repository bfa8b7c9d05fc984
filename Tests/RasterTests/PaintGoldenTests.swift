import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// Paints, compared with golden pictures.
@Suite struct PaintGoldenTests {
  static let size = PixelSize(width: 160, height: 120)
  static let centre = Point(x: 80, y: 60)

  static func ring(_ inner: Double, _ outer: Double) -> Shape {
    .annulus(Annulus(centre: centre, innerRadius: inner, outerRadius: outer))
  }

  static func check(
    _ name: String, _ draw: (inout DisplayList) -> Void
  ) throws {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 160, height: 120)), with: Color(0x18_2030))
    draw(&list)
    let frame = Canvas.draw(list, size: size)
    #expect(try GoldenImage.compare(frame, with: "raster/" + name) == nil)
  }

  @Test func conicRing() throws {
    try Self.check("conic-ring") { list in
      let hues = list.conicGradient(around: Self.centre, start: -0.25, count: 7) {
        ColorStop(place: Float($0) / 6, color: Color(hue: Double($0) / 6))
      }
      list.fill(Self.ring(38, 54), with: hues)
      let tail = list.conicGradient(around: Self.centre, start: -0.25, count: 2) {
        ColorStop(
          place: Float($0), color: Color(red: 1, green: 1, blue: 1, alpha: Float($0)))
      }
      list.fill(
        .arc(
          Arc(centre: Self.centre, radius: 26, width: 8, start: -0.25, sweep: 0.97, cap: .butt)),
        with: tail)
    }
  }

  @Test func slantedGradient() throws {
    try Self.check("slanted-gradient") { list in
      let paint = list.gradient(
        from: Point(x: 30, y: 20), to: Point(x: 60, y: 50), repeats: true, count: 3
      ) {
        ColorStop(
          place: Float($0) / 2, color: [Color(0xff_c000), Color(0xc0_0060), Color(0xff_c000)][$0])
      }
      list.fill(Self.ring(0, 52), with: paint)
    }
  }

  @Test func twoDiscs_atHalf_asALayer_andNot() throws {
    try Self.check("layer-of-discs") { list in
      list.fill(.rectangle(Rect(x: 0, y: 54, width: 160, height: 12)), with: Color(0xff_ffff))
      func discs(_ list: inout DisplayList, _ left: Double, alpha: Float) {
        for (place, color) in [(0.0, 0xff_3030), (24, 0x30_ff60)] as [(Double, UInt32)] {
          list.fill(
            .annulus(
              Annulus(centre: Point(x: left + place, y: 60), innerRadius: 0, outerRadius: 20)),
            with: Color(color), alpha: alpha)
        }
      }
      // To the left as one picture, to the right each for itself.
      list.layer(alpha: 0.5) { discs(&$0, 28, alpha: 1) }
      discs(&list, 108, alpha: 0.5)
    }
  }
}
