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
  public var images: [Image] = []
  /// The pictures of coverage that lists may refer to. Another one is not drawn.
  public var alphaMasks: [AlphaMask] = []
  /// The paths that it drew of late.
  public let pathMasks = PathMasks()
  private var items = RowBuffer<PreparedItem>(capacity: 64)
  private var strips = GradientStrips()
  private var wanted = ColumnRanges()
  private var coverage = CoverageRow()
  private var composer = RowComposer()
  // What all items of a drawing lie upon.
  private var base: UInt32 = 0
  // Whether some item's word changes from row to row.
  private var hasColumns = false

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
    prepare(list, within: bounds, of: frame.bounds)
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
        default: storeItem(run.content, into: &frame, x..<end, y)
        }
        x = end
      }
    }
  }

  /// Writes columns in which an item alone shows that has its words ready.
  private func storeItem(
    _ index: Int, into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int
  ) {
    items.with(index) { item in
      let first = columns.lowerBound - item.originX
      item.rows?.withRow(item.sourceRow(y), columns: first..<(first + columns.count)) {
        frame.store($0, x: columns.lowerBound, y: y)
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
      frame.store(mixture(of: list, x, y), count: min(8, columns.upperBound - x), x: x, y: y)
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
        let source =
          switch item.source {
          case .word, .column: SIMD8(repeating: item.word)
          case .strip, .image: item.words(x, y)
          case .gradient: list.words(ofGradient: item.index, x, y)
          }
        words = SourceOver.simd(source, coverage: item.levels(x, y), over: words)
      }
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
  private func prepare(_ list: DisplayList, within bounds: PixelRect, of canvas: PixelRect) {
    items.removeAll()
    pathMasks.begin()
    base = 0
    hasColumns = false
    for index in list.items.indices {
      let area = list.pixels(at: index).intersection(bounds)
      if area.isEmpty { continue }
      var item = PreparedItem()
      (item.left, item.top, item.right, item.bottom) = (
        area.left, area.top, area.right, area.bottom
      )
      item.alpha = Lanes.level(max(0, min(1, list.items[index].alpha)))
      if !prepare(list.items[index].paint, index, of: list, width: canvas.width, &item) { continue }
      if !prepare(list.items[index].shape, index, of: list, canvas, &item) { continue }
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

  /// - Returns: whether there is something to fill.
  private func prepare(
    _ shape: Shape, _ index: Int, of list: DisplayList, _ canvas: PixelRect,
    _ item: inout PreparedItem
  ) -> Bool {
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
    _ paint: Paint, _ index: Int, of list: DisplayList, width: Int, _ item: inout PreparedItem
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
        let strip = strips.strip(gradient, stops: list.stops, width: width)
        (item.source, item.rows, item.originX) = (.strip, strip.words, -strip.first)
      } else if gradient.start.x == gradient.end.x {
        item.source = .column
        hasColumns = true
      } else {
        item.source = .gradient
      }
    case .image(let reference, let x, let y):
      guard let image = images.first(where: { $0.reference == reference }) else { return false }
      (item.source, item.rows, item.originX, item.originY) = (.image, image.rows, x, y)
      item.isOpaque = image.isOpaque
    }
    return true
  }
}
