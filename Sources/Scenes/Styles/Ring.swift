import Animation
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A ring that fills, and opens into the picture when all is done.
  public static let ring = SceneStyle(
    name: "ring", summary: "a ring that fills, then opens into the picture",
    settings: Ring.settings,
    makeScene: { settings in
      let ring = Ring(settings)
      return Scene(draw: ring.draw, rest: ring.rest, outcomeEnd: ring.outcomeEnd)
    })
}

/// The ring (ANIMATIONS.md §3). Lengths are in design points.
struct Ring: Sendable {
  private let radius: Double
  private let width: Double
  /// Turns clockwise from three o'clock.
  private let start: Double
  private let cap: Arc.Cap
  private let track: Float
  private let ink: Color
  private let failInk: Color
  private let cover: Color
  private let reveal: Reveal
  private let snaps: Bool
  private let ticks: Bool

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
    .init("ring.color", .color, .value("#FF0000"), help: "The line's colour"),
    .init("ring.fail-color", .color, .value("#F76161"), help: "The line's colour after a failure"),
    .init(
      "ring.cover", .color, .value("#FFFFFF"), help: "The colour around the ring and the picture"),
    .init(
      "ring.reveal-edge", .choice(["seed", "tight"]), .preset(seed: "seed", kiosk: "tight"),
      help: "Whether the opening ring runs on to twice the screen, or ends at its corners"),
    .init(
      "ring.reveal-time", .number(0...10, unit: "seconds"), .value("1"),
      help: "How long the ring takes to open"),
    .init(
      "ring.reveal-curve", .curve, .value("ease-in-ease-out"), help: "How the opening follows time"),
    .init(
      "ring.snap", .flag, .value("no"),
      help: "Whether the ring opens at once when done, instead of closing first"),
    .init(
      "ring.tick", .flag, .value("yes"),
      help: "Whether a tick is shown when done and there is no picture"),
  ]

  init(_ settings: Settings) {
    radius = settings.number("ring.radius") ?? 0
    width = settings.number("ring.line-width") ?? 0
    start = (settings.number("ring.start") ?? 0) / 360
    cap = settings.choice("ring.cap") == 1 ? .round : .butt
    track = Float(settings.number("ring.track") ?? 0)
    ink = Color(settings.color("ring.color") ?? 0)
    failInk = Color(settings.color("ring.fail-color") ?? 0)
    cover = Color(settings.color("ring.cover") ?? 0)
    reveal = Reveal(
      duration: .seconds(settings.number("ring.reveal-time") ?? 0),
      timing: settings.curve("ring.reveal-curve").map { TimingFunction($0[0], $0[1], $0[2], $0[3]) }
        ?? .linear, isTight: settings.choice("ring.reveal-edge") == 1)
    snaps = settings.flag("ring.snap")
    ticks = settings.flag("ring.tick")
  }

  // MARK: - What a frame shows

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let (state, time) = (input.state, input.time)
    let ring = annulus(input)
    list.fill(.rectangle(Rect(input.canvas)), with: cover)
    switch state.phase {
    case .idle:
      drawTrack(ring, into: &list)
    case .active:
      drawTrack(ring, into: &list)
      if let since = state.indeterminateSince {
        // From 10 to 100 % of the circle, one turn a second (§3.6).
        let turned = (time - since).seconds
        drawLine(input, from: start + 0.1 + turned - turned.rounded(.down), sweep: 0.9, into: &list)
      } else {
        drawLine(input, from: start, sweep: state.shown.value(at: time), into: &list)
      }
    case .done:
      drawDone(input, ring, into: &list)
    case .failed:
      let red = eased(since: state.phaseBegan, time)
      let color = ink.mixed(with: failInk, by: red)
      drawTrack(ring, color: color, into: &list)
      drawLine(input, from: start, sweep: state.shown.value(at: time), color: color, into: &list)
      Glyph.cross.draw(
        around: ring.centre, base: 1.2 * radius * input.scale, color: failInk,
        since: time - state.phaseBegan, into: &list)
    case .cancelled:
      let left = 1 - eased(since: state.phaseBegan + EasedValue.standardDuration, time)
      drawTrack(ring, alpha: left, into: &list)
      drawLine(input, from: start, sweep: state.shown.value(at: time), alpha: left, into: &list)
    case .interrupted:
      let left = 1 - 0.4 * eased(since: state.phaseBegan, time)
      drawDashes(input, alpha: left, into: &list)
      drawLine(input, from: start, sweep: state.shown.value(at: time), alpha: left, into: &list)
    }
  }

  private func drawDone(_ input: SceneInput, _ ring: Annulus, into list: inout DisplayList) {
    let since = input.time - doneBegan(input.state)
    if since < .zero {
      drawTrack(ring, into: &list)
      drawLine(input, from: start, sweep: input.state.shown.value(at: input.time), into: &list)
    } else if let picture = input.picture {
      reveal.draw(picture, from: ring, since: since, canvas: input.canvas, into: &list)
    } else {
      list.fill(.annulus(ring), with: ink)
      if ticks {
        Glyph.tick.draw(
          around: ring.centre, base: 1.2 * radius * input.scale, color: ink, since: since,
          into: &list)
      }
    }
  }

  private func annulus(_ input: SceneInput) -> Annulus {
    Annulus(
      centre: input.canvas.centre, innerRadius: (radius - width / 2) * input.scale,
      outerRadius: (radius + width / 2) * input.scale)
  }

  private func drawTrack(
    _ ring: Annulus, color: Color? = nil, alpha: Float = 1, into list: inout DisplayList
  ) {
    list.fill(.annulus(ring), with: color ?? ink, alpha: track * alpha)
  }

  /// The line. A whole turn is a closed circle, without caps or seam; nothing of it is nothing, without a dot.
  private func drawLine(
    _ input: SceneInput, from start: Double, sweep: Double, color: Color? = nil, alpha: Float = 1,
    into list: inout DisplayList
  ) {
    if sweep <= 0 { return }
    let shape: Shape = sweep >= 1 ? .annulus(annulus(input)) : .arc(arc(input, start, sweep, cap))
    list.fill(shape, with: color ?? ink, alpha: alpha)
  }

  /// The track of a run that nobody will finish: 24 dashes, half of them gaps.
  private func drawDashes(_ input: SceneInput, alpha: Float, into list: inout DisplayList) {
    for dash in 0..<24 {
      list.fill(
        .arc(arc(input, start + Double(dash) / 24, 1.0 / 48, .butt)), with: ink,
        alpha: max(track, 0.15) * alpha)
    }
  }

  private func arc(_ input: SceneInput, _ start: Double, _ sweep: Double, _ cap: Arc.Cap) -> Arc {
    Arc(
      centre: input.canvas.centre, radius: radius * input.scale, width: width * input.scale,
      start: start, sweep: sweep, cap: cap)
  }

  /// How far a quarter of a second has gone, on Core Animation's curve.
  private func eased(since began: Duration, _ time: Duration) -> Float {
    Float(
      EasedValue(from: 0, to: 1, at: began, over: EasedValue.standardDuration).value(at: time))
  }

  // MARK: - When it moves

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .active: return state.indeterminateSince == nil ? state.shown.end : nil
    default: return outcomeEnd(input)
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done:
      return doneBegan(state)
        + (input.picture != nil ? reveal.duration : ticks ? Glyph.duration : .zero)
    case .failed: return state.phaseBegan + Glyph.duration
    case .cancelled: return state.phaseBegan + EasedValue.standardDuration * 2
    default: return max(state.shown.end, state.phaseBegan + EasedValue.standardDuration)
    }
  }

  /// When a done ring begins to open: once it is closed, or at once.
  private func doneBegan(_ state: ProgressState) -> Duration {
    snaps ? state.phaseBegan : max(state.phaseBegan, state.shown.end)
  }
}
