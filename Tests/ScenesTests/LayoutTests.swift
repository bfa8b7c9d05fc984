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

  @Test(arguments: sizes, parts.indices) func cells_areTheScreen_eachPixelOnce(
    size: (Int, Int), parts: Int
  ) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let extents = Self.parts[parts]
    let cells = Layout.cells(Rect(canvas), extents)
    #expect(cells.count == extents.count)
    for (index, cell) in cells.enumerated() {
      for edge in [cell.x, cell.y, cell.width, cell.height] { #expect(edge == edge.rounded()) }
      #expect(cell.x >= 0 && cell.y >= 0 && cell.width > 0 && cell.height > 0)
      #expect(cell.x + cell.width <= canvas.width && cell.y + cell.height <= canvas.height)
      if extents[index] == .strip { #expect(cell.width == canvas.width) }
      for other in cells[..<index] {
        let isBeside =
          cell.x >= other.x + other.width || other.x >= cell.x + cell.width
          || cell.y >= other.y + other.height || other.y >= cell.y + cell.height
        #expect(isBeside, "\(cell) and \(other) of \(size)")
      }
      let box = Layout.box(cell, extents[index], of: Rect(canvas))
      #expect(box.x >= cell.x && box.x + box.width <= cell.x + cell.width && box.width > 0)
      #expect(box.y >= cell.y && box.y + box.height <= cell.y + cell.height && box.height > 0)
    }
    #expect(cells.reduce(0) { $0 + $1.width * $1.height } == canvas.width * canvas.height)
  }

  @Test(arguments: sizes) func onePart_hasTheWholeScreen(size: (Int, Int)) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    for part in [Self.block, .strip] {
      #expect(Layout.cells(Rect(canvas), [part]) == [Rect(canvas)])
      #expect(Layout.box(Rect(canvas), part, of: Rect(canvas)) == Rect(canvas))
    }
  }

  @Test(arguments: [
    (800, 480, 2, 2), (480, 800, 2, 1), (800, 480, 6, 3), (1_000, 200, 3, 3), (200, 1_000, 4, 1),
    (800, 480, 5, 3),
  ])
  func blocks_areAsLargeAsCanBe(width: Int, height: Int, count: Int, columns: Int) {
    let cells = Layout.cells(
      Rect(Size(width: Double(width), height: Double(height))),
      Array(repeating: Self.block, count: count))
    #expect(cells.count { $0.y == 0 } == columns)
    #expect(Set(cells.map { $0.height }).count == 1)
  }

  @Test(arguments: parts.indices) func room_movesCells(parts: Int) {
    let extents = Self.parts[parts]
    let moved = Layout.cells(Rect(x: 30, y: 70, width: 640, height: 300), extents)
    for (cell, other) in zip(
      Layout.cells(Rect(x: 0, y: 0, width: 640, height: 300), extents), moved)
    {
      #expect((other.x, other.y) == (cell.x + 30, cell.y + 70))
      #expect((other.width, other.height) == (cell.width, cell.height))
    }
  }

  @Test func design_fitsItsBox() {
    let canvas = Size(width: 1_280, height: 720)
    #expect(Layout.scale(Self.block, in: Rect(canvas), of: canvas) == 3)
    #expect(
      Layout.scale(.strip, in: Rect(x: 0, y: 0, width: 9, height: 9), of: canvas) == 720.0
        / 272)
  }
}
