import Animation
import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A comet that circles until the outcome.
  public static let spinner = SceneStyle(
    name: "spinner", summary: "a comet that circles, and a tick or a cross in its ring",
    settings: Spinner.settings, makeScene: { Spinner($0) })
}

/// The gradient spinner with four states (ANIMATIONS.md §5). Lengths are in design points.
final class Spinner: Scene {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 250, height: 250)) }
  private let size: Double
  private let ink: Color
  private let turn: Double
  private let pulse: Pulse
  /// Whether it begins and ends without a jump: it grows from its size at rest, and rotates on
  /// until it is upright.
  private let isSmooth: Bool
  /// Whether the comet's length shows the progress.
  private let showsProgress: Bool
  private let glyphSize: Double

  /// The shortest tail of the comet, in turns.
  private static let shortest = 0.08
  /// The ring's edges, relative to its diameter.
  private static var inner: Double { 0.316 }
  private static var outer: Double { 0.499 }
  /// The ring's opacity, clockwise from the tail's end to the head.
  private static let fading: [_ of (place: Float, alpha: Float)] = [
    (0, 0), (101.0 / 360, 0.092), (0.5, 0.596), (1, 1),
  ]

  /// The curve of the comet's size.
  private enum PulseForm: StaticBytes, SettingChoice {
    case asRun = "as-run"
    case asWritten = "as-written"
  }

  /// The meaning of the comet's length.
  private enum Length: StaticBytes, SettingChoice {
    case full = "full"
    case progress = "progress"
  }

  static let settings: [SettingDefinition] = [
    .init(
      "spinner.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "spinner.size", .number(10...250, unit: "points"), .value("100"),
      help: "Diameter; 250 points are the screen's short side"),
    .init(
      "spinner.turn", .number(0.1...60, unit: "seconds"), .value("1"),
      help: "Time of a turn"),
    .init(
      "spinner.pulse", .choice(of: PulseForm.self), .value("as-run"),
      help: "Speed of the pulse: as the original ran, or as written"
    ),
    .init(
      "spinner.motion", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Start and end: with the original's jumps, or smooth"),
    .init(
      "spinner.length", .choice(of: Length.self), .preset(seed: "full", kiosk: "progress"),
      help: "Length of the comet: a whole turn, or the progress"),
    .init(
      "spinner.glyph", .number(0...0.6, unit: "times the size"), .value("0.5"),
      help: "Size of tick and cross"),
    .init(
      "spinner.color", .color, .preset(seed: "#F76161", kiosk: "#C2323A"),
      help: "Color"),
    .init("spinner.background", .color, .value("#FFFFFF"), help: "Background color"),
  ]

  init(_ settings: Settings) {
    size = settings.double("spinner.size")
    turn = settings.double("spinner.turn")
    pulse = settings.choice("spinner.pulse") == PulseForm.asWritten ? .asWritten : .asRun
    isSmooth = settings.choice("spinner.motion") == StyleMotion.smooth
    showsProgress = settings.choice("spinner.length") == Length.progress
    glyphSize = settings.double("spinner.glyph")
    ink = settings.paint("spinner.color")
    ground = settings.paint("spinner.background")
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    let centre = input.centre
    var alpha: Float = 1
    var length = 1.0
    if showsProgress, let began = state.activeBegan {
      // A short tail at fraction 0, so that motion is visible.
      length = Self.shortest + (1 - Self.shortest) * input.shown
      length += (1 - length) * max(input.indeterminacy, 1 - input.ramp(from: began))
    }
    // The opacity of the tail's gap: the ring is closed after success.
    var closed: Float = 0
    if case .ending(let since) = input.act() {
      let gone = Float(input.ramp(from: state.outcomeBegan))
      switch state.phase {
      case .done: if isSmooth { closed = gone }
      // After a cancellation the comet is as long as before the run.
      case .cancelled: length += (1 - length) * Double(gone)
      case .interrupted:
        drawDashes(input, length: length, alpha: gone, into: &list)
        alpha *= 1 - gone
      default: break
      }
      if state.phase == .done || state.phase == .failed {
        Glyph.of(success: state.phase == .done).draw(
          around: centre, base: glyphSize * size * input.scale, color: ink, since: since,
          pulse: pulse, into: &list)
      }
    }
    if alpha <= 0 { return }
    drawComet(
      centre, diameter: diameter(input), turned: turned(input), length: length, closed: closed,
      alpha: alpha, into: &list)
  }

  /// Draws the ring of an interrupted run: dashes, which are short outside of the comet.
  private func drawDashes(
    _ input: SceneInput, length: Double, alpha: Float, into list: inout DisplayList
  ) {
    let diameter = diameter(input)
    for dash in 0..<12 {
      let place = Double(dash) / 12
      list.fill(
        .arc(
          Arc(
            centre: input.centre, radius: (Self.outer + Self.inner) / 2 * diameter,
            width: (Self.outer - Self.inner) * diameter, start: place - 0.25,
            sweep: place < length ? 1.0 / 18 : 1.0 / 60, cap: .butt)), with: ink, alpha: alpha)
    }
  }

  private func drawComet(
    _ centre: Point, diameter: Double, turned: Double, length: Double, closed: Float,
    alpha: Float, into list: inout DisplayList
  ) {
    let ring = Arc(
      centre: centre, radius: (Self.outer + Self.inner) / 2 * diameter,
      width: (Self.outer - Self.inner) * diameter, start: turned - 0.25 - length, sweep: length,
      cap: .butt)
    if closed >= 1 { return list.fill(.annulus(ring.annulus), with: ink, alpha: alpha) }
    // One layer, so that head and ring do not add up where they overlap.
    list.layer(alpha: alpha) { list in
      let paint = list.conicGradient(around: centre, start: turned - 0.25, count: Self.fading.count)
      {
        var color = ink
        color.alpha = Self.fading[$0].alpha
        color.alpha += (1 - color.alpha) * closed
        // The tail fades out at any length.
        return ColorStop(place: 1 - Float(length) * (1 - Self.fading[$0].place), color: color)
      }
      list.fill(.arc(ring), with: paint)
      list.fill(
        .annulus(
          Annulus(centre: ring.point(at: length), innerRadius: 0, outerRadius: ring.width / 2)),
        with: ink)
    }
  }

  /// The ring's diameter, pixels.
  private func diameter(_ input: SceneInput) -> Double {
    let state = input.state
    guard let began = state.activeBegan else { return Pulse.rest * size * input.scale }
    let isOver = state.phase.isOutcome && input.time >= state.outcomeBegan
    if isOver && !isSmooth { return Pulse.rest * size * input.scale }
    let swollen = pulse.size(at: (isOver ? state.outcomeBegan : input.time) - began)
    var part = isSmooth || input.reducesMotion ? max(Pulse.rest, swollen) : swollen
    if isOver { part += (Pulse.rest - part) * input.ramp(from: state.outcomeBegan) }
    return part * size * input.scale
  }

  /// The rotation, in turns.
  private func turned(_ input: SceneInput) -> Double {
    let state = input.state
    guard let began = state.activeBegan else { return 0 }
    guard case .ending(let since) = input.act() else {
      return turns(input.time - began - state.standstill(at: input.time), input)
    }
    if !isSmooth { return 0 }
    let turned = turnedBefore(input, began)
    let gone = TimingFunction.easeOut.value(
      at: stopDuration(turned, input).fraction(at: since, from: .zero))
    return turned + (1 - turned) * gone
  }

  /// The rotation when the outcome's animation began, in turns.
  private func turnedBefore(_ input: SceneInput, _ began: Duration) -> Double {
    let state = input.state
    return turns(state.outcomeBegan - began - state.standstill(at: state.outcomeBegan), input)
  }

  private func turns(_ time: Duration, _ input: SceneInput) -> Double {
    let turns = time.seconds / input.slowed(turn)
    return turns - turns.rounded(.down)
  }

  /// The time from a rotation until the comet is upright: what it takes at the current speed,
  /// within limits, so that the outcome is not delayed. The curve begins 1.724 times faster than
  /// its average.
  private func stopDuration(_ turned: Double, _ input: SceneInput) -> Duration {
    if !isSmooth { return .zero }
    return .seconds(max(0.25, min(1.724 * (1 - turned) * input.slowed(turn), 0.5)))
  }

  func opening(_ input: SceneInput) -> Annulus? {
    let diameter = Pulse.rest * size * input.scale
    return Annulus(
      centre: input.centre, innerRadius: Self.inner * diameter, outerRadius: Self.outer * diameter)
  }

  func stallMark(_ input: SceneInput) -> Annulus {
    let diameter = diameter(input)
    let head = Arc.direction(turns: turned(input) - 0.25)
    let radius = (Self.outer + Self.inner) / 2 * diameter
    return input.mark(
      at: Point(x: input.centre.x + head.x * radius, y: input.centre.y + head.y * radius),
      onLine: (Self.outer - Self.inner) * diameter / input.scale)
  }

  // MARK: - Motion

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
    return max(hasGlyph ? max(stopped, began + pulse.duration) : stopped, state.settled)
  }
}
