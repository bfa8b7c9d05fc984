import Base
import Feed
import LinuxSystem
import ProgressModel

/// All feeds of a session, made one.
///
/// Where no weights were stated, what came last counts; but of feeds that contradict each other about the progress the one that came first is
/// not heard of it again before the other has been silent for a while. Where they were, the fraction is the sum of what each feed has of its
/// own, by its weight, those without one have no part in it, and a feed that is done is only that: the whole is done when all are that have a
/// weight, or when one says so that has none. A failure is always that of the whole.
final class FeedSet {
  private final class Member {
    let source: FeedSource
    let weight: UInt64?
    /// Whether it has records for people, which need not say anything.
    var isChatty: Bool
    /// What was said by it alone.
    var steps = StepPlan()
    var part = Fraction.zero
    var isDone = false
    /// The protocol that it was said to speak; nil for none.
    let named: FeedProtocol?
    /// Its place as settings name it; empty for what no setting names.
    let place: ByteString
    /// The protocol that was recognized last; empty for none.
    var recognized = ByteString()
    var unrecognized = UnrecognizedRecords()
    /// Whether another one has told of the progress since.
    var wasReplaced = false

    init(_ source: FeedSource, _ plan: FeedPlan?) {
      (self.source, weight) = (source, plan?.weight.map { UInt64($0) })
      named = plan?.speaks
      place = plan?.place ?? ""
      isChatty = named?.manner == .chatty
    }

    /// Takes note of what it says of its progress; false when that is nothing.
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

  private var members: [Member] = []
  private var isWeighted = false
  private var lastReadAt = Duration.zero
  private var restsUntil: Duration?
  // Who tells of the progress, and when it did last.
  private var teller: Member?
  private var toldAt = Duration.zero

  /// How long what comes is left to gather in the pipes while records come faster than that. Each by itself would wake this
  /// process and the presenter, and take the processor from the one who writes.
  private static let rest = Duration.milliseconds(1)
  /// Who has filled so much of a pipe, bytes, gets no rest: it must not become full.
  private static let flood = 16_384

  /// Who tells of the progress has so long been silent when others are heard again.
  private static let silence = Duration.seconds(10)

  /// Opens feeds. One that can't be opened is reported, and the others are read.
  ///
  /// - Throws: why the last one can't be opened, if none can.
  init(_ plans: [FeedPlan]) throws(SystemError) {
    var failures: [SystemError] = []
    for plan in plans {
      do throws(SystemError) {
        add(try plan.open(), plan)
      } catch {
        failures.append(error)
      }
    }
    if members.isEmpty, let failure = failures.last { throw failure }
    for failure in failures { Log.write("feed: " + failure.message + "; the other feeds are read") }
  }

  /// Adds a feed that is open.
  ///
  /// - Parameter plan: what was said of it; nil for nothing.
  func add(_ source: FeedSource, _ plan: FeedPlan?) {
    members.append(Member(source, plan))
    if plan?.weight != nil { isWeighted = true }
  }

  /// Makes anew what was made for them on a file system that is left behind.
  func enterNewRoot(leaving device: UInt64) {
    for member in members { member.source.enterNewRoot(leaving: device) }
  }

  /// The paths of the FIFOs that were made for them.
  var madeFIFOs: [ByteString] { members.compactMap { $0.source.madeFIFO } }

  /// Removes what was made for them.
  func close() {
    for member in members { member.source.close() }
  }

  /// What they have open.
  var descriptors: [Int32] {
    var all: [Int32] = []
    for member in members { member.source.addDescriptors(to: &all) }
    return all
  }

  /// What there is to know of each, in words.
  var report: [ByteString] {
    members.map { $0.source.name + ($0.source.hasEnded ? ": ended" : ": open") }
  }

  /// Adds what must be waited for.
  func addDescriptors(to poller: inout Poller) {
    if restsUntil != nil { return }
    for member in members where !member.source.hasEnded {
      member.source.addDescriptors(to: &poller)
    }
  }

  /// When `read` wants to be called though nothing came.
  var deadline: Duration? {
    var first = restsUntil
    for member in members {
      first = earlier(earlier(first, member.source.deadline), member.unrecognized.deadline)
    }
    return first
  }

  /// Whether all have ended.
  var hasEnded: Bool {
    for member in members where !member.source.hasEnded { return false }
    return true
  }

  /// How many records wait for a rest that will not come if the feeds are closed now.
  var unfinishedCount: Int {
    var count = 0
    for member in members { count += member.source.unfinishedCount }
    return count
  }

  /// Reads what is there.
  ///
  /// - Parameter now: the moment, on the system's clock.
  func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let restsUntil, now < restsUntil { return }
    let before = readCount
    defer { takeRest(after: readCount - before, at: now) }
    for member in members where !member.source.hasEnded {
      member.source.read(at: now) { output in
        switch output {
        case .recognized(let name):
          if FeedProtocol.named(name)?.manner == .chatty { member.isChatty = true }
          member.recognized = name
          Log.detail("feed " + member.source.name + ": recognized protocol: " + name)
        case .malformed(let record):
          // Most records for people say nothing.
          if !member.isChatty, !(member.source is CommandSource) {
            member.unrecognized.count(record)
          }
        case .event(let event) where isWeighted: mix(event, of: member, emit)
        case .event(let event) where members.count > 1 && !isHeard(event, of: member, at: now):
          break
        default: emit(output)
        }
      }
    }
  }

  /// A line on records that were not recognized, if one is due.
  func unrecognizedReport(at now: Duration) -> ByteString? {
    for member in members {
      if let line = member.unrecognized.report(
        at: now, feed: member.source.name, place: member.place, named: member.named,
        recognized: member.recognized)
      {
        return line
      }
    }
    return nil
  }

  /// Lines on records that were not recognized and not reported yet.
  var unrecognizedRemainder: [ByteString] {
    members.compactMap {
      $0.unrecognized.remainder(
        feed: $0.source.name, place: $0.place, named: $0.named, recognized: $0.recognized)
    }
  }

  private static func isProgress(_ event: ProgressEvent) -> Bool {
    switch event {
    case .fraction, .bytes, .step, .weights, .speed, .expect: true
    default: false
    }
  }

  /// Whether what one says counts: all but what it says of a progress that another one tells of by now.
  private func isHeard(_ event: ProgressEvent, of member: Member, at now: Duration) -> Bool {
    if event == .reset {
      for member in members { member.wasReplaced = false }
      teller = nil
    }
    guard Self.isProgress(event) else { return true }
    if let teller, teller !== member {
      if member.wasReplaced, !teller.source.hasEnded, now - toldAt < Self.silence { return false }
      (teller.wasReplaced, member.wasReplaced) = (true, false)
    }
    (teller, toldAt) = (member, now)
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

  /// Emits what an event of one feed says of the whole.
  private func mix(_ event: ProgressEvent, of member: Member, _ emit: (FeedOutput) -> Void) {
    if event == .reset {
      for member in members {
        (member.steps, member.part, member.isDone) = (StepPlan(), .zero, false)
      }
    }
    if member.weight == nil, Self.isProgress(event) { return }
    if case .step(let number, let count, let name) = event, member.weight != nil {
      // Some say with every number which step it is about.
      if (member.steps.number, member.steps.count) == (number, count) { return }
      if !name.isEmpty { emit(.event(.detail(name))) }
    }
    guard member.weight != nil, member.take(event) else { return emit(.event(event)) }
    var (sum, all, isDone) = (UInt64(0), UInt64(0), true)
    for member in members {
      guard let weight = member.weight else { continue }
      sum += weight * UInt64(member.part.billionths)
      all += weight
      if !member.isDone { isDone = false }
    }
    if isDone { return emit(.event(event)) }
    if all > 0 { emit(.event(.fraction(Fraction(billionths: Int64(sum / all))))) }
  }
}
