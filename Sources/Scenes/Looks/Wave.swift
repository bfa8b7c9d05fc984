import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// An arrow in a ring: its shaft becomes the ring's head, and its barbs become waves that calm
  /// down.
  public static let wave = SceneStyle(
    name: "wave", summary: "a ring around a waving line that calms as the ring fills",
    makeScene: { Wave($0) }, intro: { $0.time(.waveIntro) })
}

/// The wave in a circle (ANIMATIONS.md §8). Lengths are in design points from the center of a ring
/// of diameter 100.
final class Wave: Scene {
  let ground: Color
  let intro: Duration
  var extent: SceneExtent { .block(Size(width: 250, height: 250)) }
  private let ink: Color
  private let failInk: Color
  private let doneInk: Color
  let ring: ProgressRing
  // The colors of states, which go with number and signs; nil for the original's look.
  private let colors: StateColors?
  var showsNumber: Bool { colors != nil }
  /// The opacity of the area below the wave.
  private let filling: Float
  var room: SceneRoom? { showsNumber ? .disc : nil }
  /// The width of the lines in the ring.
  private let lineWidth: Double
  let amplitude: Double
  /// The speed of the wave's phase, turns per second.
  let speed: Double
  /// The fraction from which on the waves become smaller.
  private let calm: Double
  let swell: Duration
  private let label: WaveLabel
  private let isSmooth: Bool
  /// The final size of the tick and the cross, relative to their design.
  private let glyph: Double

  /// The ring's radius.
  private static let radius = 50.0
  /// The height above the center of the dot that the shaft shrinks to.
  private static let dot = 6.4
  /// The distance of a wave below a number from the center.
  private static let level = 16.0
  /// The time in which the flat line becomes a tick or a cross.
  private static let folding = Duration.milliseconds(600)
  /// The time in which the line and the ring's head become an arrow again.
  static let unfolding = Duration.milliseconds(500)
  /// Fast over the end of the intro, in which hardly anything moves.
  private static var backwards: TimingFunction { TimingFunction(0, 0.5, 1, 1) }

  init(_ settings: SceneSettings) {
    ground = settings.paint(.waveBackground)
    ink = settings.paint(.waveColor)
    failInk = settings.paint(.waveFailColor)
    doneInk = settings.paint(.waveDoneColor)
    let showsNumber = settings.flag(.waveNumber)
    colors = showsNumber ? StateColors(settings) : nil
    filling = Float(settings.number(.waveFill))
    intro = settings.time(.waveIntro)
    ring = ProgressRing(
      radius: Self.radius, width: settings.number(.waveRingWidth), start: -0.25, cap: .round,
      // The original's ring has one color.
      trackColor: settings.given.word(.wavePreset) == "seed"
        ? nil : settings.paint(.waveTrackColor),
      track: Float(settings.number(.waveTrack)), endless: 0...0.25,
      turn: settings.number(.waveTurn), hasDot: true, keepsDashes: showsNumber)
    lineWidth = settings.number(.waveLineWidth)
    amplitude = settings.number(.waveAmplitude)
    speed = settings.number(.waveSpeed) / (2 * Double.pi)
    calm = settings.number(.waveCalm)
    swell = settings.time(.waveSwell)
    label = WaveLabel(settings)
    glyph = settings.number(.waveGlyph)
    isSmooth = settings.given.has("smooth", .waveTick)
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    let reached = intro.fraction(at: input.introReached(of: intro), from: .zero)
    switch input.act(intro: intro) {
    case .idle: drawIntro(0, input, into: &list)
    case .intro(let since):
      drawIntro(intro.fraction(at: since, from: .zero), input, into: &list)
    case .ending(let since)
    where state.phase == .cancelled && since >= calming(input) && !showsNumber:
      let curve = reached < 1 ? TimingFunction.linear : Self.backwards
      let left = 1 - input.ramp(from: returning(input), over: Self.unfolding, curve)
      drawIntro(reached * left, input, into: &list)
    case .ending where state.phase == .cancelled && reached < 1:
      // The sign replaces the arrow.
      let gone = input.ramp(from: state.outcomeBegan)
      drawIntro(reached, alpha: 1 - Float(gone), input, into: &list)
    case .running, .ending: drawRun(input, into: &list)
    }
  }

  /// Draws the change from the arrow to a flat line and the ring's head.
  ///
  /// - Parameter reached: the progress of the change, in `0...1`.
  private func drawIntro(
    _ reached: Double, alpha: Float = 1, _ input: SceneInput, into list: inout DisplayList
  ) {
    ring.drawTrack(input, ink, into: &list)
    // The intro is the shaft's 1.5 s, and the first 1.5 s of the barbs' 2 s; each is eased as a
    // whole.
    let shaft = TimingFunction.easeInEaseOut.value(at: reached)
    let barbs = TimingFunction.easeInEaseOut.value(at: reached * 0.75)
    let shrunk = min(shaft / 0.15, 1)
    let lift = Spring.standard.position(after: (shaft - 1.0 / 3) * 1.5)
    let height = -Self.dot - (Self.radius - Self.dot) * lift
    let path = list.path(points(input)) { pen in
      pen.move(to: Point(x: 0, y: height - (26 - Self.dot) * (1 - shrunk)))
      pen.line(to: Point(x: 0, y: height + (26 + Self.dot) * (1 - shrunk)))
    }
    let stroke = lineWidth + (ring.width - lineWidth) * min(lift, 1)
    list.stroke(path, width: stroke * input.scale, with: ink, alpha: alpha)

    let risen = max(0, min((barbs - 0.15) / 0.1, 1))
    var line = WaveLine.arrow(down: min(barbs / 0.15, 1) * 2).mixed(with: .flat, by: risen)
    let past = (barbs - 0.25) / 0.03
    line.bow =
      isSmooth
      ? 4 * (Spring.standard.position(after: past * 0.06) - risen)
      : -4 * max(0, min(risen, 1 - past))
    // A wave below a number sinks to its place.
    let sunk = showsNumber ? Self.level * TimingFunction.easeInEaseOut.value(at: reached) : 0
    draw(line, color: ink, alpha: alpha, sunk: sunk, input, into: &list)
  }

  private func drawRun(_ input: SceneInput, into list: inout DisplayList) {
    let (state, time) = (input.state, input.time)
    let began = began(state)
    let isOver = input.isOver
    let ended = isOver ? state.outcomeBegan : time
    // The progress of the transition from the run's look to the outcome's.
    let gone = isOver ? input.ramp(from: ended) : 0
    let isBroken = isOver && state.phase == .interrupted
    let hasFailed = isOver && state.phase == .failed
    let paleness = isBroken && !showsNumber ? 1 - 0.25 * Float(gone) : 1
    let color =
      colors?.color(input, usual: ink, done: doneInk, failed: failInk)
      ?? (hasFailed ? ink.mixed(with: failInk, by: Float(gone)) : ink)
    // The reveal draws the opening ring.
    if !input.isOpening {
      ring.draw(
        input, color, from: showsNumber ? input.drained : 0,
        to: showsNumber ? input.lastShown : nil, alpha: paleness, into: &list)
    }

    var (line, larger) = (WaveLine.flat, 1.0)
    if isOver, state.phase == .done || hasFailed {
      let folded = Self.folding.fraction(at: time, from: ended)
      // The waves of a failed run calm first.
      let part =
        isSmooth || hasFailed
        ? TimingFunction.easeInEaseOut.value(at: hasFailed ? folded * 1.5 - 0.5 : folded) : folded
      line = line.mixed(with: hasFailed ? .cross : .tick, by: part)
      larger =
        time < outcomeEnd(input)
        ? size(input, after: (time - ended).seconds, folded: folded) : glyph
    }
    if !input.screen.reducesMotion {
      let rise = swell.fraction(at: ended, from: began)
      line.amplitude =
        amplitude * sea(input) * rise * rise * (3 - 2 * rise) * (isBroken ? 1 : 1 - gone)
      line.turns = phase(input, from: began, to: ended)
    }
    if showsNumber {
      // The wave is below the number, and fades out for the signs of states.
      let hasGlyph = isOver && (state.phase == .done || hasFailed)
      let paused = state.pausedAt.map { input.ramp(from: $0) } ?? 0
      let seen = hasGlyph ? 1 : Float(1 - max(gone, paused))
      let sunk = Self.level * (hasGlyph ? 1 - gone : 1)
      if seen > 0, !(input.isOpening && hasGlyph) {
        drawFilling(
          line, color: color, alpha: seen * Float(1 - gone), sunk: sunk, isHidden: gone == 0,
          input, into: &list)
        // The picture replaces the tick.
        let isTick = hasGlyph && !hasFailed && input.picture != nil
        draw(
          line, isCross: hasFailed, color: color, alpha: isTick ? 1 - Float(gone) : seen,
          larger: larger, sunk: sunk, input, into: &list)
      }
      return
    }
    draw(
      line, isCross: hasFailed, color: color, alpha: paleness, larger: larger, input, into: &list)
    drawLabel(input, from: began, to: ended, gone: gone, alpha: paleness, into: &list)
  }

  /// The height of the waves, relative to their amplitude.
  private func sea(_ input: SceneInput) -> Double {
    let part = max(0, input.shown - calm) / (1 - calm)
    // Without a known fraction the waves are as high as at the beginning.
    return 1 - part * part * (1 - input.indeterminacy)
  }

  /// The waves' phase, in turns. After an interruption they slow down to a stop within half a
  /// second.
  private func phase(_ input: SceneInput, from began: Duration, to ended: Duration) -> Double {
    let began = began + input.state.standstill(at: input.time)
    var seconds = (input.time - began).seconds
    if input.state.phase == .interrupted {
      let rest = min((input.time - ended).seconds, 0.5)
      seconds = (ended - began).seconds + rest - rest * rest
    }
    return speed * seconds
  }

  /// The size of a tick or cross, relative to its design, at a time since the line began to fold.
  private func size(_ input: SceneInput, after seconds: Double, folded: Double) -> Double {
    if isSmooth { return 1 + (glyph - 1) * Spring.standard.position(after: seconds - 0.3) }
    let size = 1 + (glyph - 1) * folded
    if folded < 1 || input.state.phase == .failed { return size }
    return size * (1 + 0.3 * (1 - Spring.standard.position(after: seconds - 0.6)))
  }

  // MARK: - Figures

  /// The transform from design points around the center to the canvas.
  private func points(
    _ input: SceneInput, larger: Double = 1, sunk: Double = 0
  ) -> Transform {
    var centre = input.centre
    centre.y += sunk * input.scale
    return Transform(moving: Point(x: 0, y: 0), to: centre, scale: input.scale * larger)
  }

  /// Draws the area between the wave and a circle. `isHidden`: the line covers its edge.
  private func drawFilling(
    _ line: WaveLine, color: Color, alpha: Float, sunk: Double, isHidden: Bool,
    _ input: SceneInput, into list: inout DisplayList
  ) {
    if filling * alpha <= 0 { return }
    let half = 35.2
    let radius = (half * half + sunk * sunk).squareRoot()
    // The angle of the wave's right end below the horizontal: a half turn less both is filled.
    // The line on the edge hides what a rough one is off.
    let isRough = isHidden && line.amplitude / 3 + 1 < lineWidth
    let path = list.path(points(input, sunk: sunk)) { pen in
      line.trace(isRough: isRough, with: &pen)
      let steps = 24
      for step in 1..<steps {
        // From the right end through the bottom to the left end.
        let along = Double(step) / Double(steps)
        let x = half - 2 * half * along
        let down = (max(0, radius * radius - x * x)).squareRoot()
        pen.line(to: Point(x: x, y: down - sunk))
      }
      pen.close()
    }
    list.fill(path, with: color, alpha: filling * alpha)
  }

  private func draw(
    _ line: WaveLine, isCross: Bool = false, color: Color, alpha: Float = 1, larger: Double = 1,
    sunk: Double = 0, _ input: SceneInput, into list: inout DisplayList
  ) {
    let path = list.path(points(input, larger: larger, sunk: sunk)) { pen in
      line.trace(with: &pen)
      if isCross { line.mirrored.trace(with: &pen) }
    }
    list.stroke(path, width: lineWidth * input.scale * larger, with: color, alpha: alpha)
  }

  /// Draws the percentage below the wave. It springs up when the run begins, and shrinks away when
  /// it ends.
  private func drawLabel(
    _ input: SceneInput, from began: Duration, to ended: Duration, gone: Double, alpha: Float,
    into list: inout DisplayList
  ) {
    let state = input.state
    // No label without a known fraction, or if the feed reported only the outcome.
    if state.fraction == nil, state.indeterminateSince == nil { return }
    let left = (state.phase == .interrupted ? 1 : 1 - gone) * (1 - input.indeterminacy)
    if left <= 0 { return }
    // It rests after 1.5 s.
    let since = (ended - began).seconds
    let rests = input.screen.reducesMotion ? since > 0 : since >= 1.5
    let sprung = rests ? 1 : Spring.standard.position(after: since)
    label.draw(
      input.shownPercent, below: amplitude + lineWidth / 2,
      within: Self.radius - ring.width / 2,
      part: (0.3 + 0.7 * sprung) * (0.3 + 0.7 * left), points(input), color: ink,
      alpha: alpha * Float(left * min(sprung, 1)), into: &list)
  }
}
