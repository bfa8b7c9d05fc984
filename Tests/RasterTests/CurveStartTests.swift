import Graphics
import TestSupport
import Testing

@testable import Raster

/// What curves begin with is found before contours are followed, so both have to see the same curves.
@Suite struct CurveStartTests {
  /// Finds anew what each curve begins with, and counts those that were told another thing.
  private struct Checker: ContourSink, ~Copyable {
    let reach: Double
    private(set) var curveCount = 0
    private(set) var faultCount = 0

    init(reach: Double) { self.reach = reach }

    mutating func begin(at point: Vector) {}
    mutating func line(to point: Vector) {}
    mutating func end(isClosed: Bool) {}

    mutating func cubic(_ curve: Cubic, _ start: CurveStart) {
      curveCount += 1
      let own = CurveStart(curve, reach: reach)
      let isSame =
        own.chords.count == start.chords.count
        && own.chords.length.bitPattern == start.chords.length.bitPattern
        && own.normal.x.bitPattern == start.normal.x.bitPattern
        && own.normal.y.bitPattern == start.normal.y.bitPattern
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
    var starts = RowBuffer<CurveStart>(capacity: 1)
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
      list.pen.trace(path, into: &checker, &starts)
      let (curveCount, faultCount, startCount) = (
        checker.curveCount, checker.faultCount, starts.count
      )
      #expect(curveCount == expected && startCount == expected, "seed 331, round \(round)")
      #expect(faultCount == 0, "seed 331, round \(round)")
    }
  }
}
