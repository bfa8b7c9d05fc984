public import Graphics
public import Pixels

/// Draws display lists into frames.
///
/// Goal: every pixel gets the value that its item's exact area gives, whatever part of the frame is drawn; only
/// pixels that change are touched; and each of them is written once, and never read.
///
/// Idea: what a pixel shows is defined in one place, `mixture`: eight pixels of a row at a time, every item's words
/// are laid over those behind it under the coverage of its shape, in registers. It depends on the pixels' own
/// places alone, so a frame drawn in parts equals the frame drawn whole, bit for bit. Where a row has many columns,
/// shapes first say where they cover it whole (`CoverageRow`), and a `RowComposer` finds the runs that show one
/// item alone: these are copied or filled.
///
/// Limits: it draws opaque frames, the backmost item covers all of them, and nothing is allocated once the rows
/// have their room.
public final class Rasterizer {
  /// The pictures that lists may refer to. Another one is not drawn.
  public var images: [Image] {
    get { paints.images }
    set { paints.images = newValue }
  }
  private var items = RowBuffer<PreparedItem>(capacity: 64)
  private var paints = PaintShelf()
  private var nesting = GroupNesting()
  private var wanted = ColumnRanges()
  private var coverage = CoverageRow()
  private var composer = RowComposer()
  // What all items of a drawing lie upon.
  private var base: UInt32 = 0
  // Whether some item's word changes from row to row.
  private var hasColumns = false
  private var hasGroups = false

  /// Up to so many columns, computing all of them costs less than finding out which need it.
  private static var narrow: Int { 32 }

  /// Creates a rasterizer.
  public init() {}

  /// Draws all of a list.
  public func draw(_ list: DisplayList, into frame: inout PixelSurface) {
    draw(list, into: &frame, where: ListDifference(frame.bounds, of: frame.bounds))
  }

  /// Draws those pixels of a list that differ. Others are not touched.
  public func draw(
    _ list: DisplayList, into frame: inout PixelSurface, where difference: ListDifference
  ) {
    let bounds = difference.bounds.intersection(frame.bounds)
    if bounds.isEmpty { return }
    prepare(list, within: bounds, for: frame)
    for y in bounds.top..<bounds.bottom {
      difference.getColumns(y, within: bounds, into: &wanted)
      if wanted.count == 0 { continue }
      beginRow(y, of: list)
      let columns = wanted.hull
      if columns.count <= Self.narrow {
        for index in 0..<wanted.count { storeMixture(of: list, into: &frame, wanted[index], y) }
      } else {
        compose(columns, y)
        storeRuns(of: list, into: &frame, y)
      }
    }
  }

  /// Finds out what columns of a row show.
  private func compose(_ columns: Range<Int>, _ y: Int) {
    composer.begin(columns: columns, word: base)
    for index in 0..<items.count {
      items.with(index) { item in
        if y < item.top || y >= item.bottom { return }
        coverage.begin(columns: columns.clamped(to: item.left..<item.right))
        item.append(to: &coverage, y: y)
        if coverage.runs.count == 0 { return }
        let isAlone = item.isOpaque && item.alpha == 255
        switch item.source {
        case .word where isAlone, .column where isAlone:
          composer.lay(coverage, content: RowComposer.Run.oneWord, word: item.word)
        case .strip where isAlone, .image where isAlone:
          composer.lay(coverage, content: index, word: 0)
        default: composer.lay(coverage, content: RowComposer.Run.mixture, word: 0)
        }
      }
    }
  }

  /// Writes the wanted columns of a row.
  private func storeRuns(of list: DisplayList, into frame: inout PixelSurface, _ y: Int) {
    var index = 0
    for place in 0..<wanted.count {
      let range = wanted[place]
      var x = range.lowerBound
      while x < range.upperBound {
        while composer.runs[index].end <= x { index &+= 1 }
        let run = composer.runs[index]
        let end = min(run.end, range.upperBound)
        switch run.content {
        case RowComposer.Run.oneWord: frame.fill(run.word, columns: x..<end, y: y)
        case RowComposer.Run.mixture: storeMixture(of: list, into: &frame, x..<end, y)
        default: items.with(run.content) { $0.store(into: &frame, x..<end, y) }
        }
        x = end
      }
    }
  }

  /// Computes columns and writes them.
  @_optimize(speed)
  private func storeMixture(
    of list: DisplayList, into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let words =
        hasGroups
        ? grouped(0..<items.count, of: list, over: SIMD8(repeating: base), x, y)
        : mixture(of: list, x, y)
      frame.store(words, count: min(8, columns.upperBound - x), x: x, y: y)
      x &+= 8
    }
  }

  /// What eight pixels of a row show, from a column on.
  @inline(__always)
  private func mixture(of list: DisplayList, _ x: Int, _ y: Int) -> SIMD8<UInt32> {
    var words = SIMD8<UInt32>(repeating: base)
    for index in 0..<items.count {
      items.with(index) { item in
        if y < item.top || y >= item.bottom || x >= item.right || x + 8 <= item.left { return }
        words = SourceOver.simd(
          item.words(x, y, list), coverage: item.levels(x, y, list), over: words)
      }
    }
    return words
  }

  /// What eight pixels of a row show of some items, laid over words: a group's items are laid over nothing, and then
  /// all of it over what is behind them.
  @_optimize(speed) @inline(never)
  private func grouped(
    _ range: Range<Int>, of list: DisplayList, over below: SIMD8<UInt32>, _ x: Int, _ y: Int
  ) -> SIMD8<UInt32> {
    var words = below
    var index = range.lowerBound
    while index < range.upperBound {
      var next = index &+ 1
      items.with(index) { item in
        let isBeside = y < item.top || y >= item.bottom || x >= item.right || x + 8 <= item.left
        if item.source != .group {
          if isBeside { return }
          words = SourceOver.simd(
            item.words(x, y, list), coverage: item.levels(x, y, list), over: words)
          return
        }
        next = item.index
        if isBeside { return }
        let inner = grouped((index &+ 1)..<next, of: list, over: SIMD8(repeating: 0), x, y)
        words = SourceOver.simd(inner, coverage: SIMD8(repeating: item.alpha), over: words)
      }
      index = next
    }
    return words
  }

  /// Computes what items need to know of a row.
  private func beginRow(_ y: Int, of list: DisplayList) {
    if !hasColumns { return }
    for index in 0..<items.count {
      items.modify(index) { item in
        if item.source == .column { item.word = list.word(ofGradient: item.index, y) }
      }
    }
  }

  // MARK: - Preparing

  /// Makes those items ready that show in an area, without those that a later one hides.
  private func prepare(
    _ list: DisplayList, within bounds: PixelRect, for frame: borrowing PixelSurface
  ) {
    items.removeAll()
    nesting.begin()
    base = 0
    hasColumns = false
    for index in list.items.indices {
      nesting.close(at: index, into: &items)
      nesting.open(at: index, of: list, into: &items)
      prepare(index, of: list, within: bounds, for: frame)
    }
    nesting.close(at: list.items.count, into: &items)
    hasGroups = !list.groups.isEmpty
  }

  private func prepare(
    _ index: Int, of list: DisplayList, within bounds: PixelRect, for frame: borrowing PixelSurface
  ) {
    let area = list.pixels(at: index).intersection(bounds)
    if area.isEmpty { return }
    var item = PreparedItem()
    (item.left, item.top, item.right, item.bottom) = (area.left, area.top, area.right, area.bottom)
    item.alpha = Lanes.level(max(0, min(1, list.items[index].alpha)))
    item.index = index
    if !paints.prepare(list.items[index].paint, of: list, for: frame, &item) { return }
    if item.source == .column { hasColumns = true }
    Self.prepare(list.items[index].shape, &item)
    if nesting.isInside {
      // It shows alone nowhere, and hides nothing behind the group.
      item.isOpaque = false
      nesting.insert(area)
    } else if item.hides(bounds) {
      items.removeAll()
      if item.source == .word {
        base = item.word
        return
      }
    }
    items.append(item)
  }

  private static func prepare(_ shape: Shape, _ item: inout PreparedItem) {
    switch shape {
    case .rectangle(let rect):
      item.kind = .rectangle
      item.rectangle = RectangleEdges(rect)
    case .annulus(let annulus):
      item.kind = .annulus
      item.arc = ArcEdges(annulus)
    case .arc(let arc):
      item.kind = .arc
      item.arc = ArcEdges(arc)
    case .stroke(let segments, let width):
      item.kind = .stroke
      item.stroke = StrokeEdges(
        first: segments.lowerBound, end: segments.upperBound, halfWidth: Float(width / 2))
    }
  }
}
