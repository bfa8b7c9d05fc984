import Graphics
import Pixels
import TestSupport
import Testing

@testable import Raster

@Suite struct PathMaskTests {
  private func list(_ count: Int, turns: Double = 0) -> DisplayList {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 200)), with: Color(0))
    for index in 0..<count {
      let turn = Transform(
        moving: Point(x: 0, y: 0), to: Point(x: 30, y: 30), scale: 20,
        turns: turns + Double(index) / 16)
      let path = list.path(turn) { pen in
        pen.move(to: Point(x: -1, y: -1))
        pen.line(to: Point(x: 1, y: 0))
        pen.quad(Point(x: 0, y: 1), to: Point(x: -1, y: 1))
      }
      list.fill(.path(path, rule: .nonZero), with: Color(0xff_ffff))
    }
    return list
  }

  @Test func samePath_hasTheSameMask() throws {
    let masks = PathMasks()
    let canvas = PixelRect(left: 0, top: 0, right: 64, bottom: 64)
    masks.begin()
    let (one, other) = (list(2), list(2))
    let first = try #require(masks.mask(at: 1, of: one, on: canvas))
    let second = try #require(masks.mask(at: 2, of: one, on: canvas))
    #expect(first !== second)
    #expect(masks.mask(at: 1, of: other, on: canvas) === first)
    #expect(masks.mask(at: 2, of: other, on: canvas) === second)
    #expect(masks.mask(at: 0, of: other, on: canvas) == nil)
    let larger = PixelRect(left: 0, top: 0, right: 65, bottom: 64)
    #expect(masks.mask(at: 1, of: other, on: larger) !== first)
  }

  @Test func masks_areMadeAnew_onceThereAreMany() throws {
    let masks = PathMasks()
    let canvas = PixelRect(left: 0, top: 0, right: 64, bottom: 64)
    masks.begin()
    // Whoever holds a mask keeps it as it is.
    let held = try #require(masks.mask(at: 1, of: list(1, turns: 0.77), on: canvas))
    let levels = (0..<64).map { y in (0..<8).map { held.lend().eight($0 * 8, y) } }
    for frame in 0..<3_000 {
      masks.begin()
      _ = masks.mask(at: 1, of: list(1, turns: Double(frame) / 3_001), on: canvas)
    }
    let count = masks.count
    #expect(count < 4_000)
    for frame in 0..<500 {
      masks.begin()
      _ = masks.mask(at: 1, of: list(1, turns: Double(frame) / 501 + 0.0001), on: canvas)
    }
    #expect(masks.count < count * 11 / 10, "room is used again")
    #expect(levels == (0..<64).map { y in (0..<8).map { held.lend().eight($0 * 8, y) } })
  }

  @Test func difference_hasOnlyTheColumnsThatChange() {
    // A thin frame of a large square: the middle of it is none of its columns.
    func list(_ inset: Double) -> DisplayList {
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 200)), with: Color(0))
      let path = list.path { pen in
        for edge in [10 + inset, 14 + inset] {
          pen.move(to: Point(x: edge, y: edge))
          pen.line(to: Point(x: 200 - edge, y: edge))
          pen.line(to: Point(x: 200 - edge, y: 200 - edge))
          pen.line(to: Point(x: edge, y: 200 - edge))
          pen.close()
        }
      }
      list.fill(.path(path, rule: .evenOdd), with: Color(0xff_ffff))
      return list
    }
    let difference = ListDifference()
    let canvas = PixelRect(left: 0, top: 0, right: 200, bottom: 200)
    difference.find(from: list(0), to: list(1), of: canvas)
    #expect(difference.bounds.width <= 192 && difference.bounds.width >= 180)
    var columns: [ColumnRange] = []
    difference.forEachMaskRange(100, within: ColumnRange(start: 0, end: 200)) { columns.append($0) }
    #expect(columns.count == 2)
    #expect(columns.allSatisfy { $0.end - $0.start <= 16 })
    difference.find(from: list(1), to: list(1), of: canvas)
    #expect(difference.bounds.isEmpty)
  }

  @Test func alphaMask_isDrawnWhereItIsPlaced() {
    var random = SeededGenerator(seed: 113)
    let reference = MaskReference(identifier: 1, width: 21, height: 7)
    var levels: [UInt8] = []
    for _ in 0..<147 {
      levels.append(
        [0, 0, 255, UInt8.random(in: 0...255, using: &random)][
          Int.random(in: 0...3, using: &random)])
    }
    let mask = AlphaMask(reference) { x, y in levels[y * 21 + x] }
    for (x, y) in [(5, 3), (-4, -2), (30, 10), (100, 3), (3, -7), (0, 0)] {
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 99, height: 99)), with: Color(0))
      list.fill(.mask(reference, x: x, y: y), with: Color(0xff_ffff))
      let rasterizer = Rasterizer()
      rasterizer.alphaMasks = [mask]
      var frame = Pixmap(size: PixelSize(width: 40, height: 12))
      frame.withSurface { rasterizer.draw(list, into: &$0) }
      for row in 0..<12 {
        for column in 0..<40 {
          let (u, v) = (column - x, row - y)
          let isInside = u >= 0 && u < 21 && v >= 0 && v < 7
          #expect(
            frame[column, row] & 0xff == (isInside ? UInt32(levels[v * 21 + u]) : 0), "seed 113")
        }
      }
    }
  }

  @Test func unknownAlphaMask_isNotDrawn() {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 99, height: 99)), with: Color(0))
    list.fill(
      .mask(MaskReference(identifier: 9, width: 5, height: 5), x: 0, y: 0), with: Color(0xff_ffff))
    let frame = Canvas.draw(list, size: PixelSize(width: 8, height: 8))
    #expect(frame[2, 2] & 0xff == 0)
  }
}
