import Animation
import Base
import Configuration
import Graphics
import ProgressModel

/// The palette, and the color of progress in each state.
struct StateColors {
  let ground: Color
  let ink: Color
  let muted: Color
  let accent: Color
  let track: Color
  let success: Color
  let warning: Color
  let failure: Color

  init(_ settings: Settings) {
    ground = settings.paint("ground")
    ink = settings.paint("ink")
    muted = settings.paint("muted")
    accent = settings.paint("accent")
    track = settings.paint("track")
    success = settings.paint("success")
    warning = settings.paint("warning")
    failure = settings.paint("failure")
    body = settings.isMonochrome ? ink : ink.mixed(with: ground, by: 0.14)
  }

  /// The color of texts of medium importance.
  let body: Color

  /// The time in which a color changes to that of another state.
  static let change = Duration.milliseconds(240)

  /// The color of the progress, which changes with the state.
  ///
  /// - Parameters:
  ///   - usual: the color while the run is in progress.
  ///   - done: the color after success.
  ///   - failed: the color after a failure.
  func color(
    _ input: SceneInput, usual: Color, done: Color, failed: Color
  ) -> Color {
    let (state, time) = (input.state, input.time)
    var color = usual
    if input.showsStalls, let stall = state.lastStall(at: time) {
      var part = input.ramp(from: stall.began, over: Self.change)
      if let ended = stall.ended {
        part = min(part, 1 - input.ramp(from: ended, over: Self.change))
      }
      color = color.mixed(with: warning, by: Float(part))
    }
    if let paused = state.pausedAt {
      color = color.mixed(with: muted, by: Float(input.ramp(from: paused, over: Self.change)))
    }
    guard state.phase.isOutcome, time >= state.outcomeBegan else { return color }
    let outcome: Color
    switch state.phase {
    case .done: outcome = done
    case .failed: outcome = failed
    case .interrupted: outcome = warning
    default: outcome = muted
    }
    return color.mixed(
      with: outcome, by: Float(input.ramp(from: state.outcomeBegan, over: Self.change)))
  }
}
