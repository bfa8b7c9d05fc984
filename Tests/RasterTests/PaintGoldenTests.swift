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

  /// Rings, spokes and a smooth ground: shows whether something is blurred, blocky or moved.
  static func picture(_ width: Int, _ height: Int) -> Image {
    var pixmap = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      pixmap.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices {
          let (across, down) = (2 * x - width, 2 * y - height)
          let isRing = (across * across + down * down) * 40 / (width * width) % 4 == 0
          let isSpoke = abs(across) < max(2, width / 20) || abs(down) < max(2, width / 20)
          let ground = UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | 0x60
          row[x] = 0xff00_0000 | (isSpoke ? 0xff_ffff : isRing ? 0x10_1030 : ground)
        }
      }
    }
    return Image(pixmap, identifier: 3)
  }

  static func check(
    _ name: String, images: [Image] = [], _ draw: (inout DisplayList) -> Void
  ) throws {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 160, height: 120)), with: Color(0x18_2030))
    draw(&list)
    let frame = Canvas.draw(list, size: size, images: images)
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

  @Test func pictureScaledUp() throws {
    let image = Self.picture(40, 30)
    try Self.check("picture-up", images: [image]) { list in
      list.fill(
        Self.ring(16, 56),
        with: .scaledImage(image.reference, Rect(x: 0, y: 0, width: 160, height: 120)))
    }
  }

  @Test func pictureScaledDown() throws {
    let image = Self.picture(1_000, 750)
    try Self.check("picture-down", images: [image]) { list in
      list.fill(
        Self.ring(16, 56),
        with: .scaledImage(image.reference, Rect(x: 10.5, y: 7.25, width: 140, height: 105)))
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
