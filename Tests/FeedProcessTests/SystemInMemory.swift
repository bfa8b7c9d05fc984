import Base
import Configuration
import Feed
import ProgressModel
import SessionProtocol
import Testing

@testable import ConsoleGuard
@testable import FeedProcess
@testable import LinuxSystem

/// The system of a keeper in memory. Time passes only while the keeper waits, and a presenter is
/// the other end of its channel.
final class SystemInMemory: KeeperSystem {
  /// A presenter that the keeper has started.
  final class Presenter {
    let task: PresenterTask
    let hasConsole: Bool
    private let channel: MessageChannel
    private(set) var orders: [PresenterOrder] = []
    private(set) var states: [ProgressState] = []
    fileprivate(set) var isKilled = false
    /// Whether it neither reads nor ends by itself.
    var isStuck = false
    fileprivate var end: ChildProcess.End?

    fileprivate init(
      _ task: PresenterTask, _ channel: consuming MessageChannel, _ one: Bool
    ) {
      (self.task, hasConsole) = (task, one)
      self.channel = channel
    }

    /// Sends reports.
    func report(_ reports: PresenterReport..., descriptor: Int32? = nil) {
      for report in reports { channel.send(report.bytes.span, descriptor: descriptor) }
    }

    /// Reads all pending orders and states.
    fileprivate func receive() {
      var inbox = [UInt8](repeating: 0, count: ProgressState.wireCapacity)
      while !isStuck {
        switch channel.receive(into: &inbox) {
        case .message(let count, _):
          let message = inbox.span.extracting(first: count)
          if let order = PresenterOrder(message) {
            orders.append(order)
          } else if let state = ProgressState(wire: message) {
            states.append(state)
          }
        case .closed:
          end = end ?? .exited(0)
          return
        case .nothing: return
        }
      }
    }
  }

  /// A feed whose outputs the test sets.
  final class Feed: FeedSource {
    fileprivate var outputs: [FeedOutput] = []
    /// Whether it ends with the next read.
    var endsNext = false
    private(set) var isClosed = false

    override func read(at now: Duration, emit: (FeedOutput) -> Void) {
      let outputs = outputs
      self.outputs = []
      for output in outputs { emit(output) }
      hasEnded = endsNext
    }

    override func close() { isClosed = true }
  }

  /// The start of the session, on the system's clock.
  static let start = Duration.seconds(1_000)

  private(set) var time = start
  private(set) var presenters: [Presenter] = []
  /// The error of the next starts; nil for none.
  var startError: SystemError?
  let feed = Feed("memory")
  /// The texts of dumps, and whether their disk hangs.
  private(set) var dumps: [ByteString] = []
  var isDumpStuck = false
  private(set) var roots: [ByteString] = []
  private(set) var restoredConsoles = 0
  private var actions: [(time: Duration, act: () -> Void)] = []
  private var signals: [SignalDescriptor.Signal] = []
  private var idleCount = 0

  init() { super.init(nil) }

  /// The time of the session, seconds.
  var seconds: Double { (time - Self.start).seconds }

  /// The presenter that started last.
  var last: Presenter { presenters[presenters.count - 1] }

  /// Acts at a time of the session, while the keeper waits.
  func at(_ seconds: Double, _ act: @escaping () -> Void) {
    let time = Self.start + .seconds(seconds)
    let place = actions.firstIndex { $0.time > time } ?? actions.count
    actions.insert((time, act), at: place)
  }

  /// Gives the keeper outputs of the feed.
  func tell(_ events: ProgressEvent...) { feed.outputs += events.map { .event($0) } }
  func tell(_ output: FeedOutput) { feed.outputs.append(output) }
  func send(_ signal: SignalDescriptor.Signal) { signals.append(signal) }

  /// Ends a presenter, which SIGCHLD tells the keeper.
  func end(_ presenter: Presenter, _ end: ChildProcess.End) {
    presenter.receive()
    presenter.end = end
    signals.append(.child)
  }

  // MARK: - For the keeper

  override var now: Duration { time }

  override func wait(_ poller: inout Poller, until end: Duration?) -> Duration {
    for presenter in presenters where presenter.end == nil {
      presenter.receive()
      if presenter.end != nil { signals.append(.child) }
    }
    if !signals.isEmpty { return time }
    let before = time
    if let next = actions.first, next.time <= end ?? next.time {
      actions.removeFirst()
      time = max(time, next.time)
      next.act()
      for presenter in presenters where presenter.end == nil { presenter.receive() }
      idleCount = 0
    } else if let end {
      time = max(time, end)
      idleCount = time == before ? idleCount + 1 : 0
    }
    if end == nil && actions.isEmpty && time == before && signals.isEmpty || idleCount > 100 {
      Issue.record("the keeper waits for nothing, or does not wait")
      signals.append(.terminate)
    }
    return time
  }

  override func nextSignal() -> (signal: SignalDescriptor.Signal, isTerminals: Bool)? {
    signals.isEmpty ? nil : (signals.removeFirst(), false)
  }

  override func start(_ one: PresenterLink, _ task: PresenterTask) throws(SystemError) {
    if let startError { throw startError }
    let pair = try MessageChannel.makePair()
    presenters.append(Presenter(task, pair.second, one.hasConsole))
    one.helper = Helper(
      ChildProcess(identifier: Int32(presenters.count - 1)), consume pair.first)
  }

  override func startDump(_ text: ByteString) throws(SystemError) -> ChildProcess? {
    dumps.append(text)
    return ChildProcess(identifier: -1)
  }

  override func changeRoot(_ path: ByteString) throws(SystemError) { roots.append(path) }

  override func close(restoresConsole: Bool) { if restoresConsole { restoredConsoles += 1 } }

  override func reap(_ process: ChildProcess) -> ChildProcess.End? {
    if process.identifier < 0 { return isDumpStuck ? nil : .exited(0) }
    return presenters[Int(process.identifier)].end
  }

  override func kill(_ process: ChildProcess) {
    let presenter = presenters[Int(process.identifier)]
    presenter.isKilled = true
    end(presenter, .killed(9))
  }

  // MARK: - A session

  /// Creates a keeper of this system with one feed.
  func keeper(_ values: (key: ByteString, text: ByteString)...) throws -> Keeper {
    var settings = Settings()
    for (key, text) in values { try settings.set(key, to: text, scope: .commandLine) }
    let feedSettings = try FeedSettings(
      settings, usesDisplay: true, styles: StyleCatalog([], configured: ""))
    let keeper = Keeper(
      feedSettings, self, SessionClock(start: Self.start, hold: feedSettings.hold),
      feedSettings.newState)
    let feeds = try FeedSet([])
    feeds.add(feed, nil)
    keeper.feeds = feeds
    return keeper
  }
}
