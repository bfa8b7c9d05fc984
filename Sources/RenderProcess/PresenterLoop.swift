import Base
import Configuration
import LinuxSystem
import Pixels
import Presenters
import ProgressModel
import SessionProtocol

/// The presenter's process: takes the newest state from its keeper, draws what is due, presents it.
///
/// It may wait for a driver as long as that takes; the feed is its keeper's. When the keeper's end of the channel
/// closes, for whatever reason, it ends.
final class PresenterLoop {
  private let settings: RenderSettings
  private let clock: SessionClock
  private let presenter: any Presenter
  private let console: PresenterConsole
  private let send: (PresenterReport) -> Bool
  private let assets: SceneAssets
  private var renderers: [OutputRenderer] = []
  private var state: ProgressState
  private var receivedCount: UInt32 = 0
  private var hasReportedOutcome = false
  private var hasShown = false
  // Whether the keeper was told that there are displays; nil before it was told anything.
  private var reportedDisplays: Bool?
  private var owesPicture = false
  // What the displays are to show after the end: the console, when the keeper is gone without a word.
  private var ending = PresenterEnding.restore

  /// Creates a loop that shows a state until it gets another.
  ///
  /// - Parameter send: sends a report to the keeper, and says whether there was room for it.
  init(
    settings: RenderSettings, clock: SessionClock, state: ProgressState, presenter: any Presenter,
    console: PresenterConsole, send: @escaping (PresenterReport) -> Bool
  ) {
    (self.settings, self.clock, self.state) = (settings, clock, state)
    (self.presenter, self.console, self.send) = (presenter, console, send)
    assets = SceneAssets(settings.table)
  }

  /// Runs until the keeper is gone.
  func run(_ channel: borrowing MessageChannel) throws(PresenterError) {
    var poller = Poller()
    var buffer = [UInt8](repeating: 0, count: 32_768)
    while takeStates(channel, into: &buffer) {
      try console.follow(presenter, at: MonotonicClock.now)
      try presenter.handleEvents(at: MonotonicClock.now)
      reportDisplays()
      let wake = try draw()
      poller.clear()
      _ = poller.add(channel.rawValue, .readable)
      console.addDescriptors(to: &poller)
      presenter.addDescriptors(to: &poller)
      poller.wait(for: earlier(wake, presenter.deadline).map { $0 - MonotonicClock.now })
    }
    try presenter.finish(ending)
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
        guard let newest = ProgressState(wire: buffer.span.extracting(first: count), after: state)
        else {
          continue
        }
        if newest.phase != state.phase || newest.phaseBegan != state.phaseBegan {
          hasReportedOutcome = false
        }
        state = newest
        for renderer in renderers { renderer.stateChanged() }
      }
    }
  }

  private func reportDisplays() {
    let areThere = !presenter.outputs.isEmpty
    if areThere != reportedDisplays, send(.displays(areThere)) { reportedDisplays = areThere }
  }

  private func dump() { FrameDump.write(renderers.map { $0.painter }, settings) }

  private func obey(_ order: PresenterOrder) {
    switch order {
    case .dump:
      dump()
      owesPicture = !hasShown
    case .endAndKeep: ending = .keep
    case .endInBlack: ending = .black
    case .enterNewRoot: try? Environment.changeRoot(settings.newRoot ?? "/")
    }
  }

  /// Draws and presents what is due on each output.
  ///
  /// - Returns: when to look again though nothing happened; nil for never.
  private func draw() throws(PresenterError) -> Duration? {
    followOutputs()
    var wake: Duration?
    for renderer in renderers {
      wake = earlier(wake, try renderer.drawIfDue(state, at: MonotonicClock.now))
      if !hasShown, renderer.hasShown { sayFirst() }
    }
    return reportsOutcome() ? wake : earlier(wake, MonotonicClock.now + .milliseconds(100))
  }

  private func sayFirst() {
    hasShown = true
    _ = send(.firstPicture)
    // Who asked before there was one gets it now.
    if owesPicture { dump() }
    if !settings.isVerbose { return }
    let milliseconds = (MonotonicClock.now - clock.start) / .milliseconds(1)
    Log.write("first commit after " + ByteString(Int(milliseconds)) + " ms")
  }

  /// Has a renderer for each output that there is now.
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
  }

  /// Tells the keeper once that an outcome has played, where there is somebody to see it: a display that is gone, or that
  /// another program has, is not waited for.
  ///
  /// - Returns: false when there was no room for that, and it is to be told again.
  private func reportsOutcome() -> Bool {
    guard state.phase.isOutcome, !hasReportedOutcome, hasShown else { return true }
    for renderer in renderers
    where !renderer.output.isSuspended && !renderer.hasPlayed(state) { return true }
    hasReportedOutcome = send(.outcomeShown(received: receivedCount))
    return hasReportedOutcome
  }
}
