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
  private(set) var success: Color
  let warning: Color
  private(set) var failure: Color

  init(_ settings: Settings) {
    ground = settings.paint("ground")
    ink = settings.paint("ink")
    muted = settings.paint("muted")
    accent = settings.paint("accent")
    track = settings.paint("track")
    success = settings.paint("success")
    warning = settings.paint("warning")
    failure = settings.paint("failure")
    hasOneInk = settings.isMonochrome || muted == ink
    body = hasOneInk ? ink : ink.mixed(with: ground, by: 0.14)
  }

  /// Whether texts have no shades: some displays would dither them.
  let hasOneInk: Bool

  /// The color of texts of medium importance.
  let body: Color

  /// The colors on a ground: an outcome's is that of texts, if it is hardly seen there. Some themes
  /// mean it for a background of its own.
  func suited(to ground: Color, ink: Color) -> StateColors {
    var suited = self
    if abs(success.light - ground.light) < 0.2 { suited.success = ink }
    if abs(failure.light - ground.light) < 0.2 { suited.failure = ink }
    return suited
  }

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
