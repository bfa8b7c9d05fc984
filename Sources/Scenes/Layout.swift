import Graphics

/// Where the parts of a screen go.
enum Layout {
  /// The cell of each part, in whole pixels: a pure function of the screen's size and what room the parts need.
  ///
  /// Strips lie at the bottom, the last lowest, each a fifth of the short side high, or, if there are only strips, in
  /// equal bands. Blocks share what is left: in as many columns as make them largest.
  static func cells(_ canvas: Size, _ extents: [SceneExtent]) -> [Rect] {
    let stripCount = extents.reduce(0) { $0 + ($1 == .strip ? 1 : 0) }
    let blockCount = extents.count - stripCount
    let band =
      blockCount == 0
      ? canvas.height / Double(max(stripCount, 1))
      : min(canvas.shortSide / 5, canvas.height / Double(2 * max(stripCount, 1)))
    let room = canvas.height - band * Double(stripCount)
    var (columns, rows, largest) = (1.0, 1.0, 0.0)
    for count in stride(from: Double(blockCount), to: 0, by: -1) {
      let rowCount = (Double(blockCount) / count).rounded(.up)
      // Most designs are 4 by 3.
      let size = min(canvas.width / count / 4, room / rowCount / 3)
      if size > largest { (columns, rows, largest) = (count, rowCount, size) }
    }
    var (cells, strip, block) = ([Rect](), 0.0, 0.0)
    for extent in extents {
      if extent == .strip {
        let top = room + band * strip
        cells.append(whole(0, top, canvas.width, top + band))
        strip += 1
      } else {
        let row = (block / columns).rounded(.down)
        // Those of a last row that is not full share it.
        let count = min(columns, Double(blockCount) - row * columns)
        let (width, height) = (canvas.width / count, room / rows)
        let left = width * (block - row * columns)
        cells.append(whole(left, height * row, left + width, height * (row + 1)))
        block += 1
      }
    }
    return cells
  }

  private static func whole(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> Rect {
    Rect(
      x: left.rounded(), y: top.rounded(), width: right.rounded() - left.rounded(),
      height: bottom.rounded() - top.rounded())
  }

  /// The box that a part is drawn in: a block among others keeps a fortieth of the short side away from its cell's edges.
  static func box(_ cell: Rect, _ extent: SceneExtent, of canvas: Size) -> Rect {
    if extent == .strip || cell == Rect(canvas) { return cell }
    let margin = canvas.shortSide / 40
    return Rect(
      x: cell.x + margin, y: cell.y + margin, width: cell.width - 2 * margin,
      height: cell.height - 2 * margin)
  }

  /// Pixels of a design point for a part in its box.
  static func scale(_ extent: SceneExtent, in box: Rect, of canvas: Size) -> Double {
    switch extent {
    case .strip: canvas.shortSide / 272
    case .block(let design): min(box.width / design.width, box.height / design.height)
    }
  }
}
