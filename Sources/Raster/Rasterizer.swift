public import Graphics
public import Pixels
import RasterKernels

/// Draws display lists into frames.
///
/// Goal: every pixel gets the value that its item's exact area gives, whatever part of the frame is
/// drawn; work is for pixels that change; and the frame is never read.
///
/// Idea: what a pixel shows is defined in one place, `SpanBatch`: eight pixels of a row make a
/// span, and the items are laid over all spans of a batch one after the other. It depends on the
/// pixels' own places alone, so a frame drawn in parts equals the frame drawn whole, bit for bit,
/// and it does no harm that the last span of a row reaches beyond what was asked for. Where a row
/// has many columns, shapes first say where they cover it whole, and runs that show one item alone
/// are copied or filled.
///
/// Limits: it draws opaque frames, the backmost item covers all of them, and nothing is allocated
/// once the buffers have their room.
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
  var items = PreparedItems()
  var edges = RowBoundaries()
  // Which items have edges there: those that are in some of eight rows.
  var solvedItems = ReusableBuffer<Int>(capacity: 64)
  // How many of its edges each of these has left behind in the row in hand.
  var cursors = ReusableBuffer<Int>(capacity: 64)
  // The runs that show one word, and those of eight rows that one item shows in.
  var runs = ReusableBuffer<WordRun>(capacity: 1280)
  var copies = ReusableBuffer<ColumnRun>(capacity: 128)
  var paints = PaintCache()
  var nesting = LayerNesting()
  private var layers = LayerStack()
  var wanted = ColumnRanges()
  var batch = SpanBatch()
  // What all items of a drawing lie upon.
  var base: UInt32 = 0
  // The first one of the rows that `edges` is about.
  var solvedRow = -1
  // The row and the columns of the spans added last.
  private var lastRow = -1
  private var lastStart = 0
  private(set) var lastEnd = 0
  // The sum of each two rows that are drawn as one; negative for none.
  private(set) var mirror = -1
  // The last column that a span may begin at.
  private(set) var lastPlace = 0

  /// Up to so many columns beside each other, computing them costs less than finding out which need
  /// it.
  static var narrow: Int { span * SpanBatch.maximumPerRow }
  /// So many runs of one word are kept until they are written: those of the rows below a center,
  /// which are found beside those above, follow each other then, too.
  static var maximumRunCount: Int { 1024 }
  /// The columns of a span.
  static var span: Int { 8 }

  /// Creates a rasterizer.
  public init() { all = ListDifference(pathMasks: pathMasks) }

  /// Draws all of a list.
  public func draw(_ list: DisplayList, into frame: inout PixelSurface) {
    all.set(frame.bounds, of: frame.bounds)
    draw(list, into: &frame, where: all)
  }

  /// Draws those pixels of a list that differ. Pixels beside them may be written again with what
  /// they show.
  @_optimize(speed)
  public func draw(
    _ list: DisplayList, into frame: inout PixelSurface, where difference: ListDifference
  ) {
    let canvas = frame.bounds
    let bounds = difference.bounds.intersection(canvas)
    if bounds.isEmpty { return }
    // Spans reach beyond what is wanted.
    let area = PixelRect(
      left: max(bounds.left &- 8, canvas.left), top: bounds.top,
      right: min(bounds.right &+ 8, canvas.right), bottom: bounds.bottom)
    batch.setColumnLimits(from: area.left, to: area.right)
    prepare(list, within: area, where: difference, for: &frame)
    (solvedRow, lastRow) = (-1, -1)
    lastPlace = max(0, frame.size.width &- 8)
    drawParts(of: difference, list, into: &frame)
    if batch.count > 0 { flush(list, into: &frame) }
    mirror = -1
    batch.mirror = -1
    difference.forEachMask { draw($0, of: list, into: &frame) }
  }

  /// Draws the parts of a difference whose columns are known by edges.
  @inline(__always)
  private func drawParts(
    of difference: ListDifference, _ list: DisplayList, into frame: inout PixelSurface
  ) {
    let bounds = difference.partBounds.intersection(frame.bounds)
    if bounds.isEmpty { return }
    let room = ColumnRange(start: bounds.left, end: bounds.right)
    let isRectangle = difference.isRectangle
    if isRectangle && storeWhole(bounds, of: list, into: &frame) { return }
    // What is the same above and below a center is computed once.
    mirror = difference.mirror(within: bounds) ?? -1
    if items.count != 1 || !items.modify(0, { $0.isMirrored(mirror) }) { mirror = -1 }
    batch.mirror = Int32(truncatingIfNeeded: mirror)
    let end = mirror < 0 ? bounds.bottom : mirror / 2 + 1
    var (first, isSolved) = (bounds.top, false)
    while first < end {
      if isRectangle, fillBareRows(&first, until: end, bounds, &frame) { continue }
      // All rows of a rectangle have the same columns.
      if !isSolved { difference.solve(from: first, within: room) }
      isSolved = isRectangle
      if difference.isNarrow {
        addGroups(of: difference, from: first, until: end, list, into: &frame)
      } else {
        for block in 0..<difference.blocks where first &+ 8 &* block < end {
          draw(block, from: first, until: end, of: difference, room, list, into: &frame)
        }
      }
      first = isRectangle ? first &+ 8 : difference.nextRow(behind: first)
    }
    storeRuns(into: &frame)
  }

  /// Adds spans for all rows that are solved, each of which has one small range.
  @inline(__always)
  private func addGroups(
    of difference: ListDifference, from first: Int, until end: Int, _ list: DisplayList,
    into frame: inout PixelSurface
  ) {
    let count = min(8 &* difference.blocks, end &- first)
    var row = 0
    while true {
      row = batch.append(
        difference.lendRanges(), rows: row..<count, from: first, lastPlace: lastPlace)
      if row == count { return }
      flush(list, into: &frame)
    }
  }

  /// Draws eight rows that are solved, or some.
  @inline(__always)
  private func draw(
    _ block: Int, from top: Int, until end: Int, of difference: ListDifference,
    _ room: ColumnRange, _ list: DisplayList, into frame: inout PixelSurface
  ) {
    let first = top &+ 8 &* block
    let rowCount = min(8, end &- first)
    if difference.isOrdered && items.count == 1 {
      return drawRowsOfOne(
        first, rowCount, difference.lendRanges(block),
        limit: difference.isOneRange ? Self.narrow : 2 * Self.span, of: list, into: &frame)
    }
    for row in 0..<rowCount {
      difference.getColumns(block, row, within: room, into: &wanted)
      for index in 0..<wanted.count {
        if wanted[index].end &- wanted[index].start <= Self.narrow {
          addSpans(wanted[index], first &+ row, of: list, into: &frame)
        } else {
          drawRuns(wanted[index], first, row, of: list, into: &frame)
        }
      }
    }
    storeRuns(from: Self.maximumRunCount, into: &frame)
  }

  /// Fills rows in which no item shows, if there are some before others.
  private func fillBareRows(
    _ first: inout Int, until end: Int, _ bounds: PixelRect, _ frame: inout PixelSurface
  ) -> Bool {
    if items.count > 1 { return false }
    var bareEnd = end
    if items.count == 1 {
      let (top, bottom) = items.with(0) { ($0.top, $0.bottom) }
      if first < bottom { bareEnd = min(end, top) }
    }
    if bareEnd <= first { return false }
    let rows = PixelRect(left: bounds.left, top: first, right: bounds.right, bottom: bareEnd)
    frame.fill(base, rows)
    if mirror >= 0 {
      frame.fill(
        base,
        PixelRect(
          left: rows.left, top: mirror + 1 - rows.bottom, right: rows.right,
          bottom: mirror + 1 - rows.top))
    }
    first = bareEnd
    return true
  }

  /// Adds spans for columns that several items show in.
  @inline(__always)
  func addSpans(
    _ columns: ColumnRange, _ y: Int, of list: DisplayList, into frame: inout PixelSurface
  ) {
    var x = columns.start
    if lastRow == y && x >= lastStart { x = max(x, lastEnd) }
    (lastRow, lastStart) = (y, x)
    while x < columns.end {
      if batch.count == SpanBatch.capacity { flush(list, into: &frame) }
      let place = min(x, lastPlace)
      batch.append(column: place, row: y)
      x = place &+ 8
    }
    lastEnd = x
  }

  /// Computes the spans of the batch and writes them.
  @_optimize(speed) @inline(never)
  func flush(_ list: DisplayList, into frame: inout PixelSurface) {
    // One word over another one is the most frequent list by far.
    if items.count == 1, frame.takesWords,
      let word = items.modify(0, { $0.coverInOneWord(&batch) })
    {
      frame.writeBlend(word, over: base, &batch)
    } else {
      compositeItems(list)
      frame.store(&batch)
    }
    batch.removeAll()
  }

  /// Lays all items over the spans of the batch.
  @inline(__always)
  private func compositeItems(_ list: DisplayList) {
    batch.fill(base)
    let isAlone = items.count == 1
    for index in 0..<items.count {
      items.modify(index) { item in
        layers.close(before: index, over: &batch)
        if item.source == .layer {
          layers.open(until: item.index, alpha: item.alpha, over: &batch)
        } else {
          item.composite(over: &batch, of: list, isAlone: isAlone)
        }
      }
    }
    layers.close(before: items.count, over: &batch)
  }
}
