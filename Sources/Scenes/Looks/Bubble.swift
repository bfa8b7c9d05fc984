import Base
import Configuration
import Graphics
import ProgressModel
import Text

extension SceneStyle {
  /// A box that flattens into a bar, and an arrow that becomes a label on it and leans with the
  /// speed.
  public static let bubble = SceneStyle(
    name: "bubble",
    summary: "a box becomes a bar, and its arrow a label that rides and leans on it",
    makeScene: { Bubble($0) }, intro: { _ in Bubble.intro })
}

/// The bubble bar (ANIMATIONS.md §7). Lengths are in design points, from the left end of the bar's
/// center line.
final class Bubble: Scene {
  let ground: Color
  static let intro = Duration.milliseconds(1_100)
  var extent: SceneExtent { .block(Size(width: 320, height: 240)) }
  let figures: BubbleFigures

  /// The speed that the label's lean shows.
  enum Tilt: StaticBytes, SettingChoice {
    case none, absolute, relative
  }

  let isSmooth: Bool
  private let tilt: Tilt
  var followsSpeed: Bool { tilt != .none }
  /// The largest lean of the label, in turns.
  private let most: Double
  private let rope: Double
  let hangs: Bool
  let tilts: Bool
  private let lineInk: Color
  // The colors of states, which go with signs; nil for the original's look.
  private let colors: StateColors?
  /// In units of 2.4 points.
  var room: SceneRoom? {
    keepsPlace ? SceneRoom(half: 65, above: 19, below: 7, text: 1.1, isBar: true) : nil
  }
  let turn: Duration
  let pause: Duration
  let cycle: Double
  private let ink: Color
  private let track: Color
  private let textInk: Color
  private let typesetters: Typesetters
  private let doneInk: Color
  private let failInk: Color

  init(_ settings: SceneSettings) {
    isSmooth = settings.given.has("smooth", .bubbleVariant)
    tilt = settings.choice(.bubbleTilt)
    most = settings.number(.bubbleTiltAngle) / 360
    rope = settings.number(.bubbleRope)
    hangs = settings.given.has("hang", .bubbleFailure)
    tilts = settings.given.has("tilt", .bubbleFailure)
    lineInk = settings.paint(.bubbleLineColor)
    colors = settings.flag(.bubbleSigns) ? StateColors(settings) : nil
    pause = settings.time(.bubblePause)
    turn = settings.time(.bubbleTurn)
    cycle = settings.number(.bubbleCycle)
    ink = settings.paint(.bubbleColor)
    track = settings.paint(.bubbleTrack)
    textInk = settings.paint(.bubbleTextColor)
    doneInk = settings.paint(.bubbleDoneColor)
    failInk = settings.paint(.bubbleFailColor)
    ground = settings.paint(.bubbleBackground)
    typesetters = settings.typesetters ?? .builtIn()
    figures = BubbleFigures(settings, most: most, isSmooth: isSmooth)
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let pose = BubblePose(input, self)
    var place = figures.place(input)
    if keepsPlace {
      // The box stands on the bar's place, not around it: the texts are below.
      place.origin.y -= figures.side / 2 * (1 - pose.flat) * input.scale
    }
    let line =
      colors?.color(input, usual: lineInk, done: doneInk, failed: failInk) ?? lineInk
    list.layer(alpha: keepsPlace ? 1 : pose.alpha) { list in
      figures.drawTrack(
        pose, input.track(track), keepsPlace ? input.track(track) : ink, place, into: &list)
      figures.drawLine(pose, line, place, into: &list)
      drawLabel(pose, input, place, into: &list)
    }
  }

  private func drawLabel(
    _ pose: BubblePose, _ input: SceneInput, _ place: Transform, into list: inout DisplayList
  ) {
    // Seen from the edge, the label is invisible.
    let breadth = abs(pose.facing)
    if breadth < 0.01 { return }
    var label = Transform(
      moving: Point(x: 0, y: 0), to: place.apply(pose.tip), scale: input.scale,
      turns: input.mirrored(pose.turns))
    label.right = Point(x: label.right.x * breadth, y: label.right.y * breadth)
    let color = colors?.color(input, usual: ink, done: doneInk, failed: failInk) ?? ink
    figures.drawLabel(pose.shape, color, label, into: &list)
    let middle = figures.labelMiddle
    if keepsPlace { return drawContent(pose, input, label, middle, into: &list) }
    if pose.verdict > 0 {
      let box = 0.95 * figures.labelHeight
      let glyph = Glyph.of(success: input.state.phase == .done)
      glyph.draw(
        scaled(label, by: box, to: Point(x: -box / 2, y: middle - box / 2)),
        color: input.state.phase == .done ? doneInk : failInk, alpha: pose.verdict, into: &list)
    }
    drawNumber(input.shownPercent, pose, input, label, into: &list)
  }

  /// Draws the percentage on the label, or the sign of the state.
  private func drawContent(
    _ pose: BubblePose, _ input: SceneInput, _ label: Transform, _ middle: Double,
    into list: inout DisplayList
  ) {
    let state = input.state
    let isOver = input.isOver
    let (sign, began): (Sign, Duration)
    switch state.phase {
    case .active where state.pausedAt != nil:
      (sign, began) = (.pause, state.pausedAt ?? input.time)
    // The tick is on the label's back.
    case .done where isOver && (pose.facing < 0 || input.screen.reducesMotion):
      (sign, began) = (.tick, state.outcomeBegan + turn * 0.5)
    case .failed where isOver: (sign, began) = (.cross, state.outcomeBegan)
    case .cancelled where isOver && pose.shape >= 1: (sign, began) = (.square, state.outcomeBegan)
    case .interrupted where isOver: (sign, began) = (.exclamation, state.outcomeBegan)
    default:
      return drawNumber(input.percent, pose, input, label, into: &list)
    }
    // The back of a turned label is mirrored.
    var upright = label
    if pose.facing < 0 { upright.right = Point(x: abs(label.right.x), y: label.right.y) }
    let diameter = 1.25 * figures.labelHeight
    let centre = Point(x: 0, y: middle)
    sign.draw(
      around: centre, diameter: diameter, width: 0.075 * diameter * input.scale, color: textInk,
      part: Sign.part(input, from: began), transform: upright, into: &list)
  }

  /// Draws a percentage; while it is unknown the amount.
  private func drawNumber(
    _ percent: Int, _ pose: BubblePose, _ input: SceneInput, _ label: Transform,
    into list: inout DisplayList
  ) {
    let height = figures.digitHeight
    typesetters.draw(
      pose.known < 0.5 ? Numeral.amount(input) : .percent(percent, hasSteps: false),
      within: 0.8 * figures.labelWidth / height,
      at: scaled(label, by: height, to: Point(x: 0, y: figures.labelMiddle)), color: textInk,
      alpha: pose.words * Float(abs(2 * pose.known - 1)), into: &list)
  }

  /// A transform of the label's points, with another unit and another origin.
  private func scaled(_ label: Transform, by unit: Double, to origin: Point) -> Transform {
    Transform(
      right: Point(x: label.right.x * unit, y: label.right.y * unit),
      down: Point(x: label.down.x * unit, y: label.down.y * unit), origin: label.apply(origin))
  }

  // MARK: - Timing and measures for poses

  /// Whether the label stays in its place after a cancellation and an interruption.
  var keepsPlace: Bool { colors != nil }

  /// The duration of the way back to a box.
  var returning: Duration { isSmooth ? .milliseconds(500) : .milliseconds(300) }

  /// The session time at which the line of a failed run begins to drain: when it has its final
  /// length.
  func drainBegan(_ state: ProgressState) -> Duration { max(state.outcomeBegan, state.settled) }

  /// The sag of the rope at the label, design points, with the label at a fraction.
  func sag(_ fraction: Double) -> Double {
    rope == 0 ? 0 : rope * figures.width * Arc.direction(turns: fraction / 2).y
  }

  /// The label's lean, in turns clockwise, rounded to quarters of a degree, so that tiny movements
  /// end, and a label that hardly leans more than before keeps its mask.
  func lean(_ input: SceneInput) -> Double {
    let state = input.state
    if tilt == .none || input.screen.reducesMotion { return 0 }
    if tilt == .absolute, input.time >= settled(state) { return 0 }
    let sway = input.sway(isRelative: tilt == .relative)
    var lean = (tilt == .absolute ? sway.lean : sway.relativeLean) * most
    // The run may have begun before the scene shows it.
    if tilt == .relative { lean *= input.ramp(from: state.introEnd, over: .milliseconds(500)) }
    if state.phase.isOutcome {
      lean *= 1 - input.ramp(from: state.outcomeBegan, over: .seconds(1), .linear)
    }
    return (lean * 1_440).rounded() / 1_440
  }

  /// The session time at which a label that leans with the bar's speed is at rest: it returns at
  /// 1.8/s, from the largest lean.
  private func settled(_ state: ProgressState) -> Duration {
    max(state.phaseBegan, state.settled) + .seconds(5)
  }

  func stallMark(_ input: SceneInput) -> Annulus {
    // The label covers the head of the line, and shows the stall by its color.
    if keepsPlace { return Annulus(centre: input.centre, innerRadius: 0, outerRadius: 0) }
    let pose = BubblePose(input, self)
    let end = pose.known < 0.5 ? pose.endless.upperBound : pose.line.upperBound
    let head = Point(x: figures.width * end, y: 0.5 + sag(end))
    return input.mark(at: figures.place(input).apply(head), onLine: figures.thickness)
  }

  // MARK: - Motion

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .active:
      if state.isIndeterminate { return nil }
      let still = max(state.introEnd, state.settled)
      if tilt == .none || input.screen.reducesMotion { return still }
      return max(still, tilt == .absolute ? settled(state) : input.shared.history.sway.relativeRest)
    default: return max(outcomeEnd(input), state.outcomeBegan + .seconds(1), state.settled)
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    let began = state.outcomeBegan
    switch state.phase {
    case .done: return began + (keepsPlace ? max(turn, turn * 0.5 + Sign.duration) : turn)
    case .failed where tilts: return began + BubblePose.tilting
    case .failed:
      let told = max(pause + .milliseconds(200), .milliseconds(1_200))
      return hangs ? began + .milliseconds(2_250) : drainBegan(state) + told
    case .cancelled:
      let reached = input.introReached(of: Self.intro)
      if keepsPlace, reached == Self.intro { return began + Sign.duration }
      return began + (reached < Self.intro ? reached / 2 : returning)
    default: return max(began + EasedValue.standardDuration, state.settled)
    }
  }
}
