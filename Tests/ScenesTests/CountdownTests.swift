import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

/// The countdown to a restart, as shapes show it.
@Suite struct CountdownTests {
  /// A run that ends well at 4 s; the system restarts at `end`.
  private static func events(
    restartAt end: Double, announcedAt time: Double = 4
  ) -> [(Double, ProgressEvent)] {
    [
      (0, Stage.fraction(0.5)), (4, .done(.empty)), (time, .restart(Stage.duration(end - time))),
    ]
  }

  private static func drained(_ show: Show, _ events: [(Double, ProgressEvent)], _ time: Double)
    -> Double
  { show.screen.placed(show.input(events, at: time), 0).drained }

  /// It never goes back, begins with the whole shape, and ends with nothing at the given time.
  @Test(arguments: ["yes", "no"]) func countdown_isMonotonic_andEndsInTime(reduced: String) {
    let show = Show("ring", ["reduced-motion": reduced], size: (160, 120))
    var random = SeededGenerator(seed: 31)
    for _ in 0..<60 {
      let end = Double.random(in: 6...600, using: &random)
      let announced = Double.random(in: 4...(end - 1), using: &random)
      let events = Self.events(restartAt: end, announcedAt: announced)
      var before = 0.0
      for step in 0...400 {
        let time = announced + (end - announced) * Double(step) / 400
        let now = Self.drained(show, events, time)
        #expect(now >= before && now <= 1, "\(announced) to \(end) at \(time), seed 31")
        before = now
      }
      #expect(Self.drained(show, events, announced) == 0)
      #expect(Self.drained(show, events, end - 0.001) < 1)
      #expect(Self.drained(show, events, end + 0.001) == 1)
      #expect(before > (reduced == "yes" ? 0 : 0.99), "\(before), seed 31")
      #expect(Self.drained(show, events, end + 1_000) == 1)
    }
  }

  /// It runs evenly: what is left is the share of the time that is left.
  @Test func countdown_isEven() {
    let show = Show("ring", size: (160, 120))
    let events = Self.events(restartAt: 30, announcedAt: 10)
    for time in stride(from: 10.05, to: 30, by: 0.37) {
      #expect(abs(Self.drained(show, events, time) - (time - 10) / 20) <= 0.001_1, "\(time)")
    }
  }

  /// Reduced motion has a step a second.
  @Test func reducedMotion_hasAStepASecond() {
    let show = Show("ring", ["reduced-motion": "yes"], size: (160, 120))
    let events = Self.events(restartAt: 14, announcedAt: 6)
    var values: Set<Double> = []
    for time in stride(from: 6.0, to: 14.5, by: 0.01) {
      values.insert(Self.drained(show, events, time))
    }
    #expect(values.count == 9)
  }

  /// A frame at the times that the screen asks for shows what any frame rate would show: between
  /// them nothing changes.
  @Test(arguments: SceneStyle.all.filter { $0.name != "rainbow" }, ["yes", "no"])
  func frames_areThoseOfAnyRate(style: SceneStyle, reduced: String) throws {
    let show = Show("\(style.name)", ["reduced-motion": reduced], size: (160, 120))
    let end = 4 + show.intro.seconds + 9
    let events = Self.events(restartAt: end)
    var input = show.input(events, at: end - 3)
    var count = 0
    while let next = show.screen.nextMotion(input) {
      try #require(next > input.time && count < 1_000)
      // The time is a millisecond late, so that rounding does not give the moment before.
      let last = show.list(input.at(next - .milliseconds(2)))
      #expect(last.looksLike(show.list(input)), "\(style.name) at \(input.time)")
      input = input.at(next)
      count += 1
    }
    #expect(input.time.seconds >= end && input.time.seconds < end + 0.01, "\(input.time)")
    #expect(reduced == "yes" ? count == 3 : count > 100, "\(count)")
    #expect(show.list(input).looksLike(show.list(events, at: end + 500)))
  }

  /// Each style tells the countdown by its shape: whole, half, gone; in the colors of success.
  @Test(arguments: SceneStyle.all) func shapes_empty(style: SceneStyle) {
    let show = Show("\(style.name)", ["rainbow.freeze": "yes"], size: (320, 240))
    let end = 4 + show.intro.seconds + 8
    let events = Self.events(restartAt: end)
    let plain = Array(events.prefix(2))
    func differing(_ one: Double, _ other: [(Double, ProgressEvent)], _ time: Double) -> Int {
      let first = show.frame(events, at: one)
      let second = show.frame(other, at: time)
      var count = 0
      for y in 0..<240 { for x in 0..<320 where first[x, y] != second[x, y] { count += 1 } }
      return count
    }
    let settled = show.input(events, at: 5).state.outcomeBegan.seconds + 0.8
    #expect(differing(settled, plain, settled) == 0, "it begins as success")
    let (half, whole) = (differing(end - 3.5, plain, end), differing(end + 1, plain, end))
    #expect(half > 40 && whole > half + 40, "\(style.name): \(half), \(whole)")
    let colors = StateColors(SceneSettings(Stage.settings()))
    for item in show.list(events, at: end - 3).items {
      #expect(item.paint != .color(colors.failure) && item.paint != .color(colors.warning))
    }
  }

  /// Without a time, after a failure, with a picture to reveal, and in the originals nothing counts
  /// down and nothing wakes.
  @Test func others_standStill() {
    let show = Show("ring", size: (160, 120))
    let done: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (4, .done(.empty))]
    let failed: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.5)), (4, .fail(.empty)), (4, .restart(.seconds(20))),
    ]
    for events in [done, failed, done + [(4, .restart(.zero))]] {
      #expect(Self.drained(show, events, 10) == 0)
      #expect(show.screen.nextMotion(show.input(events, at: 10)) == nil)
    }
    let seed = Show("ring", ["ring.preset": "seed"], size: (160, 120))
    let restart = Self.events(restartAt: 30)
    #expect(seed.screen.nextMotion(seed.input(restart, at: 10)) == nil)
    #expect(seed.list(restart, at: 20).looksLike(seed.list(done, at: 20)))
    let image = Stage.picture(20, 20)
    let input = show.input(restart, at: 20, picture: image.reference)
    #expect(show.screen.placed(input, 0).drained == 0 && show.screen.nextMotion(input) == nil)
  }

  /// A feed that counts down itself, with a record each second, has one countdown. A later restart
  /// begins a new one.
  @Test func repeatedRecords_continueIt() {
    let show = Show("ring", size: (160, 120))
    var events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (4, .done(.empty))]
    for second in 0...10 {
      let late = Double(second * 37 % 10) / 20
      events.append((5 + Double(second) + late, .restart(.seconds(20 - second))))
    }
    var before = 0.0
    for time in stride(from: 5.0, to: 16, by: 0.05) {
      let now = Self.drained(show, events, time)
      // A record that comes late moves the end by less than a second.
      #expect(now >= before - 0.03, "\(time)")
      before = now
    }
    #expect(abs(before - 0.55) < 0.05, "\(before)")
    events.append((16, .restart(.seconds(60))))
    #expect(Self.drained(show, events, 16) == 0)
    #expect(abs(Self.drained(show, events, 46) - 0.5) < 0.01)
  }
}
