import Graphics
import Pixels
import RasterKernels

/// An item of a display list made ready for its rows: what all of them have in common is computed
/// once.
///
/// It is flat, with room for every kind, so that preparing a frame allocates nothing.
struct PreparedItem: ~Copyable {
  /// Whether more than its edges have to be looked at.
  @inline(__always)
  var hasMoreThanEdges: Bool {
    switch kind {
    case .arc, .arcEnd, .generalArc, .generalArcEnd, .mask: true
    case .rectangle, .annulus, .smallAnnulus: false
    }
  }

  /// What kind of shape it has.
  enum Kind: BitwiseCopyable {
    case rectangle, annulus, arc, mask
    /// An arc of which only the end is to be seen.
    case arcEnd
    /// Circles too small for one distance to say it all, and arcs with butt ends.
    case smallAnnulus, generalArc
    /// Such an arc with round ends, of which only the end is to be seen.
    case generalArcEnd
  }

  /// Where its words come from.
  enum Source: BitwiseCopyable {
    /// One word, multiplied by alpha.
    case word
    /// A strip that is the same in every row.
    case strip
    /// A picture.
    case image
    /// A gradient that is the same along every row.
    case column
    /// Any other gradient.
    case gradient
    /// The items up to another one, composed: it has no shape of its own.
    case layer
  }

  /// What is shown of an item in a run that it covers whole.
  enum Run: BitwiseCopyable {
    /// What is behind it, too.
    case mixed
    case word(UInt32)
    /// A picture, and where its first pixel is.
    case rows(UnsafeWordRows, x: Int, y: Int)
    /// A row of words, and where it begins.
    case strip(UnsafeWordRows, x: Int)
    /// A word for each row.
    case column
    /// Rows that are kept packed.
    case packed

    /// Whether it is copied from where it is.
    var isCopied: Bool {
      switch self {
      case .rows, .strip, .packed: true
      case .mixed, .word, .column: false
      }
    }
  }

  /// The pixels that it may touch.
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0
  /// How much of it shows, `0...255`.
  var alpha: UInt32 = 255
  var kind = Kind.rectangle
  var source = Source.word
  /// Whether every word of its source hides what is behind it.
  var isOpaque = false
  var word: UInt32 = 0
  /// The number of the list's item; of a layer, that of the first item that is ready and not in it.
  var index = 0
  /// The column of the canvas that the first column of `rows` is on.
  var originX = 0
  /// The row of the canvas that a picture's first row is on.
  var originY = 0
  var rectangle = RectangleEdges(left: 0, top: 0, right: 0, bottom: 0)
  /// The columns that a rectangle has a part in, and those that it covers whole.
  var touchedColumns = ColumnRange(start: 0, end: 0)
  var wholeColumns = ColumnRange(start: 0, end: 0)
  var arc = ArcEdges(Annulus(centre: Point(x: 0, y: 0), innerRadius: 0, outerRadius: 0))
  var mask: MaskRows?
  var field = GradientField()
  /// The words of a strip or a picture, or a gradient's table.
  var rows: PixelRows?
  /// The same, packed for the frame's format, where that is worth keeping.
  var packed: PackedRows?
  /// Keeps `rows` where they are.
  var owner: AnyObject?
  /// Whether it is a gradient along columns that hides all behind it.
  var fillsAll = false
  /// Whether eight words of it from any column on hide what is behind them.
  var isSourceOpaque = false
  /// What it is laid over spans with.
  var paint = SpanPaint.later
  /// What is shown of it where it alone shows.
  var run = Run.mixed
}

extension PreparedItem {
  /// The pixels that it may touch, for kernels.
  @inline(__always)
  var bounds: SpanBounds { SpanBounds(left: left, top: top, right: right, bottom: bottom) }

  /// Forgets what an earlier frame showed.
  mutating func begin() {
    (alpha, source, isOpaque, isSourceOpaque) = (255, .word, false, false)
    fillsAll = false
    (originX, originY) = (0, 0)
    (paint, run) = (.later, .mixed)
  }

  /// Keeps nothing of what others may need.
  mutating func releaseReferences() { (mask, rows, packed, owner) = (nil, nil, nil, nil) }

  /// Whether it hides all that is behind it in an area.
  @inline(__always)
  func hides(_ area: PixelRect) -> Bool {
    isOpaque && alpha == 255 && kind == .rectangle && rectangle.covers(area)
      && PixelRect(left: left, top: top, right: right, bottom: bottom).contains(area)
  }

  /// Whether no pixel of an area shows it: it lies elsewhere, or the area lies within its hole.
  func misses(_ area: PixelRect) -> Bool {
    let place = PixelRect(left: left, top: top, right: right, bottom: bottom)
    if place.intersection(area).isEmpty { return true }
    if kind == .rectangle || kind == .mask { return false }
    return arc.annulus.hole.contains(
      left: area.left, top: area.top, right: area.right, bottom: area.bottom)
  }

  /// Looks more closely at what its edges say. About both ends of an arc pixels may be anything,
  /// elsewhere they are the annulus's where the arc goes; masks know their own runs.
  ///
  /// - Parameters:
  ///   - end: where the run ends, as far as the edges tell.
  ///   - limit: how far a run may go.
  ///   - first: where the edges of the item begin in their table.
  @inline(__always)
  func refine(
    _ coverage: inout RunCoverage, from x: Int, to end: inout Int, limit: Int, y: Int,
    _ edges: borrowing RowBoundaries, _ first: Int, _ row: Int
  ) {
    if kind == .mask {
      if let mask, coverage != .none { mask.refine(&coverage, from: x, to: &end, y) }
      return
    }
    var cap = first &+ ItemBoundaries.startCap
    for _ in 0..<2 {
      let (capStart, capEnd) = (edges[cap, row], edges[cap &+ 1, row])
      if x < capStart {
        end = min(end, capStart)
      } else if x < capEnd {
        (coverage, end) = (.part, min(limit, capEnd))
        return
      }
      cap = first &+ ItemBoundaries.endCap
    }
    if coverage != .none && !arc.contains(x, y) { coverage = .none }
  }

  /// Makes up its mind how it is laid over spans, and what it is in runs.
  mutating func selectFastPath() {
    if alpha < 255 || !isOpaque { return }
    let words = rows?.words ?? .none
    switch source {
    case .word: (paint, run) = (.word(word), .word(word))
    case .strip:
      if isSourceOpaque { paint = .rows(words, x: originX, y: nil) }
      run = packed == nil ? .strip(words, x: originX) : .packed
    case .image:
      if isSourceOpaque { paint = .rows(words, x: originX, y: originY) }
      run = packed == nil ? .rows(words, x: originX, y: originY) : .packed
    case .column: run = .column
    case .gradient, .layer: break
    }
  }

  /// Whether it covers the same of each two rows with some sum, and kernels can lay it over both.
  @inline(__always)
  func isMirrored(_ sum: Int) -> Bool {
    kind == .annulus && paint.isBlendedByKernel && arc.annulus.rim.isMirrored(sum)
      && top + bottom - 1 == sum
  }

  /// Where it has to be looked for in spans that are about no other item. A circle that single
  /// numbers know the place of covers nothing beside its bounds: so only a picture's count, and of
  /// one as wide as the frame only its rows.
  @inline(__always)
  private var soleBounds: SpanBounds {
    if kind == .mask || kind == .rectangle || arc.annulus.rim.radius >= 1e5 { return bounds }
    if source != .image { return .everywhere }
    return isSourceOpaque ? .everywhere(from: top, to: bottom) : bounds
  }

  /// Finds out what it covers of the spans of a batch.
  ///
  /// - Parameter bounds: where it looks for it.
  @_optimize(speed) @inline(never)
  private func cover(
    _ batch: inout SpanBatch, within bounds: SpanBounds
  ) {
    switch kind {
    case .rectangle: KernelSet.cover(&batch, rectangle, within: bounds)
    case .annulus: KernelSet.cover(&batch, arc.annulus, within: bounds)
    case .arc: KernelSet.cover(&batch, arc, within: bounds)
    case .arcEnd: KernelSet.coverEnd(&batch, arc, within: bounds)
    case .smallAnnulus: KernelSet.coverCurved(&batch, arc, nil, within: bounds)
    case .generalArc: KernelSet.coverCurved(&batch, arc, .both, within: bounds)
    case .generalArcEnd: KernelSet.coverCurved(&batch, arc, .end, within: bounds)
    case .mask:
      guard let mask else { return batch.begin() }
      KernelSet.cover(&batch, mask, within: bounds)
    }
  }

  /// Finds out what it covers of the spans of a batch, if it is of one word that hides what is
  /// behind.
  ///
  /// - Returns: the word.
  @inline(__always)
  func coverInOneWord(_ batch: inout SpanBatch) -> UInt32? {
    guard let word = paint.opaqueWord else { return nil }
    cover(&batch, within: soleBounds)
    return word
  }

  /// Lays it over the spans of a batch.
  ///
  /// - Parameter isAlone: whether the spans are about no other item.
  @_optimize(speed)
  func composite(
    over batch: inout SpanBatch, of list: DisplayList, isAlone: Bool
  ) {
    if fillsAll && batch.mirror < 0 {
      return batch.fill { list.word(ofGradient: index, $0) }
    }
    batch.prefetch(paint)
    cover(&batch, within: isAlone ? soleBounds : bounds)
    if batch.selectedCount == 0 { return }
    KernelSet.resolveCoverage(&batch)
    if paint.isBlendedByKernel { return KernelSet.blend(paint, over: &batch) }
    if alpha < 255 { batch.scaleLevels(by: alpha) }
    switch source {
    case .word: KernelSet.blend(word, over: &batch)
    case .strip, .image:
      batch.fillSources { x, y in words(x, y) }
      KernelSet.blendSources(over: &batch, isOpaque: isSourceOpaque)
    case .column:
      batch.fillSources { _, y in SIMD8(repeating: list.word(ofGradient: index, y)) }
      KernelSet.blendSources(over: &batch, isOpaque: false)
    case .gradient:
      batch.fillSources { x, y in field.words(x, y, rows, of: list) }
      KernelSet.blendSources(over: &batch, isOpaque: isSourceOpaque)
    case .layer: break
    }
  }

  /// The row of its strip or picture that a row of the canvas shows.
  @inline(__always)
  func sourceRow(_ y: Int) -> Int { source == .strip ? 0 : y &- originY }

  /// The words of its strip or picture at eight pixels of a row from a column on; zero beside it.
  @inline(__always)
  private func words(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    rows?.words.eight(x - originX, sourceRow(y)) ?? SIMD8()
  }
}
