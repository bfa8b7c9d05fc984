import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

@Suite struct BubbleTests {
  /// A bubble bar on a screen of its design's size: a pixel is a point.
  private struct Bar {
    let show: Show
    let bubble: Bubble

    init(_ preset: String, _ changes: [String: String] = [:]) {
      let changes = changes.merging(["bubble.preset": preset]) { $1 }
      show = Show("bubble", changes, size: (320, 240))
      bubble = Bubble(SceneSettings(Stage.settings(changes)))
    }

    func pose(_ events: [(Double, ProgressEvent)], at time: Double) -> BubblePose {
      BubblePose(show.input(events, at: time), bubble)
    }
  }

  /// On a display of black and white the number stands out from its label.
  @Test(arguments: ["seed", "kiosk"]) func number_standsOutInMonochrome(preset: String) {
    let settings = Stage.settings(["bubble.preset": preset])
    #expect(
      settings.color(.bubbleTextColor, isMonochrome: true)
        != settings.color(.bubbleColor, isMonochrome: true))
  }

  private static let run: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.25))]
  private static func ended(_ outcome: ProgressEvent) -> [(Double, ProgressEvent)] {
    [(0, Stage.fraction(0.5)), (10, outcome)]
  }
  /// The time at which the eased fraction of the intro's 0.9 s reaches a value, seconds.
  private static func time(_ part: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if TimingFunction.easeOut.value(at: middle) < part { low = middle } else { high = middle }
    }
    return low * 0.9
  }

  private static func points(of path: Path, _ list: DisplayList) -> [Point] {
    list.withPen(of: path) { Array($0.points[path.points]) }.map {
      Point(x: $0.x + Double(path.origin.x), y: $0.y + Double(path.origin.y))
    }
  }

  /// The bounding box of a path's points.
  private static func bounds(_ item: DisplayItem, _ list: DisplayList) -> Rect {
    guard case .path(let path) = item.shape else { return Rect(Size(width: 0, height: 0)) }
    let points = Self.points(of: path, list)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  // MARK: - The specification's numbers

  /// A box of 80 with an outline of a point, and an arrow whose tip is 20 below its middle.
  @Test func idle_isAnArrowOnABox() {
    let bar = Bar("seed")
    let list = bar.show.list([], at: 1)
    let shapes = list.items.map { Self.bounds($0, list) }
    #expect(shapes.count == 3)
    // Half of the outline is outside.
    #expect(shapes[1].width == 81 && shapes[1].height == 81)
    // The corners are round.
    #expect(abs(shapes[2].width - 40) <= 2 && abs(shapes[2].height - 40) <= 2)
    #expect(bar.pose([], at: 1).tip.y == 20)
  }

  /// Up 40, down onto the bar, 20 to the right, then to the left end: a quarter of the eased time
  /// each.
  @Test(arguments: [
    (0.125, 100.0, -20.0), (0.25, 100, -40), (0.5, 100, 0), (0.625, 110, 0), (0.75, 120, 0),
    (0.875, 60, 0), (0.9999, 0, 0),
  ])
  func hop_hasFourLegs(part: Double, x: Double, rise: Double) {
    let bar = Bar("seed")
    let pose = bar.pose(Self.run, at: Self.time(part))
    #expect(abs(pose.tip.x - x) < 0.05, "\(pose.tip)")
    // While the arrow rises and falls, its tip approaches its middle.
    let middle = part < 0.5 ? rise : bar.bubble.figures.tipLevel - bar.bubble.figures.tip(1)
    #expect(abs(pose.tip.y - bar.bubble.figures.tip(pose.shape) - middle) < 0.05)
  }

  /// A clockwise turn of 15° between 0.4 and 0.7 of the eased time, one to -11.25° and back in 0.2
  /// s; never a jump.
  @Test func wiggle_passesItsKeys_withoutAJump() {
    let bar = Bar("seed")
    for (time, degrees) in [
      (Self.time(0.4), 0.0), (Self.time(0.55), 7.5), (Self.time(0.7), 15), (0.9, 15), (1, -11.25),
      (1.05, -5.625), (1.1, 0),
    ] {
      #expect(abs(bar.pose(Self.run, at: time).turns * 360 - degrees) < 0.01, "\(time)")
    }
    for preset in ["seed", "kiosk"] {
      let bar = Bar(preset)
      for step in 0..<1_100 {
        let before = bar.pose(Self.run, at: Double(step) / 1_000)
        let after = bar.pose(Self.run, at: Double(step + 1) / 1_000)
        #expect(abs(after.turns - before.turns) * 360 < 0.46, "\(preset) \(step)")
        #expect(abs(after.tip.x - before.tip.x) < 1.2, "\(preset) \(step)")
        #expect(abs(after.tip.y - before.tip.y) < 1.2, "\(preset) \(step)")
      }
    }
  }

  /// The label is at the end of the line, which is at w·p.
  @Test(arguments: [0.0, 0.01, 0.29, 0.5, 0.75, 0.999, 1]) func label_rides(fraction: Double) {
    let bar = Bar("seed")
    let pose = bar.pose([(0, Stage.fraction(fraction))], at: 20)
    // At most 99 % is displayed before the run is done.
    let shown = min(fraction, 0.99)
    #expect(abs(pose.tip.x - 200 * min(fraction, pose.line.upperBound)) < 1e-9)
    #expect(pose.line.lowerBound == 0 && pose.line.upperBound >= shown - 1e-9)
    #expect(pose.tip.y == -1.5 && pose.turns == 0 && pose.words == 1)
  }

  // MARK: - Lean

  /// The label's lean is that of the model, which has tests against the vectors.
  @Test(arguments: [("absolute", 15.0), ("relative", 15), ("absolute", 30), ("none", 15)])
  func lean_isThatOfTheModel(tilt: String, most: Double) {
    let bar = Bar("kiosk", ["bubble.tilt": tilt, "bubble.tilt-angle": "\(most)"])
    var events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0))]
    for step in 0..<40 {
      events.append((1.5 + Double(step) / 20, Stage.fraction(Double(step * step) / 1_600)))
    }
    var largest = 0.0
    for step in 0..<100 {
      let time = 1.5 + Double(step) / 25
      let input = bar.show.input(events, at: time)
      let sway = input.shared.sway(at: input.time)
      let expected =
        tilt == "none" ? 0 : (tilt == "absolute" ? sway.lean : sway.relativeLean) * most
      let turns = bar.pose(events, at: time).turns
      #expect(abs(turns * 360 - expected) <= 0.125_001, "\(time)")
      largest = max(largest, -turns * 360)
    }
    // To the left, for the label moves to the right.
    #expect(tilt == "none" ? largest == 0 : largest > most / 3, "\(largest)")
  }

  @Test func lean_stops_forThoseWhoWantLessMotion() {
    let show = Show("bubble", ["reduced-motion": "yes"], size: (320, 240))
    let plain = Show("bubble", ["bubble.tilt": "none", "reduced-motion": "yes"], size: (320, 240))
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.1)), (3, Stage.fraction(0.9))]
    for time in [3.1, 3.2, 3.4] {
      #expect(show.difference(events, at: time, from: events, at: time, on: plain) == nil)
    }
  }

  /// The label stays on the screen at any lean.
  @Test(arguments: ["seed", "kiosk"]) func label_isNeverCut(preset: String) {
    let bar = Bar(preset, ["bubble.tilt-angle": "40"])
    for fraction in [0.0, 1] {
      for turns in [-40.0, 0, 40] {
        var pose = bar.pose([(0, Stage.fraction(fraction))], at: 20)
        pose.turns = turns / 360
        let input = bar.show.input([], at: 20)
        var list = DisplayList()
        let place = bar.bubble.figures.place(input)
        bar.bubble.figures.drawLabel(
          1, Color(0xffffff),
          Transform(
            moving: Point(x: 0, y: 0), to: place.apply(pose.tip), scale: 1, turns: pose.turns),
          into: &list)
        let bounds = Self.bounds(list.items[0], list)
        #expect(bounds.x >= 0 && bounds.x + bounds.width <= 320, "\(fraction) \(turns)° \(bounds)")
      }
    }
  }

  /// The text "100%" is in the label.
  @Test(arguments: ["seed", "kiosk"]) func text_isWithinTheLabel(preset: String) throws {
    let show = Show(
      "bubble", ["bubble.preset": preset, "bubble.signs": "no"], size: (640, 480))
    let list = show.list([(0, Stage.fraction(0.4)), (2, .done(.empty))], at: 2.3)
    // The label and its text are the last filled shapes.
    let text = try #require(list.items.lastIndex { Self.bounds($0, list).width > 0 })
    let place = try #require(list.items[..<text].lastIndex { Self.bounds($0, list).width > 0 })
    let label = Self.bounds(list.items[place], list)
    var count = 0
    for item in list.items[(place + 1)...] {
      guard case .path(let path) = item.shape else { continue }
      for point in Self.points(of: path, list) {
        #expect(point.x > label.x && point.x < label.x + label.width)
        #expect(point.y > label.y && point.y < label.y + label.height)
        count += 1
      }
    }
    #expect(count > 10)
  }

  /// The dashes of an interrupted run hang with the rope.
  @Test func dashes_hangWithTheRope() {
    let bar = Bar("seed", ["bubble.rope": "0.1"])
    let list = bar.show.list(Self.ended(.interruption), at: 20)
    let heights = list.items.compactMap { item -> [Double]? in
      guard case .stroke(let path, let style) = item.shape, style.cap == .butt else { return nil }
      return list.pen.points[path.points].map(\.y)
    }.flatMap { $0 }
    // From the middle, where the rope hangs deepest, to its end.
    let level = bar.bubble.figures.place(bar.show.input([], at: 0)).apply(Point(x: 0, y: 0)).y
    #expect((heights.max() ?? 0) - level > 15 && (heights.min() ?? 0) - level < 5)
  }

  // MARK: - The rope

  /// Two straight strands that hang deepest in the middle of the run: depth = share · length ·
  /// sin(πp).
  @Test(arguments: [(0.05, 0.1564), (0.25, 0.7071), (0.5, 1), (0.75, 0.7071)])
  func rope_sagsUnderTheLabel(fraction: Double, depth: Double) {
    let bar = Bar("seed", ["bubble.rope": "0.044"])
    let pose = bar.pose([(0, Stage.fraction(fraction))], at: 20)
    #expect(abs(pose.sag - 8.8 * depth) < 0.15, "\(pose.sag)")
    #expect(abs(pose.tip.y - pose.sag + 1.5) < 1e-9)
  }

  // MARK: - Outcomes

  /// Half a turn about its vertical axis in 0.2 s, with a tick on its back that is not mirrored.
  @Test func done_turnsTheLabelAround() {
    let bar = Bar("seed")
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(1)), (10, .done(.empty))]
    let began = bar.show.input(events, at: 20).state.outcomeBegan.seconds
    let front = bar.pose(events, at: began + 0.05)
    #expect(abs(front.facing - 0.7071) < 1e-3 && front.words == 1 && front.verdict == 0)
    let edge = bar.show.list(events, at: began + 0.1)
    #expect(edge.items.count == 3, "the ground, the track and the line only")
    let back = bar.pose(events, at: began + 0.15)
    #expect(abs(back.facing + 0.7071) < 1e-3 && back.words == 0 && back.verdict == 1)
    #expect(bar.pose(events, at: began + 0.2).facing == -1)
  }

  /// The line sinks by half its height and becomes thin in 0.5·p s; a drop of the same length falls
  /// for 0.7 s; the label leans by 15° from 1.4 s to 1.6 s.
  @Test func failure_drainsTheLine() {
    let bar = Bar("seed")
    let events = Self.ended(.fail(.empty))
    let half = bar.pose(events, at: 10.125)
    #expect(abs(half.drained - 0.5) < 1e-9 && abs(half.thread.length - 50) < 1e-6)
    #expect(abs(half.thread.width - 1.5) < 1e-9 && half.thread.x == 100)
    let fallen = bar.pose(events, at: 10.6)
    #expect(fallen.drained == 1 && abs(fallen.thread.alpha - 0.5) < 1e-9)
    #expect(bar.pose(events, at: 10.951).thread.alpha == 0)
    for (time, degrees, verdict) in [(11.4, 0.0, 0.0), (11.5, 7.5, 0), (11.6, 15, 1), (30, 15, 1)] {
      let pose = bar.pose(events, at: time)
      #expect(abs(pose.turns * 360 - degrees) < 1e-6 && abs(Double(pose.verdict) - verdict) < 1e-5)
    }
  }

  /// The label falls by 90° in 0.25 s, accelerating, and continues at that speed in a swing that
  /// ends upside down after 2 s.
  @Test(arguments: [0.2, 0.7]) func failure_hangsUpsideDown(fraction: Double) {
    let bar = Bar("kiosk", ["bubble.failure": "hang", "bubble.tilt": "none"])
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(fraction)), (10, .fail(.empty))]
    let sign = fraction > 0.5 ? -1.0 : 1
    func degrees(_ time: Double) -> Double { bar.pose(events, at: 10 + time).turns * 360 * sign }
    #expect(abs(degrees(0.125) - 22.5) < 1e-6 && abs(degrees(0.25) - 90) < 1e-6)
    let (before, after) = (degrees(0.25) - degrees(0.249), degrees(0.251) - degrees(0.25))
    #expect(abs(before - after) < 0.05, "\(before) \(after)")
    var furthest = 0.0
    for step in 0..<225 {
      let now = degrees(Double(step) / 100)
      furthest = max(furthest, now)
      #expect(abs(degrees(Double(step) / 100 + 0.01) - now) < 15)
    }
    #expect(furthest > 190 && furthest < 270, "\(furthest)")
    #expect(degrees(2.25) == 180 && degrees(60) == 180)
    let list = bar.show.list(events, at: 20)
    #expect(list.items.count == 4, "the ground, the track, the label and the cross")
  }

  /// After a cancellation the label flies to the middle over (w/2, h/2 − 100), and the box returns.
  @Test(arguments: ["seed", "kiosk"]) func cancel_goesBackToTheBox(preset: String) {
    let bar = Bar(preset, ["bubble.signs": "no"])
    let events = Self.ended(.cancel)
    let end = bar.bubble.returning.seconds
    let middle = bar.pose(events, at: 10 + end / 2)
    #expect(middle.tip.y < -30 && abs(middle.shape - 0.5) < 1e-6)
    #expect(bar.show.difference(events, at: 10 + end, from: [], at: 1) == nil)
    #expect(bar.show.difference(events, at: 60, from: [], at: 1) == nil)
    var before = bar.pose(events, at: 9.999).tip
    for step in 0...Int(end * 1_000) {
      let tip = bar.pose(events, at: 10 + Double(step) / 1_000).tip
      #expect(abs(tip.x - before.x) < 1.5 && abs(tip.y - before.y) < 1.5, "\(step)")
      before = tip
    }
  }

  /// With signs the label stays where it was, and has the sign of a cancellation.
  @Test func cancel_keepsThePlace_withSigns() {
    let bar = Bar("kiosk")
    let events = Self.ended(.cancel)
    let (before, after) = (bar.pose(events, at: 9.999), bar.pose(events, at: 12))
    #expect(abs(before.tip.x - after.tip.x) < 1e-6 && after.tip.x > 0 && after.shape == 1)
    #expect(after.line == before.line)
    #expect(bar.show.screen.nextMotion(bar.show.input(events, at: 20)) == nil)
  }

  /// A failed label tilts by 14°, and the line stays.
  @Test func failure_tilts_inThePresetForKiosks() {
    let bar = Bar("kiosk", ["bubble.tilt": "none"])
    let events = Self.ended(.fail(.empty))
    for (time, degrees) in [(10.0, 0.0), (10.4, 14), (60, 14)] {
      let pose = bar.pose(events, at: time)
      #expect(abs(pose.turns * 360 - degrees) < 1e-6, "\(time)")
      #expect(abs(pose.line.upperBound - 0.5) < 1e-6 && pose.lineAlpha == 1 && pose.drained == 0)
    }
  }

  /// After a cancellation in the intro, the label goes the same way back.
  @Test(arguments: [0.1, 0.4, 0.8, 1.05]) func cancel_inTheIntro_goesBack(time: Double) {
    for signs in ["yes", "no"] {
      let bar = Bar("kiosk", ["bubble.signs": signs])
      let events = Self.run + [(time, .cancel)]
      let before = bar.pose(Self.run, at: time)
      let after = bar.pose(events, at: time + 0.0005)
      #expect(abs(before.tip.x - after.tip.x) < 1.5 && abs(before.turns - after.turns) < 0.005)
      let end = time + time / 2 + 0.01
      let (rest, idle) = (bar.pose(events, at: end), bar.pose([], at: 1))
      #expect(rest.tip == idle.tip && rest.shape == 0 && rest.flat == 0 && rest.turns == 0)
      // With signs the color tells the cancellation.
      let isSame = bar.show.difference(events, at: end + 1, from: [], at: 1) == nil
      #expect(isSame == (signs == "no"))
    }
  }

  /// A second run looks like the first one.
  @Test func secondRun_isTheFirst() {
    let bar = Bar("kiosk")
    let events = Self.run + [(3, .fail(.empty)), (8, .reset), (10, Stage.fraction(0.25))]
    for time in [0.0, 0.2, 0.7, 1.2, 1.6] {
      #expect(bar.show.difference(events, at: 10 + time, from: Self.run, at: time) == nil)
    }
  }
}
