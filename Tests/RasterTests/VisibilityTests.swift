import Graphics
import Pixels
import TestSupport
import Testing

@testable import Raster

/// Which changes of a list count as visible, and that pixels agree.
@Suite struct VisibilityTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// A list of one item that a number changes.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The largest change that is not seen, and the smallest that is.
    let hidden: Double
    let seen: Double
    let draw: @Sendable (inout DisplayList, Double) -> Void
  }

  private static let centre = Point(x: 31, y: 23)
  private static func triangle(_ list: inout DisplayList, _ x: Double) -> Path {
    list.path {
      $0.move(to: Point(x: 10 + x, y: 8))
      $0.line(to: Point(x: 50, y: 20))
      $0.quad(Point(x: 30, y: 60), to: Point(x: 12, y: 40))
      $0.close()
    }
  }
  private static func stops(_ list: inout DisplayList, from x: Double) -> Paint {
    list.gradient(from: Point(x: x, y: 0), to: Point(x: x + 51, y: 0), count: 2) {
      ColorStop(place: Float($0), color: Color($0 == 0 ? 0 : 0xff_ffff))
    }
  }

  static let changes: [Change] = [
    Change(testDescription: "a rectangle's right edge", hidden: 0.49, seen: 0.51) {
      $0.fill(.rectangle(Rect(x: 5, y: 5, width: 20 + $1, height: 9)), with: Color(0xff_ffff))
    },
    Change(testDescription: "a rectangle's place", hidden: 0.49, seen: 0.51) {
      $0.fill(.rectangle(Rect(x: 5, y: 5 - $1, width: 20, height: 9)), with: Color(0xff_ffff))
    },
    Change(testDescription: "an annulus's hole", hidden: 0.49, seen: 0.51) {
      $0.fill(
        .annulus(Annulus(centre: centre, innerRadius: 9 - $1, outerRadius: 15)),
        with: Color(0xff_ffff))
    },
    // A turn is 2π · 17 pixels at the rim.
    Change(
      testDescription: "an arc's end", hidden: 0.49 / (34 * Double.pi),
      seen: 0.51 / (34 * Double.pi)
    ) {
      $0.fill(
        .arc(Arc(centre: centre, radius: 15, width: 4, start: 0.1, sweep: 0.4 + $1, cap: .round)),
        with: Color(0xff_ffff))
    },
    Change(testDescription: "a path's corner", hidden: 0.49, seen: 0.51) {
      let path = triangle(&$0, $1)
      $0.fill(.path(path), with: Color(0xff_ffff))
    },
    Change(testDescription: "a line's width", hidden: 0.98, seen: 1.02) {
      let path = triangle(&$0, 0)
      $0.fill(.stroke(path, style: StrokeStyle(width: 3 + $1)), with: Color(0xff_ffff))
    },
    Change(testDescription: "a color", hidden: 1.9 / 255, seen: 2.1 / 255) {
      $0.fill(
        .rectangle(Rect(x: 5, y: 5, width: 20, height: 9)),
        with: Color(red: 0.2, green: 0.3 + Float($1), blue: 0.4))
    },
    Change(testDescription: "how much shows", hidden: 1.9 / 255, seen: 2.1 / 255) {
      $0.fill(
        .rectangle(Rect(x: 5, y: 5, width: 20, height: 9)), with: Color(0xff_ffff),
        alpha: 0.5 + Float($1))
    },
    Change(testDescription: "how much shows of a layer", hidden: 1.9 / 255, seen: 2.1 / 255) {
      list, x in
      list.layer(alpha: 0.5 + Float(x)) {
        $0.fill(.rectangle(Rect(x: 5, y: 5, width: 20, height: 9)), with: Color(0xff_ffff))
      }
    },
    // Five levels a pixel.
    Change(testDescription: "a gradient's place", hidden: 2.38, seen: 2.42) {
      let paint = stops(&$0, from: 4 + $1)
      $0.fill(.rectangle(Rect(x: 5, y: 5, width: 40, height: 9)), with: paint)
    },
    Change(
      testDescription: "a turning gradient", hidden: 11.9 / 510, seen: 12.1 / 510
    ) {
      let paint = $0.conicGradient(around: centre, start: $1, count: 3) {
        ColorStop(place: Float($0) / 2, color: Color($0 == 1 ? 0 : 0xff_ffff))
      }
      $0.fill(
        .annulus(Annulus(centre: centre, innerRadius: 9, outerRadius: 15)), with: paint)
    },
  ]

  private static func list(_ change: Change, _ amount: Double) -> DisplayList {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 64, height: 48)), with: Color(0x20_4060))
    change.draw(&list, amount)
    return list
  }

  @Test(arguments: changes) func changesAreSeenFromSoMuchOn(change: Change) {
    let before = Self.list(change, 0)
    #expect(!before.differsVisibly(from: before))
    #expect(!Self.list(change, change.hidden).differsVisibly(from: before))
    #expect(before.differsVisibly(from: Self.list(change, change.seen)))
    #expect(Self.list(change, change.seen).differsVisibly(from: before))
  }

  /// Whatever moves by whatever: of what does not count as seen no pixel differs by much more than half of what may lie between two
  /// colors: in corners two edges pass a pixel.
  @Test(arguments: changes) func pixelsAgree(change: Change) {
    var random = SeededGenerator(seed: 211)
    var hiddenCount = 0
    for _ in 0..<60 {
      let start = Double.random(in: 0...2, using: &random) * change.seen
      let amount = start + Double.random(in: -1.3...1.3, using: &random) * change.seen
      let (one, other) = (Self.list(change, start), Self.list(change, amount))
      if other.differsVisibly(from: one) { continue }
      hiddenCount += 1
      let old = Canvas.draw(one, size: Self.size)
      let new = Canvas.draw(other, size: Self.size)
      var most = 0
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          for shift: UInt32 in [0, 8, 16] {
            most = max(
              most, abs(Int(old[x, y] >> shift & 255) - Int(new[x, y] >> shift & 255)))
          }
        }
      }
      #expect(most <= 160, "\(start) to \(amount), seed 211: \(most) levels")
    }
    #expect(hiddenCount > 10)
  }

  @Test func otherItemsAreSeen() {
    var random = SeededGenerator(seed: 223)
    for _ in 0..<200 {
      let one = RandomList.make(&random, size: Self.size)
      #expect(!one.differsVisibly(from: one))
      var more = one
      more.fill(.rectangle(Rect(x: 1, y: 1, width: 5, height: 5)), with: Color(0xff_ffff))
      #expect(more.differsVisibly(from: one) && one.differsVisibly(from: more))
    }
  }

  /// Words do not move by parts of pixels: another outline is another word.
  @Test func anotherOutlineIsSeen() {
    func list(_ x: Double) -> DisplayList {
      let outline = RetainedPath()
      outline.redraw { pen in
        pen.move(to: Point(x: 3 + x, y: 3))
        pen.line(to: Point(x: 9, y: 3))
        pen.line(to: Point(x: 9, y: 9))
      }
      var list = DisplayList()
      list.fill(.path(list.path(outline)), with: Color(0))
      return list
    }
    #expect(!list(0).differsVisibly(from: list(0)))
    #expect(list(0.01).differsVisibly(from: list(0)))
  }
}
