import Graphics
import Kernels
import TestSupport
import Testing

@testable import Raster

/// What curves begin with is found before contours are followed, so both have to see the same curves.
@Suite struct CurveStartTests {
  /// Finds anew what each curve begins with, and counts those that were told another thing.
  private struct Checker: ContourSink, ~Copyable {
    let line: CurveLine
    private(set) var curveCount = 0
    private(set) var faultCount = 0

    init(reach: Double) { line = CurveLine(half: reach, leastTurn: 0.9, takesBends: true) }

    mutating func begin(at point: Vector) {}
    mutating func line(to point: Vector) {}
    mutating func end(isClosed: Bool) {}

    mutating func cubic(
      _ start: CurveStart, _ pieces: borrowing CurveTable
    ) {
      curveCount += 1
      let curve = start.curve
      let own = curve.chords(reach: Double(line.half))
      var isSame =
        own.count == start.chords.count
        && own.length.bitPattern == start.chords.length.bitPattern
      if let piece = start.piece {
        // Of lanes only that is asked which no other curve has: where its last piece ends.
        let last = piece + (own.count - 1) / CurveTable.chordCount
        let end = curve.start + Vector(pieces.place(.points, last))
        isSame = isSame && (end - curve.end).squaredLength < 1e-6
      }
      if !isSame { faultCount += 1 }
    }
  }

  /// Contours that go on after they were closed, that begin without a move, and that close twice, too.
  @Test(arguments: [0, 0.3, 7]) func eachCurve_hasItsOwnStart(reach: Double) {
    var random = SeededGenerator(seed: 331)
    func point() -> Point {
      if Int.random(in: 0..<40, using: &random) == 0 { return Point(x: 1e300, y: -3) }
      return Point(
        x: .random(in: -20...120, using: &random), y: .random(in: -20...120, using: &random))
    }
    var list = DisplayList()
    var curves = CurveStarts()
    for round in 0..<2_000 {
      var expected = 0
      let path = list.path { pen in
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          switch Int.random(in: 0...4, using: &random) {
          case 0: pen.move(to: point())
          case 1: pen.line(to: point())
          case 2: pen.quad(point(), to: point())
          case 3: pen.cubic(point(), point(), to: point())
          default: pen.close()
          }
        }
      }
      for step in list.pen.steps[path.steps] where step == .quad || step == .cubic { expected += 1 }
      var checker = Checker(reach: reach)
      list.pen.trace(path, into: &checker, &curves)
      let (curveCount, faultCount, startCount) = (
        checker.curveCount, checker.faultCount, curves.starts.count
      )
      #expect(curveCount == expected && startCount == expected, "seed 331, round \(round)")
      #expect(faultCount == 0, "seed 331, round \(round)")
    }
  }
}
