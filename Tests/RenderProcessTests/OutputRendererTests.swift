import Base
import CommandLine
import Configuration
import Pixels
import Presenters
import ProgressModel
import Scenes
import SessionProtocol
import Testing

@testable import RenderProcess

/// The times of an output's frames, in simulated time.
@Suite struct OutputRendererTests {
  /// A display that records its frames.
  private final class Display: PresenterOutput {
    let size = PixelSize(width: 90, height: 60)
    let density: Double? = nil
    let refreshPeriod = Duration.milliseconds(10)
    let lastVerticalBlank: Duration? = nil
    var isReady = true
    var isSlow = false
    /// Whether it accepts frames.
    var takes = true
    var frames: [(number: Int, time: Duration)] = []

    func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
      frames.append((source.frameNumber, time))
      return takes
    }
  }

  private let display = Display()
  private let renderer: OutputRenderer
  private var state = SharedState(ProgressState())

  init() throws {
    var settings = Settings()
    // A shape alone: words change by the second.
    try settings.set("fonts", to: "none", scope: .commandLine)
    renderer = OutputRenderer(
      display, settings, SceneAssets(settings), clock: SessionClock(start: .zero, hold: nil))
    state = state.applying(.fraction(Fraction(billionths: 300_000_000)), at: .zero)
  }

  /// Calls `drawIfDue` at each requested time, until an end; returns the number of calls.
  @discardableResult private func run(from start: Double, to end: Double) throws -> Int {
    var (now, count) = (Duration.seconds(start), 0)
    while now < .seconds(end) {
      count += 1
      let wake = try renderer.drawIfDue(state, at: now)
      guard let wake else { break }
      now = max(now, wake)
    }
    return count
  }

  /// The number of frames that a new fraction takes.
  private func frames(from time: Double, to billionths: Int64) throws -> Int {
    let before = display.frames.count
    var state = state
    state = state.applying(.fraction(Fraction(billionths: billionths)), at: .seconds(time))
    renderer.stateChanged()
    var now = Duration.seconds(time)
    while now < .seconds(time + 9), let wake = try renderer.drawIfDue(state, at: now) {
      now = max(now, wake)
    }
    return display.frames.count - before
  }

  @Test func framesComeAtTheDisplaysPace_andEndWithTheMotion() throws {
    try run(from: 0.02, to: 9)
    let times = display.frames.map { $0.time }
    // 250 ms of motion, after two frames in any case; at 30 frames per second at most, an interval
    // is 40 ms.
    #expect((5...9).contains(times.count), "\(times)")
    for (one, next) in zip(times, times.dropFirst()).dropFirst() {
      #expect(next - one == display.refreshPeriod * 4)
    }
    // Nothing moves: the next call is due when the feed counts as stalled.
    let wake = try #require(try renderer.drawIfDue(state, at: .seconds(9)))
    #expect(wake >= .seconds(10) - display.refreshPeriod && wake < .seconds(11))
    #expect(display.frames.count == times.count)
  }

  @Test func newStateIsShown_onceItIsNoted() throws {
    try run(from: 0.02, to: 9)
    let count = display.frames.count
    var state = state
    state = state.applying(.fraction(Fraction(billionths: 600_000_000)), at: .seconds(9))
    renderer.stateChanged()
    let wake = try #require(try renderer.drawIfDue(state, at: .seconds(9)))
    // Easing begins slowly: a frame is drawn once the movement is visible.
    #expect(wake <= .seconds(9) + display.refreshPeriod * 5)
    #expect(try renderer.drawIfDue(state, at: wake) != nil)
    #expect(display.frames.count > count)
  }

  @Test func frameThatWasNotTakenIsGivenAgain() throws {
    display.takes = false
    #expect(try renderer.drawIfDue(state, at: .seconds(1)) == nil, "the output says when it can")
    #expect(display.frames.count == 1 && !renderer.hasShown)
    display.takes = true
    try run(from: 1.02, to: 1.03)
    #expect(display.frames.count >= 2 && renderer.hasShown)
  }

  /// A display that is too slow for motion gets a step instead of easing, from the frame on after
  /// which that is known.
  @Test func slowDisplay_getsSteps() throws {
    try run(from: 0.02, to: 9)
    let usual = try frames(from: 20, to: 600_000_000)
    display.isSlow = true
    let slow = try frames(from: 40, to: 900_000_000)
    #expect(usual > 4 && (1...2).contains(slow), "\(usual) and \(slow) frames")
  }

  @Test func busyDisplayIsLeftAlone() throws {
    display.isReady = false
    #expect(try renderer.drawIfDue(state, at: .seconds(1)) == nil)
    #expect(display.frames.isEmpty && !renderer.hasShown && !renderer.hasPlayed)
  }

  /// Drivers that clear their memory at the first modeset get the whole second frame.
  @Test func secondFrameIsPresented_thoughNothingMoved() throws {
    let state = SharedState(ProgressState())
      .applying(.fraction(Fraction(billionths: 300_000_000)), at: .zero)
    for time in [8.0, 8.1, 8.2, 8.3] {
      _ = try renderer.drawIfDue(state, at: .seconds(time))
    }
    #expect(display.frames.count == 2)
  }

  @Test func outcomeHasPlayed_whenItsLastFrameIsThere() throws {
    var state = state
    try run(from: 0.02, to: 2)
    state = state.applying(.done(.empty), at: .seconds(2))
    renderer.stateChanged()
    var now = Duration.seconds(2)
    #expect(!renderer.hasPlayed)
    while let wake = try renderer.drawIfDue(state, at: now), now < .seconds(30) {
      now = max(now, wake)
    }
    #expect(renderer.hasPlayed && now < .seconds(30))
  }
}
