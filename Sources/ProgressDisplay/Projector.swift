import ByteStrings
import Configuration
import Durations
import LinuxSystem
import Pixels
import Presenters
import ProgressModel

/// What one output shows: its own painter, since each has its own size, and its own pace.
final class Projector {
  /// Where the frames go.
  let output: any PresenterOutput
  private let clock: SessionClock
  /// What draws them.
  let painter: FramePainter
  private var scheduler = FrameScheduler()
  // The state that the last frame showed is not the newest.
  private var stateIsNew = true
  private var lastTime: Duration?
  // The newest frame was not shown.
  private var owesFrame = false
  private var isFirstFrame = true
  private var isSecondFrame = false

  init(
    _ output: any PresenterOutput, _ settings: Settings, _ shelf: Shelf, clock: SessionClock
  ) {
    (self.output, self.clock) = (output, clock)
    painter = FramePainter(
      size: output.size, density: output.density, settings: settings, shelf: shelf)
  }

  /// Whether it can go on: an output that has another size needs another.
  var fits: Bool { painter.size == output.size }

  /// Whether a frame was shown.
  var hasShown: Bool { !isFirstFrame }

  /// Notes that the state changed.
  func stateChanged() { stateIsNew = true }

  /// Draws and presents a frame if there is one to show and nothing in its way.
  ///
  /// - Returns: when to look again though nothing happened; nil for never.
  func drawIfDue(_ state: ProgressState, at now: Duration) throws(PresenterError) -> Duration? {
    guard output.isReady else { return nil }
    // The first frame does not wait for a picture that it does not show.
    let needsPicture = state.phase == .done || clock.hold != nil
    painter.prepare(state, loadsPicture: !isFirstFrame || needsPicture)
    if !stateIsNew, !owesFrame, let lastTime {
      guard let next = nextMotion(state, since: lastTime) else { return nil }
      let moment = clock.start + next
      if next > lastTime, moment > now { return moment }
    }
    let blank = output.lastVerticalBlank
    if let earliest = scheduler.earliest(verticalBlank: blank), now < earliest { return earliest }
    let target = scheduler.target(at: now, period: output.refreshPeriod, verticalBlank: blank)
    let time = clock.time(at: target)
    let isNew = painter.draw(state, at: time)
    scheduler.drew(for: target)
    lastTime = time
    // Once more after the first frame, to read the picture while nobody waits for it, and because some drivers
    // clear their memory when a mode is first set (bochs does): the second frame is presented whole, too.
    stateIsNew = isFirstFrame
    if isSecondFrame { painter.renew() }
    if isNew || isSecondFrame || owesFrame {
      owesFrame = try !output.present(painter, for: target)
      if owesFrame { return nil }
    }
    (isFirstFrame, isSecondFrame) = (false, isFirstFrame)
    // A frame under way tells when it is there; one without change has only its time.
    return output.isReady ? target : nil
  }

  /// The session's time, from that of the last frame on, at which there may be another to show of the state.
  private func nextMotion(_ state: ProgressState, since lastTime: Duration) -> Duration? {
    if let hold = clock.hold, lastTime >= hold { return nil }
    return painter.nextMotion(state, at: lastTime)
  }

  /// Whether the frame that shows an outcome's end has been presented, and is on the glass.
  func hasPlayed(_ state: ProgressState) -> Bool {
    guard output.isReady, !owesFrame, let lastTime else { return false }
    return lastTime >= painter.outcomeEnd(state)
  }
}
