import Foundation
import Graphics
import TestSupport
import Testing

@testable import Raster

@Suite struct CurvePieceTests {
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

  /// The curve's pieces, as paths follow it from the origin.
  private static func pieces(_ curve: Curve, _ line: CurveLine) -> [(CurvePiece, ChordSides)] {
    var found: [(CurvePiece, ChordSides)] = []
    let pieces = CurvePieces(
      first: curve.first, second: curve.second, third: curve.third, count: curve.chordCount,
      length: curve.length, line)
    pieces.forEach { piece, _, _ in found.append((piece, pieces.sides(of: piece))) }
    return found
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
      let pieces = Self.pieces(curve, line)
      let count = (curve.chordCount + 2) / 3
      #expect(pieces.count == count, "seed 347, round \(round)")
      let size = [curve.first, curve.second, curve.third].reduce(0.0) {
        max($0, Double(max(abs($1.x), abs($1.y))))
      }
      let near = 1e-5 * (size + 1)
      func expectNear(
        _ place: SIMD2<Float>, _ expected: SIMD2<Double>, _ limit: Double, _ name: String
      ) {
        let way = SIMD2<Double>(place) - expected
        #expect(
          abs(way.x) <= limit && abs(way.y) <= limit, "seed 347, round \(round), \(name)")
      }
      for (index, (piece, sides)) in pieces.enumerated() {
        let t = curve.end(3 * index + 3)
        let point = curve.point(t)
        expectNear(piece.end, point, near, "end of \(index)")
        let direction = curve.direction(t)
        let length = (direction * direction).sum().squareRoot()
        if length < 1e-2 * (size + 1) { continue }
        let normal = SIMD2(direction.y, -direction.x) / length
        expectNear(piece.normal, normal, 1e-2, "normal of \(index)")
        let half = Double(line.half)
        expectNear(piece.left, point + half * normal, near + 1e-2 * half, "left of \(index)")
        expectNear(piece.right, point - half * normal, near + 1e-2 * half, "right of \(index)")
        if index > 0 {
          let isSame = piece.firstNormal == pieces[index - 1].0.normal
          #expect(isSame, "seed 347, round \(round), first normal of \(index)")
        }
        if piece.isBent {
          bentCount += 1
          #expect(line.takesBends)
          continue
        }
        #expect(piece.leftBend == 0 && piece.rightBend == 0)
        if sides.isSmooth { smoothCount += 1 } else { otherCount += 1 }
        // Between both sides' corners lies that of the curve.
        for corner in 0..<3 where curve.end(3 * index + 1 + corner) < 1 {
          let middle = (SIMD2<Double>(sides.left[corner]) + SIMD2<Double>(sides.right[corner])) / 2
          expectNear(
            SIMD2<Float>(middle), curve.corner(curve.end(3 * index + 1 + corner)),
            near + 1e-5 * half, "corner \(corner) of \(index)")
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
      let pieces = Self.pieces(curve, line)
      for (index, (piece, _)) in pieces.enumerated() where piece.isBent {
        // A side may fold back where the curve turns sharply; what it folds over is covered anyway.
        if (piece.firstNormal * piece.normal).sum() < 0.95 { continue }
        for (side, place, bend) in [
          (half, piece.left, piece.leftBend), (-half, piece.right, piece.rightBend),
        ] {
          func beside(_ t: Double) -> SIMD2<Double> {
            let direction = curve.direction(t)
            let length = (direction * direction).sum().squareRoot()
            return curve.point(t) + side / length * SIMD2(direction.y, -direction.x)
          }
          let (from, to) = (curve.end(3 * index), curve.end(3 * index + 3))
          let (start, end) = (beside(from), SIMD2<Double>(place))
          let middle = beside((from + to) / 2)
          let part = (middle.y - start.y) / (end.y - start.y)
          let x =
            start.x + part * (end.x - start.x) + Double(bend) * (middle.y - start.y)
            * (end.y - middle.y)
          let off = abs(x - middle.x)
          #expect(off < 0.05 && abs(part - 0.5) < 0.6, "seed 349, round \(round), piece \(index)")
          (count, most) = (count + 1, max(most, off))
        }
      }
    }
    #expect(count > 2_000 && most > 1e-4)
  }

}
