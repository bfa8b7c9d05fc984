import Base
import Graphics
import ProgressModel

extension Rainbow {
  /// The session time at which the hues stop, at the end of the current step; nil for never.
  func stop(_ state: ProgressState) -> Duration? {
    guard state.phase == .interrupted || state.phase == .done && freezes else { return nil }
    let began = state.began + state.standstill(at: state.phaseBegan)
    return began + step * ((state.phaseBegan - began).seconds / step.seconds).rounded(.up)
  }

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .failed, .cancelled, .interrupted: return outcomeEnd(input)
    case .done:
      return input.screen.reducesMotion
        ? outcomeEnd(input) : stop(state).map { max($0, outcomeEnd(input)) }
    case .active:
      let stands = input.screen.reducesMotion || state.shown.target == 0
      return stands && !state.isIndeterminate ? state.settled : nil
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done where hasGlyph: return state.outcomeBegan + Pulse.asRun.duration
    case .failed: return state.outcomeBegan + Self.fading.colors + Self.fading.bar
    case .interrupted:
      return max(
        state.settled, state.outcomeBegan + EasedValue.standardDuration, stop(state) ?? .zero)
    default: return max(state.outcomeBegan, state.settled)
    }
  }

  func stallMark(_ input: SceneInput) -> Annulus {
    let bar = bar(input)
    let isEndless = input.indeterminacy > 0.5
    let end = bar.width * (isEndless ? min(1, 1.3 * input.cycle(of: 2)) : input.shown)
    let inset = min(bar.height / 2, bar.width / 2)
    let along = max(inset, min(end, bar.width) - inset)
    let x = input.screen.isMirrored ? bar.x + bar.width - along : bar.x + along
    return input.mark(
      at: Point(x: x, y: bar.y + bar.height / 2), onLine: bar.height / input.scale)
  }

  /// A corner of the color circle. On a light ground it is as dark as a contrast of three needs.
  @inline(never)
  static func hue(_ index: Int, _ whiteness: Float, on ground: Color) -> ColorStop {
    var color = faded(Color(hue: Double(index) / 6), by: whiteness)
    while ground.light > 0.5, Screen.contrast(color, ground) < 3 {
      color = color.mixed(with: Color(0), by: 0.01)
    }
    return ColorStop(place: Float(index) / 6, color: color)
  }

  /// A color with less saturation.
  static func faded(_ color: Color, by whiteness: Float) -> Color {
    color.mixed(with: Color(0xff_ffff), by: whiteness)
  }
}
