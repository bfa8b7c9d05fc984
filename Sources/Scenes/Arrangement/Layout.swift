import Graphics

extension Rect {
  /// The rectangle as the mirror image of a canvas has it.
  func mirrored(in canvas: Size) -> Rect {
    Rect(x: canvas.width - x - width, y: y, width: width, height: height)
  }
}

/// The layout of a screen's parts.
enum Layout {
  /// Computes the cell of each part in whole pixels. A pure function.
  ///
  /// Strips are at the bottom, the last one lowest, each a fifth of the short side high, and at
  /// most half of the room together. Without blocks, strips are equal bands of the whole room.
  /// Blocks share the rest, in the number of columns that makes them largest.
  static func cells(_ room: Rect, _ extents: [SceneExtent]) -> [Rect] {
    let canvas = Size(width: room.width, height: room.height)
    let stripCount = extents.reduce(0) { $0 + ($1 == .strip ? 1 : 0) }
    let blockCount = extents.count - stripCount
    let band =
      blockCount == 0
      ? canvas.height / Double(max(stripCount, 1))
      : min(canvas.shortSide / 5, canvas.height / Double(2 * max(stripCount, 1)))
    let height = canvas.height - band * Double(stripCount)
    var (columns, rows, largest) = (1.0, 1.0, 0.0)
    for count in stride(from: Double(blockCount), to: 0, by: -1) {
      let rowCount = (Double(blockCount) / count).rounded(.up)
      // Most designs are 4 by 3.
      let size = min(canvas.width / count / 4, height / rowCount / 3)
      if size > largest { (columns, rows, largest) = (count, rowCount, size) }
    }
    var (cells, strip, block) = ([Rect](), 0.0, 0.0)
    for extent in extents {
      if extent == .strip {
        let top = height + band * strip
        cells.append(
          whole(room.x, room.y + top, room.x + canvas.width, room.y + top + band))
        strip += 1
      } else {
        let row = (block / columns).rounded(.down)
        // The blocks of an incomplete last row share its width.
        let count = min(columns, Double(blockCount) - row * columns)
        let (width, height) = (canvas.width / count, height / rows)
        let left = room.x + width * (block - row * columns)
        let top = room.y + height * row
        cells.append(whole(left, top, left + width, top + height))
        block += 1
      }
    }
    return cells
  }

  /// A rectangle with edges between pixels.
  static func whole(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> Rect {
    Rect(
      x: left.rounded(), y: top.rounded(), width: right.rounded() - left.rounded(),
      height: bottom.rounded() - top.rounded())
  }

  /// The box that a part is drawn in, pixels. A block beside others keeps a margin of a fortieth of
  /// the short side in its cell.
  static func box(_ cell: Rect, _ extent: SceneExtent, of room: Rect) -> Rect {
    if extent == .strip || cell == room { return cell }
    let margin = min(room.width, room.height) / 40
    return Rect(
      x: cell.x + margin, y: cell.y + margin, width: cell.width - 2 * margin,
      height: cell.height - 2 * margin)
  }

  /// The box of a part with its origin at a point, pixels. A block's origin is its center, and a
  /// strip's its top.
  ///
  /// - Parameter unit: a hundredth of the height of a block that fills the short side, pixels.
  static func box(
    _ extent: SceneExtent, at origin: Point, unit: Double, of canvas: Size
  ) -> Rect {
    switch extent {
    case .strip:
      return Rect(
        x: 0, y: origin.y.rounded(), width: canvas.width,
        height: max(2, (SceneRoom.strip.below * unit).rounded()))
    case .block(let design):
      let (width, height) = (100 * unit * design.width / design.height, 100 * unit)
      return Rect(x: origin.x - width / 2, y: origin.y - height / 2, width: width, height: height)
    }
  }

  /// The pixels per design point of a part with a given unit.
  static func scale(_ extent: SceneExtent, unit: Double) -> Double {
    switch extent {
    case .strip: unit * 100 / 272
    case .block(let design): unit * 100 / design.height
    }
  }

  /// The pixels per design point of a part in its box.
  static func scale(_ extent: SceneExtent, in box: Rect, of canvas: Size) -> Double {
    switch extent {
    case .strip: canvas.shortSide / 272
    case .block(let design): min(box.width / design.width, box.height / design.height)
    }
  }
}
