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
  var room: SceneRoom? {
    if !showsNumber { return nil }
    var room = SceneRoom.disc
    room.isBezel = true
    return room
  }
  private let ring: ProgressRing
  private let ink: Color
  private let doneInk: Color
  private let failInk: Color
  private let snaps: Bool
  private let ticks: Bool
  private let showsNumber: Bool
  private let colors: StateColors

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
      "ring.radius", .number(1...1_000, unit: "points"), .preset(seed: "20", kiosk: "51"),
      help: "Radius, to the middle of the line; 272 points are the short side"),
    .init(
      "ring.line-width", .number(0.1...500, unit: "points"), .preset(seed: "2", kiosk: "6.75"),
      help: "Width of the line"),
    .init(
      "ring.start", .number(-360...360, unit: "degrees"), .preset(seed: "0", kiosk: "-90"),
      help: "Start angle, clockwise from three o'clock"),
    .init(
      "ring.cap", .choice(of: Cap.self), .preset(seed: "butt", kiosk: "round"),
      help: "Ends of the line"),
    .init(
      "ring.track", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "1"),
      help: "Opacity of the empty part"),
    .init(
      "ring.track-color", .color, .preset(seed: "#FF0000", kiosk: "track"),
      help: "Color of the empty part"),
    .init(
      "ring.track-width", .number(0.01...1, unit: "times the line"), .value("1"),
      help: "Width of the empty part"),
    .init(
      "ring.fade", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "0.42"),
      help: "Share of the background in the color of the line's start"),
    .init(
      "ring.turn", .number(0.1...60, unit: "seconds"), .preset(seed: "1", kiosk: "1.6"),
      help: "Time of a turn while the extent is unknown"),
    .init(
      "ring.color", .color, .preset(seed: "#FF0000", kiosk: "accent"), help: "Color of the line"),
    .init(
      "ring.done-color", .color, .preset(seed: "#FF0000", kiosk: "success"),
      help: "Color when done"),
    .init(
      "ring.fail-color", .color, .preset(seed: "#F76161", kiosk: "failure"),
      help: "Color after a failure"),
    .init(
      "ring.background", .color, .preset(seed: "#FFFFFF", kiosk: "ground"),
      help: "Background color"),
    .init(
      "ring.number", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the percentage, and the signs of states, in the ring"),
    .init(
      "ring.snap", .flag, .value("no"),
      help: "Open at once when done, without closing first"),
    .init(
      "ring.tick", .flag, .value("yes"),
      help: "Show a tick when done without a picture"),
  ]

  init(_ settings: Settings) {
    colors = StateColors(settings)
    ink = settings.paint("ring.color")
    doneInk = settings.paint("ring.done-color")
    failInk = settings.paint("ring.fail-color")
    ground = settings.paint("ring.background")
    snaps = settings.flag("ring.snap")
    ticks = settings.flag("ring.tick")
    showsNumber = settings.flag("ring.number")
    // The original's circling arc goes from 10 to 100 % of the circle (§3.6).
    ring = ProgressRing(
      radius: settings.double("ring.radius"), width: settings.double("ring.line-width"),
      start: settings.double("ring.start") / 360,
      cap: settings.choice("ring.cap", as: Cap.self) == .round ? .round : .butt,
      trackColor: settings.paint("ring.track-color"), track: Float(settings.double("ring.track")),
      endless: showsNumber ? 0...(110.0 / 360) : 0.1...1, turn: settings.double("ring.turn"),
      hasDot: false, fade: Float(settings.double("ring.fade")), ground: ground,
      trackWidth: settings.double("ring.track-width"), dashCount: showsNumber ? 20 : 24,
      keepsDashes: showsNumber)
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    if showsNumber { return drawStates(input, into: &list) }
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

  /// Draws the ring in the color of its state, with the sign of the outcome in it.
  private func drawStates(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    if state.activeBegan == nil { return ring.drawTrack(input, ink, into: &list) }
    let color = colors.color(input, usual: ink, done: doneInk, failed: failInk)
    if state.phase == .done, input.time >= doneBegan(state) {
      // The reveal draws the opening ring.
      if input.isOpening { return }
      var closed = ring
      closed.fade *= 1 - Float(input.ramp(from: doneBegan(state), over: StateColors.change))
      closed.draw(input, color, from: input.drained, to: 1, into: &list)
    } else {
      ring.draw(input, color, to: input.lastShown, into: &list)
    }
    drawSign(input, color, into: &list)
    drawHalo(input, color, into: &list)
  }

  private func drawSign(_ input: SceneInput, _ color: Color, into list: inout DisplayList) {
    let state = input.state
    let place = ring.numeral(input, em: 1)
    let (sign, began): (Sign, Duration)
    switch state.phase {
    case .done where ticks && input.picture == nil: (sign, began) = (.tick, doneBegan(state))
    case .failed: (sign, began) = (.cross, state.outcomeBegan)
    default: return
    }
    if input.time < began { return }
    sign.draw(
      around: place.centre, diameter: place.diameter, width: place.stroke, color: color,
      part: Sign.part(input, from: began), into: &list)
  }

  /// Draws the circle that expands from the ring after success.
  private func drawHalo(_ input: SceneInput, _ color: Color, into list: inout DisplayList) {
    let began = doneBegan(input.state)
    guard input.state.phase == .done, !input.reducesMotion, input.picture == nil,
      input.time >= began
    else { return }
    let gone = input.ramp(from: began, over: Self.celebration, .easeOut)
    if gone >= 1 { return }
    let outer = ring.annulus(input).outerRadius * (1 + 0.15 * gone)
    list.fill(
      .annulus(
        Annulus(
          centre: input.centre, innerRadius: outer - 1.5 * input.scale, outerRadius: outer)),
      with: color, alpha: Float(0.6 * (1 - gone)))
  }

  private static let celebration = Duration.milliseconds(420)

  private func drawDone(_ input: SceneInput, into list: inout DisplayList) {
    // The reveal draws the opening ring.
    if input.isOpening { return }
    list.fill(.annulus(ring.annulus(input)), with: doneInk)
    if ticks, input.picture == nil {
      drawGlyph(.tick, doneInk, since: input.time - doneBegan(input.state), input, into: &list)
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

  func numeral(_ input: SceneInput) -> NumeralPlace? {
    showsNumber ? ring.numeral(input, em: 0.36) : nil
  }

  // MARK: - Motion

  func rest(_ input: SceneInput) -> Duration? { restOfFraction(input) }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done:
      let celebration = showsNumber ? Self.celebration : .zero
      return doneBegan(state)
        + (input.picture != nil
          ? .zero : ticks ? max(Pulse.asRun.duration, celebration) : celebration)
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
