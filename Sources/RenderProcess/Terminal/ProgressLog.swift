import Base
import ProgressModel
import Scenes

/// Selects the states that become lines of a log: one at each 5 %, at each new step or message, at
/// a stall, at the outcome; at most one a second. A serial line at 9600 baud and a CI log stay
/// readable.
struct ProgressLog: Sendable {
  /// The least time between two lines other than outcomes.
  static let pause = Duration.seconds(1)
  private static let percentStep = 5

  private var lastTime: Duration?
  private var lastPercent: Int?
  private var lastMessage = ByteString()
  private var lastStep: UInt32 = 0
  private var lastPhase = ProgressPhase.idle
  private var lastPhaseBegan = Duration.zero
  private var wasStalled = false

  /// Takes a state.
  ///
  /// - Parameters:
  ///   - percent: the known percentage, `0...100`.
  ///   - time: the session's time.
  /// - Returns: the line to write, nil for none; and the time to call again without an event.
  mutating func line(
    _ status: StatusText, _ state: ProgressState, percent: Int?, at time: Duration
  ) -> (line: ByteString?, next: Duration?) {
    let isStalled = state.stall(at: time) != nil
    let isNewPhase = state.phase != lastPhase || state.phaseBegan != lastPhaseBegan
    let isOutcome = state.phase.isOutcome && isNewPhase
    let hasMoved =
      isNewPhase || status.message != lastMessage || state.steps.number != lastStep
      || isStalled != wasStalled || isFar(percent)
    guard hasMoved, state.phase != .idle else {
      (lastPhase, lastPhaseBegan) = (state.phase, state.phaseBegan)
      return (nil, state.phase == .active ? nextStall(state, time, isStalled) : nil)
    }
    if !isOutcome, let lastTime, time - lastTime < Self.pause {
      return (nil, lastTime + Self.pause)
    }
    (lastTime, lastPercent, lastMessage) = (time, percent, status.message)
    (lastStep, lastPhase, wasStalled) = (state.steps.number, state.phase, isStalled)
    lastPhaseBegan = state.phaseBegan
    var line = ByteString()
    if state.phase == .active, !status.percent.isEmpty { line += status.percent }
    line.append(status.message, after: line.isEmpty || status.message.isEmpty ? "" : " ")
    line.append(status.facts, after: line.isEmpty || status.facts.isEmpty ? "" : " · ")
    return (line, nextStall(state, time, isStalled))
  }

  private func isFar(_ percent: Int?) -> Bool {
    guard let percent else { return lastPercent != nil }
    guard let lastPercent else { return true }
    return percent / Self.percentStep != lastPercent / Self.percentStep
  }

  /// The time at which an active run will count as stalled.
  private func nextStall(
    _ state: ProgressState, _ time: Duration, _ isStalled: Bool
  ) -> Duration? {
    guard state.phase == .active, !isStalled else { return nil }
    return state.stallsAt
  }
}
