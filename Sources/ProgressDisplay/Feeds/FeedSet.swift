import ByteStrings
import Feed
import LinuxSystem
import ProgressModel

/// All feeds of a session, made one.
///
/// Where no weights were stated, what came last counts. Where they were, the fraction is the sum of what each feed has of its own,
/// by its weight, and a feed that is done is only that: the whole is done when all are that have a weight, or when
/// one says so that has none. A failure is always that of the whole.
final class FeedSet {
  private final class Member {
    let source: FeedSource
    let weight: UInt64?
    /// Whether it has records for people, which need not say anything.
    var isChatty: Bool
    /// What was said by it alone.
    var state = ProgressState()

    init(_ source: FeedSource, _ weight: UInt32?, isChatty: Bool) {
      (self.source, self.weight) = (source, weight.map { UInt64($0) })
      self.isChatty = isChatty
    }

    var part: UInt64 {
      UInt64((state.phase == .done ? .whole : state.fraction ?? .zero).billionths)
    }
  }

  private var members: [Member] = []
  private var isWeighted = false

  /// Opens feeds; leaves none open when one can't be.
  init(_ plans: [FeedPlan]) throws(SystemError) {
    for plan in plans {
      do throws(SystemError) {
        add(try plan.open(), plan)
      } catch {
        close()
        throw error
      }
    }
  }

  /// Adds a feed that is open.
  ///
  /// - Parameter plan: what was said of it; nil for nothing.
  func add(_ source: FeedSource, _ plan: FeedPlan?) {
    members.append(
      Member(source, plan?.weight, isChatty: plan?.speaks?.manner == .chatty))
    if plan?.weight != nil { isWeighted = true }
  }

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

  /// Adds what must be waited for.
  func addDescriptors(to poller: inout Poller) {
    for member in members where !member.source.hasEnded {
      member.source.addDescriptors(to: &poller)
    }
  }

  /// When `read` wants to be called though nothing came.
  var deadline: Duration? {
    var first: Duration?
    for member in members { first = earlier(first, member.source.deadline) }
    return first
  }

  /// Whether all have ended.
  var hasEnded: Bool {
    for member in members where !member.source.hasEnded { return false }
    return true
  }

  /// Partial records that were dropped because their writers never ended them.
  var droppedCount: Int {
    var count = 0
    for member in members { count += member.source.droppedCount }
    return count
  }

  /// Reads what is there.
  ///
  /// - Parameters:
  ///   - now: the moment, on the system's clock.
  ///   - time: the session's time.
  func read(at now: Duration, time: Duration, emit: (FeedOutput) -> Void) {
    for member in members where !member.source.hasEnded {
      member.source.read(at: now) { output in
        switch output {
        case .recognized(let name):
          // The program's own lines are what is expected anyway.
          member.isChatty = FeedProtocol.named(name)?.manner == .chatty
          if !name.says("native") { Log.say("feed " + member.source.name + " speaks " + name) }
        case .malformed where member.isChatty: break
        case .event(let event) where isWeighted: mix(event, of: member, at: time, emit)
        default: emit(output)
        }
      }
    }
  }

  /// Emits what an event of one feed says of the whole.
  private func mix(
    _ event: ProgressEvent, of member: Member, at time: Duration, _ emit: (FeedOutput) -> Void
  ) {
    if event == .reset {
      for member in members { member.state = ProgressState(at: time) }
    } else if member.weight != nil {
      member.state.apply(event, at: time)
    }
    switch event {
    case .fraction, .bytes, .step, .weights, .done:
      guard member.weight != nil else { break }
      var (sum, all, isDone) = (UInt64(0), UInt64(0), true)
      for member in members {
        guard let weight = member.weight else { continue }
        sum += weight * member.part
        all += weight
        if member.state.phase != .done { isDone = false }
      }
      if case .done = event, isDone { break }
      if all > 0 { emit(.event(.fraction(Fraction(billionths: Int64(sum / all))))) }
      if case .done(let text) = event, !text.isEmpty { emit(.event(.message(text))) }
      return
    default: break
    }
    emit(.event(event))
  }
}
