import CVectors
import Foundation
import Kernels
import TestSupport
import Testing

#if arch(x86_64)
  import KernelsAVX2
#endif

@Suite struct CurveKernelTests {
  /// A cubic as its polynomial, counted from where it starts.
  private struct Curve {
    var first: SIMD2<Float>
    var second: SIMD2<Float>
    var third: SIMD2<Float>
    var chordCount: Int
    var length: Float { chordCount > 2 ? 1 / Float(chordCount - 1) : 1 / Float(chordCount) }

    /// - Parameter isFine: whether it has as many chords as it would be cut into.
    init(_ random: inout SeededGenerator, isFine: Bool) {
      let reach = [Float(1), 10, 100, 1_000][Int.random(in: 0..<4, using: &random)]
      func point() -> SIMD2<Float> {
        SIMD2(
          .random(in: -reach...reach, using: &random), .random(in: -reach...reach, using: &random))
      }
      let (one, two, end) = (point(), point(), point())
      // Some stand still where they begin, or everywhere.
      first = Int.random(in: 0..<20, using: &random) == 0 ? SIMD2() : 3 * one
      second = 3 * (two - 2 * one)
      third = end - 3 * (two - one)
      if Int.random(in: 0..<40, using: &random) == 0 {
        (first, second, third) = (SIMD2(), SIMD2(), SIMD2())
      }
      chordCount = .random(in: 1...14, using: &random)
      if isFine {
        // A chord is off by an eighth of B″, and that times its length is bounded.
        let bend = 2 * max(length(second), length(second + 3 * third))
        let speed = max(length(first), length(first + 2 * second + 3 * third))
        chordCount = 1 + Int(pow(Double(bend * speed) / 0.176, 1 / 3.0).rounded(.up))
      }

      func length(_ way: SIMD2<Float>) -> Float { (way * way).sum().squareRoot() }
    }

    func end(_ index: Int) -> Double {
      if index <= 0 { return 0 }
      if index >= chordCount { return 1 }
      return chordCount == 2 ? 0.5 : (Double(index) - 0.5) * Double(length)
    }
    func point(_ t: Double) -> SIMD2<Double> {
      let (first, second, third) = (
        SIMD2<Double>(first), SIMD2<Double>(second), SIMD2<Double>(third)
      )
      return ((third * t + second) * t + first) * t
    }
    func direction(_ t: Double) -> SIMD2<Double> {
      let (first, second, third) = (
        SIMD2<Double>(first), SIMD2<Double>(second), SIMD2<Double>(third)
      )
      return (3 * t * third + 2 * second) * t + first
    }
    func corner(_ t: Double) -> SIMD2<Double> {
      let (second, third) = (SIMD2<Double>(second), SIMD2<Double>(third))
      return point(t) - Double(length * length) / 12 * (6 * t * third + 2 * second)
    }
  }

  private static func table(_ curves: [Curve], _ line: CurveLine, isWide: Bool) -> CurveTable {
    var table = CurveTable()
    for curve in curves {
      table.append(
        first: curve.first, second: curve.second, third: curve.third,
        chordCount: curve.chordCount, length: curve.length)
    }
    #if arch(x86_64)
      if isWide { KernelsAVX2.CurveKernels.follow(table.lend(), line) }
    #endif
    if !isWide { Kernels.CurveKernels.follow(table.lend(), line) }
    return table
  }

  private static func lines(_ random: inout SeededGenerator) -> CurveLine {
    CurveLine(
      half: Bool.random(using: &random) ? 0 : .random(in: 0.1...40, using: &random),
      leastTurn: .random(in: 0.9...0.999, using: &random),
      takesBends: Int.random(in: 0..<5, using: &random) > 0)
  }

  /// Places are the curve's, and what lies beside it is where its normals lead.
  @Test func pieces_areThoseOfTheCurve() {
    var random = SeededGenerator(seed: 347)
    var (bentCount, smoothCount, otherCount) = (0, 0, 0)
    for round in 0..<3_000 {
      let curve = Curve(&random, isFine: round % 2 == 0)
      let line = Self.lines(&random)
      let table = Self.table([curve], line, isWide: false)
      let count = (curve.chordCount + 2) / 3
      #expect(table.count == count, "seed 347, round \(round)")
      let size = [curve.first, curve.second, curve.third].reduce(0.0) {
        max($0, Double(max(abs($1.x), abs($1.y))))
      }
      let near = 1e-5 * (size + 1)
      func expectNear(
        _ place: LentCurves.Places, _ piece: Int, _ expected: SIMD2<Double>, _ limit: Double
      ) {
        let way = SIMD2<Double>(table.place(place, piece)) - expected
        #expect(
          abs(way.x) <= limit && abs(way.y) <= limit,
          "seed 347, round \(round), \(place) of \(piece)")
      }
      for piece in 0..<count {
        let t = curve.end(3 * piece + 3)
        let point = curve.point(t)
        expectNear(.points, piece, point, near)
        let direction = curve.direction(t)
        let length = (direction * direction).sum().squareRoot()
        if length < 1e-2 * (size + 1) { continue }
        let normal = SIMD2(direction.y, -direction.x) / length
        expectNear(.normals, piece, normal, 1e-2)
        let half = Double(line.half)
        expectNear(.left, piece, point + half * normal, near + 1e-2 * half)
        expectNear(.right, piece, point - half * normal, near + 1e-2 * half)
        let isBent = table.isBent(piece)
        if isBent {
          bentCount += 1
          #expect(line.takesBends)
          continue
        }
        if table.isSmooth(piece) { smoothCount += 1 } else { otherCount += 1 }
        // Between both sides' corners lies that of the curve.
        let sides: [(LentCurves.Places, LentCurves.Places)] = [
          (.left1, .right1), (.left2, .right2), (.left3, .right3),
        ]
        for (index, (left, right)) in sides.enumerated() where curve.end(3 * piece + 1 + index) < 1
        {
          let middle =
            (SIMD2<Double>(table.place(left, piece)) + SIMD2<Double>(table.place(right, piece))) / 2
          let way = middle - curve.corner(curve.end(3 * piece + 1 + index))
          #expect(
            abs(way.x) <= near + 1e-5 * half && abs(way.y) <= near + 1e-5 * half,
            "seed 347, round \(round), corner \(index) of \(piece)")
        }
      }
    }
    #expect(bentCount > 300 && smoothCount > 300 && otherCount > 300)
  }

  /// A parabola is as near to the curve beside which it runs as chords are.
  @Test func bentPieces_areNearTheirSides() {
    var random = SeededGenerator(seed: 349)
    var (count, most) = (0, 0.0)
    for round in 0..<4_000 {
      let curve = Curve(&random, isFine: true)
      let half = Bool.random(using: &random) ? 0 : Double.random(in: 0.1...9, using: &random)
      let line = CurveLine(half: half, leastTurn: 0.9, takesBends: true)
      let table = Self.table([curve], line, isWide: false)
      for piece in 0..<table.count where table.isBent(piece) {
        // A side may fold back where the curve turns sharply; what it folds over is covered anyway.
        let (one, two) = (table.place(.firstNormals, piece), table.place(.normals, piece))
        if (one * two).sum() < 0.95 { continue }
        for (side, place) in [(half, LentCurves.Places.left), (-half, .right)] {
          func beside(_ t: Double) -> SIMD2<Double> {
            let direction = curve.direction(t)
            let length = (direction * direction).sum().squareRoot()
            return curve.point(t) + side / length * SIMD2(direction.y, -direction.x)
          }
          let (from, to) = (curve.end(3 * piece), curve.end(3 * piece + 3))
          let (start, end) = (beside(from), SIMD2<Double>(table.place(place, piece)))
          let bend = Double(place == .left ? table.bends(piece).left : table.bends(piece).right)
          let middle = beside((from + to) / 2)
          let part = (middle.y - start.y) / (end.y - start.y)
          let x =
            start.x + part * (end.x - start.x) + bend * (middle.y - start.y) * (end.y - middle.y)
          let off = abs(x - middle.x)
          #expect(off < 0.05 && abs(part - 0.5) < 0.6, "seed 349, round \(round), piece \(piece)")
          (count, most) = (count + 1, max(most, off))
        }
      }
    }
    #expect(count > 2_000 && most > 1e-4)
  }

  #if arch(x86_64)
    @Test(.enabled(if: vector_has_avx2() != 0)) func wideKernels_giveTheSameBits() {
      var random = SeededGenerator(seed: 353)
      let all: [LentCurves.Places] = [
        .points, .firstNormals, .normals, .left, .right, .left1, .left2, .left3, .right1, .right2,
        .right3, .bends,
      ]
      for round in 0..<1_000 {
        let curves = (0..<Int.random(in: 1...9, using: &random)).map { _ in
          Curve(&random, isFine: false)
        }
        let line = Self.lines(&random)
        let one = Self.table(curves, line, isWide: false)
        let other = Self.table(curves, line, isWide: true)
        var isSame = one.count == other.count
        for piece in 0..<one.count {
          isSame =
            isSame && one.isBent(piece) == other.isBent(piece)
            && one.isSmooth(piece) == other.isSmooth(piece)
          for place in all {
            let (a, b) = (one.place(place, piece), other.place(place, piece))
            // No number is like another one, but both have to be none.
            func same(_ a: Float, _ b: Float) -> Bool {
              a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern
            }
            isSame = isSame && same(a.x, b.x) && same(a.y, b.y)
          }
        }
        #expect(isSame, "seed 353, round \(round)")
      }
    }
  #endif
}

@Suite struct EdgeKernelTests {
  /// Points of which most lead into one quadrant.
  private static func points(
    _ random: inout SeededGenerator, _ quadrant: Quadrant, _ list: inout OutlinePoints
  ) {
    var point = SIMD2<Float>(300, 300)
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      var way = SIMD2<Float>(
        .random(in: 0...3, using: &random), .random(in: 0.1...3, using: &random))
      switch Int.random(in: 0..<30, using: &random) {
      case 0: way.x = -way.x
      case 1: way.y = -way.y
      case 2: way.y = 0
      case 3: way.x = 0
      default: break
      }
      list.append(point, bend: .random(in: -0.1...0.1, using: &random))
      point += way * SIMD2(quadrant.across, quadrant.down)
    }
  }

  @Test(arguments: [false, true]) func edges_areThoseOneByOne(isWide: Bool) {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 359)
    var (added, stopped) = (0, 0)
    for round in 0..<4_000 {
      let quadrant = Quadrant(
        across: Bool.random(using: &random) ? 1 : -1, down: Bool.random(using: &random) ? 1 : -1)
      var list = OutlinePoints()
      Self.points(&random, quadrant, &list)
      let points = list.lend()
      var blocks = EdgeBlocks()
      var expected = EdgeBlocks()
      // Some of the section, or of another one, are there.
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        let edge = Edge(
          topX: 1, topY: 2, bottomX: 3, bottomY: 4, winding: 1, bend: 0.5,
          section: round % 3 == 0 ? 6 : 7)
        blocks.append(edge)
        expected.append(edge)
      }
      let from = Int.random(in: 0..<points.count, using: &random)
      var reached: Int
      #if arch(x86_64)
        reached =
          isWide
          ? KernelsAVX2.EdgeKernels.append(
            points, from: from, quadrant, slack: 1e-6, section: 7, to: &blocks)
          : Kernels.EdgeKernels.append(
            points, from: from, quadrant, slack: 1e-6, section: 7, to: &blocks)
      #else
        reached = Kernels.EdgeKernels.append(
          points, from: from, quadrant, slack: 1e-6, section: 7, to: &blocks)
      #endif
      var index = from
      while index + 1 < points.count {
        let (start, end) = (points[index].point, points[index + 1].point)
        let way = (end - start) * SIMD2(quadrant.across, quadrant.down)
        if way.x <= -1e-6 || way.y <= 0 { break }
        let (top, bottom) = quadrant.down > 0 ? (start, end) : (end, start)
        expected.append(
          Edge(
            topX: top.x, topY: top.y, bottomX: bottom.x, bottomY: bottom.y, winding: quadrant.down,
            bend: points[index + 1].bend, section: 7))
        index += 1
      }
      #expect(reached == index, "seed 359, round \(round)")
      let (count, expectedCount) = (blocks.count, expected.count)
      #expect(count == expectedCount, "seed 359, round \(round)")
      for block in 0..<min(count, expectedCount) {
        let (own, other) = (blocks[block], expected[block])
        #expect(
          own.count == other.count && own.section == other.section, "seed 359, round \(round)")
        for lane in 0..<8 {
          let (edge, one) = (blocks.edge(block, lane), expected.edge(block, lane))
          let isSame =
            lane < own.count
            ? edge.topX == one.topX && edge.topY == one.topY && edge.bottomX == one.bottomX
              && edge.bottomY == one.bottomY && edge.winding == one.winding && edge.bend == one.bend
            : edge.topY == 0 && edge.bottomY == 0
          #expect(isSame, "seed 359, round \(round), lane \(lane) of \(block)")
        }
      }
      added += index - from
      stopped += index + 1 < points.count ? 1 : 0
    }
    #expect(added > 4_000 && stopped > 500)
  }
}
