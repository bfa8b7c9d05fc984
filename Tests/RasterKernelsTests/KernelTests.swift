import Base
import TestSupport
import Testing

@testable import RasterKernels

@Suite struct SourceOverTests {
  @Test func simd_equalsScalar_forEveryAlphaAndCoverage() {
    var random = SeededGenerator(seed: 37)
    for alpha: UInt32 in 0...255 {
      for cover: UInt32 in 0...255 {
        func component() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
        let source = alpha << 24 | component() << 16 | component() << 8 | component()
        let below = UInt32.random(in: 0...UInt32.max, using: &random)
        let expected = SourceOver.scalar(source, coverage: UInt8(cover), over: below)
        let eight = SourceOver.simd(
          SIMD8(repeating: source), coverage: SIMD8(repeating: cover), over: SIMD8(repeating: below)
        )
        #expect(eight == SIMD8(repeating: expected), "seed 37: \(source) \(cover) \(below)")
      }
    }
  }

  @Test func opaqueSource_isRoundedOnce() {
    for source: UInt32 in 0...255 {
      for cover: UInt32 in stride(from: 0, through: 255, by: 3) {
        for below: UInt32 in stride(from: 0, through: 255, by: 5) {
          let exact = (Double(source * cover + below * (255 - cover)) / 255).rounded()
          let out =
            SourceOver.scalar(0xff00_0000 | source, coverage: UInt8(cover), over: below) & 0xff
          #expect(out == UInt32(exact))
        }
      }
    }
  }

  @Test func edges_keepOrReplace() {
    #expect(
      SourceOver.scalar(0xff12_3456, coverage: 255, over: 0x00ab_cdef) & 0xff_ffff == 0x12_3456)
    #expect(SourceOver.scalar(0xff12_3456, coverage: 0, over: 0x00ab_cdef) & 0xff_ffff == 0xab_cdef)
  }
}

@Suite struct DiscCoverageTests {
  /// The exact area, from 256 strips with exact extents.
  static func area(x: Double, y: Double, radius: Double) -> Double {
    var sum = 0.0
    for strip in 0..<256 {
      let height = y - 0.5 + (Double(strip) + 0.5) / 256
      let square = radius * radius - height * height
      if square > 0 {
        sum += max(0, min(x + 0.5, square.squareRoot()) - max(x - 0.5, -square.squareRoot()))
      }
    }
    return sum / 256
  }

  @Test(arguments: [0.3, 0.9, 1.7, 3, 5.9, 6, 8, 20, 77, 238.5, 1_100] as [Double])
  func coverage_isTheArea(radius: Double) {
    var random = SeededGenerator(seed: 41)
    var worst = 0.0
    var sum = 0.0
    let count = 4_000
    for _ in 0..<count {
      let turn = Double.random(in: 0...(2 * .pi), using: &random)
      let away = max(0, radius + Double.random(in: -1...1, using: &random))
      let point = Self.onCircle(turn, away)
      let covered = DiscCoverage.scalar(x: Float(point.0), y: Float(point.1), radius: Float(radius))
      let error = abs(Double(covered) - Self.area(x: point.0, y: point.1, radius: radius)) * 255
      worst = max(worst, error)
      sum += error
    }
    #expect(worst <= (radius >= 8 ? 2 : 4), "levels, seed 41")
    #expect(sum / Double(count) <= 0.3, "levels, seed 41")
  }

  @Test func simd_equalsScalar() {
    var random = SeededGenerator(seed: 43)
    for _ in 0..<5_000 {
      let radius = Float.random(in: -1...300, using: &random)
      let y = Float.random(in: -310...310, using: &random)
      var x = SIMD8<Float>()
      for lane in 0..<8 { x[lane] = Float.random(in: -310...310, using: &random) }
      let eight = CurvedCoverage.disc(x: x, y: y, radius: radius)
      for lane in 0..<8 {
        #expect(eight[lane] == DiscCoverage.scalar(x: x[lane], y: y, radius: radius), "seed 43")
      }
    }
  }

  @Test func centreOfADisc_isCovered() {
    #expect(DiscCoverage.scalar(x: 0, y: 0, radius: 20) == 1)
    #expect(CurvedCoverage.disc(x: SIMD8(repeating: 0), y: 0, radius: 20) == SIMD8(repeating: 1))
  }

  static func onCircle(_ angle: Double, _ radius: Double) -> (Double, Double) {
    // A rational point of the circle will do, so that the test needs no sine.
    let t = angle / .pi - 1
    let s = 1 + t * t
    return (radius * (1 - t * t) / s, radius * 2 * t / s)
  }
}

@Suite struct CircleColumnTests {
  /// Pixels beside the touched columns are clear, those in the whole ones are covered, to the level.
  @Test func columns_sayWhereADiscShows() {
    var random = SeededGenerator(seed: 401)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var (shown, whole) = (0, 0)
    for round in 0..<6_000 {
      var circle = Circle(
        centerX: number(10...30), centerY: number(10...30),
        radius: round % 2 == 0 ? number(0.1...6) : number(6...24))
      if round % 3 == 0 {
        // The edge of a large one passes the place where that one's centre was.
        let (radius, angle) = (number(24...90_000), number(0...6.3))
        let way = UnitVector(turns: Double(angle))
        circle = Circle(
          centerX: circle.centerX + radius * Float(way.x),
          centerY: circle.centerY + radius * Float(way.y), radius: radius)
      }
      for firstRow in stride(from: 0, to: 40, by: 8) {
        let touched = circle.touchedColumns(from: firstRow)
        let full = circle.wholeColumns(from: firstRow, inset: 0)
        for lane in 0..<8 {
          let row = firstRow + lane
          for column in 0..<40 {
            let level = Lanes.level(
              DiscCoverage.scalar(
                x: Float(column) + 0.5 - circle.centerX, y: circle.row(row), radius: circle.radius))
            let middle = Float(column) + 0.5
            if level > 0 {
              shown += 1
              #expect(
                touched.0[lane] < middle && middle < touched.1[lane], "seed 401, round \(round)")
            }
            if full.0[lane] <= middle && middle <= full.1[lane] {
              whole += 1
              #expect(level == 255, "seed 401, round \(round)")
            }
          }
        }
      }
    }
    #expect(shown > 100_000 && whole > 100_000)
  }

  /// No column more than half a pixel and the slack beside a straight edge.
  @Test func columns_areTight() {
    let circle = Circle(centerX: 100.25, centerY: 4.5, radius: 50)
    let touched = circle.touchedColumns(from: 0)
    let full = circle.wholeColumns(from: 0, inset: 0)
    #expect(abs(touched.0[4] - (100.25 - 50.5 - Circle.slack)) < 1e-3)
    #expect(abs(touched.1[4] - (100.25 + 50.5 + Circle.slack)) < 1e-3)
    #expect(full.0[4] > 100.25 - 49.5 && full.0[4] < 100.25 - 49.4)
  }
}
