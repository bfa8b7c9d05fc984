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
  public var images: [Image] = []
  /// The pictures of coverage that lists may refer to. Another one is not drawn.
  public var alphaMasks: [AlphaMask] = []
  /// The paths that it drew of late.
  public let pathMasks = PathMasks()
  private let kernels: KernelSet
  private var items = RowBuffer<PreparedItem>(capacity: 64)
  private var edges = RowEdges()
  private var strips = GradientStrips()
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

  init(_ kernels: KernelSet) { self.kernels = kernels }

  /// Draws all of a list.
  public func draw(_ list: DisplayList, into frame: inout PixelSurface) {
    draw(list, into: &frame, where: ListDifference(frame.bounds, of: frame.bounds))
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
    let room = bounds.left..<bounds.right
    var first = bounds.top
    while first < bounds.bottom {
      difference.solve(from: first)
      for row in 0..<min(8, bounds.bottom &- first) {
        difference.forEachMaskRange(first &+ row, within: room) { columns in
          // What differs are mostly edges, which have no runs.
          if columns.end &- columns.start <= 2 * Self.narrow {
            mix(columns, first &+ row, of: list, into: &frame)
          } else {
            drawRuns(columns, first, row, of: list, into: &frame)
          }
        }
        if let columns = difference.onlyColumns(row, within: room) {
          if columns.start < columns.end { draw(columns, first, row, of: list, into: &frame) }
          continue
        }
        difference.getColumns(row, within: room, into: &wanted)
        if wanted.count == 0 { continue }
        for index in 0..<wanted.count { draw(wanted[index], first, row, of: list, into: &frame) }
      }
      first &+= 8
    }
    flush(list, into: &frame)
  }

  @inline(__always)
  private func draw(
    _ columns: ColumnRange, _ first: Int, _ row: Int, of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    if columns.end &- columns.start <= Self.narrow {
      mix(columns, first &+ row, of: list, into: &frame)
    } else {
      drawRuns(columns, first, row, of: list, into: &frame)
    }
  }

  /// Draws columns of a row run by run.
  @_optimize(speed)
  private func drawRuns(
    _ columns: ColumnRange, _ first: Int, _ row: Int, of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    if solvedRow != first {
      solvedRow = first
      edges.removeAll()
      for index in 0..<items.count { items.with(index) { edges.append($0, from: first) } }
    }
    let y = first + row
    var x = columns.start
    while x < columns.end {
      var end = columns.end
      // The frontmost item that has a part in it decides.
      var front = items.count - 1
      var coverage = CoverageRun.Coverage.none
      while front >= 0 {
        let run = items.with(front) { $0.run(from: x, y: y, edges, front, row) }
        end = min(end, run.end)
        coverage = run.coverage
        if coverage != .none { break }
        front &-= 1
      }
      switch coverage {
      case .none: frame.fill(base, columns: x..<end, y: y)
      case .part: mix(ColumnRange(start: x, end: end), y, of: list, into: &frame)
      case .whole: store(front, ColumnRange(start: x, end: end), y, of: list, into: &frame)
      }
      x = end
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
      case .gradient: mix(columns, y, of: list, into: &frame)
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
      items.with(index) { $0.lay(over: &tile, of: list, with: kernels) }
    }
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
    pathMasks.begin()
    base = 0
    for index in list.items.indices {
      let area = list.pixels(at: index).intersection(bounds)
      if area.isEmpty { continue }
      var item = PreparedItem()
      (item.left, item.top, item.right, item.bottom) = (
        area.left, area.top, area.right, area.bottom
      )
      item.alpha = Lanes.level(max(0, min(1, list.items[index].alpha)))
      if !prepare(list.items[index].paint, index, of: list, for: frame, &item) { continue }
      if !prepare(index, of: list, within: bounds, frame.bounds, &item) { continue }
      if item.hides(bounds) {
        items.removeAll()
        if item.source == .word {
          base = item.word
          continue
        }
      }
      items.append(item)
    }
  }

  @_optimize(speed)
  /// - Returns: whether there is something to fill.
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

  /// - Returns: whether there is something to fill it with.
  private func prepare(
    _ paint: Paint, _ index: Int, of list: DisplayList, for frame: borrowing PixelSurface,
    _ item: inout PreparedItem
  ) -> Bool {
    item.index = index
    switch paint {
    case .color(let color):
      item.word = color.word
      item.isOpaque = item.word >> 24 == 255
    case .gradient(let gradient):
      if gradient.stops.isEmpty { return false }
      item.isOpaque = list.stops[gradient.stops].allSatisfy { $0.color.alpha >= 1 }
      if gradient.start.y == gradient.end.y {
        let strip = strips.strip(gradient, stops: list.stops, width: frame.size.width)
        (item.source, item.rows, item.originX) = (.strip, strip.words, -strip.first)
        item.isSourceOpaque = item.isOpaque
        item.keepPacked(strip.packed, for: frame.format)
      } else if gradient.start.x == gradient.end.x {
        item.source = .column
      } else {
        item.source = .gradient
      }
    case .image(let reference, let x, let y):
      guard let image = images.first(where: { $0.reference == reference }) else { return false }
      (item.source, item.rows, item.originX, item.originY) = (.image, image.rows, x, y)
      item.isOpaque = image.isOpaque
      // Beside the picture there is nothing.
      item.isSourceOpaque =
        image.isOpaque && x <= 0 && x + reference.width >= frame.size.width
      item.keepPacked(image.packed, for: frame.format)
    }
    return true
  }
}
