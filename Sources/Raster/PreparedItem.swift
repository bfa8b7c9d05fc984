import Graphics
import Pixels
import RasterKernels

/// An item of a display list, prepared for drawing: values that all of its rows share are computed
/// once.
///
/// It is flat, with room for every kind of item, so that preparing a frame allocates nothing.
struct PreparedItem: ~Copyable {
  /// Where `refine` has to correct the coverage that the boundaries give.
  enum Refinement: BitwiseCopyable { case nowhere, whereCovered, everywhere }

  @inline(__always)
  var refinement: Refinement {
    switch kind {
    case .arc, .generalArc: .everywhere
    case .mask: .whereCovered
    case .rectangle, .annulus, .smallAnnulus: .nowhere
    }
  }

  /// The kind of shape, which selects the coverage kernel.
  enum Kind: BitwiseCopyable {
    case rectangle, annulus, arc, mask
    /// Rings whose circles are too curved for one distance, and arcs that are, or have butt ends.
    case smallAnnulus, generalArc
  }

  /// The origin of the item's words.
  enum Source: BitwiseCopyable {
    /// One premultiplied word.
    case word
    /// A strip, the same in every row.
    case strip
    /// A picture.
    case image
    /// A gradient along columns: one word for each row.
    case column
    /// Any other gradient, computed for each pixel.
    case gradient
    /// A layer: the following items, composed. It has no shape of its own.
    case layer
  }

  /// The way to draw a run that the item covers entirely.
  enum Run: BitwiseCopyable {
    /// The item is translucent or computed for each pixel, so the run is drawn as spans.
    case mixed
    case word(UInt32)
    /// A picture, and the position of its first pixel.
    case rows(UnsafeWordRows, x: Int, y: Int)
    /// A row of words, and the column of its first pixel.
    case strip(UnsafeWordRows, x: Int)
    /// One word for each row.
    case column
    /// Rows cached in packed form.
    case packed

    /// Whether the run is copied from memory.
    var isCopied: Bool {
      switch self {
      case .rows, .strip, .packed: true
      case .mixed, .word, .column: false
      }
    }
  }

  /// The pixels that the item may touch.
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0
  /// The item's opacity, `0...255`.
  var alpha: UInt32 = 255
  var kind = Kind.rectangle
  var source = Source.word
  /// Whether all words of the source are opaque.
  var isOpaque = false
  var word: UInt32 = 0
  /// The index of the list's item; of a layer, the index of the first prepared item behind it.
  var index = 0
  /// The column of the canvas that corresponds to the first column of `rows`.
  var originX = 0
  /// The row of the canvas that corresponds to a picture's first row.
  var originY = 0
  var rectangle = RectangleEdges(left: 0, top: 0, right: 0, bottom: 0)
  /// The columns that a rectangle touches, and those that it covers entirely.
  var touchedColumns = ColumnRange(start: 0, end: 0)
  var wholeColumns = ColumnRange(start: 0, end: 0)
  var arc = ArcEdges(Annulus(centre: Point(x: 0, y: 0), innerRadius: 0, outerRadius: 0))
  var mask: MaskRows?
  var field = GradientField()
  /// The words of a strip, a picture, or a gradient's table.
  var rows: PixelRows?
  /// The packed rows, if the frame's format is dithered and they are cached.
  var packed: PackedRows?
  /// Keeps the memory of `rows` alive.
  var owner: AnyObject?
  /// Whether the item is a gradient along columns that covers the drawn area and is opaque.
  var fillsAll = false
  /// Whether any eight adjacent words of the source are opaque.
  var isSourceOpaque = false
  /// The paint, if one kernel can blend it over spans.
  var paint = SpanPaint.later
  /// The way to draw runs in which only this item is visible.
  var run = Run.mixed
}

extension PreparedItem {
  /// The pixels that the item may touch, for kernels.
  @inline(__always)
  var bounds: SpanBounds { SpanBounds(left: left, top: top, right: right, bottom: bottom) }

  /// Resets the state of an earlier frame.
  mutating func begin() {
    (alpha, source, isOpaque, isSourceOpaque) = (255, .word, false, false)
    fillsAll = false
    (originX, originY) = (0, 0)
    (paint, run) = (.later, .mixed)
  }

  /// Releases masks and pictures, so that their owners may reuse the memory.
  mutating func releaseReferences() { (mask, rows, packed, owner) = (nil, nil, nil, nil) }

  /// Whether the item hides everything behind it in an area.
  @inline(__always)
  func hides(_ area: PixelRect) -> Bool {
    isOpaque && alpha == 255 && kind == .rectangle && rectangle.covers(area)
      && PixelRect(left: left, top: top, right: right, bottom: bottom).contains(area)
  }

  /// Whether the item covers no pixel of an area: it lies elsewhere, or the area lies within its
  /// hole.
  func misses(_ area: PixelRect) -> Bool {
    let place = PixelRect(left: left, top: top, right: right, bottom: bottom)
    if place.intersection(area).isEmpty { return true }
    if kind == .rectangle || kind == .mask { return false }
    return arc.annulus.hole.contains(
      left: area.left, top: area.top, right: area.right, bottom: area.bottom)
  }

  /// Corrects the coverage of a run that the boundaries give. Near an arc's ends any coverage is
  /// possible; elsewhere the pixels of the annulus count only within the arc. Masks know their own
  /// runs.
  ///
  /// - Parameters:
  ///   - end: the end of the run, which is shortened or extended.
  ///   - limit: the greatest end.
  ///   - first: the index of the item's first boundary in the row.
  @inline(__always)
  func refine(
    _ coverage: inout RunCoverage, from x: Int, to end: inout Int, limit: Int, y: Int,
    _ edges: UnsafeSlice<Int32>, _ first: Int
  ) {
    if kind == .mask {
      if let mask { mask.refine(&coverage, from: x, to: &end, y) }
      return
    }
    var cap = first &+ 8 &* ItemBoundaries.startCap
    for _ in 0..<2 {
      let (capStart, capEnd) = (Int(edges[cap]), Int(edges[cap &+ 8]))
      if x < capStart {
        end = min(end, capStart)
      } else if x < capEnd {
        (coverage, end) = (.part, min(limit, capEnd))
        return
      }
      cap = first &+ 8 &* ItemBoundaries.endCap
    }
    if coverage != .none && !arc.contains(x, y) { coverage = .none }
  }

  /// Selects how the item is blended over spans and drawn in runs.
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

  /// Whether rows whose numbers add up to `sum` have the same coverage, and kernels can blend both.
  @inline(__always)
  func isMirrored(_ sum: Int) -> Bool {
    kind == .annulus && paint.isBlendedByKernel && arc.annulus.rim.isMirrored(sum)
      && top + bottom - 1 == sum
  }

  /// The bounds for spans that meet no other item. The kernels cover no pixel beyond a circle that
  /// Float locates exactly. So only the bounds of a picture matter, and only its rows if it is as
  /// wide as the frame.
  @inline(__always)
  private var soleBounds: SpanBounds {
    if kind == .mask || kind == .rectangle || arc.annulus.rim.radius >= 1e5 { return bounds }
    if source != .image { return .everywhere }
    return isSourceOpaque ? .everywhere(from: top, to: bottom) : bounds
  }

  /// Computes the coverage of the batch's spans.
  ///
  /// - Parameter bounds: the pixels that the item may touch.
  @_optimize(speed) @inline(never)
  private func cover(
    _ batch: inout SpanBatch, within bounds: SpanBounds
  ) {
    switch kind {
    case .rectangle: KernelSet.cover(&batch, rectangle, within: bounds)
    case .annulus: KernelSet.cover(&batch, arc.annulus, within: bounds)
    case .arc: KernelSet.cover(&batch, arc, within: bounds)
    case .smallAnnulus: KernelSet.coverCurved(&batch, arc, isArc: false, within: bounds)
    case .generalArc: KernelSet.coverCurved(&batch, arc, isArc: true, within: bounds)
    case .mask:
      guard let mask else { return batch.begin() }
      KernelSet.cover(&batch, mask, within: bounds)
    }
  }

  /// Computes the coverage of the batch's spans, if the item has one opaque color.
  ///
  /// - Returns: the color; nil for another item.
  @inline(__always)
  func coverInOneWord(_ batch: inout SpanBatch) -> UInt32? {
    guard let word = paint.opaqueWord else { return nil }
    cover(&batch, within: soleBounds)
    return word
  }

  /// Blends the item over the spans of a batch.
  ///
  /// - Parameter isAlone: whether the spans meet no other item.
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
    batch.fillSources { x, y in
      switch source {
      case .word, .layer: SIMD8(repeating: word)
      case .strip, .image: words(x, y)
      case .column: SIMD8(repeating: list.word(ofGradient: index, y))
      case .gradient: field.words(x, y, rows, of: list)
      }
    }
    KernelSet.blendSources(over: &batch)
  }

  /// The row of its strip or picture at a row of the canvas.
  @inline(__always)
  func sourceRow(_ y: Int) -> Int { source == .strip ? 0 : y &- originY }

  /// The words of its strip or picture at eight pixels of a row from a column on; zero outside.
  @inline(__always)
  private func words(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    rows?.words.eight(x - originX, sourceRow(y)) ?? SIMD8()
  }
}
