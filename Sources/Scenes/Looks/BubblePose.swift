import Base
import Graphics
import ProgressModel

/// The positions of the bubble bar's figures at a time. Design points from the left end of the
/// bar's center line.
struct BubblePose {
  /// The label's tip, its lean in turns clockwise, and the cosine of its rotation about its
  /// vertical axis.
  var tip: Point
  var turns = 0.0
  var facing = 1.0
  /// The progress of the change from arrow to label, and from box to bar.
  var shape = 0.0
  var flat = 0.0
  /// The opacity of the digits, and of the outcome's glyph.
  var words: Float = 0
  var verdict: Float = 0
  /// The ends of the line, relative to the bar; its opacity.
  var line = 0.0...0.0
  var lineAlpha = 1.0
  /// The weight of a known fraction, in `0...1`, and the piece of line that runs along the bar
  /// without one.
  var known = 1.0
  var endless = 0.0...0.0
  var drained = 0.0
  var shattered = 0.0
  /// The thread that drips from a draining line.
  var thread = (x: 0.0, top: 0.0, length: 0.0, width: 0.0, alpha: 0.0)
  /// The sag of the bar at the label.
  var sag = 0.0
  /// The progress of the track's change to dashes.
  var broken = 0.0
  /// The opacity of everything.
  var alpha: Float = 1

  /// The time in which the label of a failed run tilts.
  static let tilting = Duration.milliseconds(400)

  /// The pose at an input's time.
  init(_ input: SceneInput, _ bubble: Bubble) {
    switch input.act(intro: Bubble.intro) {
    case .idle: self.init(beginning: .zero, bubble)
    case .intro(let since): self.init(beginning: since, bubble)
    case .running: self.init(running: input, bubble)
    case .ending(let since):
      let reached = input.introReached(of: Bubble.intro)
      if input.state.phase == .cancelled, reached < Bubble.intro {
        // Backwards, twice as fast.
        self.init(beginning: reached - since * 2, bubble)
        return
      }
      self.init(running: input, bubble)
      switch input.state.phase {
      case .done:
        turnAround(bubble.turn.fraction(at: since, from: .zero), bubble)
        if bubble.keepsPlace { line = min(input.drained, line.upperBound)...line.upperBound }
      case .failed where bubble.hangs: hang(since.seconds, bubble)
      case .failed where bubble.tilts:
        turns += 14.0 / 360 * progress(since.seconds, 0...Self.tilting.seconds, .easeOut)
      case .failed: drain(max(.zero, input.time - bubble.drainBegan(input.state)), bubble)
      case .cancelled where bubble.keepsPlace: break
      case .cancelled: goHome(since, input, bubble)
      default:
        broken = input.interruptionProgress
        alpha = 1 - 0.25 * Float(broken)
        if !bubble.keepsPlace { line = 0...min(line.upperBound, input.whole) }
      }
    }
  }

  /// The beginning: the box flattens; the arrow jumps out of it, lands as a label, and slides to
  /// the bar's start.
  private init(beginning time: Duration, _ bubble: Bubble) {
    let (seconds, isSmooth, figures) = (max(0, time.seconds), bubble.isSmooth, bubble.figures)
    flat = progress(seconds, 0...0.3, isSmooth ? .easeInEaseOut : .linear)
    shape = flat
    let rest = figures.tipLevel - figures.tip(1)
    // The path has four legs. The seed gives each a quarter of one eased duration.
    let eased = TimingFunction.easeOut.value(at: seconds / 0.9)
    let up = isSmooth ? progress(seconds, 0...0.18, .easeOut) : min(1, eased * 4)
    let down = isSmooth ? progress(seconds, 0.18...0.36, .easeIn) : progress(eased, 0.25...0.5)
    let right =
      isSmooth ? progress(seconds, 0.36...0.54, .easeInEaseOut) : progress(eased, 0.5...0.75)
    let left =
      isSmooth ? progress(seconds, 0.54...0.9, .easeInEaseOut) : progress(eased, 0.75...1)
    tip = figures.middle
    tip.x += 20 * right - (figures.width / 2 + 20) * left
    tip.y = figures.tip(shape) - 40 * up + (40 + rest) * down
    // The label leans forward while it moves, swings back when it stops, and stands upright.
    let curve: TimingFunction = isSmooth ? .easeInEaseOut : .linear
    let forward = isSmooth ? progress(seconds, 0.3...0.6, curve) : progress(eased, 0.4...0.7)
    let back = progress(seconds, 0.9...1, curve)
    turns = (15 * forward - 26.25 * back + 11.25 * progress(seconds, 1...1.1, curve)) / 360
    words = Float(progress(seconds, 0.9...1.1))
  }

  /// The run: the label is at the line's end.
  private init(running input: SceneInput, _ bubble: Bubble) {
    self.init(beginning: Bubble.intro, bubble)
    // Without a known fraction the label is at the start, and a piece of line runs along the bar.
    known = 1 - input.indeterminacy
    var fraction = max(0, bubble.keepsPlace ? input.lastShown : input.shown) * known
    if known == 1 {
      fraction = bubble.figures.place(input).snapped(fraction, of: bubble.figures.width)
    }
    line = 0...fraction
    if bubble.keepsPlace {
      // The piece goes to and fro, and the label rides on its middle.
      let middle = 0.5 - 0.5 * Arc.direction(turns: input.cycle(of: 2 * bubble.cycle)).x
      endless = max(0, middle - 0.15)...min(1, middle + 0.15)
      tip.x = bubble.figures.width * (fraction + (1 - known) * middle)
    } else {
      let head = 1.3 * input.cycle(of: bubble.cycle)
      endless = max(0, head - 0.3)...min(1, head)
      tip.x = bubble.figures.width * fraction
    }
    sag = bubble.sag(fraction)
    tip.y += sag
    turns = bubble.lean(input)
  }

  /// Success: the label rotates, and shows a tick on its back.
  private mutating func turnAround(_ part: Double, _ bubble: Bubble) {
    let turned = bubble.isSmooth ? TimingFunction.easeInEaseOut.value(at: part) : part
    facing = Arc.direction(turns: turned / 2).x
    words = facing > 0 ? 1 : 0
    verdict = 1 - words
  }

  /// Failure: the line sinks and drains in a drop at the label. Then the label leans, and shows a
  /// cross.
  private mutating func drain(_ time: Duration, _ bubble: Bubble) {
    let (seconds, figures) = (time.seconds, bubble.figures)
    let fraction = line.upperBound
    // A piece that runs along the bar fades, too.
    lineAlpha = 1 - (1 - known) * progress(seconds, 0...0.25)
    let sinking = 0.5 * fraction
    drained = sinking > 0 ? min(1, seconds / sinking) : 1
    let length = figures.width * fraction
    let bottom = figures.floor - 4
    // As long as the line was, within the room; a longer one hangs lower.
    let end = max(0, min(length / 2 + 3 - figures.side / 2, bottom / 4))
    var top = sag + end * TimingFunction.easeIn.value(at: drained)
    let fallen = progress(seconds, sinking...(sinking + 0.7))
    top += (bottom - top) * fallen
    let scale = bubble.isSmooth ? 2.0 : 1
    thread = (
      tip.x, top, min(length * drained, bottom - top), scale * (2 - drained), 1 - fallen
    )
    let told = progress(
      seconds - bubble.pause.seconds, 0...0.2, bubble.isSmooth ? .easeInEaseOut : .linear)
    turns += 15.0 / 360 * told
    verdict = Float(max(0, 2 * told - 1))
    words = Float(max(0, 1 - 2 * told))
  }

  /// Failure that hangs: the line breaks up; the label falls over, and swings upside down below the
  /// bar.
  private mutating func hang(_ seconds: Double, _ bubble: Bubble) {
    shattered = progress(seconds, 0...0.333)
    lineAlpha = 1 - shattered * shattered
    let falling = progress(seconds, 0...0.25)
    // A damped swing around 180°. It starts with the fall's final speed, 720° per second, and ends
    // after two seconds.
    let since = max(0, seconds - 0.25)
    let left = max(0, 1 - since / 2)
    let swing = Arc.direction(turns: since * 1.4)
    let degrees =
      since > 0
      ? 180 + left * left * left * (66.5 * swing.y - 90 * swing.x) : 90 * falling * falling
    // The bubble tilts towards the middle, which has room.
    turns += (tip.x > bubble.figures.width / 2 ? -degrees : degrees) / 360
    tip.y -= 2 * bubble.figures.tipLevel * falling
    verdict = Float(progress(seconds, 0.25...0.5))
    words = Float(1 - progress(seconds, 0...0.25))
  }

  /// Cancellation: the label flies to the middle and becomes an arrow on a box.
  private mutating func goHome(_ time: Duration, _ input: SceneInput, _ bubble: Bubble) {
    let figures = bubble.figures
    // The state resets the fraction at once; the label flies from its old place.
    let state = input.state
    let fraction =
      state.shown.value(at: state.phaseBegan)
      * (1 - state.indeterminacy.value(at: state.phaseBegan))
    let gone = (bubble.isSmooth ? TimingFunction.easeInEaseOut : .linear).value(
      at: bubble.returning.fraction(at: time, from: .zero))
    let left = 1 - gone
    shape = left
    flat = min(1, 1.5 * left)
    // The rope straightens before it becomes a box.
    sag = bubble.sag(fraction) * max(0, 1 - 3 * gone)
    line = 0...fraction
    lineAlpha = 1 - progress(time.seconds, 0...(bubble.isSmooth ? 0.15 : 0.05))
    words = Float(max(0, 1 - 3 * gone))
    turns = bubble.lean(input) * left
    let height = figures.tipLevel - figures.tip(1) + bubble.sag(fraction)
    tip = Point(
      x: left * left * figures.width * fraction + (2 * left + gone) * gone * figures.width / 2,
      y: left * left * height - 200 * left * gone + figures.tip(left))
  }
}
