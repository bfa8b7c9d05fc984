import Graphics
import RasterKernels

// Coverage is computed only where needed; elsewhere the boundaries of an item suffice, which are
// found for eight rows at once. From left to right, a row enters the item's edge, its fully covered
// part, the hole's edge and the empty hole, and then the same in reverse order. These are eight
// boundaries, some of which may coincide:
//
//     none | part | whole | part | none | part | whole | part | none
//
// They are followed by a sentinel right of all columns, and by the first and last columns of an
// arc's two caps.

/// Indices of an item's boundaries in the table of all items.
enum ItemBoundaries {
  /// The number of boundaries that determine coverage.
  static var count: Int { 8 }
  /// The index of the first column of the cap at an arc's start; its end follows.
  static var startCap: Int { 9 }
  /// The index of the first column of the cap at an arc's end; its end follows.
  static var endCap: Int { 11 }
  /// Boundaries of each item in the table.
  static var stride: Int { 13 }
}

/// Coverage of a run of pixels by an item.
enum RunCoverage: BitwiseCopyable {
  /// No pixel is covered.
  case none
  /// Any coverage; it has to be computed.
  case part
  /// Every pixel is entirely covered.
  case whole

  /// The coverage right of an item's first `edges` boundaries.
  @inline(__always)
  init(behind edges: Int) {
    self = edges & 1 != 0 ? .part : edges & 2 != 0 ? .whole : .none
  }
}

extension RowBoundaries {
  /// Appends the boundaries of an item in eight rows. The item is `inout` only to avoid a copy.
  @_optimize(speed)
  mutating func append(
    _ item: inout PreparedItem, from row: Int
  ) {
    reserve()
    switch item.kind {
    case .rectangle: appendRectangle(&item, row)
    case .mask:
      let (start, end) = (SIMD8<Float>(repeating: -1e6), SIMD8<Float>(repeating: 1e6))
      appendEdges(of: &item, row, start, end, end, end)
      openRows = 0xff
    case .annulus, .smallAnnulus:
      KernelSet.append(edgesOf: item.arc.annulus, within: item.bounds, from: row, to: &self)
      append(SIMD8<Int32>(repeating: 4_000_000))
      appendNoCaps()
    case .arc, .generalArc:
      openRows = KernelSet.append(
        edgesOf: item.arc, within: item.bounds, from: row, to: &self)
    }
  }

  private mutating func appendNoCaps() { for _ in 0..<4 { append(SIMD8<Int32>()) } }

  private mutating func appendRectangle(_ item: inout PreparedItem, _ row: Int) {
    let rows = Lanes.pixelCenters(from: Float(row))
    let isCut = Lanes.isNegative(
      Lanes.min(rows - 0.5 - item.rectangle.top, item.rectangle.bottom - rows - 0.5))
    let end = SIMD8(repeating: Float(item.touchedColumns.end))
    let wholeEnd = Float(item.wholeColumns.end)
    let wholeStart = min(Float(item.wholeColumns.start), wholeEnd)
    appendEdges(
      of: &item, row, SIMD8(repeating: Float(item.touchedColumns.start)),
      Lanes.select(isCut, end, SIMD8(repeating: wholeStart)),
      Lanes.select(isCut, end, SIMD8(repeating: wholeEnd)), end)
  }

  /// Appends the boundaries of an item without a hole and without caps, in ascending order and
  /// clipped to the pixels that the item may touch.
  private mutating func appendEdges(
    of item: inout PreparedItem, _ row: Int, _ start: SIMD8<Float>, _ wholeStart: SIMD8<Float>,
    _ wholeEnd: SIMD8<Float>, _ end: SIMD8<Float>
  ) {
    let isOutside = item.bounds.missedRows(from: row)
    let beyond = SIMD8<Float>(repeating: 4e6)
    let right = Lanes.select(isOutside, beyond, SIMD8(repeating: Float(item.right)))
    var last = Lanes.select(isOutside, beyond, SIMD8(repeating: Float(item.left)))
    func add(_ place: SIMD8<Float>) {
      last = Lanes.min(Lanes.max(place, last), right)
      append(last)
    }
    add(start)
    add(wholeStart)
    for _ in 0..<5 { add(wholeEnd) }
    add(end)
    append(beyond)
    appendNoCaps()
  }
}

extension Circle {
  init(_ centre: Point, radius: Double) {
    self.init(centerX: Float(centre.x), centerY: Float(centre.y), radius: Float(radius))
  }

  /// Whether rows whose numbers add up to `sum` are mirror images.
  func isMirrored(_ sum: Int) -> Bool { 2 * centerY == Float(sum + 1) }
}

extension Annulus {
  /// Whether one distance determines the coverage.
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
