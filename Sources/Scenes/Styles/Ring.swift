import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A ring that fills, and opens into the final picture after success.
  public static let ring = SceneStyle(
    name: "ring", summary: "a ring that fills, then opens into the picture",
    makeScene: { Ring($0) })
}

/// The ring (ANIMATIONS.md §3). Lengths are in design points.
final class Ring: Scene {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 272, height: 272)) }
  var room: SceneRoom? {
    if colors == nil { return nil }
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
  // The colors of states, which go with number and signs; nil for the original's look.
  private let colors: StateColors?

  init(_ settings: SceneSettings) {
    let showsNumber = settings.flag(.ringNumber)
    colors = showsNumber ? StateColors(settings) : nil
    ink = settings.paint(.ringColor)
    doneInk = settings.paint(.ringDoneColor)
    failInk = settings.paint(.ringFailColor)
    ground = settings.paint(.ringBackground)
    snaps = settings.flag(.ringSnap)
    ticks = settings.flag(.ringTick)
    // The original's circling arc goes from 10 to 100 % of the circle (§3.6).
    ring = ProgressRing(
      radius: settings.number(.ringRadius), width: settings.number(.ringLineWidth),
      start: settings.number(.ringStart) / 360,
      cap: settings.given.has("round", .ringCap) ? .round : .butt,
      trackColor: settings.paint(.ringTrackColor), track: Float(settings.number(.ringTrack)),
      endless: showsNumber ? 0...(110.0 / 360) : 0.1...1, turn: settings.number(.ringTurn),
      hasDot: false, fade: Float(settings.number(.ringFade)), ground: ground,
      trackWidth: settings.number(.ringTrackWidth), keepsDashes: showsNumber)
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    if let colors { return drawStates(input, colors, into: &list) }
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
  private func drawStates(
    _ input: SceneInput, _ colors: StateColors, into list: inout DisplayList
  ) {
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
    let (sign, began): (Sign, Duration)
    switch state.phase {
    case .done where ticks && input.picture == nil: (sign, began) = (.tick, doneBegan(state))
    case .failed: (sign, began) = (.cross, state.outcomeBegan)
    default: return
    }
    if input.time < began { return }
    sign.draw(input, at: ring.numeral(input, em: 1), color: color, from: began, into: &list)
  }

  /// Draws the circle that expands from the ring after success.
  private func drawHalo(_ input: SceneInput, _ color: Color, into list: inout DisplayList) {
    let began = doneBegan(input.state)
    guard input.state.phase == .done, !input.screen.reducesMotion, input.picture == nil,
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
    colors == nil ? nil : ring.numeral(input, em: 0.36)
  }

  // MARK: - Motion

  func rest(_ input: SceneInput) -> Duration? { restOfFraction(input) }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .done:
      let celebration = colors == nil ? .zero : Self.celebration
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
