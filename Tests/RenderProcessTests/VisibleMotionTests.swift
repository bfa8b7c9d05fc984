import Base
import CommandLine
import Configuration
import Pixels
import Presenters
import ProgressModel
import Scenes
import SessionProtocol
import TestSupport
import Testing

@testable import RenderProcess

/// Frames are skipped only if the difference is invisible.
@Suite struct VisibleMotionTests {
  /// A display of 60 Hz that records the times of its frames.
  private final class Display: PresenterOutput {
    let size: PixelSize
    let density: Double? = nil
    let refreshPeriod = Duration.seconds(1) / 60
    var lastVerticalBlank: Duration?
    var isReady: Bool { flip == nil }
    var flip: Duration?
    var times: [Duration] = []

    init(_ size: PixelSize) { self.size = size }

    func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
      times.append(time)
      flip = time
      return true
    }

    func completeFlip(at now: Duration) {
      if let flip, now >= flip { (lastVerticalBlank, self.flip) = (flip, nil) }
    }
  }

  /// A run on a display.
  private struct Run {
    var times: [Duration] = []
    var wakeUps = 0

    /// - Parameter stop: the end of the run, seconds.
    init(
      _ settings: Settings, _ events: [(Double, ProgressEvent)], _ size: PixelSize,
      until stop: Double
    ) throws {
      let display = Display(size)
      let renderer = OutputRenderer(
        display, settings, SceneAssets(settings), clock: SessionClock(start: .zero, hold: nil))
      var state = SharedState(VisibleMotionTests.newState(settings))
      var (next, now) = (0, Duration.zero)
      while now <= VisibleMotionTests.duration(stop) {
        while next < events.count, VisibleMotionTests.duration(events[next].0) <= now {
          state = state.applying(
            events[next].1, at: VisibleMotionTests.duration(events[next].0))
          renderer.stateChanged()
          next += 1
        }
        display.completeFlip(at: now)
        wakeUps += 1
        var wake = earlier(try renderer.drawIfDue(state, at: now), display.flip)
        if next < events.count {
          wake = earlier(wake, VisibleMotionTests.duration(events[next].0))
        }
        guard let wake else { break }
        now = max(now, wake)
      }
      times = display.times
    }
  }

  private static func duration(_ seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  private static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  private static func newState(_ settings: Settings) -> ProgressState {
    var rules = ProgressRules()
    StyleCatalog(
      Screen.intros(settings).map { .init(name: ByteString($0.name), intro: $0.intro) },
      configured: settings.text("style") ?? ""
    ).adapt(&rules, to: "")
    rules.stallTimeout = .seconds(settings.number("stall-after") ?? 10)
    return ProgressState(rules: rules)
  }

  private static func settings(_ changes: [String: String]) throws -> Settings {
    var settings = Settings()
    for (key, value) in changes {
      try settings.set(
        ByteString(Array(key.utf8)), to: ByteString(Array(value.utf8)), scope: .commandLine)
    }
    return settings
  }

  static let sessions: [[(Double, ProgressEvent)]] = [
    (0...8).map { (Double($0) * 0.4, fraction(Double($0) / 100)) },
    [(0.1, .bytes(completed: 5, total: nil)), (1.6, fraction(0.5)), (2, fraction(0.9))],
    [(0, fraction(0.2)), (0.5, fraction(0.9)), (1, .done(.empty))],
    [(0, fraction(0.6)), (1.3, .fail(.empty))], [(0, fraction(0.6)), (1.3, .cancel)],
    [(0, fraction(0.6)), (1.3, .interruption)],
    // A stall that ends, and one that lasts.
    [(0, fraction(0.6)), (2.5, fraction(0.8))],
  ]

  /// The displayed frame differs from the exact one at most as an edge does that moved by half a
  /// pixel, except within the interval of the frame rate's limit.
  @Test(arguments: SceneStyle.all, sessions.indices)
  func nothingVisibleIsLeftOut(style: SceneStyle, session: Int) throws {
    let events = Self.sessions[session]
    for (size, changes) in [
      (PixelSize(width: 160, height: 120), [:]),
      (PixelSize(width: 97, height: 64), ["reduced-motion": "yes"]),
    ] as [(PixelSize, [String: String])] {
      let settings = try Self.settings(
        ["style": "\(style.name)", "stall-after": "1", "fonts": "none"].merging(changes) { $1 })
      let run = try Run(settings, events, size, until: 4)
      let shownPainter = FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
      let painter = FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
      var shown = Pixmap(size: size)
      var dense = Pixmap(size: size)
      for (index, time) in run.times.enumerated() {
        let next = index + 1 < run.times.count ? run.times[index + 1] : .seconds(4)
        shownPainter.setState(Self.state(settings, events, at: time), loadsPicture: false)
        _ = shownPainter.draw(at: time)
        shown.withSurface { shownPainter.paint(&$0, over: nil) }
        // A stalled screen has six frames per second, and so has reduced motion; others have
        // thirty.
        let isStill =
          !changes.isEmpty || Self.state(settings, events, at: time).state.stall(at: time) != nil
        let step = Duration.seconds(1) / (isStill ? 5.9 : 29)
        let end = index + 1 < run.times.count ? next - step : next
        var look = time + step
        while look < end {
          painter.setState(Self.state(settings, events, at: look), loadsPicture: false)
          if painter.draw(at: look) {
            dense.withSurface { painter.paint(&$0, over: nil) }
            let most = Self.difference(shown, dense)
            #expect(
              most <= 131,
              "\(style.name), session \(session), \(size): \(most) levels from \(time) to \(look)")
          }
          look += .seconds(1) / 120
        }
      }
    }
  }

  /// The last frame of a motion is exact.
  @Test(arguments: SceneStyle.all, sessions.indices)
  func whatRestsIsExact(style: SceneStyle, session: Int) throws {
    let events = Self.sessions[session]
    let size = PixelSize(width: 160, height: 120)
    let settings = try Self.settings([
      "style": "\(style.name)", "stall-after": "1", "stall-look": "no", "fonts": "none",
    ])
    let run = try Run(settings, events, size, until: 20)
    let last = try #require(run.times.last)
    let painter = FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
    painter.setState(Self.state(settings, events, at: last), loadsPicture: false)
    #expect(painter.draw(at: last))
    painter.setState(Self.state(settings, events, at: .seconds(30)), loadsPicture: false)
    let moves = painter.nextMotion(at: .seconds(30)) == .seconds(30)
    #expect(moves || !painter.draw(at: .seconds(30)), "\(style.name), session \(session)")
    // Only the hues of a successful run's bar keep moving.
    #expect(!moves || "\(style.name)" == "rainbow")
  }

  private static func state(
    _ settings: Settings, _ events: [(Double, ProgressEvent)], at time: Duration
  ) -> SharedState {
    var shared = SharedState(newState(settings))
    for (at, event) in events where duration(at) <= time {
      shared = shared.applying(event, at: duration(at))
    }
    return shared
  }

  private static func difference(_ one: borrowing Pixmap, _ other: borrowing Pixmap) -> Int {
    var most = 0
    for y in 0..<one.size.height {
      for x in 0..<one.size.width {
        for shift: UInt32 in [0, 8, 16] {
          most = max(most, abs(Int(one[x, y] >> shift & 255) - Int(other[x, y] >> shift & 255)))
        }
      }
    }
    return most
  }

  // MARK: - Number of frames

  /// A step of one percent takes a few frames, and the frame rate's limit holds, however often the
  /// feed reports.
  @Test func framesAreFew() throws {
    let size = PixelSize(width: 1_280, height: 800)
    let settings = try Self.settings(["style": "ring", "fonts": "none"])
    let steps = try Run(
      settings, (0...4).map { (Double($0), Self.fraction(0.4 + Double($0) / 100)) }, size,
      until: 4.9)
    for second in 1...4 {
      let count = steps.times.count { $0 >= .seconds(second) && $0 < .seconds(second + 1) }
      #expect((4...8).contains(count), "\(count) frames")
    }
    let flood = try Run(
      settings, (0..<2_000).map { (Double($0) / 500, Self.fraction(Double($0) / 2_500)) },
      PixelSize(width: 320, height: 200), until: 4)
    #expect(flood.times.count <= 4 * 30 + 3, "\(flood.times.count) frames")
  }

  @Test(
    arguments: SceneStyle.all,
    [
      ([:], 8.0), (["stall-look": "no"], 0), (["reduced-motion": "yes"], 0),
    ] as [([String: String], Double)])
  func stalledScreensRest(style: SceneStyle, row: (changes: [String: String], most: Double)) throws
  {
    let size = PixelSize(width: 160, height: 120)
    for event in [Self.fraction(0.42), .bytes(completed: 5, total: nil)] {
      let settings = try Self.settings(
        ["style": "\(style.name)", "fonts": "none"].merging(row.changes) { $1 })
      let run = try Run(settings, [(0, event)], size, until: 330)
      let count = run.times.count { $0 > .seconds(11) }
      #expect(Double(count) <= row.most * 319, "\(style.name): \(count) frames in 319 s")
      let minute = run.times.count { $0 > .seconds(270) }
      #expect(Double(minute) <= row.most * 60, "\(style.name): \(minute) frames in the last minute")
      #expect(row.most == 0 || minute > 60, "\(style.name): \(minute) frames")
    }
  }
}

extension SharedState {
  /// The value for the state after an event.
  func applying(_ event: ProgressEvent, at time: Duration) -> SharedState {
    var state = state
    state.apply(event, at: time)
    return SharedState(state, after: self, followsSpeed: true)
  }
}
