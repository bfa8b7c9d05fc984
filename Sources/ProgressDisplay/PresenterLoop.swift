import ByteStrings
import Configuration
import LinuxSystem
import Pixels
import Presenters
import ProgressModel

/// The presenter's process: takes the newest state from its keeper, draws what is due, presents it.
///
/// It may wait for a driver as long as that takes; the feed is its keeper's. When the keeper's end of the channel
/// closes, for whatever reason, it ends.
final class PresenterLoop {
  private let options: Options
  private let clock: SessionClock
  private let presenter: any Presenter
  private let send: (PresenterReport) -> Void
  private var painter: FramePainter?
  private var scheduler = FrameScheduler()
  private var state: ProgressState
  private var stateIsNew = true
  private var receivedCount: UInt32 = 0
  private var lastTime: Duration?
  private var hasReportedOutcome = false
  private var isFirstFrame = true
  private var isSecondFrame = false

  /// Creates a loop that shows a state until it gets another.
  ///
  /// - Parameter send: sends a report to the keeper.
  init(
    options: Options, clock: SessionClock, state: ProgressState, presenter: any Presenter,
    send: @escaping (PresenterReport) -> Void
  ) {
    (self.options, self.clock, self.state) = (options, clock, state)
    (self.presenter, self.send) = (presenter, send)
  }

  /// Runs until the keeper is gone.
  func run(_ channel: borrowing MessageChannel) throws(PresenterError) {
    var poller = Poller()
    var buffer = [UInt8](repeating: 0, count: 32_768)
    while takeStates(channel, into: &buffer) {
      try presenter.handleEvents(at: MonotonicClock.now)
      let wake = try drawIfDue(at: MonotonicClock.now)
      poller.clear()
      _ = poller.add(channel.rawValue, .readable)
      presenter.addDescriptors(to: &poller)
      poller.wait(for: earlier(wake, presenter.deadline).map { $0 - MonotonicClock.now })
    }
    try presenter.finish()
  }

  /// Takes all states that have come and keeps the newest; false when the keeper is gone.
  private func takeStates(
    _ channel: borrowing MessageChannel, into buffer: inout [UInt8]
  ) -> Bool {
    while true {
      switch channel.receive(into: &buffer) {
      case .nothing: return true
      case .closed: return false
      case .message(let count, _):
        if let order = PresenterOrder(buffer.span.extracting(first: count)) {
          obey(order)
          continue
        }
        receivedCount &+= 1
        guard let newest = ProgressState(wire: buffer.span.extracting(first: count)) else {
          continue
        }
        if newest.phase != state.phase || newest.phaseBegan != state.phaseBegan {
          hasReportedOutcome = false
        }
        state = newest
        stateIsNew = true
      }
    }
  }

  private func obey(_ order: PresenterOrder) {
    switch order {
    case .dump: FieldDump.write([painter].compactMap { $0 }, options)
    }
  }

  /// Draws and presents a frame if there is one to show and nothing in its way.
  ///
  /// - Returns: when to look again though nothing happened; nil for never.
  private func drawIfDue(at now: Duration) throws(PresenterError) -> Duration? {
    guard let size = presenter.size, presenter.isReady else { return nil }
    let painter = painter(of: size)
    // The first frame does not wait for a picture that it does not show.
    let needsPicture = state.phase == .done || clock.hold != nil
    painter.prepare(state, loadsPicture: !isFirstFrame || needsPicture)
    reportOutcome(painter)
    if !stateIsNew, let lastTime {
      guard let next = nextMotion(painter, since: lastTime) else { return nil }
      let moment = clock.start + next
      if next > lastTime, moment > now { return moment }
    }
    let blank = presenter.lastVerticalBlank
    if let earliest = scheduler.earliest(verticalBlank: blank), now < earliest { return earliest }
    let target = scheduler.target(at: now, period: presenter.refreshPeriod, verticalBlank: blank)
    let time = clock.time(at: target)
    let isNew = painter.draw(state, at: time)
    scheduler.drew(for: target)
    lastTime = time
    // Once more after the first frame, to read the picture while nobody waits for it, and because some drivers
    // clear their memory when a mode is first set (bochs does): the second frame is presented whole, too.
    stateIsNew = isFirstFrame
    if isSecondFrame { painter.renew() }
    if isNew || isSecondFrame { try presenter.present(painter, for: target) }
    if isFirstFrame { send(.firstPicture) }
    if isFirstFrame, options.settings.flag("verbose") {
      let milliseconds = (MonotonicClock.now - clock.start) / .milliseconds(1)
      Log.say("first commit after " + ByteString(Int(milliseconds)) + " ms")
    }
    (isFirstFrame, isSecondFrame) = (false, isFirstFrame)
    // A frame under way tells when it is there; one without change has only its time.
    return presenter.isReady ? target : nil
  }

  /// The session's time, from that of the last frame on, at which there may be another to show of the state.
  private func nextMotion(_ painter: FramePainter, since lastTime: Duration) -> Duration? {
    if let hold = clock.hold, lastTime >= hold { return nil }
    return painter.nextMotion(state, at: lastTime)
  }

  /// Tells the keeper once that an outcome has played.
  private func reportOutcome(_ painter: FramePainter) {
    guard state.phase.isOutcome, !hasReportedOutcome, let lastTime,
      lastTime >= painter.outcomeEnd(state)
    else { return }
    hasReportedOutcome = true
    send(.outcomeShown(received: receivedCount))
  }

  private func painter(of size: PixelSize) -> FramePainter {
    if let painter, painter.size == size { return painter }
    let painter = FramePainter(size: size, settings: options.settings)
    self.painter = painter
    stateIsNew = true
    return painter
  }
}
