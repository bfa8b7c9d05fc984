import Base
import Feed
import LinuxSystem
import ProgressModel

/// All feeds of a session, merged into one.
///
/// Without weights, the newest event counts. If two feeds report progress, the later one replaces
/// the first. Progress of the first counts again once the other one has ended or was silent for ten
/// seconds.
///
/// With weights, the fraction is the weighted mean of the feeds with a weight. Progress of the
/// others is ignored. The whole is done when all feeds with a weight are done, or when one without
/// a weight reports it. A failure of one feed is a failure of the whole.
final class FeedSet {
  final class Member {
    var source: FeedSource
    let weight: UInt64?
    /// Whether the feed has records for people, many of which are no events.
    var isChatty: Bool
    /// The progress of this feed alone.
    var steps = StepPlan()
    var part = Fraction.zero
    var isDone = false
    /// The protocol that settings name; nil for none.
    let named: FeedProtocol?
    /// The place in the syntax of settings; empty for a feed without a setting.
    let place: ByteString
    /// The protocol recognized last; empty for none.
    var recognized = ByteString()
    var unrecognized = UnrecognizedRecords()
    /// Whether another feed has reported progress since.
    var isSuperseded = false

    init(_ source: FeedSource, _ plan: FeedDescription?) {
      (self.source, weight) = (source, plan?.weight.map { UInt64($0) })
      named = plan?.namedProtocol
      place = (plan?.place).orEmpty
      isChatty = named?.form == .chatty
    }

    var logged: UnrecognizedRecords.Feed { (source.name, place, named, recognized) }

    /// Applies a progress event; false for any other event.
    func take(_ event: ProgressEvent) -> Bool {
      switch event {
      case .fraction(let fraction): part = steps.overall(fraction)
      case .bytes(let completed, let total):
        part = steps.overall(total.flatMap { Fraction(completed, of: $0) } ?? .zero)
      case .step(let number, let count, _):
        (steps.number, steps.count) = (number, count)
        part = steps.overall(.zero)
      case .weights(let weights): steps.weights = weights
      case .done: (isDone, part) = (true, .whole)
      default: return false
      }
      return true
    }
  }

  private(set) var members: [Member] = []
  private lazy var reporter = Member(FeedSource(ByteString()), nil)
  private var isWeighted = false
  private var lastReadAt = Duration.zero
  private var restsUntil: Duration?
  // The feed that reported progress last, and the time of that report.
  private var progressSource: Member?
  var hasRefusedJobs = false
  private var plainLines = PlainLines()
  private var newFIFOs: [ByteString] = []
  private var toldAt = Duration.zero

  /// The pause after a read while records arrive in quick succession. Each record would otherwise
  /// wake this process and the presenter, and take CPU time from the writer.
  private static let rest = Duration.milliseconds(1)
  /// No pause follows a read of this many bytes: the pipe must not become full.
  private static let flood = 16_384

  /// The silence of one feed after which progress of the others counts again.
  private static let silence = Duration.seconds(10)

  /// Opens feeds. A feed that cannot be opened is logged, and the others are read. If the system is
  /// short of something, the feed is opened later.
  ///
  /// - Throws: the last error, if no feed can be opened, now or later.
  init(_ plans: [FeedDescription]) throws(SystemError) {
    var failures: [SystemError] = []
    for plan in plans {
      do throws(SystemError) {
        add(try Self.open(plan), plan)
      } catch  where error.code.isTransient {
        Log.write("feed: " + error.message + "; trying again")
        add(DelayedFeed(plan), plan)
      } catch {
        failures.append(error)
      }
    }
    if members.isEmpty, let failure = failures.last { throw failure }
    for failure in failures { Log.write("feed: " + failure.message + "; the other feeds are read") }
  }

  /// Opens a feed. For a second, it waits for the reader of a FIFO, which may be about to end.
  private static func open(_ plan: FeedDescription) throws(SystemError) -> FeedSource {
    var poller = Poller()
    for _ in 0..<10 {
      do throws(SystemError) {
        return try plan.open()
      } catch  where error.code == .busy {
        poller.wait(for: .milliseconds(100))
      }
    }
    return try plan.open()
  }

  /// Adds an open feed.
  ///
  /// - Parameter plan: the feed's description in settings; nil for none.
  func add(_ source: FeedSource, _ plan: FeedDescription?) {
    members.append(Member(source, plan))
    noteFIFO(of: source)
    if plan?.weight != nil { isWeighted = true }
  }

  /// Makes FIFOs anew that are on a file system which is left behind.
  func enterNewRoot(leaving device: UInt64) {
    for member in members { member.source.enterNewRoot(leaving: device) }
  }

  private func noteFIFO(of source: FeedSource) {
    if let path = source.ownedFIFO { newFIFOs.append(path) }
  }

  /// The paths of the FIFOs that this program made since the last call.
  func takeNewFIFOs() -> [ByteString] {
    defer { newFIFOs = [] }
    return newFIFOs
  }

  /// Closes the feeds, and removes the files that were made for them.
  func close() {
    for member in members { member.source.close() }
  }

  /// A line about each feed, for a dump.
  var report: [ByteString] {
    members.map { $0.source.name + ($0.source.hasEnded ? ": ended" : ": open") }
  }

  /// Adds the descriptors to wait for.
  func addDescriptors(to poller: inout Poller) {
    if restsUntil != nil { return }
    for member in members where !member.source.hasEnded {
      member.source.addDescriptors(to: &poller)
    }
  }

  /// The time of the next `read` without new bytes, on the system's clock; nil for none.
  var deadline: Duration? {
    if let restsUntil { return restsUntil }
    var first: Duration?
    for member in members where !member.source.hasEnded {
      first = earlier(first, earlier(member.source.deadline, member.unrecognized.deadline))
    }
    return first
  }

  /// Whether all feeds have ended.
  var hasEnded: Bool {
    for member in members where !member.source.hasEnded { return false }
    return true
  }

  /// The number of partial records that are lost if the feeds are closed now.
  var unfinishedCount: Int {
    var count = 0
    for member in members { count += member.source.unfinishedCount }
    return count
  }

  /// Reads and decodes the available bytes.
  ///
  /// - Parameter now: the current time, on the system's clock.
  func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let restsUntil, now < restsUntil { return }
    let before = readCount
    defer { takeRest(after: readCount - before, at: now) }
    for member in members where !member.source.hasEnded {
      if let opened = member.source.opened(at: now) {
        member.source = opened
        noteFIFO(of: opened)
      }
      member.source.read(at: now) { output in
        switch output {
        case .recognized(let name):
          if FeedProtocol.named(name)?.form == .chatty { member.isChatty = true }
          member.recognized = name
          Log.detail(member.source.logPrefix + "recognized protocol: " + name)
        case .malformed(let record) where member.source is CommandSource:
          plainLines.count(record)
        case .malformed(let record):
          // Most records for people are no events.
          if !member.isChatty { member.unrecognized.count(record) }
        default: pass(output, of: member, at: now, emit)
        }
      }
    }
  }

  /// Emits the effect of an output of a feed.
  ///
  /// - Parameter member: nil for an output that no feed reported: it counts like that of a feed
  ///   without a weight.
  func pass(
    _ output: FeedOutput, of member: Member?, at now: Duration, _ emit: (FeedOutput) -> Void
  ) {
    guard case .event(let event) = output else { return emit(output) }
    if Self.isProgress(event) { plainLines.hasProgress = true }
    if isWeighted { return mix(event, of: member ?? reporter, emit) }
    if isHeard(event, of: member ?? reporter, at: now) { emit(output) }
  }

  /// A log line on unrecognized records, if one is due.
  func unrecognizedReport(at now: Duration) -> ByteString? {
    for member in members {
      if let line = member.unrecognized.report(at: now, of: member.logged) { return line }
    }
    return nil
  }

  /// Log lines on unrecognized records that are not reported yet.
  var unrecognizedRemainder: [ByteString] {
    var lines = members.compactMap { $0.unrecognized.remainder(of: $0.logged) }
    if let line = plainLines.report { lines.append(line) }
    return lines
  }

  static func isProgress(_ event: ProgressEvent) -> Bool {
    switch event {
    case .fraction, .bytes, .step, .plan, .weights, .speed, .expect: true
    default: false
    }
  }

  /// Whether an event of a feed counts: all but progress while another feed has replaced it.
  private func isHeard(_ event: ProgressEvent, of member: Member, at now: Duration) -> Bool {
    if event == .reset {
      for member in members { member.isSuperseded = false }
      progressSource = nil
    }
    guard Self.isProgress(event) else { return true }
    if let progressSource, progressSource !== member {
      if member.isSuperseded, !progressSource.source.hasEnded, now - toldAt < Self.silence {
        return false
      }
      (progressSource.isSuperseded, member.isSuperseded) = (true, false)
    }
    (progressSource, toldAt) = (member, now)
    return true
  }

  private var readCount: Int {
    var count = 0
    for member in members { count += member.source.readCount }
    return count
  }

  private func takeRest(after count: Int, at now: Duration) {
    let isFast = now - lastReadAt < Self.rest * 4
    restsUntil = count > 0 && count < Self.flood && isFast ? now + Self.rest : nil
    if count > 0 { lastReadAt = now }
  }
}
