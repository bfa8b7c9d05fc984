import Graphics
import RasterKernels

// How much a pixel is covered is computed only where that is needed. Where it is not, the edges of
// an item tell, found for eight rows at once. From left to right a row of it begins, is whole,
// comes to the hole, is empty, and the same back again: eight edges, some of which fall together.
// Between the first two, pixels may be covered in part, and so on:
//
//     none | part | whole | part | none | part | whole | part | none
//
// Behind these come one that nothing lies beyond, and where an arc's two caps begin and end.

/// The edges of an item in the table of all items.
enum ItemBoundaries {
  /// How many of them tell what a row shows.
  static var count: Int { 8 }
  /// Where the disc at an arc's start begins; one further it ends.
  static var startCap: Int { 9 }
  /// Where the disc at its end begins; one further it ends.
  static var endCap: Int { 11 }
  /// How many edges an item has in the table.
  static var stride: Int { 13 }
}

/// How much of a run of pixels an item covers.
enum RunCoverage: BitwiseCopyable {
  /// Nothing.
  case none
  /// Somehow, or not at all.
  case part
  /// Every pixel whole.
  case whole

  /// What lies behind so many of an item's edges.
  @inline(__always)
  init(behind edges: Int) {
    self = edges & 1 != 0 ? .part : edges & 2 != 0 ? .whole : .none
  }
}

extension RowBoundaries {
  /// Adds the edges of an item in eight rows; changes nothing of it.
  @_optimize(speed)
  mutating func append(
    _ item: inout PreparedItem, from row: Int
  ) {
    reserve()
    switch item.kind {
    case .rectangle: appendRectangle(&item, row)
    case .mask:
      appendEdges(
        of: &item, row, SIMD8(repeating: -1e6), SIMD8(repeating: 1e6), SIMD8(repeating: 1e6),
        SIMD8(repeating: 1e6), SIMD8(repeating: 1e6), SIMD8(repeating: 1e6))
      appendNoCaps()
      openRows = 0xff
    case .annulus, .smallAnnulus:
      KernelSet.append(edgesOf: item.arc.annulus, within: item.bounds, from: row, to: &self)
      append(column: 4_000_000)
      appendNoCaps()
    case .arc, .arcEnd, .generalArc, .generalArcEnd:
      openRows = KernelSet.append(
        edgesOf: item.arc, within: item.bounds, from: row, to: &self)
    }
  }

  /// Adds an edge that is at a column in all rows.
  private mutating func append(column: Int) {
    append(SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: column)))
  }

  private mutating func appendNoCaps() {
    for _ in 0..<4 { append(column: 0) }
  }

  private mutating func appendRectangle(_ item: inout PreparedItem, _ row: Int) {
    let (top, bottom) = (item.rectangle.top, item.rectangle.bottom)
    if Float(row) >= top && Float(row + 8) <= bottom && row >= item.top && row + 8 <= item.bottom {
      // None of the rows differs from the others.
      func add(_ column: Int) { append(column: max(item.left, min(item.right, column))) }
      add(item.touchedColumns.start)
      add(min(item.wholeColumns.start, item.wholeColumns.end))
      for _ in 0..<5 { add(item.wholeColumns.end) }
      add(item.touchedColumns.end)
      append(column: 4_000_000)
      return appendNoCaps()
    }
    let rows = Lanes.pixelCenters(from: Float(row))
    let isCut = Lanes.isNegative(
      Lanes.min(rows - 0.5 - item.rectangle.top, item.rectangle.bottom - rows - 0.5))
    let end = SIMD8(repeating: Float(item.touchedColumns.end))
    let wholeEnd = Float(item.wholeColumns.end)
    let wholeStart = min(Float(item.wholeColumns.start), wholeEnd)
    appendEdges(
      of: &item, row, SIMD8(repeating: Float(item.touchedColumns.start)), end,
      Lanes.select(isCut, end, SIMD8(repeating: wholeStart)),
      Lanes.select(isCut, end, SIMD8(repeating: wholeEnd)),
      Lanes.select(isCut, end, SIMD8(repeating: wholeEnd)),
      Lanes.select(isCut, end, SIMD8(repeating: wholeEnd)))
    appendNoCaps()
  }

  /// Adds edges of an item without a hole.
  @inline(__always)
  private mutating func appendEdges(
    of item: inout PreparedItem, _ row: Int, _ start: SIMD8<Float>, _ end: SIMD8<Float>,
    _ wholeStart: SIMD8<Float>, _ edge: SIMD8<Float>, _ empty: SIMD8<Float>,
    _ wholeEnd: SIMD8<Float>
  ) {
    appendEdges(of: &item, row, start, end, wholeStart, edge, empty, empty, empty, wholeEnd)
  }

  /// Adds edges within the pixels that an item may touch, and in order.
  @inline(__always)
  private mutating func appendEdges(
    of item: inout PreparedItem, _ row: Int, _ start: SIMD8<Float>, _ end: SIMD8<Float>,
    _ wholeStart: SIMD8<Float>, _ edge: SIMD8<Float>, _ empty: SIMD8<Float>,
    _ emptyEnd: SIMD8<Float>, _ edgeEnd: SIMD8<Float>, _ wholeEnd: SIMD8<Float>
  ) {
    let rows = Lanes.pixelCenters(from: Float(row))
    let isOutside = Lanes.isNegative(
      Lanes.min(rows - Float(item.top), Float(item.bottom) - rows))
    let right = Lanes.select(
      isOutside, SIMD8(repeating: 4e6), SIMD8(repeating: Float(item.right)))
    let left = Lanes.select(isOutside, SIMD8(repeating: 4e6), SIMD8(repeating: Float(item.left)))
    var last = left
    func add(_ place: SIMD8<Float>) {
      last = Lanes.min(Lanes.max(place, last), right)
      append(last)
    }
    add(start)
    add(wholeStart)
    add(edge)
    add(empty)
    add(emptyEnd)
    add(edgeEnd)
    add(wholeEnd)
    add(end)
    append(SIMD8(repeating: 4e6))
  }
}

extension Circle {
  init(_ centre: Point, radius: Double) {
    self.init(centerX: Float(centre.x), centerY: Float(centre.y), radius: Float(radius))
  }

  /// Whether each two rows with some sum show the same of it.
  func isMirrored(_ sum: Int) -> Bool { 2 * centerY == Float(sum + 1) }
}

extension Annulus {
  /// Whether one distance says it all.
  var isPlain: Bool { AnnulusEdges(self).isPlain }
}

extension AnnulusEdges {
  @inline(__always)
  init(_ annulus: Annulus) {
    self.init(
      rim: Circle(annulus.centre, radius: annulus.outerRadius),
      holeRadius: Float(annulus.innerRadius))
  }
}
