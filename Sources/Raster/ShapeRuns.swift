import Graphics
import Kernels

/// Where a row of a shape is covered, from some column on.
struct CoverageRun: BitwiseCopyable {
  enum Coverage: BitwiseCopyable {
    /// Nothing is covered.
    case none
    /// Pixels may be covered somehow, or not at all.
    case part
    /// Every pixel is covered whole.
    case whole
  }

  /// The first column that this does not say anything about.
  var end: Int
  var coverage: Coverage

  static var nothing: CoverageRun { CoverageRun(end: Int.max, coverage: .none) }
}

// How much a pixel is covered is computed only where that is needed; runs say where it is not. What they need of shapes
// that are made of circles is kept for eight rows, as so many ranges for each shape:

/// The ranges of a shape that is made of circles.
enum CircleRange {
  /// Where pixels may be covered.
  static var touched: Int { 0 }
  /// Where they lie within the rim.
  static var whole: Int { 1 }
  /// Where the hole may have a part in them.
  static var holeTouched: Int { 2 }
  /// Where they lie within the hole.
  static var holeWhole: Int { 3 }
  /// Where the disc at an arc's start may cover them.
  static var startCap: Int { 4 }
  /// Where the disc at an arc's end may.
  static var endCap: Int { 5 }
  /// How many there are.
  static var count: Int { 6 }
}

extension RowEdges {
  /// Adds the ranges of an annulus.
  @_optimize(speed)
  mutating func append(_ annulus: borrowing AnnulusEdges, from row: Int) {
    append(annulus.rim.touched(from: row))
    append(annulus.rim.whole(from: row))
    if annulus.hole.radius > 0 {
      append(annulus.hole.touched(from: row))
      append(annulus.hole.whole(from: row))
    } else {
      appendEmpty()
      appendEmpty()
    }
  }

  /// Adds the ranges of an item.
  @_optimize(speed)
  mutating func append(_ item: borrowing PreparedItem, from row: Int) {
    switch item.kind {
    case .rectangle, .stroke:
      for _ in 0..<CircleRange.count { appendEmpty() }
    case .annulus, .smallAnnulus:
      append(item.arc.annulus, from: row)
      appendEmpty()
      appendEmpty()
    case .arc, .arcEnd, .otherArc:
      append(item.arc.annulus, from: row)
      append(item.arc.startCap.touched(from: row))
      append(item.arc.endCap.touched(from: row))
    }
  }

  /// What an annulus covers in a row from a column on.
  ///
  /// - Parameter shape: which one of the shapes it is.
  @_optimize(speed)
  func runOfAnnulus(_ shape: Int, from x: Int, _ row: Int) -> CoverageRun {
    let first = shape &* CircleRange.count
    let (touched, whole) = (first &+ CircleRange.touched, first &+ CircleRange.whole)
    let (edge, hole) = (first &+ CircleRange.holeTouched, first &+ CircleRange.holeWhole)
    if x >= end(touched, row) { return .nothing }
    if x < start(touched, row) { return CoverageRun(end: start(touched, row), coverage: .none) }
    if contains(x, hole, row) { return CoverageRun(end: end(hole, row), coverage: .none) }
    var stop = end(touched, row)
    if x < start(hole, row) { stop = min(stop, start(hole, row)) }
    if contains(x, whole, row) {
      stop = min(stop, end(whole, row))
      if contains(x, edge, row) {
        return CoverageRun(end: min(stop, end(edge, row)), coverage: .part)
      }
      if x < start(edge, row) { stop = min(stop, start(edge, row)) }
      return CoverageRun(end: stop, coverage: .whole)
    }
    if x < start(whole, row) { stop = min(stop, start(whole, row)) }
    return CoverageRun(end: stop, coverage: .part)
  }

  /// What an arc covers in a row from a column on: about both ends pixels may be anything, elsewhere they are the
  /// annulus's where the arc goes.
  @_optimize(speed)
  func runOfArc(
    _ arc: borrowing ArcEdges, _ shape: Int, from x: Int, y: Int, _ row: Int
  ) -> CoverageRun {
    let first = shape &* CircleRange.count
    let (startCap, endCap) = (first &+ CircleRange.startCap, first &+ CircleRange.endCap)
    if contains(x, startCap, row) {
      return CoverageRun(end: end(startCap, row), coverage: .part)
    }
    if contains(x, endCap, row) { return CoverageRun(end: end(endCap, row), coverage: .part) }
    var run = runOfAnnulus(shape, from: x, row)
    if x < start(startCap, row) { run.end = min(run.end, start(startCap, row)) }
    if x < start(endCap, row) { run.end = min(run.end, start(endCap, row)) }
    if run.coverage != .none && !arc.contains(x, y) { run.coverage = .none }
    return run
  }
}

extension Circle {
  /// Between which columns the pixels of eight rows may be covered.
  @inline(__always)
  func touched(from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    columns(within: radius + Self.reach, from: row)
  }

  /// Between which columns the pixels of eight rows are covered whole.
  @inline(__always)
  func whole(from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    columns(within: radius - Self.reach, from: row)
  }

  init(_ centre: Point, radius: Double) {
    self.init(centreX: Float(centre.x), centreY: Float(centre.y), radius: Float(radius))
  }
}

extension AnnulusEdges {
  init(_ annulus: Annulus) {
    self.init(
      rim: Circle(annulus.centre, radius: annulus.outerRadius),
      holeRadius: Float(annulus.innerRadius))
  }

  /// The coverage of eight pixels of a row from a column on.
  func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
    isPlain ? plainCoverage(x, y) : rim.coverage(x, y) - hole.coverage(x, y)
  }
}
