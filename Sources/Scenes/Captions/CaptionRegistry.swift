import Animation
import ByteStrings
import Durations
import ProgressModel
import Wording

extension Caption {
  /// Every caption. A new one is a line here.
  public static let all: [Caption] = [
    Caption(
      "title", "What it is all about, as the feed says", box: "5 3 90 9", size: "5.5", says: title),
    Caption(
      "message", "What is going on, as the feed says, and how it ended", box: "5 71 90 14",
      size: "5", lines: "2", tellsOutcome: true, says: message),
    Caption(
      "facts", "Step, bytes, speed and time left in a row, or for how long there were no news",
      box: "5 85 90 11", size: "3.8", lines: "2", alpha: 0.7, tellsOutcome: true,
      says: facts),
    Caption(
      "detail", "What exactly is going on, as the feed says", size: "3.5", alpha: 0.7,
      says: { Statement(.text($0.state.detail.utf8)) }),
    Caption("step", "Which step of how many", says: { Statement(step($0)) }),
    Caption("percent", "The part that is there", size: "8", says: { Statement(percent($0)) }),
    Caption("bytes", "How much is there", says: { Statement(bytes($0)) }),
    Caption("speed", "How much comes in a second", says: { Statement(speed($0)) }),
    Caption("left", "How long it still takes", says: { Statement(left($0)) }),
    Caption(
      "stall", "For how long there were no news", insteadOf: "left", tellsOutcome: true,
      says: { Statement(stalled($0)) }),
    Caption(
      "warning", "Not to turn it off, while it runs", alpha: 0.7,
      says: { Statement($0.state.phase == .active ? .phrase(.warning) : .nothing) }),
    Caption(
      "outcome", "How it ended", size: "6", insteadOf: "warning", tellsOutcome: true,
      says: { Statement(outcome($0)) }),
  ]

  // MARK: - What they say

  private static func title(_ input: SceneInput) -> Statement {
    let said = input.state.title.utf8
    return Statement(said.isEmpty ? .phrase(.title) : .text(said))
  }

  private static func message(_ input: SceneInput) -> Statement {
    let said = input.state.message.utf8
    if !said.isEmpty { return Statement(.text(said)) }
    if input.state.phase == .idle { return Statement(.phrase(.waiting)) }
    return Statement(input.tellsOutcomeApart ? .nothing : outcome(input))
  }

  private static func outcome(_ input: SceneInput) -> Utterance {
    switch input.state.phase {
    case .idle, .active: .nothing
    case .done: .phrase(.done)
    case .failed: .phrase(.failed)
    case .cancelled: .phrase(.cancelled)
    case .interrupted: .phrase(.interrupted)
    }
  }

  private static func step(_ input: SceneInput) -> Utterance {
    let steps = input.state.steps
    guard input.state.phase == .active, steps.count > 0 else { return .nothing }
    return .step(max(1, steps.number), of: steps.count, steps.name.utf8)
  }

  private static func percent(_ input: SceneInput) -> Utterance {
    if input.state.phase == .idle || input.state.isIndeterminate { return .nothing }
    return .percent(
      min(100, whole(input.shown * 100 + 1e-6)), hasSteps: input.state.steps.count > 0)
  }

  private static func bytes(_ input: SceneInput) -> Utterance {
    guard let done = input.state.told(at: input.time).bytes else { return .nothing }
    return .bytes(
      done, of: input.state.totalBytes, units: units(input), ofStep: input.state.steps.count > 0)
  }

  private static func speed(_ input: SceneInput) -> Utterance {
    guard let speed = input.state.told(at: input.time).speed, speed >= 1 else { return .nothing }
    return .speed(UInt64(min(speed, 1e18)), units: units(input))
  }

  private static func units(_ input: SceneInput) -> UnitSystem {
    input.state.units == .binary ? .binary : .decimal
  }

  /// What is known of a run, or what comes behind its outcome.
  private static func facts(_ input: SceneInput) -> Statement {
    let state = input.state
    if state.phase.isOutcome {
      return Statement(
        state.next.isEmpty ? .nothing : .text(state.next.utf8),
        state.phase == .failed && !state.code.isEmpty ? .code(state.code.utf8) : .nothing, .nothing,
        restart(input))
    }
    let last: Utterance
    if state.pausedAt != nil {
      last = .paused(state.pauseReason.utf8)
    } else {
      last = isStalled(input) ? stalled(input) : left(input)
    }
    return Statement(step(input), bytes(input), speed(input), last)
  }

  /// How long it takes until the system restarts; nothing once that time has come.
  private static func restart(_ input: SceneInput) -> Utterance {
    guard let restartsAt = input.state.restartsAt, restartsAt > input.time else { return .nothing }
    return .restart(whole((restartsAt - input.time).seconds.rounded(.up)))
  }

  /// The time left. That it is not known is said once it should be.
  private static func left(_ input: SceneInput) -> Utterance {
    if let left = input.state.told(at: input.time).left {
      return .left(whole(left.rounded(.up)))
    }
    guard input.state.phase == .active, !isStalled(input), input.state.pausedAt == nil,
      let began = input.state.activeBegan, input.time - began >= .seconds(5)
    else { return .nothing }
    return .phrase(.leftUnknown)
  }

  /// The whole part of a number, which may come from a state that somebody made up.
  private static func whole(_ number: Double) -> Int { number >= 0 ? Int(min(number, 1e9)) : 0 }

  private static func isStalled(_ input: SceneInput) -> Bool {
    input.state.stall(at: input.time) != nil
  }

  private static func stalled(_ input: SceneInput) -> Utterance {
    input.state.stall(at: input.time).map { .stalled(whole($0.seconds)) } ?? .nothing
  }
}
