package import Base
package import Configuration
import LinuxSystem
import Pixels
package import Presenters
package import ProgressModel
package import SessionProtocol

/// What one output shows: its own painter, since each has its own size, and its own pace.
package final class OutputRenderer {
  /// Where the frames go.
  let output: any PresenterOutput
  private let clock: SessionClock
  /// What draws them.
  let painter: FramePainter
  private var scheduler = FrameScheduler()
  // The state that the last frame showed is not the newest; the painter does not have it yet.
  private var stateIsNew = true
  private var owesState = true
  private var lastTime: Duration?
  // The moment of the last frame that was presented: the next one keeps its distance from that.
  private var presented: Duration?
  // What is due next; nil where that is to be found out.
  private var plan: FramePlan?
  // The newest frame was not shown.
  private var owesFrame = false
  private var isFirstFrame = true
  private var isSecondFrame = false

  package init(
    _ output: any PresenterOutput, _ settings: Settings, _ assets: SceneAssets, clock: SessionClock
  ) {
    (self.output, self.clock) = (output, clock)
    painter = FramePainter(
      size: output.size, density: output.density, settings: settings, assets: assets)
  }

  /// Whether it can go on: an output that has another size needs another.
  var fits: Bool { painter.size == output.size }

  /// Whether a frame was shown.
  var hasShown: Bool { !isFirstFrame }

  /// Notes that the state changed.
  package func stateChanged() {
    (stateIsNew, owesState, plan) = (true, true, nil)
  }

  /// Draws and presents a frame if there is one to show and nothing in its way.
  ///
  /// - Returns: when to look again though nothing happened; nil for never.
  package func drawIfDue(_ state: ProgressState, at now: Duration) throws(PresenterError)
    -> Duration?
  {
    guard output.isReady else { return nil }
    // The first frame does not wait for a picture that it does not show.
    let needsPicture = state.phase == .done || clock.hold != nil
    if owesState { painter.take(state, loadsPicture: false) }
    owesState = false
    if !isFirstFrame || needsPicture { painter.loadPicture() }
    let (blank, period) = (output.lastVerticalBlank, output.refreshPeriod)
    if let earliest = scheduler.earliest(verticalBlank: blank), now < earliest { return earliest }
    let target = scheduler.target(at: now, period: period, verticalBlank: blank)
    if !isFirstFrame, !isSecondFrame, !owesFrame {
      guard let moment = nextFrame(state, from: target) else { return nil }
      // It is drawn in the period before its moment.
      if moment - target > period / 2, moment - period > now { return moment - period }
    }
    plan = nil
    let time = clock.time(at: target)
    let isNew = painter.draw(at: time)
    scheduler.drew(for: target)
    lastTime = time
    // Once more after the first frame, to read the picture while nobody waits for it, and because some drivers
    // clear their memory when a mode is first set (bochs does): the second frame is presented whole, too.
    stateIsNew = false
    if isSecondFrame { painter.renew() }
    if isNew || isSecondFrame || owesFrame {
      presented = target
      owesFrame = try !output.present(painter, for: target)
      if owesFrame { return nil }
    }
    (isFirstFrame, isSecondFrame) = (false, isFirstFrame)
    // A frame under way tells when it is there.
    if !output.isReady { return nil }
    if isSecondFrame { return target }
    return nextFrame(state, from: target + period).map { max($0 - period, target) }
  }

  /// The moment of the next frame that is worth drawing; nil for never.
  private func nextFrame(_ state: ProgressState, from target: Duration) -> Duration? {
    if case .look(let moment) = plan, moment - target <= output.refreshPeriod / 2 { plan = nil }
    let next = plan ?? makePlan(state, from: target)
    plan = next
    switch next {
    case .never: return nil
    case .frame(let moment), .look(let moment): return moment
    }
  }

  /// Looks for the first frame, from a moment on, that is seen to differ from the one shown, or in which all comes to rest.
  private func makePlan(_ state: ProgressState, from target: Duration) -> FramePlan {
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
      if isRest(state, at: time) || painter.differsVisibly(at: time) {
        return .frame(at: moment)
      }
      moment += interval(moment)
    }
    return .look(at: moment)
  }

  /// So many frames are looked at before it is waited for the time of the next one.
  private static var searchLength: Int { 8 }

  /// Whether the frame of a time is one that has to be drawn however little of it is new: nothing moves after it, or it ends an
  /// outcome.
  private func isRest(_ state: ProgressState, at time: Duration) -> Bool {
    guard let next = nextMotion(since: time), next <= time else { return true }
    guard state.phase.isOutcome, let lastTime else { return false }
    let end = painter.outcomeEnd
    return lastTime < end && time >= end
  }

  /// The session's time, from that of the last frame on, at which there may be another to show of the state.
  private func nextMotion(since lastTime: Duration) -> Duration? {
    if let hold = clock.hold, lastTime >= hold { return nil }
    return painter.nextMotion(at: lastTime)
  }

  /// Whether the frame that shows an outcome's end has been presented, and is on the glass.
  func hasPlayed(_ state: ProgressState) -> Bool {
    guard output.isReady, !owesFrame, !owesState, let lastTime else { return false }
    return lastTime >= painter.outcomeEnd
  }
}

/// What an output waits for.
private enum FramePlan {
  /// For news.
  case never
  /// For the moment of its next frame.
  case frame(at: Duration)
  /// For the moment from which on it has to look for one.
  case look(at: Duration)
}
