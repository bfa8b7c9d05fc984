import Base
import Configuration
import Graphics
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

@Suite struct PencilTests {
  private func points(_ value: Any?) -> [Point] {
    (value as? [[Double]] ?? []).map { Point(x: $0[0], y: $0[1]) }
  }

  private func distance(_ one: Point, _ other: Point) -> Double {
    ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
  }

  @Test func figures_areThoseOfTheVectors() throws {
    let table = try AnimationVectors.table("pencil_geometry_200x80")
    for (name, figure) in [
      ("pencil_local", PencilFigure.pencil), ("arrow_local", .arrow), ("check_local", .tick),
    ] {
      let expected = points(table[name])
      #expect(expected.count == 6)
      var list = DisplayList()
      _ = list.path { PencilFigure.draw(figure, figure, 0, with: &$0) }
      for (corner, point) in zip(list.pen.points, expected) {
        #expect(distance(corner, point) < 1e-4, Comment(rawValue: name))
      }
    }
    #expect(abs(PencilLine.level - (table["line_y"] as? Double ?? 0)) < 1e-5)
  }

  @Test func introLine_isThatOfTheVectors() throws {
    let rows = try AnimationVectors.rows("pencil_intro_line")
    #expect(rows.count == 11)
    for row in rows {
      let time = try #require(row["t"] as? Double)
      // At the end the straight line replaces the curve.
      let line = PencilLine.unrolling(min(time, 0.599_999_9))
      for (name, place) in [("first", 0.0), ("mid", 0.5), ("last", 1)] {
        let point = try #require(row[name] as? [Double])
        let found = line.point(at: place)
        #expect(
          distance(found, Point(x: point[0], y: point[1])) < 2e-3, "\(name) at \(time): \(found)")
      }
    }
  }

  @Test func closingArcs_areThoseOfTheSeed() {
    // The radius and angle of each keyframe; their lowest points are the circle's.
    for (key, radius, angle) in [
      (1, 64.0, 135.0), (2, 80 * 2 / 3.0, 270), (3, 40, 315), (4, 40, 360),
    ] {
      let line = PencilLine.closing(Double(key) * 0.125)
      #expect(distance(line.point(at: 0.5), Point(x: 100, y: 80)) < 1e-9)
      for place in [0.0, 0.2, 0.9, 1] {
        let turned = Arc.direction(turns: 0.25 - (place - 0.5) * angle / 360)
        let expected = Point(x: 100 + radius * turned.x, y: 80 - radius + radius * turned.y)
        #expect(distance(line.point(at: place), expected) < 1e-6, "key \(key) at \(place)")
      }
    }
  }

  static let runs: [[(Double, ProgressEvent)]] = [
    [(0, Stage.fraction(0.3)), (1.5, Stage.fraction(0.8)), (2.5, .done(.empty))],
    [(0, Stage.fraction(0.3)), (1.7, .fail(.empty))], [(0, Stage.fraction(0.3)), (1.7, .cancel)],
    [(0, Stage.fraction(0.3)), (0.1, .cancel)], [(0, Stage.fraction(0.3)), (0.52, .cancel)],
    [(0, Stage.fraction(0.3)), (0.3, .fail(.empty))], [(0, .done(.empty))],
    [(0, Stage.fraction(0.3)), (1.7, .interruption)], [(0, .bytes(completed: 1, total: nil))],
  ]

  /// Nothing jumps: in 1/240 s the tool moves by at most 8 points, as when the fraction goes from 0
  /// to 1 in its 250 ms, and so does the line. Twice as far where the beginning runs backwards, in
  /// half of its time.
  @Test(arguments: runs.indices) func smooth_neverJumps(run: Int) throws {
    let pencil = Pencil(SceneSettings(Stage.settings()))
    let show = Show("pencil", size: (320, 240))
    let most = run == 2 || run == 3 || run == 4 ? 16.0 : 8
    var before: Pencil.Pose?
    for step in 0..<(240 * 5) {
      let pose = pencil.pose(show.input(Self.runs[run], at: Double(step) / 240))
      if let before {
        let comment: Comment = "run \(run) at \(Double(step) / 240) s"
        // It moves by whole pixels along the line.
        if pose.toolAlpha > 0 { #expect(distance(before.anchor, pose.anchor) < most + 1, comment) }
        let turned = abs(pose.turns - before.turns)
        #expect(min(turned, abs(turned - 1)) < 0.04, comment)
        #expect(abs(pose.toolAlpha - before.toolAlpha) < 0.05, comment)
        if !pose.line.isCircle, !before.line.isCircle {
          for place in [0, 0.25, 0.5, 1] {
            #expect(
              distance(before.line.point(at: place), pose.line.point(at: place)) < most, comment)
          }
        }
      }
      before = pose
    }
  }

  @Test func called_off_looksAsIfNothingHadBeen() {
    let show = Show("pencil", ["pencil.number": "no"], size: (160, 120))
    let idle = show.frame([], at: 0)
    for run in [2, 3, 4] {
      let frame = show.frame(Self.runs[run], at: 4)
      #expect(Canvas.firstDifference(idle, frame) == nil, "run \(run)")
    }
  }

  /// With a number a cancelled pencil lies down where it was, and the drawn part stays.
  @Test func called_off_keepsWhatIsDrawn_withANumber() {
    let pencil = Pencil(SceneSettings(Stage.settings()))
    let show = Show("pencil", size: (320, 240))
    let pose = pencil.pose(show.input(Self.runs[2], at: 4))
    #expect(pose.drawn == 0...0.3 && pose.alpha == 1 && !pose.line.isCircle)
    #expect(pose.drawnColor == Stage.settings().paint(.muted))
    #expect(show.screen.nextMotion(show.input(Self.runs[2], at: 8)) == nil)
  }

  /// The tip of the leaning pencil is at the line's end, within half a line width.
  @Test(arguments: [0.0, 0.2, 0.7, 0.99]) func tip_isWhereTheLineEnds(fraction: Double) {
    let pencil = Pencil(SceneSettings(Stage.settings()))
    let show = Show("pencil", size: (320, 240))
    let pose = pencil.pose(show.input([(0, Stage.fraction(fraction))], at: 9))
    let tip = Transform(moving: Point(x: 0, y: 0), to: pose.anchor, turns: pose.turns)
      .apply(Point(x: 0, y: 7))
    #expect(distance(tip, Point(x: 200 * fraction, y: PencilLine.level)) < 2.5)
  }
}
