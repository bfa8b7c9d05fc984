import Base
import Feed
import ProgressModel

/// Watches a session's events: learns the durations of its runs, and reports those of earlier runs.
///
/// It reports them as events, so a recording contains them, too.
struct RunObserver {
  /// The durations of earlier runs.
  private(set) var history = RunHistory()
  // The name of a run without a title; empty for none.
  private let fallbackName: ByteString
  private var run = Current()

  /// The current run.
  private struct Current {
    var began: Duration?
    var last = Duration.zero
    var silence = Duration.zero
    var stepBegan = Duration.zero
    var stepSilence = Duration.zero
    // The current step and the number of steps; 0 without steps.
    var number: UInt32 = 0
    var count: UInt32 = 0
    var steps: [RunHistory.Times] = []
    // Whether the run is usable for the history: without a pause, its steps in order.
    var isUsual = true
    var hasEnded = false
    var hasToldDuration = false
    var hasWeights = false
  }

  /// Creates an observer without a history.
  ///
  /// - Parameter fallbackName: the name of runs without a title; empty if these are not learned.
  init(fallbackName: ByteString) { self.fallbackName = fallbackName }

  /// Sets the durations of earlier runs.
  ///
  /// - Returns: events to apply now.
  mutating func take(
    _ history: RunHistory, _ state: ProgressState
  ) -> [ProgressEvent] {
    self.history = history
    return advice(state, beginsStep: false)
  }

  /// Notes an event that the state has accepted.
  ///
  /// - Returns: events to apply after it; nil if the history has changed and is to be saved.
  mutating func note(
    _ event: ProgressEvent, _ state: ProgressState, at time: Duration
  ) -> [ProgressEvent]? {
    switch event {
    case .reset:
      run = Current()
      return []
    case .usual, .expect: return []
    case .weights:
      run.hasWeights = true
      return []
    case .paused: run.isUsual = false
    default: break
    }
    if run.hasEnded { return [] }
    if run.began == nil, let began = state.activeBegan {
      (run.began, run.last, run.stepBegan) = (began, time, time)
    }
    guard let began = run.began else { return [] }
    run.silence = max(run.silence, time - run.last)
    run.stepSilence = max(run.stepSilence, time - run.last)
    run.last = time
    let beginsStep =
      run.began == time || (run.number, run.count) != (state.steps.number, state.steps.count)
    if (run.number, run.count) != (state.steps.number, state.steps.count) {
      endStep(before: state, at: time)
    }
    if !state.phase.isOutcome { return advice(state, beginsStep: beginsStep) }
    run.hasEnded = true
    guard state.phase == .done, run.isUsual else { return [] }
    return learn(name(of: state), time - began, at: time) ? nil : []
  }

  private func name(of state: ProgressState) -> ByteString {
    let name = RunHistory.key(of: state.title)
    return name.isEmpty ? fallbackName : name
  }

  private mutating func endStep(before state: ProgressState, at time: Duration) {
    // A run that is not usual needs no steps. One step more than the limit marks a run with too
    // many.
    if run.number > 0, run.isUsual, run.steps.count <= RunHistory.stepLimit {
      run.steps.append(times(time - run.stepBegan, run.stepSilence))
    }
    let follows = state.steps.number == run.number &+ 1
    if !follows || run.count > 0 && run.count != state.steps.count {
      // In a plan, step 0 means that none has begun.
      if state.steps.number > 0 {
        run.isUsual = false
        run.steps.removeAll()
      }
    }
    (run.number, run.count) = (state.steps.number, state.steps.count)
    (run.stepBegan, run.stepSilence) = (time, .zero)
  }

  /// The shortest run that is learned.
  private static let leastDuration = Duration.seconds(1)

  private mutating func learn(
    _ name: ByteString, _ duration: Duration, at time: Duration
  ) -> Bool {
    if name.isEmpty || duration < Self.leastDuration || run.number < run.count { return false }
    if run.number > 0 { run.steps.append(times(time - run.stepBegan, run.stepSilence)) }
    history.learn(
      RunHistory.Run(name: name, times: times(duration, run.silence), steps: run.steps))
    return true
  }

  private func times(_ duration: Duration, _ silence: Duration) -> RunHistory.Times {
    RunHistory.Times(
      duration: duration.nanoseconds / 1_000_000, silence: silence.nanoseconds / 1_000_000)
  }

  /// Returns the facts of earlier runs about this one that have not been reported yet.
  private mutating func advice(_ state: ProgressState, beginsStep: Bool) -> [ProgressEvent] {
    guard state.phase == .active, let known = history.run(named: name(of: state)) else { return [] }
    var events: [ProgressEvent] = []
    if !run.hasToldDuration {
      run.hasToldDuration = true
      events.append(.usual(.milliseconds(known.times.duration)))
    }
    let hasPlan = state.steps.count > 0 && Int(state.steps.count) == known.steps.count
    // Later weights would move the displayed progress.
    if hasPlan, !run.hasWeights, state.steps.number <= 1, known.steps.count > 1 {
      run.hasWeights = true
      events.append(.weights(Self.weights(known.steps)))
    }
    if beginsStep, state.steps.count == 0 || hasPlan && state.steps.number > 0 {
      let times = hasPlan ? known.steps[Int(state.steps.number) - 1] : known.times
      // A silence of up to one and a half times the usual one is no stall.
      let expected = Duration.milliseconds(times.silence + times.silence / 2)
      if expected > state.rules.stallTimeout { events.append(.expect(expected)) }
    }
    return events
  }

  /// The durations as weights: the longest step has 255.
  private static func weights(_ steps: [RunHistory.Times]) -> [UInt8] {
    var longest: Int64 = 1
    for step in steps { longest = max(longest, step.duration) }
    return steps.map { UInt8(max(1, min($0.duration * 255 / longest, 255))) }
  }
}
