import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A comet that circles until the outcome.
  public static let spinner = SceneStyle(
    name: "spinner", summary: "a comet that circles, and a tick or a cross in its ring",
    makeScene: { Spinner($0) })
}

/// The gradient spinner with four states (ANIMATIONS.md §5). Lengths are in design points.
final class Spinner: Scene {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 250, height: 250)) }
  private let size: Double
  private let ink: Color
  private let turn: Double
  let pulse: Pulse
  /// Whether it begins and ends without a jump: it grows from its size at rest, and rotates on
  /// until it is upright.
  private let isSmooth: Bool
  /// Whether the comet's length shows the progress.
  private let showsProgress: Bool
  private let glyphSize: Double
  // The colors of states, which go with number and signs; nil for the original's look.
  let colors: StateColors?
  private let doneInk: Color
  private let failInk: Color
  private let trackInk: Color
  /// The width of the comet, relative to the diameter.
  private let breadth: Double
  var room: SceneRoom? { colors == nil ? nil : .disc }

  /// The shortest tail of the comet, in turns.
  private static let shortest = 0.08
  /// The ring's edges, relative to its diameter.
  private var inner: Double { Self.outer - breadth }
  private static var outer: Double { 0.499 }
  /// The width of the track and the diameter of the head, relative to the comet's width.
  private static let trackWidth = 0.34, headSize = 1.48
  /// The time until the hole of a disc has closed, and its tick begins.
  static let closing = Duration.milliseconds(200)
  /// The ring's opacity, clockwise from the tail's end to the head.
  private static let fading: [_ of (place: Float, alpha: Float)] = [
    (0, 0), (101.0 / 360, 0.092), (0.5, 0.596), (1, 1),
  ]

  init(_ settings: SceneSettings) {
    size = settings.number(.spinnerSize)
    turn = settings.number(.spinnerTurn)
    pulse = settings.given.has("as-written", .spinnerPulse) ? .asWritten : .asRun
    isSmooth = settings.given.has("smooth", .spinnerMotion)
    showsProgress = settings.given.has("progress", .spinnerLength)
    glyphSize = settings.number(.spinnerGlyph)
    colors = settings.flag(.spinnerNumber) ? StateColors(settings) : nil
    doneInk = settings.paint(.spinnerDoneColor)
    failInk = settings.paint(.spinnerFailColor)
    trackInk = settings.paint(.spinnerTrackColor)
    breadth = settings.number(.spinnerLine)
    ink = settings.paint(.spinnerColor)
    ground = settings.paint(.spinnerBackground)
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    if let colors { return drawStates(input, colors, into: &list) }
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
        drawDashes(input, ink, length: length, alpha: gone, into: &list)
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
      centre, ink, diameter: diameter(input), turned: turned(input), length: length, closed: closed,
      alpha: alpha, into: &list)
  }

  /// Draws the state by colors and signs: a comet on a track, a disc with a tick, a ring with a
  /// cross.
  private func drawStates(
    _ input: SceneInput, _ colors: StateColors, into list: inout DisplayList
  ) {
    let (state, centre, diameter) = (input.state, input.centre, diameter(input))
    let radius = (Self.outer + inner) / 2 * diameter
    let width = breadth * diameter
    let track = Self.trackWidth * width
    let color = colors.color(input, usual: ink, done: doneInk, failed: failInk)
    let isOver = input.isOver
    let gone = isOver ? input.ramp(from: state.outcomeBegan) : 0
    let hasGlyph = isOver && (state.phase == .done || state.phase == .failed)
    // The reveal draws the opening ring.
    if input.isOpening { return }
    if isOver, state.phase == .interrupted {
      drawDashes(input, color, alpha: Float(gone), into: &list)
    }
    if !hasGlyph || gone < 1 {
      let isBroken = isOver && state.phase == .interrupted
      list.fill(
        .annulus(
          Annulus(
            centre: centre, innerRadius: radius - track / 2, outerRadius: radius + track / 2)),
        with: input.track(trackInk), alpha: isBroken ? 1 - Float(gone) : 1)
    }
    let isHidden =
      state.activeBegan == nil || gone >= 1 && (hasGlyph || state.phase == .interrupted)
    if !isHidden {
      var length = 1.0
      if showsProgress {
        length = Self.shortest + (1 - Self.shortest) * input.lastShown
        length += (0.4 - length) * input.indeterminacy
      }
      drawComet(
        centre, color, diameter: diameter, turned: turned(input), length: length, closed: 0,
        head: Self.headSize, alpha: state.phase == .cancelled ? 1 : Float(1 - gone), into: &list)
    }
    guard hasGlyph else { return }
    // The ring becomes a disc with a tick, or stays a ring with a cross.
    let isDone = state.phase == .done
    let hollow = isDone && input.picture == nil ? (1 - gone) * inner * diameter : inner * diameter
    var disc = Annulus(centre: centre, innerRadius: hollow, outerRadius: Self.outer * diameter)
    let drained = input.drained
    if drained > 0 {
      // A countdown empties the comet's way around the disc, which covers its inner edge.
      let edge = inner * diameter
      let way = Annulus(centre: centre, innerRadius: edge - 1, outerRadius: disc.outerRadius)
      list.fill(way, with: color, drained: drained, track: trackInk)
      disc.outerRadius = edge
    }
    list.fill(.annulus(disc), with: color, alpha: Float(gone))
    if isDone, input.picture != nil { return }
    (isDone ? Sign.tick : .cross).draw(
      input, at: numeralPlace(input), color: isDone ? ground : color,
      from: state.outcomeBegan + (isDone ? Self.closing : .zero), into: &list)
  }

  private func numeralPlace(_ input: SceneInput) -> NumeralPlace {
    let diameter = Pulse.rest * size * input.scale
    return NumeralPlace(
      centre: input.centre, em: 0.34 * diameter, width: 0.68 * diameter, diameter: diameter,
      stroke: 0.75 * breadth * diameter)
  }

  func numeral(_ input: SceneInput) -> NumeralPlace? { colors == nil ? nil : numeralPlace(input) }

  /// Draws the ring of an interrupted run: dashes, which are short outside of the comet.
  private func drawDashes(
    _ input: SceneInput, _ color: Color, length: Double = 1, alpha: Float,
    into list: inout DisplayList
  ) {
    let diameter = diameter(input)
    for dash in 0..<12 {
      let place = Double(dash) / 12
      list.fill(
        .arc(
          Arc(
            centre: input.centre, radius: (Self.outer + inner) / 2 * diameter,
            width: (Self.outer - inner) * diameter, start: place - 0.25,
            sweep: place < length ? 1.0 / 18 : 1.0 / 60, cap: .butt)), with: color, alpha: alpha)
    }
  }

  private func drawComet(
    _ centre: Point, _ ink: Color, diameter: Double, turned: Double, length: Double,
    closed: Float, head: Double = 1, alpha: Float, into list: inout DisplayList
  ) {
    let ring = Arc(
      centre: centre, radius: (Self.outer + inner) / 2 * diameter,
      width: (Self.outer - inner) * diameter, start: turned - 0.25 - length, sweep: length,
      // A large head hides a round end, which costs less than a straight one.
      cap: head > 1 ? .round : .butt)
    if closed >= 1 { return list.fill(.annulus(ring.annulus), with: ink, alpha: alpha) }
    // The colors of a length are computed once. Its steps do not show: the tail's end is clear.
    let reach = Float((length * 180).rounded(.up) / 180)
    // One layer, so that head and ring do not add up where they overlap.
    list.layer(alpha: alpha) { list in
      let paint = list.conicGradient(around: centre, start: turned - 0.25, count: Self.fading.count)
      {
        var color = ink
        color.alpha = Self.fading[$0].alpha
        color.alpha += (1 - color.alpha) * closed
        // The tail fades out at any length.
        return ColorStop(place: 1 - reach * (1 - Self.fading[$0].place), color: color)
      }
      list.fill(.arc(ring), with: paint)
      list.fillDisc(ring.point(at: length), radius: head * ring.width / 2, with: ink)
    }
  }

  /// The ring's diameter, pixels.
  private func diameter(_ input: SceneInput) -> Double {
    let state = input.state
    guard let began = state.activeBegan else { return Pulse.rest * size * input.scale }
    let isOver = input.isOver
    if isOver && !isSmooth { return Pulse.rest * size * input.scale }
    let swollen = pulse.size(at: (isOver ? state.outcomeBegan : input.time) - began)
    var part = isSmooth || input.screen.reducesMotion ? max(Pulse.rest, swollen) : swollen
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
  func turnedBefore(_ input: SceneInput, _ began: Duration) -> Double {
    let state = input.state
    return turns(state.outcomeBegan - began - state.standstill(at: state.outcomeBegan), input)
  }

  private func turns(_ time: Duration, _ input: SceneInput) -> Double {
    let turns = time.seconds / input.slowed(turn)
    return turns - turns.rounded(.down)
  }

  /// The time from a rotation until the comet is upright, at the current speed. Limits keep it from
  /// delaying the outcome. The curve begins 1.724 times faster than its average.
  func stopDuration(_ turned: Double, _ input: SceneInput) -> Duration {
    if !isSmooth { return .zero }
    return .seconds(max(0.25, min(1.724 * (1 - turned) * input.slowed(turn), 0.5)))
  }

  func opening(_ input: SceneInput) -> Annulus? {
    let diameter = Pulse.rest * size * input.scale
    return Annulus(
      centre: input.centre, innerRadius: inner * diameter, outerRadius: Self.outer * diameter)
  }

  func stallMark(_ input: SceneInput) -> Annulus {
    let diameter = diameter(input)
    let head = Arc.direction(turns: turned(input) - 0.25)
    let radius = (Self.outer + inner) / 2 * diameter
    return input.mark(
      at: Point(x: input.centre.x + head.x * radius, y: input.centre.y + head.y * radius),
      onLine: (Self.outer - inner) * diameter / input.scale)
  }
}
