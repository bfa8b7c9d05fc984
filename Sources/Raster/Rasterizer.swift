public import Graphics
import Kernels
public import Pixels

/// Draws display lists into frames.
///
/// Goal: every pixel gets the value that its item's exact area gives, whatever part of the frame is drawn; work
/// is for pixels that change; and the frame is never read.
///
/// Idea: what a pixel shows is defined in one place, `GroupTile`: eight pixels of a row make a group, and the items
/// are laid over all groups of a tile one after the other. It depends on the pixels' own places alone, so a frame
/// drawn in parts equals the frame drawn whole, bit for bit, and it does no harm that the last group of a row
/// reaches beyond what was asked for. Where a row has many columns, shapes first say where they cover it whole, and
/// runs that show one item alone are copied or filled.
///
/// Limits: it draws opaque frames, the backmost item covers all of them, and nothing is allocated once the buffers
/// have their room.
public final class Rasterizer {
  /// The pictures that lists may refer to. Another one is not drawn.
  public var images: [Image] {
    get { paints.images }
    set { paints.images = newValue }
  }
  /// The pictures of coverage that lists may refer to. Another one is not drawn.
  public var alphaMasks: [AlphaMask] = []
  /// The paths that it drew of late.
  public let pathMasks = PathMasks()
  private let all: ListDifference
  private let kernels: KernelSet
  private var items = RowBuffer<PreparedItem>(capacity: 64)
  private var edges = EdgeTable()
  // How many of its edges each item has left behind in the row in hand.
  private var cursors = RowBuffer<Int>(capacity: 64)
  private var paints = PaintShelf()
  private var nesting = LayerNesting()
  private var layers = LayerStack()
  private var wanted = ColumnRanges()
  private var tile = GroupTile()
  // What all items of a drawing lie upon.
  private var base: UInt32 = 0
  // The first one of the rows that `edges` is about.
  private var solvedRow = -1
  // The row and the columns of the groups added last.
  private var lastRow = -1
  private var lastStart = 0
  private var lastEnd = 0

  /// Up to so many columns, computing all of them costs less than finding out which need it.
  private static var narrow: Int { 32 }

  /// Creates a rasterizer.
  public convenience init() { self.init(KernelSet()) }

  init(_ kernels: KernelSet) {
    self.kernels = kernels
    all = ListDifference(pathMasks: pathMasks)
  }

  /// Draws all of a list.
  public func draw(_ list: DisplayList, into frame: inout PixelSurface) {
    all.set(frame.bounds, of: frame.bounds)
    draw(list, into: &frame, where: all)
  }

  /// Draws those pixels of a list that differ. Pixels beside them may be written again with what they show.
  @_optimize(speed)
  public func draw(
    _ list: DisplayList, into frame: inout PixelSurface, where difference: ListDifference
  ) {
    let bounds = difference.bounds.intersection(frame.bounds)
    if bounds.isEmpty { return }
    // Groups reach beyond what is wanted.
    let reached = PixelRect(
      left: bounds.left - 8, top: bounds.top, right: bounds.right + 8, bottom: bounds.bottom)
    prepare(list, within: reached.intersection(frame.bounds), for: frame)
    (solvedRow, lastRow) = (-1, -1)
    let room = ColumnRange(start: bounds.left, end: bounds.right)
    var first = bounds.top
    while first < bounds.bottom {
      difference.solve(from: first)
      let isOneRange = difference.isOneRange
      for row in 0..<min(8, bounds.bottom &- first) {
        if isOneRange {
          let columns = difference.onlyRange(row, within: room)
          if columns.end &- columns.start <= Self.narrow {
            mix(columns, first &+ row, of: list, into: &frame)
            continue
          }
        }
        difference.getColumns(row, within: room, into: &wanted)
        difference.forEachMaskRange(first &+ row, within: room) { columns in
          // What differs are mostly edges, which have no runs.
          if columns.end &- columns.start <= 2 * Self.narrow {
            mix(columns, first &+ row, of: list, into: &frame)
          } else {
            wanted.insert(columns.start, columns.end)
          }
        }
        if wanted.count == 0 { continue }
        if wanted.end &- wanted.start <= Self.narrow {
          for index in 0..<wanted.count { mix(wanted[index], first &+ row, of: list, into: &frame) }
        } else {
          drawRuns(first, row, of: list, into: &frame)
        }
      }
      first &+= 8
    }
    flush(list, into: &frame)
  }

  /// Draws the wanted columns of a row run by run.
  @_optimize(speed) @inline(never)
  private func drawRuns(
    _ firstRow: Int, _ row: Int, of list: DisplayList, into frame: inout PixelSurface
  ) {
    let count = items.count
    if solvedRow != firstRow {
      solvedRow = firstRow
      edges.removeAll()
      for index in 0..<count { items.with(index) { edges.append($0, from: firstRow) } }
    }
    cursors.removeAll()
    for _ in 0..<count { cursors.append(0) }
    let y = firstRow &+ row
    for index in 0..<wanted.count {
      let columns = wanted[index]
      var x = columns.start
      while x < columns.end {
        var end = columns.end
        var coverage = RunCoverage.none
        // The frontmost item that has a part in it decides.
        var front = count &- 1
        while front >= 0 {
          let first = front &* ItemEdges.stride
          var cursor = cursors[front]
          while edges[first &+ cursor, row] <= x { cursor &+= 1 }
          cursors[front] = cursor
          coverage = RunCoverage(behind: cursor)
          let limit = end
          end = min(end, edges[first &+ cursor, row])
          items.with(front) { item in
            if item.hasMoreThanEdges {
              item.refine(&coverage, from: x, to: &end, limit: limit, y: y, edges, first, row)
            }
          }
          if coverage != .none { break }
          front &-= 1
        }
        let run = ColumnRange(start: x, end: end)
        switch coverage {
        case .none: frame.fill(base, columns: x..<end, y: y)
        case .part: mix(run, y, of: list, into: &frame)
        case .whole: store(front, run, y, of: list, into: &frame)
        }
        x = end
      }
    }
  }

  /// Writes columns that an item covers whole, and all items behind it.
  private func store(
    _ index: Int, _ columns: ColumnRange, _ y: Int, of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    let range = columns.start..<columns.end
    items.with(index) { item in
      switch item.source {
      case _ where !item.isOpaque || item.alpha < 255: mix(columns, y, of: list, into: &frame)
      case .gradient, .layer: mix(columns, y, of: list, into: &frame)
      case .word: frame.fill(item.word, columns: range, y: y)
      case .column: frame.fill(list.word(ofGradient: item.index, y), columns: range, y: y)
      case .strip, .image: item.store(into: &frame, range, y)
      }
    }
  }

  /// Adds groups for columns that several items show in.
  @inline(__always)
  private func mix(
    _ columns: ColumnRange, _ y: Int, of list: DisplayList, into frame: inout PixelSurface
  ) {
    var x = columns.start
    if lastRow == y && x >= lastStart { x = max(x, lastEnd) }
    (lastRow, lastStart) = (y, x)
    let last = max(0, frame.size.width &- 8)
    while x < columns.end {
      if tile.count == GroupTile.capacity { flush(list, into: &frame) }
      let place = min(x, last)
      tile.append(column: place, row: y)
      x = place &+ 8
    }
    lastEnd = x
  }

  /// Computes the groups of the tile and writes them.
  @_optimize(speed) @inline(never)
  private func flush(_ list: DisplayList, into frame: inout PixelSurface) {
    tile.fill(base)
    for index in 0..<items.count {
      items.with(index) { item in
        layers.close(before: index, over: &tile)
        if item.source == .layer {
          layers.open(until: item.index, alpha: item.alpha, over: &tile)
        } else {
          item.lay(over: &tile, of: list, with: kernels)
        }
      }
    }
    layers.close(before: items.count, over: &tile)
    let width = min(8, frame.size.width)
    for index in 0..<tile.count {
      frame.store(
        tile.words[index], count: width, x: Int(tile.columns[index]), y: Int(tile.rows[index]))
    }
    tile.removeAll()
  }

  // MARK: - Preparing

  /// Makes those items ready that show in an area, without those that a later one hides.
  @_optimize(speed)
  private func prepare(
    _ list: DisplayList, within bounds: PixelRect, for frame: borrowing PixelSurface
  ) {
    items.removeAll()
    nesting.begin()
    pathMasks.begin()
    base = 0
    for index in list.items.indices {
      if !list.layers.isEmpty { nesting.step(to: index, of: list, into: &items) }
      let area = list.pixels(at: index).intersection(bounds)
      if area.isEmpty { continue }
      var item = PreparedItem()
      (item.left, item.top, item.right, item.bottom) = (
        area.left, area.top, area.right, area.bottom
      )
      item.index = index
      item.alpha = Lanes.level(max(0, min(1, list.items[index].alpha)))
      if !paints.prepare(list.items[index].paint, of: list, for: frame, &item) { continue }
      if !prepare(index, of: list, within: bounds, frame.bounds, &item) { continue }
      if nesting.isInside {
        // It shows alone nowhere, and hides nothing behind the layer.
        item.isOpaque = false
      } else if item.hides(bounds) {
        items.removeAll()
        if item.source == .word {
          base = item.word
          continue
        }
      }
      items.append(item)
    }
    nesting.step(to: list.items.count, of: list, into: &items)
  }

  /// - Returns: whether there is something to fill.
  @_optimize(speed)
  private func prepare(
    _ index: Int, of list: DisplayList, within bounds: PixelRect, _ canvas: PixelRect,
    _ item: inout PreparedItem
  ) -> Bool {
    switch list.items[index].shape {
    case .rectangle(let rect):
      item.kind = .rectangle
      item.rectangle = RectangleEdges(rect)
      item.touchedColumns = item.rectangle.touchedColumns
      item.wholeColumns = item.rectangle.wholeColumns
    case .annulus(let annulus):
      item.arc = ArcEdges(annulus)
      item.kind = item.arc.annulus.isPlain ? .annulus : .smallAnnulus
    case .arc(let arc):
      item.arc = ArcEdges(arc)
      item.kind = item.arc.isRound && item.arc.isPlain ? .arc : .otherArc
      if item.kind == .arc {
        let reach = item.arc.reach(
          left: bounds.left, top: bounds.top, right: bounds.right, bottom: bounds.bottom)
        if reach == .end { item.kind = .arcEnd }
      }
    case .path, .stroke:
      item.kind = .mask
      item.mask = pathMasks.mask(at: index, of: list, on: canvas)?.lend()
    case .mask(let reference, let x, let y):
      item.kind = .mask
      guard let mask = alphaMasks.first(where: { $0.reference == reference }) else { return false }
      item.mask = mask.levels.lend(movedBy: x, y)
    }
    return true
  }
}
