import Base
import Configuration
import FeedProcess
import Presenters
import RenderProcess
import SessionProtocol

/// `fbprogress render --presenter null`: plays a script on a simulated display, and counts frames,
/// pixels and wake-ups.
///
/// Time jumps from one wake-up to the next. A minute takes only as long as its frames take to draw,
/// and the counts are the same in every run, under a profiler, too.
enum FrameCount {
  /// Plays a script up to the last time of `--at`, or to its last record.
  ///
  /// - Returns: a line with the counts.
  static func run(_ options: Options) throws(CommandError) -> ByteString {
    let replay = Replay(try ScriptFile.read(for: options), options)
    let end = options.times.max() ?? replay.end
    let presenter = NullPresenter(
      size: options.render.size, framesPerSecond: options.render.framesPerSecond)
    let wakeUps: Int
    do throws(PresenterError) {
      wakeUps = try play(replay, until: end, options, presenter)
    } catch {
      throw CommandError(.cannotPresent, error.message)
    }
    return ByteString(presenter.frameCount) + " frames, "
      + ByteString(presenter.damagedPixelCount) + " damaged pixels, " + ByteString(wakeUps)
      + " wake-ups\n"
  }

  /// Runs `PresenterLoop`'s steps in simulated time.
  ///
  /// - Returns: the number of wake-ups.
  private static func play(
    _ replay: Replay, until end: Duration, _ options: Options, _ presenter: NullPresenter
  ) throws(PresenterError) -> Int {
    let renderer = OutputRenderer(
      presenter, options.settings, SceneAssets(options.settings),
      clock: SessionClock(start: .zero, hold: options.feed.hold))
    var (now, wakeUps) = (Duration.zero, 0)
    while true {
      if let next = replay.next, next <= now { renderer.stateChanged() }
      let state = replay.state(at: now, followsSpeed: renderer.followsSpeed)
      try presenter.handleEvents(at: now)
      var wake = earlier(try renderer.drawIfDue(state, at: now), presenter.deadline)
      wake = earlier(wake, replay.next)
      wakeUps += 1
      guard let wake, wake <= end else { return wakeUps }
      now = max(now, wake)
    }
  }
}
