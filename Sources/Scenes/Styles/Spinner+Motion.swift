import Base
import Graphics
import ProgressModel

extension Spinner {
  func rest(_ input: SceneInput) -> Duration? {
    switch input.state.phase {
    case .idle: input.state.began
    case .active: nil
    default: outcomeEnd(input)
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    let began = state.outcomeBegan
    guard let runBegan = state.activeBegan else { return began }
    let stopped =
      began + max(stopDuration(turnedBefore(input, runBegan), input), EasedValue.standardDuration)
    let hasGlyph = state.phase == .done || state.phase == .failed
    let ticks = colors != nil && state.phase == .done && input.picture == nil
    let glyph = max(hasGlyph ? pulse.duration : .zero, ticks ? Self.closing + Sign.duration : .zero)
    return max(stopped, began + glyph, state.settled)
  }
}
