import Base
import CVectors
import TestSupport
import Testing

@testable import RasterKernels

#if arch(x86_64)
  import RasterKernelsAVX2
#endif

/// The form of a kernel.
enum KernelForm: CaseIterable {
  case narrow, wide

  /// Those that this processor has.
  static var here: [KernelForm] { vector_has_avx2() != 0 ? allCases : [.narrow] }
}

/// Columns of eight rows at a time, against pixels that are looked at one by one.
@Suite struct BoundaryKernelTests {
  private static let (width, rowCount) = (112, 96)

  /// How much of a pixel a disc covers, `0...255`.
  private static func level(_ circle: Circle, _ column: Int, _ row: Int) -> UInt32 {
    Lanes.level(
      DiscCoverage.scalar(
        x: Float(column) + 0.5 - circle.centerX, y: circle.row(row), radius: circle.radius))
  }

  private static func append(
    _ form: KernelForm, edgesOf rim: Circle, hole: Circle, within bounds: SpanBounds, row: Int,
    to rows: inout RowBoundaries
  ) {
    #if arch(x86_64)
      if form == .wide {
        return RasterKernelsAVX2.BoundaryKernels.append(
          edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
      }
    #endif
    RasterKernels.BoundaryKernels.append(
      edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
  }

  private static func append(
    _ form: KernelForm, _ band: BandEdges, around inner: BandEdges?, row: Int,
    to rows: inout RowBoundaries
  ) {
    #if arch(x86_64)
      if form == .wide {
        return RasterKernelsAVX2.BoundaryKernels.append(
          band, around: inner ?? band, hasInner: inner != nil, from: row, to: &rows)
      }
    #endif
    RasterKernels.BoundaryKernels.append(
      band, around: inner ?? band, hasInner: inner != nil, from: row, to: &rows)
  }

  private static func append(
    _ form: KernelForm, _ sweep: SweepEdges, row: Int, to rows: inout RowBoundaries
  ) {
    #if arch(x86_64)
      if form == .wide {
        return RasterKernelsAVX2.BoundaryKernels.append(sweep, from: row, blocks: 1, to: &rows)
      }
    #endif
    RasterKernels.BoundaryKernels.append(sweep, from: row, blocks: 1, to: &rows)
  }

  private static func isInRange(_ rows: borrowing RowBoundaries, _ lane: Int, _ column: Int) -> Bool
  {
    stride(from: 0, to: rows.count, by: 2).contains {
      rows[$0, lane] <= column && column < rows[$0 + 1, lane]
    }
  }

  /// The eight edges of a row part it: nothing, some, the whole band, some, the hole, and back.
  @Test(arguments: KernelForm.here) func annulus_isParted(form: KernelForm) {
    var random = SeededGenerator(seed: 431)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var parts = [Int](repeating: 0, count: 9)
    for round in 0..<80 {
      let rim = Circle(
        centerX: number(30...80), centerY: number(30...70), radius: number(0.3...60))
      let hole = Circle(
        centerX: rim.centerX, centerY: rim.centerY,
        radius: round % 3 == 0 ? 0 : number(0...rim.radius))
      let (left, right) = round % 4 == 0 ? (0, Self.width) : (20, 77)
      let bounds =
        round % 4 == 0
        ? SpanBounds.everywhere : SpanBounds(left: left, top: 11, right: right, bottom: 83)
      var wrong = 0
      for first in stride(from: 0, to: Self.rowCount, by: 8) {
        var rows = RowBoundaries()
        Self.append(form, edgesOf: rim, hole: hole, within: bounds, row: first, to: &rows)
        #expect(rows.count == 8)
        for lane in 0..<8 {
          let row = first + lane
          let isMissed = round % 4 != 0 && !(11..<83).contains(row)
          for column in left..<right {
            let part = (0..<8).count { rows[$0, lane] <= column }
            parts[part] += 1
            let (disc, empty) = (Self.level(rim, column, row), Self.level(hole, column, row))
            let isSo =
              switch part {
              case 0, 8: disc == 0 || isMissed
              case 2, 6: disc == 255 && empty == 0
              case 4: empty == 255
              default: true
              }
            wrong += isSo && (!isMissed || part == 0) ? 0 : 1
          }
        }
      }
      #expect(wrong == 0, "seed 431, round \(round)")
    }
    // The pixels of an edge are few.
    #expect(parts.allSatisfy { $0 > 1_000 }, "\(parts)")
    #expect(parts[1] + parts[3] + parts[5] + parts[7] < parts[2] + parts[4] + parts[6], "\(parts)")
  }

  /// What lies beside the ranges of two bands is none of theirs.
  @Test(arguments: KernelForm.here) func bands_areWithinTheirRanges(form: KernelForm) {
    var random = SeededGenerator(seed: 433)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var (changed, listed) = (0, 0)
    for round in 0..<80 {
      let (x, y) = (number(30...80), number(30...70))
      let radii = (0..<4).map { _ in number(0...60) }.sorted(by: >)
      let circles = radii.map { Circle(centerX: x, centerY: y, radius: $0) }
      let outer = BandEdges(rim: circles[0], hole: circles[1])
      let inner = round % 3 == 0 ? nil : BandEdges(rim: circles[2], hole: circles[3])
      let bands = [outer] + (inner.map { [$0] } ?? [])
      var wrong = 0
      for first in stride(from: 0, to: Self.rowCount, by: 8) {
        var rows = RowBoundaries()
        rows.begin(from: 0, to: Self.width)
        Self.append(form, outer, around: inner, row: first, to: &rows)
        #expect(rows.count == (inner == nil ? 4 : 8))
        for lane in 0..<8 {
          for column in 0..<Self.width {
            let isListed = Self.isInRange(rows, lane, column)
            let isChanged = bands.contains {
              Self.level($0.rim, column, first + lane) > 0
                && Self.level($0.hole, column, first + lane) < 255
            }
            changed += isChanged ? 1 : 0
            listed += isListed ? 1 : 0
            wrong += isListed || !isChanged ? 0 : 1
          }
        }
      }
      #expect(wrong == 0, "seed 433, round \(round)")
    }
    #expect(changed > 10_000 && listed < changed * 5 / 4, "\(changed) of \(listed)")
  }

  /// A disc on its way about a center, clockwise.
  private static func sweep(
    _ number: (ClosedRange<Float>) -> Float, isTrimmed: Bool
  ) -> SweepEdges {
    let begin = Double(number(0...1))
    let (from, to) = (
      UnitVector(turns: begin), UnitVector(turns: begin + Double(number(0.001...0.12)))
    )
    let (centre, away) = (SIMD2(number(40...70), number(35...60)), number(10...30))
    let radius = number(1...9)
    func disc(_ at: UnitVector) -> Circle {
      Circle(
        centerX: centre.x + away * Float(at.x), centerY: centre.y + away * Float(at.y),
        radius: radius)
    }
    let sum = SIMD2(Float(from.x + to.x), Float(from.y + to.y))
    let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
    return SweepEdges(
      from: disc(from), to: disc(to), centre: centre,
      direction: SIMD2(Float(from.x), Float(from.y)), side: sum * (-radius / length),
      margin: isTrimmed ? number(0.5...4) : .infinity, inset: isTrimmed ? number(0...2) : .infinity)
  }

  /// Wherever the disc is on its way, its pixels are within the ranges.
  @Test(arguments: KernelForm.here) func sweep_isWithinItsRanges(form: KernelForm) {
    var random = SeededGenerator(seed: 439)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var (passed, listed) = (0, 0)
    for round in 0..<60 {
      let sweep = Self.sweep(number, isTrimmed: false)
      let discs = (0...12).map { step in
        Circle(
          centerX: sweep.from.centerX + sweep.way.x * Float(step) / 12,
          centerY: sweep.from.centerY + sweep.way.y * Float(step) / 12, radius: sweep.from.radius)
      }
      var wrong = 0
      for first in stride(from: 0, to: Self.rowCount, by: 8) {
        var rows = RowBoundaries()
        rows.begin(from: 0, to: Self.width)
        Self.append(form, sweep, row: first, to: &rows)
        #expect(rows.count == 2)
        for lane in 0..<8 {
          for column in 0..<Self.width {
            let isListed = Self.isInRange(rows, lane, column)
            let isPassed = discs.contains { Self.level($0, column, first + lane) > 0 }
            passed += isPassed ? 1 : 0
            listed += isListed ? 1 : 0
            wrong += isListed || !isPassed ? 0 : 1
          }
        }
      }
      #expect(wrong == 0, "seed 439, round \(round)")
    }
    #expect(passed > 5_000 && listed < passed * 5 / 4, "\(passed) of \(listed)")
  }

  #if arch(x86_64)
    /// Both forms give the same edges of arcs, and of sweeps that keep something.
    @Test(.enabled(if: vector_has_avx2() != 0)) func wideKernels_giveTheSameEdges() {
      var random = SeededGenerator(seed: 443)
      func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
      var (open, cases) = (0, 0)
      for round in 0..<2_000 {
        let row = Int.random(in: 0..<Self.rowCount, using: &random)
        var one = RowBoundaries()
        var other = RowBoundaries()
        one.begin(from: 0, to: Self.width)
        other.begin(from: 0, to: Self.width)
        if round % 2 == 0 {
          let sweep = Self.sweep(number, isTrimmed: round % 4 == 0)
          Self.append(.narrow, sweep, row: row, to: &one)
          Self.append(.wide, sweep, row: row, to: &other)
        } else {
          let rim = Circle(
            centerX: number(30...80), centerY: number(30...70), radius: number(6...60))
          let (start, end) = (
            UnitVector(turns: Double(number(0...1))), UnitVector(turns: Double(number(0...1)))
          )
          func cap(_ at: UnitVector) -> Circle {
            Circle(
              centerX: rim.centerX + (rim.radius - 3) * Float(at.x),
              centerY: rim.centerY + (rim.radius - 3) * Float(at.y), radius: 3)
          }
          let arc = ArcEdges(
            AnnulusEdges(rim: rim, holeRadius: rim.radius - 6), startCap: cap(start),
            endCap: cap(end), start: SIMD2(Float(start.x), Float(start.y)),
            end: SIMD2(Float(end.x), Float(end.y)), isLarge: round % 4 == 1, isRound: true)
          let reach = number(0.5...4)
          let bounds = SpanBounds(left: 3, top: 5, right: 100, bottom: 90)
          let bits = RasterKernels.BoundaryKernels.append(
            edgesOf: arc, reach: reach, within: bounds, from: row, to: &one)
          let wideBits = RasterKernelsAVX2.BoundaryKernels.append(
            edgesOf: arc, reach: reach, within: bounds, from: row, to: &other)
          #expect(bits == wideBits, "seed 443, round \(round)")
          open += bits.nonzeroBitCount
        }
        #expect(one.count == other.count)
        for edge in 0..<min(one.count, other.count) {
          let (narrow, wide) = (one[edge], other[edge])
          #expect(narrow == wide, "seed 443, round \(round), edge \(edge)")
          cases += 1
        }
      }
      #expect(open > 500 && cases > 10_000, "\(open), \(cases)")
    }
  #endif
}
