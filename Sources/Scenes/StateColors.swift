import Base
import Configuration
import Graphics
import ProgressModel

/// The palette, and the color of progress in each state.
final class StateColors: Sendable {
  let ground: Color
  let accent: Color
  let warning: Color
  // The colors that an outcome's background may change.
  private let shades: [5 of Color]
  var ink: Color { shades[0] }
  var muted: Color { shades[1] }
  var success: Color { shades[2] }
  var failure: Color { shades[3] }
  var track: Color { shades[4] }

  init(_ settings: SceneSettings) {
    ground = settings.paint(.ground)
    let (ink, muted) = (settings.paint(.ink), settings.paint(.muted))
    accent = settings.paint(.accent)
    warning = settings.paint(.warning)
    shades = [
      ink, muted, settings.paint(.success), settings.paint(.failure), settings.paint(.track),
    ]
    hasOneInk = settings.output.isMonochrome || muted == ink
    body = hasOneInk ? ink : ink.mixed(with: ground, by: 0.14)
  }

  /// Whether texts have no shades: some displays would dither them.
  let hasOneInk: Bool

  /// The color of texts of medium importance.
  let body: Color

  /// A shade on a ground. An outcome's is that of texts if it is hardly seen there: some themes
  /// have it on a background of its own.
  ///
  /// - Parameter isPalette: whether the ground is the palette's, so that its other colors suit it.
  @inline(never)
  func shade(_ index: Int, on ground: Color, isPalette: Bool) -> Color {
    let (usual, ink) = (shades[index], isPalette ? ink : ground.ink)
    switch index {
    case 2, 3: return abs(usual.light - ground.light) < 0.2 ? ink : usual
    // Without shades a track is a thin line.
    case 4 where !hasOneInk: return isPalette ? usual : ground.mixed(with: ink, by: 0.15)
    default: return isPalette && index < 4 ? usual : ink
    }
  }

  /// The colors on a background that fades to an outcome's, by a part of the way.
  @inline(never)
  func suited(to backdrop: Backdrop, _ outcomeGround: Color? = nil, _ part: Float = 0)
    -> StateColors
  {
    var shades = shades
    for index in shades.indices {
      let usual = shade(index, on: backdrop.ground, isPalette: backdrop.isUsualPalette)
      let other = shade(index, on: outcomeGround ?? ground, isPalette: false)
      shades[index] = usual.mixed(with: other, by: part)
    }
    return StateColors(self, shades)
  }

  private init(_ usual: StateColors, _ shades: [5 of Color]) {
    (ground, accent, warning, self.shades) = (usual.ground, usual.accent, usual.warning, shades)
    (hasOneInk, body) = (usual.hasOneInk, usual.body)
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
    if input.screen.showsStalls, let stall = state.lastStall(at: time) {
      var part = input.ramp(from: stall.began, over: Self.change)
      if let ended = stall.ended {
        part = min(part, 1 - input.ramp(from: ended, over: Self.change))
      }
      color = color.mixed(with: warning, by: Float(part))
    }
    if let paused = state.pausedAt {
      color = color.mixed(with: muted, by: Float(input.ramp(from: paused, over: Self.change)))
    }
    guard input.isOver else { return color }
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

extension Screen {
  /// The colors on the background of a frame. They fade with it.
  func suitedColors(_ input: SceneInput) -> StateColors {
    guard let outcomeGround = backdrop.phaseGround(input) else { return usualColors }
    let part = Float(input.ramp(from: input.state.outcomeBegan))
    return colors.suited(to: backdrop, outcomeGround, part)
  }

  /// Whether the palette's colors suit the background.
  func isPalette(_ input: SceneInput) -> Bool { backdrop.isPalette(input) }
}
