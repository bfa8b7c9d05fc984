public import Graphics
public import Pixels
import RasterKernels

/// Draws display lists into frames.
///
/// Goal: each pixel gets the value of its items' exact areas, whichever part of the frame is drawn.
/// Work is proportional to the pixels that change, and the frame is never read.
///
/// Idea: one type, `SpanBatch`, defines the value of a pixel. Eight pixels of a row make a span,
/// and all items are blended over the spans of a batch, one item after the other. The result
/// depends on the pixels' positions only. So a frame drawn in parts equals the frame drawn whole,
/// bit for bit, and the last span of a row may exceed the requested columns. In wide ranges, shapes
/// first report where they cover a row entirely; runs that show one item alone are copied or
/// filled.
///
/// Limits: frames are opaque, the backmost item covers them entirely, and nothing is allocated once
/// the buffers have grown.
public final class Rasterizer {
  /// The pictures that lists may refer to. References to other pictures are not drawn.
  public var images: [Image] {
    get { paints.images }
    set { paints.images = newValue }
  }
  /// The masks of recently drawn paths.
  public let pathMasks = PathMasks()
  private let all: ListDifference
  var items = PreparedItems()
  var edges = RowBoundaries()
  // The items with boundaries in `edges`: those with pixels in some of the eight rows.
  var solvedItems = ReusableBuffer<SolvedItem>(capacity: 64)
  // The runs of one word, and the runs copied from the only item's source.
  var runs = ReusableBuffer<WordRun>(capacity: 1280)
  var copies = ReusableBuffer<ColumnRun>(capacity: 128)
  var paints = PaintCache()
  var nesting = LayerNesting()
  private var layers = LayerStack()
  var wanted = ColumnRanges()
  var batch = SpanBatch()
  // The opaque word behind all items.
  var base: UInt32 = 0
  // The first of the eight rows in `edges`.
  var solvedRow = -1
  // The row and the columns of the range added last as spans.
  private var lastRow = -1
  private var lastStart = 0
  private(set) var lastEnd = 0
  // The sum of a row and its mirrored row, drawn as one; negative for none.
  private(set) var mirror = -1
  // The last column at which a span may begin.
  private(set) var lastPlace = 0

  /// The widest range that is always computed as spans: finding its runs would cost more.
  static var narrow: Int { span * SpanBatch.maximumPerRow }
  /// The number of runs collected before they are written. It is large, so that mirrored rows,
  /// which are written in reverse order, form long sequences, too.
  static var maximumRunCount: Int { 1024 }
  /// Pixels in a span.
  static var span: Int { 8 }

  /// Creates a rasterizer.
  public init() { all = ListDifference(pathMasks: pathMasks) }

  /// Draws a whole list into all of a frame.
  public func draw(_ list: DisplayList, into frame: inout PixelSurface) {
    all.set(frame.bounds, of: frame.bounds)
    draw(list, into: &frame, where: all)
  }

  /// Draws the pixels of a list that differ. Neighboring pixels may be written with the value that
  /// they already have.
  @_optimize(speed)
  public func draw(
    _ list: DisplayList, into frame: inout PixelSurface, where difference: ListDifference
  ) {
    let canvas = frame.bounds
    let bounds = difference.bounds.intersection(canvas)
    if bounds.isEmpty { return }
    // Spans may exceed the damaged columns.
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

  /// Draws the parts of a difference that have column boundaries.
  @inline(__always)
  private func drawParts(
    of difference: ListDifference, _ list: DisplayList, into frame: inout PixelSurface
  ) {
    let bounds = difference.partBounds.intersection(frame.bounds)
    if bounds.isEmpty { return }
    let room = ColumnRange(start: bounds.left, end: bounds.right)
    let isRectangle = difference.isRectangle
    if isRectangle && storeWhole(bounds, of: list, into: &frame) { return }
    // Rows that are mirrored at a center are computed once.
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

  /// Adds spans for all solved rows, each of which has one narrow range.
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

  /// Draws a block of up to eight solved rows.
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

  /// Fills the rows before the first item, or all rows if there is none. Returns whether it did.
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

  /// Adds spans for a range of columns.
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
    // The most frequent list by far: one opaque color over the base.
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

  /// Blends all items over the spans of the batch.
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
