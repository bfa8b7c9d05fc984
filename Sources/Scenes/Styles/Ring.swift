import Animation
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A ring that fills, and opens into the picture when all is done.
  public static let ring = SceneStyle(
    name: "ring", summary: "a ring that fills, then opens into the picture",
    settings: Ring.settings, makeScene: { Scene(Ring($0)) })
}

/// The ring (ANIMATIONS.md §3). Lengths are in design points.
struct Ring: ScenePart {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 272, height: 272)) }
  private let radius: Double
  private let width: Double
  /// Turns clockwise from three o'clock.
  private let start: Double
  private let cap: Arc.Cap
  private let track: Float
  private let ink: Color
  private let failInk: Color
  private let snaps: Bool
  private let ticks: Bool
  private let turn: Double

  static let settings: [SettingDefinition] = [
    .init(
      "ring.preset", .choice(["seed", "kiosk"]), .value("kiosk"),
      help: "The ring's measures: as its first authors drew it, or to be read from three metres"),
    .init(
      "ring.radius", .number(1...1_000, unit: "points"), .preset(seed: "20", kiosk: "60"),
      help: "From the centre to the middle of the line; 272 points are the screen's short side"),
    .init(
      "ring.line-width", .number(0.1...500, unit: "points"), .preset(seed: "2", kiosk: "9"),
      help: "The line's width"),
    .init(
      "ring.start", .number(-360...360, unit: "degrees"), .preset(seed: "0", kiosk: "-90"),
      help: "Where the line begins, clockwise from three o'clock"),
    .init(
      "ring.cap", .choice(["butt", "round"]), .preset(seed: "butt", kiosk: "round"),
      help: "How the line ends"),
    .init(
      "ring.track", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "0.15"),
      help: "How much shows of the circle still to be filled"),
    .init(
      "ring.turn", .number(0.1...60, unit: "seconds"), .value("1"),
      help: "How long an endless arc takes to go around, while it is not known how much there is"),
    .init(
      "ring.color", .color, .preset(seed: "#FF0000", kiosk: "#C8102E"), help: "The line's colour"),
    .init(
      "ring.fail-color", .color, .preset(seed: "#F76161", kiosk: "#A4262C"),
      help: "The line's colour after a failure"),
    .init(
      "ring.background", .color, .value("#FFFFFF"),
      help: "The colour around the ring and the picture"),
    .init(
      "ring.snap", .flag, .value("no"),
      help: "Whether the ring opens at once when done, instead of closing first"),
    .init(
      "ring.tick", .flag, .value("yes"),
      help: "Whether a tick is shown when done and there is no picture"),
  ]

  init(_ settings: Settings) {
    radius = settings.double("ring.radius")
    width = settings.double("ring.line-width")
    start = settings.double("ring.start") / 360
    cap = settings.choice("ring.cap") == 1 ? .round : .butt
    track = Float(settings.double("ring.track"))
    turn = settings.double("ring.turn")
    ink = settings.paint("ring.color")
    failInk = settings.paint("ring.fail-color")
    ground = settings.paint("ring.background")
    snaps = settings.flag("ring.snap")
    ticks = settings.flag("ring.tick")
  }

  // MARK: - What a frame shows

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    let ring = annulus(input)
    switch state.phase {
    case .idle:
      drawTrack(input, into: &list)
    case .active:
      drawTrack(input, into: &list)
      drawProgress(input, into: &list)
    case .done:
      drawDone(input, ring, into: &list)
    case .failed:
      let color = ink.mixed(with: failInk, by: Float(input.ramp(from: state.outcomeBegan)))
      drawTrack(input, color: color, into: &list)
      drawProgress(input, color: color, into: &list)
      drawGlyph(.cross, failInk, since: input.time - state.outcomeBegan, input, into: &list)
    case .cancelled:
      let left =
        1 - Float(input.ramp(from: state.outcomeBegan + EasedValue.standardDuration))
      drawTrack(input, alpha: left, into: &list)
      drawProgress(input, alpha: left, into: &list)
    case .interrupted:
      let broken = Float(input.brokenness)
      drawTrack(input, alpha: 1 - broken, into: &list)
      drawDashes(input, alpha: broken, into: &list)
      drawProgress(input, into: &list)
    }
  }

  private func drawDone(_ input: SceneInput, _ ring: Annulus, into list: inout DisplayList) {
    // What opens is no ink any more.
    if input.isOpening { return }
    let since = input.time - doneBegan(input.state)
    if since < .zero {
      drawTrack(input, into: &list)
      return drawProgress(input, into: &list)
    }
    list.fill(.annulus(ring), with: ink, alpha: input.liveliness)
    if ticks, input.picture == nil { drawGlyph(.tick, ink, since: since, input, into: &list) }
  }

  private func drawGlyph(
    _ glyph: Glyph, _ color: Color, since: Duration, _ input: SceneInput,
    into list: inout DisplayList
  ) {
    glyph.draw(
      around: input.centre, base: 1.2 * radius * input.scale, color: color, since: since,
      into: &list)
  }

  private func annulus(_ input: SceneInput) -> Annulus {
    Annulus(
      centre: input.centre, innerRadius: (radius - width / 2) * input.scale,
      outerRadius: (radius + width / 2) * input.scale)
  }

  private func drawTrack(
    _ input: SceneInput, color: Color? = nil, alpha: Float = 1, into list: inout DisplayList
  ) {
    list.fill(
      .annulus(annulus(input)), with: color ?? ink, alpha: track * alpha * input.liveliness)
  }

  /// The line, as long as the progress, or endless; both while one fades into the other.
  private func drawProgress(
    _ input: SceneInput, color: Color? = nil, alpha: Float = 1, into list: inout DisplayList
  ) {
    let (endless, broken) = (Float(input.indeterminacy), Float(input.brokenness))
    let known = alpha * (1 - endless)
    let whole = broken > 0 ? input.whole : input.shown
    drawLine(input, from: start, sweep: whole, color: color, alpha: known, into: &list)
    drawLine(
      input, from: start + whole, sweep: input.shown - whole, color: color,
      alpha: known * (1 - broken), into: &list)
    // From 10 to 100 % of the circle (§3.6).
    let turned = input.turns(of: turn)
    drawLine(
      input, from: start + 0.1 + turned - turned.rounded(.down), sweep: 0.9, color: color,
      alpha: alpha * endless * (1 - broken), into: &list)
  }

  /// The line. A whole turn is a closed circle, without caps or seam; nothing of it is nothing, without a dot.
  private func drawLine(
    _ input: SceneInput, from start: Double, sweep: Double, color: Color? = nil, alpha: Float = 1,
    into list: inout DisplayList
  ) {
    if sweep <= 0 || alpha <= 0 { return }
    let shape: Shape = sweep >= 1 ? .annulus(annulus(input)) : .arc(arc(input, start, sweep, cap))
    list.fill(shape, with: color ?? ink, alpha: alpha * input.liveliness)
  }

  /// The track of a run that nobody will finish: dashes, half of them gaps, as far as it was not filled.
  private func drawDashes(_ input: SceneInput, alpha: Float, into list: inout DisplayList) {
    let whole = input.whole
    for dash in 0..<24 where Double(dash) >= whole * 24 + 0.5 || whole == 0 {
      list.fill(
        .arc(arc(input, start + Double(dash) / 24, 1.0 / 48, .butt)), with: ink, alpha: alpha)
    }
  }

  private func arc(_ input: SceneInput, _ start: Double, _ sweep: Double, _ cap: Arc.Cap) -> Arc {
    Arc(
      centre: input.centre, radius: radius * input.scale, width: width * input.scale,
      start: start, sweep: sweep, cap: cap)
  }

  func opening(_ input: SceneInput) -> Annulus? { annulus(input) }

  // MARK: - When it moves

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

  /// When a done ring is closed, or taken for closed.
  private func doneBegan(_ state: ProgressState) -> Duration {
    snaps ? max(state.phaseBegan, state.ready) : max(state.phaseBegan, state.shown.end)
  }
}
