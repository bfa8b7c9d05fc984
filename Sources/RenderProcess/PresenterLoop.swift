import Base
import Configuration
import LinuxSystem
import Pixels
import Presenters
import ProgressModel
import Scenes
import SessionProtocol

/// The presenter process's event loop: receives states from its keeper, draws due frames, and
/// presents them.
///
/// A driver may block it for any time; the keeper reads the feeds meanwhile. The loop ends when the
/// keeper's end of the channel is closed.
final class PresenterLoop {
  private let settings: RenderSettings
  private let clock: SessionClock
  private let presenter: any Presenter
  private let console: PresenterConsole
  private let send: (PresenterReport) -> Bool
  private let assets: SceneAssets
  private var renderers: [OutputRenderer] = []
  // Shows the session as text; nil while displays exist.
  private let text: TerminalRenderer?
  private let start = MonotonicClock.now
  private var shared: SharedState
  private var state: ProgressState { shared.state }
  private var receivedCount: UInt32 = 0
  private var hasReportedOutcome = false
  private var hasShown = false
  // Whether a display showed a frame.
  private var hasShownFrame = false
  // The last value reported to the keeper; nil to report again.
  private var reportedDisplays: Bool?
  private var reportedAway = false
  private var owesPicture = false
  // The displays' content after the end; the console if the keeper dies without an order.
  private var ending = PresenterEnding.restore

  /// Creates a loop that starts with a task's state.
  ///
  /// - Parameter send: sends a report to the keeper; false if the channel is full.
  init(
    settings: RenderSettings, task: PresenterTask, presenter: any Presenter,
    console: PresenterConsole, text: TerminalRenderer?,
    send: @escaping (PresenterReport) -> Bool
  ) {
    (self.settings, clock, shared) = (settings, task.clock, SharedState(task.state))
    (self.presenter, self.console, self.send, self.text) = (presenter, console, send, text)
    assets = SceneAssets(
      settings.table, isSafe: task.isSafe, refused: task.refusedPictures,
      report: { _ = send($0) })
  }

  /// Runs until the keeper's end of the channel is closed.
  func run(_ channel: borrowing MessageChannel) throws(PresenterError) {
    var poller = Poller()
    var buffer = [UInt8](repeating: 0, count: ProgressState.wireCapacity)
    while try takeStates(channel, into: &buffer) {
      try console.handleSwitches(presenter, at: MonotonicClock.now)
      try presenter.handleEvents(at: MonotonicClock.now)
      let wake = try draw()
      reportDisplays()
      poller.clear()
      _ = poller.add(channel.rawValue, .readable)
      console.addDescriptors(to: &poller)
      presenter.addDescriptors(to: &poller)
      poller.wait(for: earlier(wake, presenter.deadline).map { $0 - MonotonicClock.now })
    }
    try presenter.finish(ending)
  }

  /// Receives all waiting messages, and keeps the newest state; false if the channel is closed.
  private func takeStates(
    _ channel: borrowing MessageChannel, into buffer: inout [UInt8]
  ) throws(PresenterError) -> Bool {
    while true {
      switch channel.receive(into: &buffer) {
      case .nothing: return true
      case .closed: return false
      case .message(let count, _):
        if let order = PresenterOrder(buffer.span.extracting(first: count)) {
          try execute(order)
          continue
        }
        receivedCount &+= 1
        guard let newest = ProgressState(wire: buffer, in: 0..<count, after: state)
        else {
          continue
        }
        if newest.phase != state.phase || newest.phaseBegan != state.phaseBegan {
          hasReportedOutcome = false
        }
        let followsSpeed = renderers.contains { $0.followsSpeed }
        shared = SharedState(newest, after: shared, followsSpeed: followsSpeed)
        for renderer in renderers { renderer.stateChanged() }
      }
    }
  }

  private func reportDisplays() {
    let areThere = !presenter.outputs.isEmpty || showsText
    if areThere != reportedDisplays {
      var text = ByteString()
      for output in presenter.outputs { text.append(output.summary, after: ", ") }
      if send(.init(.displays, text: text, isTrue: areThere)) { reportedDisplays = areThere }
    }
    let isAway = console.isAway
    if isAway != reportedAway, send(.init(.away, isTrue: isAway)) { reportedAway = isAway }
  }

  private func dump() { FrameDump.write(renderers.map { $0.painter }, settings) }

  private func execute(_ order: PresenterOrder) throws(PresenterError) {
    switch order {
    case .dump:
      dump()
      owesPicture = !hasShown
    case .endAndKeep: ending = .keep
    case .endInBlack: ending = .black
    case .readPicturesAgain: assets.readAgain()
    // The text is for sessions without a display.
    case .othersShow: hasShownFrame = true
    case .leaveDisplays: presenter.pause()
    case .takeDisplays: try presenter.resume(at: MonotonicClock.now)
    case .enterNewRoot: try? Environment.changeRoot(settings.newRoot ?? "/")
    }
  }

  /// Draws and presents due frames on each output.
  ///
  /// - Returns: the time of the next call without an event, on the system's clock; nil for none.
  private func draw() throws(PresenterError) -> Duration? {
    followOutputs()
    var wake = drawText()
    for renderer in renderers {
      wake = earlier(wake, try renderer.drawIfDue(shared, at: MonotonicClock.now))
      if renderer.hasShown { hasShownFrame = true }
      if !hasShown, renderer.hasShown { reportFirstFrame() }
    }
    return reportsOutcome() ? wake : earlier(wake, MonotonicClock.now + .milliseconds(100))
  }

  // MARK: - Text

  /// The time until a session without a display writes to the serial console.
  private static let displayTimeout = Duration.seconds(2)

  /// Whether to show the session as text: always with the presenter `terminal`, otherwise if no
  /// display appeared within 2 s.
  private var showsText: Bool {
    guard text != nil else { return false }
    if settings.presenter == .terminal { return true }
    return presenter.outputs.isEmpty && !hasShownFrame
      && MonotonicClock.now >= start + Self.displayTimeout
  }

  /// Shows the session as text when due.
  ///
  /// - Returns: the time to call again without an event; nil for never.
  private func drawText() -> Duration? {
    guard let text else { return nil }
    guard showsText else {
      let due = start + Self.displayTimeout
      return hasShownFrame || MonotonicClock.now >= due ? nil : due
    }
    let next = text.draw(state, at: clock.now)
    if !hasShown, text.hasShown {
      reportFirstFrame()
      if settings.presenter != .terminal {
        Log.write("no display; the serial console shows the progress as text")
      }
    }
    // The clock of a held session stands still.
    if let hold = clock.hold, let next, next > hold { return nil }
    return next.map { clock.start + $0 }
  }

  private func reportFirstFrame() {
    hasShown = true
    _ = send(.init(.firstPicture))
    // A dump requested before the first picture is repeated now.
    if owesPicture { dump() }
    if !settings.isVerbose { return }
    let milliseconds = (MonotonicClock.now - clock.start) / .milliseconds(1)
    Log.write("first commit after " + ByteString(Int(clamping: Int64(milliseconds))) + " ms")
  }

  /// Creates a renderer for each new output, and drops the renderers of removed outputs.
  private func followOutputs() {
    let outputs = presenter.outputs
    if outputs.count == renderers.count {
      var isSame = true
      for index in outputs.indices {
        if renderers[index].output !== outputs[index] || !renderers[index].fits { isSame = false }
      }
      if isSame { return }
    }
    renderers = outputs.map { output in
      renderers.first { $0.output === output && $0.fits }
        ?? OutputRenderer(output, settings.table, assets, clock: clock)
    }
    reportedDisplays = nil
  }

  /// Reports once that the outcome's animation has ended on all active outputs. Suspended outputs
  /// do not count: their display is gone, or another program has it.
  ///
  /// - Returns: false if the channel was full, and the report must be repeated.
  private func reportsOutcome() -> Bool {
    guard state.phase.isOutcome, !hasReportedOutcome, hasShown else { return true }
    if showsText, let text, !text.hasPlayed(state) { return true }
    for renderer in renderers
    where !renderer.output.isSuspended && !renderer.hasPlayed { return true }
    hasReportedOutcome = send(.init(.outcomeShown, received: receivedCount))
    return hasReportedOutcome
  }
}
