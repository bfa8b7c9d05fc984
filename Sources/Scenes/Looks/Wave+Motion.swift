import Base
import Graphics
import ProgressModel

extension Wave {
  func numeral(_ input: SceneInput) -> NumeralPlace? {
    guard showsNumber else { return nil }
    var place = ring.numeral(input, em: 0.33)
    let isNumber = input.state.phase == .active && input.state.pausedAt == nil
    if isNumber {
      place.centre.y -= 0.09 * place.diameter
      place.width = 0.66 * place.diameter
      // It appears when the arrow has become a wave.
      if input.time < began(input.state) { place.hasNumber = false }
    }
    return place
  }

  func opening(_ input: SceneInput) -> Annulus? { ring.annulus(input) }

  func stallMark(_ input: SceneInput) -> Annulus { ring.stallMark(input) }

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch input.act(intro: intro) {
    case .idle: return state.phase == .idle ? state.began : state.phaseBegan
    case .intro, .running:
      if state.phase.isOutcome { return outcomeEnd(input) }
      let waves = amplitude > 0 && speed > 0 && !input.screen.reducesMotion
      if state.isIndeterminate || waves { return nil }
      // The label has sprung up, and the waves have risen.
      return max(began(state) + max(.milliseconds(1_500), swell), state.settled)
    case .ending: return outcomeEnd(input)
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done, .failed: return state.outcomeBegan + .seconds(2)
    case .cancelled:
      if state.activeBegan == nil { return state.phaseBegan }
      return showsNumber
        ? state.outcomeBegan + .milliseconds(500) : returning(input) + Self.unfolding
    default: return max(state.settled, state.outcomeBegan + .milliseconds(500))
    }
  }

  /// The session time from which on the progress shows.
  func began(_ state: ProgressState) -> Duration {
    (state.activeBegan ?? state.began) + intro
  }

  /// The time in which a cancelled run comes to rest before it becomes an arrow again.
  func calming(_ input: SceneInput) -> Duration {
    input.state.outcomeBegan < began(input.state) ? .zero : EasedValue.standardDuration
  }

  func returning(_ input: SceneInput) -> Duration {
    input.state.outcomeBegan + calming(input)
  }
}
