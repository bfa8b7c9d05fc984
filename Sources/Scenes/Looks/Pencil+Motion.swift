import Base
import Graphics
import ProgressModel

extension Pencil {
  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .active:
      if state.isIndeterminate { return nil }
      return max(state.introEnd, settled(state))
    default: return max(outcomeEnd(input), settled(state))
    }
  }

  /// The session time at which swings that follow the speed have ended.
  func settled(_ state: ProgressState) -> Duration {
    max(state.phaseBegan, state.settled) + (followsSpeed ? .seconds(5) : .zero)
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    let began = state.outcomeBegan
    switch state.phase {
    case .done: return began + .milliseconds(700)
    case .failed: return began + .milliseconds(700) + Pulse.asRun.duration
    case .cancelled:
      let reached = input.introReached(of: Self.intro)
      if showsNumber, reached == Self.intro { return began + Sign.duration }
      return began + reached / (Self.intro / .milliseconds(500))
        + (reached == Self.intro ? EasedValue.standardDuration : .zero)
    default: return max(began + EasedValue.standardDuration, state.settled)
    }
  }
}
