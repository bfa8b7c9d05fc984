import Animation
import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A ring that fills, and opens into the final picture after success.
  public static let ring = SceneStyle(
    name: "ring", summary: "a ring that fills, then opens into the picture",
    settings: Ring.settings, makeScene: { Ring($0) })
}

/// The ring (ANIMATIONS.md §3). Lengths are in design points.
final class Ring: Scene {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 272, height: 272)) }
  private let ring: ProgressRing
  private let ink: Color
  private let failInk: Color
  private let snaps: Bool
  private let ticks: Bool

  /// The ends of the arc.
  private enum Cap: StaticBytes, SettingChoice {
    case butt = "butt"
    case round = "round"
  }

  static let settings: [SettingDefinition] = [
    .init(
      "ring.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "ring.radius", .number(1...1_000, unit: "points"), .preset(seed: "20", kiosk: "60"),
      help: "Radius, to the middle of the line; 272 points are the short side"),
    .init(
      "ring.line-width", .number(0.1...500, unit: "points"), .preset(seed: "2", kiosk: "9"),
      help: "Width of the line"),
    .init(
      "ring.start", .number(-360...360, unit: "degrees"), .preset(seed: "0", kiosk: "-90"),
      help: "Start angle, clockwise from three o'clock"),
    .init(
      "ring.cap", .choice(of: Cap.self), .preset(seed: "butt", kiosk: "round"),
      help: "Ends of the line"),
    .init(
      "ring.track", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "0.15"),
      help: "Opacity of the empty part"),
    .init(
      "ring.turn", .number(0.1...60, unit: "seconds"), .value("1"),
      help: "Time of a turn while the extent is unknown"),
    .init(
      "ring.color", .color, .preset(seed: "#FF0000", kiosk: "#C8102E"), help: "Color of the line"),
    .init(
      "ring.fail-color", .color, .preset(seed: "#F76161", kiosk: "#A4262C"),
      help: "Color after a failure"),
    .init(
      "ring.background", .color, .value("#FFFFFF"),
      help: "Background color"),
    .init(
      "ring.snap", .flag, .value("no"),
      help: "Open at once when done, without closing first"),
    .init(
      "ring.tick", .flag, .value("yes"),
      help: "Show a tick when done without a picture"),
  ]

  init(_ settings: Settings) {
    // The circling arc goes from 10 to 100 % of the circle (§3.6).
    ring = ProgressRing(
      radius: settings.double("ring.radius"), width: settings.double("ring.line-width"),
      start: settings.double("ring.start") / 360,
      cap: settings.choice("ring.cap", as: Cap.self) == .round ? .round : .butt,
      track: Float(settings.double("ring.track")), endless: 0.1...1,
      turn: settings.double("ring.turn"), hasDot: false)
    ink = settings.paint("ring.color")
    failInk = settings.paint("ring.fail-color")
    ground = settings.paint("ring.background")
    snaps = settings.flag("ring.snap")
    ticks = settings.flag("ring.tick")
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    var (color, alpha): (Color, Float) = (ink, 1)
    switch state.phase {
    case .idle: return ring.drawTrack(input, ink, into: &list)
    case .done where input.time >= doneBegan(state): return drawDone(input, into: &list)
    case .failed: color = ink.mixed(with: failInk, by: Float(input.ramp(from: state.outcomeBegan)))
    case .cancelled:
      alpha *= 1 - Float(input.ramp(from: state.outcomeBegan + EasedValue.standardDuration))
    case .active, .done, .interrupted: break
    }
    ring.draw(input, color, alpha: alpha, into: &list)
    if state.phase == .failed {
      drawGlyph(.cross, failInk, since: input.time - state.outcomeBegan, input, into: &list)
    }
  }

  private func drawDone(_ input: SceneInput, into list: inout DisplayList) {
    // The reveal draws the opening ring.
    if input.isOpening { return }
    list.fill(.annulus(ring.annulus(input)), with: ink)
    if ticks, input.picture == nil {
      drawGlyph(.tick, ink, since: input.time - doneBegan(input.state), input, into: &list)
    }
  }

  private func drawGlyph(
    _ glyph: Glyph, _ color: Color, since: Duration, _ input: SceneInput,
    into list: inout DisplayList
  ) {
    glyph.draw(
      around: input.centre, base: 1.2 * ring.radius * input.scale, color: color, since: since,
      into: &list)
  }

  func opening(_ input: SceneInput) -> Annulus? { ring.annulus(input) }

  func stallMark(_ input: SceneInput) -> Annulus { ring.stallMark(input) }

  // MARK: - Motion

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .active: return state.isIndeterminate ? nil : state.settled
    default: return outcomeEnd(input)
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done:
      return doneBegan(state) + (ticks && input.picture == nil ? Pulse.asRun.duration : .zero)
    case .failed: return state.outcomeBegan + Pulse.asRun.duration
    case .cancelled: return state.outcomeBegan + EasedValue.standardDuration * 2
    default: return max(state.settled, state.outcomeBegan + EasedValue.standardDuration)
    }
  }

  /// The session time at which the ring of a successful run is closed, or counts as closed.
  private func doneBegan(_ state: ProgressState) -> Duration {
    snaps ? max(state.phaseBegan, state.introEnd) : max(state.phaseBegan, state.shown.end)
  }
}
