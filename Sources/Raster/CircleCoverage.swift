import Graphics

/// A circle about a centre, as rows see it.
struct Circle {
  let centreX: Float
  let centreY: Float
  let radius: Float

  init(_ centre: Point, radius: Double) {
    (centreX, centreY, self.radius) = (Float(centre.x), Float(centre.y), Float(radius))
  }

  /// The disc's coverage of the eight pixels of a row from a column on.
  func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    DiscCoverage.simd(x: columns(x), y: row(y), radius: radius)
  }

  /// From the centre to the middles of eight pixels from a column on.
  ///
  /// The middles are exact, so a pixel's distance is the same whichever column its group begins at.
  func columns(_ x: Int) -> SIMD8<Float> {
    let middles: SIMD8<Float> = SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(x)
    return middles - centreX
  }

  /// From the centre to the middle of a row.
  func row(_ y: Int) -> Float { Float(y) + 0.5 - centreY }

  /// The columns of a row that may have a part within the circle grown by `margin`; empty for none.
  func columns(touchedIn y: Int, margin: Float) -> Range<Int> {
    extent(radius + margin, max(abs(row(y)) - 0.5, 0), outward: true)
  }

  /// The columns of a row that lie all within the circle shrunk by `margin`; empty for none.
  func columns(insideIn y: Int, margin: Float) -> Range<Int> {
    extent(radius - margin, abs(row(y)) + 0.5, outward: false)
  }

  private func extent(_ radius: Float, _ height: Float, outward: Bool) -> Range<Int> {
    let square = radius * radius - height * height
    if radius <= 0 || square <= 0 { return 0..<0 }
    let half = square.squareRoot()
    let left = (centreX - half).rounded(outward ? .down : .up)
    let right = (centreX + half).rounded(outward ? .up : .down)
    return left < right ? Int(left)..<Int(right) : 0..<0
  }
}

extension CoverageRow {
  /// What lies between two circles: runs at the edges are computed, those between them are whole, and the
  /// hole is passed over.
  mutating func append(_ annulus: Annulus, y: Int) {
    let rim = Circle(annulus.centre, radius: annulus.outerRadius)
    let hole = Circle(annulus.centre, radius: max(annulus.innerRadius, 0))
    let whole = rim.columns(insideIn: y, margin: 1)
    let edge = hole.columns(touchedIn: y, margin: 1)
    forEachSide(of: rim, around: hole, y: y) { row, columns in
      // Within a side of the annulus, the whole part lies between the rim's edge and the hole's.
      let left = whole.clamped(to: columns)
      let right = edge.clamped(to: left)
      if left.isEmpty || hole.radius > 0 && right.count == left.count {
        row.append(columns, between: rim, and: hole, y: y)
      } else if hole.radius <= 0 || right.isEmpty {
        row.append(columns.lowerBound..<left.lowerBound, between: rim, and: hole, y: y)
        row.appendWhole(left)
        row.append(left.upperBound..<columns.upperBound, between: rim, and: hole, y: y)
      } else {
        row.append(columns.lowerBound..<left.lowerBound, between: rim, and: hole, y: y)
        row.appendWhole(left.lowerBound..<right.lowerBound)
        row.append(right, between: rim, and: hole, y: y)
        row.appendWhole(right.upperBound..<left.upperBound)
        row.append(left.upperBound..<columns.upperBound, between: rim, and: hole, y: y)
      }
    }
  }

  /// Hands on the columns of a row within a rim and outside a hole: one run, or one on each side.
  mutating func forEachSide(
    of rim: Circle, around hole: Circle, y: Int, _ body: (inout CoverageRow, Range<Int>) -> Void
  ) {
    let touched = rim.columns(touchedIn: y, margin: 1)
    let empty = hole.columns(insideIn: y, margin: 1)
    if empty.isEmpty {
      body(&self, touched)
    } else {
      body(&self, touched.lowerBound..<empty.lowerBound)
      body(&self, empty.upperBound..<touched.upperBound)
    }
  }

  private mutating func append(_ columns: Range<Int>, between rim: Circle, and hole: Circle, y: Int)
  {
    append(columns) { Lanes.bytes(rim.coverage($0, y) - hole.coverage($0, y)) }
  }
}
