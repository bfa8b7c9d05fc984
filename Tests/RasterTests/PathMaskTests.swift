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
      list.fill(.path(path), with: Color(0xff_ffff))
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

  /// Of a pixel that is covered to two fifths, displays without grays show all.
  @Test(arguments: [0.0, 0.03, 0.21]) func hardEdges_areThoseOfTheCoverage(turns: Double) {
    let size = PixelSize(width: 61, height: 60)
    let list = list(1, turns: turns)
    var pictures = [[UInt32]]()
    for isHard in [false, true] {
      let rasterizer = Rasterizer()
      rasterizer.pathMasks.hasHardEdges = isHard
      var picture = Pixmap(size: size)
      picture.withSurface { rasterizer.draw(list, into: &$0) }
      pictures.append((0..<(61 * 60)).map { picture[$0 % 61, $0 / 61] & 0xff })
    }
    #expect(pictures[1] == pictures[0].map { $0 >= 102 ? 255 : 0 })
    #expect(pictures[0].contains { $0 > 0 && $0 < 102 } && pictures[0].contains { $0 == 255 })
  }

  /// Masks that lie beside each other are drawn one by one, which is faster: so none may reach farther than its groups.
  @Test func bounds_areTheGroupsThatAreTouched() throws {
    let canvas = PixelRect(left: 0, top: 0, right: 1_300, bottom: 40)
    let masks = PathMasks()
    for left in stride(from: 3, through: 1_200, by: 31) {
      var list = DisplayList()
      let path = list.path { pen in
        let (left, right) = (Double(left) + 0.5, Double(left) + 61.5)
        pen.move(to: Point(x: left, y: 7.5))
        pen.line(to: Point(x: right, y: 7.5))
        pen.line(to: Point(x: right, y: 30.5))
        pen.line(to: Point(x: left, y: 30.5))
        pen.close()
      }
      list.fill(.path(path), with: Color(0xff_ffff))
      masks.begin()
      let mask = try #require(masks.mask(at: 0, of: list, on: canvas))
      let touched = PixelRect(
        left: left & ~7, top: 7, right: (left + 62 + 7) & ~7, bottom: 31)
      #expect(mask.bounds == touched)
    }
  }

  @Test func heldMask_staysAsItIs() throws {
    let masks = PathMasks()
    let canvas = PixelRect(left: 0, top: 0, right: 64, bottom: 64)
    masks.begin()
    let held = try #require(masks.mask(at: 1, of: list(1, turns: 0.77), on: canvas))
    let levels = (0..<64).map { y in (0..<8).map { held.lend().eight($0 * 8, y) } }
    for frame in 0..<100 {
      masks.begin()
      _ = masks.mask(at: 1, of: list(1, turns: Double(frame) / 101), on: canvas)
    }
    #expect(levels == (0..<64).map { y in (0..<8).map { held.lend().eight($0 * 8, y) } })
  }

  /// Draws two paths that turn, and one of which shrinks and grows; in each round other paths, by a hair.
  private func play(_ round: Int, _ masks: PathMasks, scale: Double) {
    let side = Int(64 * scale)
    let canvas = PixelRect(left: 0, top: 0, right: side, bottom: side)
    for frame in 0..<100 {
      var list = DisplayList()
      let part = Double(frame) / 100
      for height in [0.1, 0.2 + 0.8 * abs(2 * part - 1)] {
        let turn = Transform(
          moving: Point(x: 0, y: 0), to: Point(x: 32 * scale, y: 32 * scale), scale: 30 * scale,
          turns: part + Double(round) / 1e9)
        let path = list.path(turn) { pen in
          pen.move(to: Point(x: -1, y: -height))
          pen.quad(Point(x: 0, y: 2 * height), to: Point(x: 1, y: height))
        }
        list.fill(.stroke(path, style: StrokeStyle(width: 2 * scale)), with: Color(0))
      }
      // As a frame does: two comparisons and a drawing.
      for _ in 0..<3 {
        masks.begin()
        for index in 0...1 { _ = masks.mask(at: index, of: list, on: canvas) }
      }
    }
  }

  @Test(arguments: [1.0, 4, 12])
  func animationSeenBefore_takesNoMoreMemory(scale: Double) {
    let masks = PathMasks()
    for round in 0..<3 { play(round, masks, scale: scale) }
    let (count, byteCount) = (masks.count, masks.byteCount)
    for round in 3..<10 { play(round, masks, scale: scale) }
    #expect(masks.count == count)
    #expect(masks.byteCount == byteCount)
    #expect(count <= 40)
  }

  @Test func masksOfOtherSizes_goOnceTheyTakeMuch() {
    let masks = PathMasks()
    // One after the other, so that each needs the memory of all.
    let scales = [30.0, 20, 14, 10, 7]
    var sum = 0
    for scale in scales {
      let alone = PathMasks()
      play(0, alone, scale: scale)
      play(0, masks, scale: scale)
      sum += alone.byteCount
      #expect(masks.byteCount <= PathMasks.byteLimit + alone.byteCount)
    }
    #expect(sum > 2 * PathMasks.byteLimit, "so that some had to go")
  }

  @Test func difference_hasOnlyTheColumnsThatChange() {
    // A thin frame of a large square: the middle of it is none of its columns.
    func list(_ inset: Double) -> DisplayList {
      var list = DisplayList()
      list.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 200)), with: Color(0))
      let path = list.path { pen in
        // The inner contour runs the other way.
        for (edge, first, last) in [
          (10 + inset, 190 - inset, 10 + inset), (14 + inset, 14 + inset, 186 - inset),
        ] {
          pen.move(to: Point(x: edge, y: edge))
          pen.line(to: Point(x: first, y: last))
          pen.line(to: Point(x: 200 - edge, y: 200 - edge))
          pen.line(to: Point(x: last, y: first))
          pen.close()
        }
      }
      list.fill(.path(path), with: Color(0xff_ffff))
      return list
    }
    let difference = ListDifference()
    let canvas = PixelRect(left: 0, top: 0, right: 200, bottom: 200)
    difference.find(from: list(0), to: list(1), of: canvas)
    #expect(difference.bounds.width <= 192 && difference.bounds.width >= 180)
    var words: [UInt64] = []
    difference.forEachMask { $0.forEachWord(100) { groups, _ in words.append(groups) } }
    // Two groups at the most on each side.
    #expect(words.count == 1)
    #expect(words.allSatisfy { $0.nonzeroBitCount <= 4 && $0 & 3 != 0 && $0 & ~0xf != 0 })
    difference.find(from: list(1), to: list(1), of: canvas)
    #expect(difference.bounds.isEmpty)
  }

  /// What one path shows alone is written straight from its mask; several, or those that let something through, are not.
  @Test(arguments: PixelFormat.all)
  func movingPaths_equalTheWholeFrame(format: PixelFormat) {
    var random = SeededGenerator(seed: 317)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for (width, height) in [(131, 60), (5, 40), (64, 20), (1_100, 24)] {
      let canvas = PixelSize(width: width, height: height)
      let rasterizer = Rasterizer()
      let difference = ListDifference(pathMasks: rasterizer.pathMasks)
      var shown = DisplayList()
      let frame = GuardedMemory(size: canvas, format: format, padding: 5)
      for round in 0..<24 {
        var list = DisplayList()
        let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        list.fill(.rectangle(all), with: Color(0x20_4060))
        for _ in 0...(round % 3 == 2 ? 1 : 0) {
          let (x, y) = (number(-10...Double(width)), number(-10...Double(height)))
          let path = list.path { pen in
            pen.move(to: Point(x: x, y: y))
            pen.line(to: Point(x: x + number(-90...90), y: y + number(-40...40)))
            pen.quad(
              Point(x: x + number(-9...40), y: y + number(-9...20)),
              to: Point(x: x + number(-90...700), y: y + number(-9...20)))
            pen.close()
          }
          let shape: Shape =
            round % 4 < 2
            ? .path(path)
            : .stroke(path, style: StrokeStyle(width: number(0.5...9)))
          list.fill(
            shape, with: .color(Color(0xf0_a030)), alpha: round % 5 == 4 ? 0.5 : 1)
        }
        if round == 0 {
          frame.withSurface { rasterizer.draw(list, into: &$0) }
        } else {
          difference.find(from: shown, to: list, of: PixelRect(canvas))
          frame.withSurface { rasterizer.draw(list, into: &$0, where: difference) }
        }
        shown = list
        let whole = GuardedMemory(size: canvas, format: format, padding: 5)
        whole.withSurface { Rasterizer().draw(list, into: &$0) }
        #expect(frame.hasSamePixels(as: whole), "seed 317, \(canvas), round \(round)")
        #expect(frame.isIntact, "seed 317, \(canvas), round \(round)")
      }
    }
  }
}
