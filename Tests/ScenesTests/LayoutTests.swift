import Graphics
import Testing

@testable import Scenes

@Suite struct LayoutTests {
  static let sizes = [
    (240, 320), (320, 240), (480, 800), (800, 480), (1_920, 1_080), (3_840, 2_160),
  ]
  private static let block = SceneExtent.block(Size(width: 320, height: 240))
  static let parts: [[SceneExtent]] = [
    [block], [.strip], [block, .strip], [.strip, block], [block, block], [block, block, .strip],
    [.strip, .strip], [block, block, block, .strip, .strip],
    [.strip, .strip, .strip, .strip, block, .strip, .strip, .strip],
  ]

  @Test(arguments: sizes, parts.indices) func boxes_areOnTheScreen_andApart(
    size: (Int, Int), parts: Int
  ) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let extents = Self.parts[parts]
    let boxes = Layout.boxes(canvas, extents)
    #expect(boxes.count == extents.count)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
      #expect(box.x + box.width <= canvas.width + 1e-9)
      #expect(box.y + box.height <= canvas.height + 1e-9)
      if extents[index] == .strip { #expect(box.width == canvas.width) }
      for other in boxes[..<index] {
        let isBeside =
          box.x >= other.x + other.width - 1e-9 || other.x >= box.x + box.width - 1e-9
          || box.y >= other.y + other.height - 1e-9 || other.y >= box.y + box.height - 1e-9
        #expect(isBeside, "\(box) and \(other) of \(size)")
      }
    }
    // Blocks of one screen are equally large.
    let areas = zip(extents, boxes).filter { $0.0 != .strip }.map { $0.1.width * $0.1.height }
    #expect((areas.max() ?? 0) - (areas.min() ?? 0) < 1e-6)
  }

  @Test(arguments: sizes) func onePart_hasTheWholeScreen(size: (Int, Int)) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    for part in [Self.block, .strip] { #expect(Layout.boxes(canvas, [part]) == [Rect(canvas)]) }
  }

  @Test func blocks_areSideBySide_orOverEachOther_asTheScreenIs() {
    let wide = Layout.boxes(Size(width: 800, height: 480), [Self.block, Self.block])
    #expect(wide[0].y == wide[1].y && wide[0].x < wide[1].x)
    let tall = Layout.boxes(Size(width: 480, height: 800), [Self.block, Self.block])
    #expect(tall[0].x == tall[1].x && tall[0].y < tall[1].y)
  }

  @Test func design_fitsItsBox() {
    let canvas = Size(width: 1_280, height: 720)
    #expect(Layout.scale(Self.block, in: Rect(canvas), of: canvas) == 3)
    #expect(
      Layout.scale(.strip, in: Rect(x: 0, y: 0, width: 9, height: 9), of: canvas) == 720.0 / 272)
  }
}
