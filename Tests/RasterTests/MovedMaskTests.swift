import Graphics
import Pixels
import TestSupport
import Testing

@testable import Raster
@testable import RasterKernels

/// Paths that move by whole pixels, and keep their masks.
@Suite struct MovedMaskTests {
  private static let size = PixelSize(width: 1_104, height: 70)
  private static let canvas = PixelRect(size)

  /// A list of a label and a line around it.
  private func list(_ place: Point, turns: Double, isMovable: Bool = true) -> DisplayList {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 2e3, height: 2e3)), with: Color(0x20_4060))
    let transform = Transform(
      moving: Point(x: 0, y: 0), to: place, scale: 11, turns: turns)
    func draw(_ pen: inout PathPen) {
      pen.move(to: Point(x: -2.3, y: -1))
      pen.line(to: Point(x: 2, y: -1.2))
      pen.cubic(Point(x: 3, y: 0), Point(x: 1, y: 2), to: Point(x: 0.4, y: 0.7))
      pen.close()
    }
    for isStroke in [false, true] {
      let path = isMovable ? list.movablePath(transform, draw) : list.path(transform, draw)
      let shape =
        isStroke
        ? Shape.stroke(path, style: StrokeStyle(width: 3.7)) : .path(path)
      list.fill(shape, with: Color(isStroke ? 0xff_ffff : 0xe0_2010))
    }
    return list
  }

  private func place(_ random: inout SeededGenerator) -> Point {
    // Some are cut off, and some lie in two words of bits.
    Point(
      x: Double(Int.random(in: -20...1_120, using: &random)) + 0.25,
      y: Double(Int.random(in: -10...80, using: &random)) + 0.5)
  }

  /// A drawing never depends on what was drawn before.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func warmStore_drawsWhatAnEmptyOneDoes(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let warm = Rasterizer()
    var last = DisplayList()
    var frame = Pixmap(size: Self.size)
    let difference = ListDifference(pathMasks: warm.pathMasks)
    for step in 0..<60 {
      let turns = step % 15 < 12 ? 0.013 : Double.random(in: 0...1, using: &random)
      let next = list(place(&random), turns: turns)
      var alone = Pixmap(size: Self.size)
      alone.withSurface { Rasterizer().draw(next, into: &$0) }
      if step == 0 {
        frame.withSurface { warm.draw(next, into: &$0) }
      } else {
        difference.find(from: last, to: next, of: Self.canvas)
        frame.withSurface { warm.draw(next, into: &$0, where: difference) }
      }
      #expect(Canvas.firstDifference(frame, alone) == nil, "seed \(seed), step \(step)")
      last = next
    }
  }

  /// A moved mask tells exactly which groups it touches and covers, and is as exact as another one.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func movedMask_isThatOfThePath(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let masks = PathMasks()
    for step in 0..<40 {
      let place = place(&random)
      let (moved, other) = (
        list(place, turns: 0.013), list(place, turns: 0.013, isMovable: false)
      )
      masks.begin()
      for index in 1...2 {
        let mask = try #require(masks.mask(at: index, of: moved, on: Self.canvas))
        let unmoved = try #require(PathMasks().mask(at: index, of: other, on: Self.canvas))
        let (rows, plain) = (mask.lend(), unmoved.lend())
        var touched = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
        for y in 0..<Self.size.height {
          for group in 0..<(Self.size.width / 8) {
            let (own, expected) = (rows.eight(group * 8, y), plain.eight(group * 8, y))
            for lane in 0..<8 where abs(Int(own[lane]) - Int(expected[lane])) > 1 {
              Issue.record(
                "seed \(seed), step \(step): \(own) is not \(expected) at \(group), \(y)")
            }
            let flags = rows.bits(group >> 6, row: rows.rowOfBits(y))
            #expect(flags.touched >> UInt64(group & 63) & 1 == (own == SIMD8() ? 0 : 1))
            #expect(flags.whole >> UInt64(group & 63) & 1 == (own.min() == 255 ? 1 : 0))
            if own == SIMD8() { continue }
            touched = touched.union(
              PixelRect(left: group * 8, top: y, right: group * 8 + 8, bottom: y + 1))
          }
        }
        // Of one that is cut off, cells beside the canvas count.
        if !(60...1_040).contains(place.x) || !(20...44).contains(place.y) { continue }
        #expect(mask.bounds.left >= touched.left && mask.bounds.right <= touched.right)
      }
    }
  }

  /// While a path moves, only its first mask is made of edges.
  @Test func wholePixels_keepTheMask() throws {
    let masks = PathMasks()
    masks.begin()
    let first = try #require(
      masks.mask(at: 1, of: list(Point(x: 100.25, y: 30.5), turns: 0), on: PathMasks.everywhere))
    for step in 1..<30 {
      masks.begin()
      let next = list(Point(x: 100.25 + 3 * Double(step), y: 30.5), turns: 0)
      _ = try #require(masks.mask(at: 1, of: next, on: Self.canvas))
      #expect(masks.mask(at: 1, of: next, on: PathMasks.everywhere) === first)
    }
  }
}
