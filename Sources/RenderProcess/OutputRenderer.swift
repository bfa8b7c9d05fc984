package import Base
package import Configuration
import LinuxSystem
import Pixels
package import Presenters
import ProgressModel
package import Scenes
package import SessionProtocol

/// Renders one output's frames, with a painter for its size and at its own frame rate.
package final class OutputRenderer {
  /// The output that presents the frames.
  let output: any PresenterOutput
  private let clock: SessionClock
  /// The painter of the frames.
  let painter: FramePainter
  private var scheduler = FrameScheduler()
  // Whether the state is newer than the last frame; whether the painter has yet to get it.
  private var stateIsNew = true
  private var owesState = true
  private var lastTime: Duration?
  // The target time of the last presented frame, from which the next frame keeps its interval.
  private var presented: Duration?
  // The next action; nil if it must be computed.
  private var plan: FramePlan?
  // Whether the newest frame could not be presented.
  private var owesFrame = false
  private var isFirstFrame = true
  private var isSecondFrame = false

  /// Creates a renderer for an output.
  package init(
    _ output: any PresenterOutput, _ settings: Settings, _ assets: SceneAssets, clock: SessionClock
  ) {
    (self.output, self.clock) = (output, clock)
    painter = FramePainter(
      size: output.size, density: output.density, grayBits: output.grayBits, settings: settings,
      assets: assets)
  }

  /// Whether the output still has the painter's size and grays; if not, it needs another renderer.
  var fits: Bool { painter.size == output.size && painter.grayBits == output.grayBits }

  /// Whether its screen shows the speed.
  package var followsSpeed: Bool { painter.followsSpeed }

  /// Whether a frame was presented.
  var hasShown: Bool { !isFirstFrame }

  /// Invalidates the plan after a change of the state.
  package func stateChanged() {
    (stateIsNew, owesState, plan) = (true, true, nil)
  }

  /// Draws and presents a frame if one is due and the output is ready.
  ///
  /// - Parameters:
  ///   - shared: the newest state.
  ///   - now: the current time, on the system's clock.
  /// - Returns: the time of the next call without an event, on the system's clock; nil for none.
  package func drawIfDue(_ shared: SharedState, at now: Duration) throws(PresenterError)
    -> Duration?
  {
    guard output.isReady else { return nil }
    if output.isSlow, painter.reduceMotion() { stateChanged() }
    // A first frame without a picture does not wait for one.
    let needsPicture = shared.state.phase == .done || clock.hold != nil
    if owesState { painter.setState(shared, loadsPicture: false) }
    owesState = false
    if !isFirstFrame || needsPicture { painter.loadPicture() }
    let (blank, period) = (output.lastVerticalBlank, output.refreshPeriod)
    if let earliest = scheduler.earliest(verticalBlank: blank), now < earliest { return earliest }
    let target = scheduler.target(at: now, period: period, verticalBlank: blank)
    if !isFirstFrame, !isSecondFrame, !owesFrame {
      guard let moment = nextFrame(shared.state.phase, from: target) else { return nil }
      // A frame is drawn in the period before its target.
      if moment - target > period / 2, moment - period > now { return moment - period }
    }
    plan = nil
    let time = clock.time(at: target)
    let isNew = painter.draw(at: time)
    scheduler.drew(for: target)
    lastTime = time
    // A second frame follows at once: the picture is read after the first one is visible, and some
    // drivers (bochs) clear their memory at the first modeset. So it is drawn as a whole.
    stateIsNew = false
    if isSecondFrame { painter.invalidate() }
    if isNew || isSecondFrame || owesFrame {
      presented = target
      owesFrame = try !output.present(painter, for: target)
      if owesFrame { return nil }
    }
    (isFirstFrame, isSecondFrame) = (false, isFirstFrame)
    // The end of a pending flip causes the next call.
    if !output.isReady { return nil }
    if isSecondFrame { return target }
    return nextFrame(shared.state.phase, from: target + period).map { max($0 - period, target) }
  }

  /// The target of the next frame that is worth drawing; nil for none.
  private func nextFrame(_ phase: ProgressPhase, from target: Duration) -> Duration? {
    if case .look(let moment) = plan, moment - target <= output.refreshPeriod / 2 { plan = nil }
    let next = plan ?? makePlan(phase, from: target)
    plan = next
    switch next {
    case .never: return nil
    case .frame(let moment), .look(let moment): return moment
    }
  }

  /// Searches, from a target on, for the first frame that differs visibly from the displayed one,
  /// or that ends all motion.
  private func makePlan(_ phase: ProgressPhase, from target: Duration) -> FramePlan {
    let period = output.refreshPeriod
    func interval(_ moment: Duration) -> Duration {
      let most = painter.mostFrames(at: clock.time(at: moment))
      return scheduler.interval(period: period, mostFrames: most)
    }
    var earliest = presented.map { $0 + interval(target) } ?? target
    if !stateIsNew, let lastTime {
      guard let next = nextMotion(since: lastTime) else { return .never }
      if next > lastTime { earliest = max(earliest, clock.start + next) }
    }
    var moment = scheduler.moment(notBefore: earliest, onBeatOf: target, period: period)
    for _ in 0..<Self.searchLength {
      let time = clock.time(at: moment)
      if isRest(phase, at: time) || painter.differsVisibly(at: time) {
        return .frame(at: moment)
      }
      moment += interval(moment)
    }
    return .look(at: moment)
  }

  /// The most frames that one search compares.
  private static var searchLength: Int { 8 }

  /// Whether the frame at a time must be drawn even if it barely differs: it ends all motion, or an
  /// outcome.
  private func isRest(_ phase: ProgressPhase, at time: Duration) -> Bool {
    guard let next = nextMotion(since: time), next <= time else { return true }
    guard phase.isOutcome, let lastTime else { return false }
    let end = painter.outcomeEnd
    return lastTime < end && time >= end
  }

  /// The next session time, from the last frame's on, at which a frame may differ.
  private func nextMotion(since lastTime: Duration) -> Duration? {
    if let hold = clock.hold, lastTime >= hold { return nil }
    return painter.nextMotion(at: lastTime)
  }

  /// Whether the last frame of an outcome's animation is on the display.
  var hasPlayed: Bool {
    guard output.isReady, !owesFrame, !owesState, let lastTime else { return false }
    return lastTime >= painter.outcomeEnd
  }
}

/// The next action of an output's renderer.
private enum FramePlan {
  /// Wait for a new state.
  case never
  /// Draw the frame of a target time.
  case frame(at: Duration)
  /// Search again from a target time on.
  case look(at: Duration)
}
