public import Base

/// One target of a run that has several, such as a disk that is written beside others.
public struct Job: Equatable, Sendable {
  /// The name, one word of at most `idCapacity` bytes.
  public private(set) var id: SanitizedText
  /// The phase of the job alone.
  public private(set) var phase = ProgressPhase.idle
  /// Whether the job pauses.
  public private(set) var isPaused = false
  /// The share of the job in the whole, relative to that of the others.
  public private(set) var weight: UInt8 = 1
  /// The completed fraction of the job; nil if unknown.
  public private(set) var fraction: Fraction?
  /// The current activity, or the message of the outcome, of at most `messageCapacity` bytes.
  public private(set) var message = SanitizedText.empty
  /// The completed bytes; nil unless the feed counts them.
  private(set) var completedBytes: UInt64?
  /// The total bytes; nil if unknown.
  private(set) var totalBytes: UInt64?
  private var steps = StepPlan()

  /// The most jobs of a run.
  public static let limit = 32
  /// The longest name, bytes.
  public static let idCapacity = 32
  /// The longest message, bytes.
  public static let messageCapacity = 96
  /// The most steps of a job with weights of their own.
  private static let weightLimit = 32

  /// Creates a job that has not begun.
  init(_ id: SanitizedText) { self.id = id.clipped(to: Self.idCapacity) }

  /// Whether an event can be one of a job alone. All others are events of the whole.
  public static func isOwn(_ event: ProgressEvent) -> Bool {
    switch event {
    case .fraction, .bytes, .step, .weights, .speed, .message, .paused, .resumed, .done, .fail,
      .cancel, .reset:
      true
    default: false
    }
  }

  /// Applies an event. After the outcome, only a reset counts.
  mutating func apply(_ event: ProgressEvent) {
    if event == .reset {
      let weight = weight
      self = Job(id)
      self.weight = weight
      return
    }
    if phase.isOutcome { return }
    switch event {
    case .fraction(let fraction): take(fraction)
    case .bytes(let completed, let total):
      (completedBytes, totalBytes) = (completed, total == 0 ? nil : total)
      take(totalBytes.flatMap { Fraction(completed, of: $0) })
    case .step(let number, let count, let name):
      if !name.isEmpty { say(name) }
      if (number, count) == (steps.number, steps.count) { return }
      if steps.count == 0 { fraction = nil }
      (steps.number, steps.count) = (min(number, count), count)
      (completedBytes, totalBytes) = (nil, nil)
      take(.zero)
    // A single number is the job's own weight; several are those of its steps.
    case .weights(let weights) where weights.count == 1: weight = weights[0]
    case .weights(let weights): if weights.count <= Self.weightLimit { steps.weights = weights }
    case .message(let text): say(text)
    case .paused(let reason):
      (phase, isPaused) = (.active, true)
      say(reason)
    case .resumed: isPaused = false
    case .done(let text):
      finish(.done, text)
      fraction = .whole
    case .fail(let text): finish(.failed, text)
    case .cancel: finish(.cancelled, .empty)
    default: break
    }
  }

  private mutating func say(_ text: SanitizedText) {
    message = text.clipped(to: Self.messageCapacity)
  }

  private mutating func finish(_ outcome: ProgressPhase, _ text: SanitizedText) {
    (phase, isPaused) = (outcome, false)
    say(text)
  }

  private mutating func take(_ said: Fraction?) {
    let before = fraction
    phase = .active
    if steps.count > 0 {
      fraction = max(fraction ?? .zero, steps.overall(said ?? .zero))
    } else {
      fraction = said
    }
    if fraction != before { isPaused = false }
  }

  mutating func code(_ coder: inout WireCoder) {
    coder.code(&id, atMost: Self.idCapacity)
    var flags = phase.rawValue | (isPaused ? 0x80 : 0)
    coder.code(&flags)
    (phase, isPaused) = (ProgressPhase(rawValue: flags & 0x7f) ?? .idle, flags & 0x80 != 0)
    coder.code(&weight)
    coder.code(&fraction)
    coder.code(&message, atMost: Self.messageCapacity)
    coder.code(&completedBytes)
    coder.code(&totalBytes)
    coder.code(&steps.place)
    coder.code(&steps.weights)
    if steps.weights.count > Self.weightLimit { steps.weights = [] }
  }
}

// The whole of several jobs.
extension [Job] {
  /// The weighted mean of the jobs' fractions, an unknown one as 0; nil if all are unknown.
  var mean: Fraction? {
    var (sum, all, isKnown) = (UInt64(0), UInt64(0), false)
    for job in self {
      all += UInt64(job.weight)
      guard let fraction = job.fraction else { continue }
      isKnown = true
      sum += UInt64(job.weight) * UInt64(fraction.billionths)
    }
    return isKnown && all > 0 ? Fraction(billionths: Int64(sum / all)) : nil
  }

  /// The bytes of all jobs that count them, and their total if all of these have one.
  var bytes: (completed: UInt64, total: UInt64?)? {
    var sum: (completed: UInt64, total: UInt64?)?
    for job in self {
      guard let completed = job.completedBytes else { continue }
      let before = sum ?? (0, 0)
      let total = job.totalBytes.flatMap { own in before.total.map { Self.sum($0, own) } }
      sum = (Self.sum(before.completed, completed), total)
    }
    return sum
  }

  private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (sum, isOver) = one.addingReportingOverflow(other)
    return isOver ? .max : sum
  }

  /// The outcome of the whole once every job has one; nil before. One failure is the failure of
  /// the whole, and without a failure one cancellation its cancellation.
  var outcome: ProgressEvent? {
    var (failed, isCancelled) = (Job?.none, false)
    for job in self {
      switch job.phase {
      case .failed: failed = failed ?? job
      case .cancelled: isCancelled = true
      case .done: break
      default: return nil
      }
    }
    guard let failed else { return isCancelled ? .cancel : .done(.empty) }
    let why = failed.message.isEmpty ? "" : ": " + failed.message.utf8
    return .fail(SanitizedText(failed.id.utf8 + why))
  }
}

extension ProgressState {
  /// Applies an event of one job. A name beyond `Job.limit` is ignored.
  mutating func apply(_ event: ProgressEvent, ofJob id: SanitizedText, at time: Duration) {
    let id = id.clipped(to: Job.idCapacity)
    var index = jobs.firstIndex { $0.id == id }
    if index == nil, jobs.count < Job.limit, !id.isEmpty {
      index = jobs.count
      texts.jobs.append(Job(id))
    }
    guard let index else { return }
    texts.jobs[index].apply(event)
    if let bytes = jobs.bytes {
      (completedBytes, totalBytes) = (bytes.completed, bytes.total)
      _ = byteRate.note(Double(bytes.completed), at: time.seconds)
    }
    setFraction(jobs.mean, at: time)
    // Later steps have jobs of their own, unless one has failed.
    guard rules.endsWithJobs, !phase.isOutcome, let outcome = jobs.outcome else { return }
    if case .fail = outcome {} else if steps.number < steps.count { return }
    conclude(outcome, at: time)
  }
}
