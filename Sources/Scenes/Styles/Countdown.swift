import Base
import Graphics
import ProgressModel

/// The countdown to a restart after success. A closed shape empties from its start, while progress
/// fills a shape towards its end.
///
/// It moves in steps, and the last one is at the time of the restart. So the shape is the same at
/// any frame rate, and rests between two steps.
struct Countdown {
  private let end: Duration
  /// The length of the whole and of a step, and the time left, seconds.
  private let (length, step, left): (Double, Double, Double)

  /// The time after success in which its celebration is over.
  static let delay = Duration.milliseconds(900)

  /// The steps of a smooth countdown. Each is about a pixel of a ring.
  private static let steps = 1_000.0

  /// The countdown of a frame; nil without one.
  init?(_ input: SceneInput) {
    guard input.state.phase == .done, input.picture == nil, let end = input.state.restartsAt
    else { return nil }
    let began = max(input.state.restartAnnounced, input.state.outcomeBegan + Self.delay)
    if end <= began { return nil }
    self.end = end
    length = (end - began).seconds
    step = input.screen.reducesMotion ? 1 : length / Self.steps
    left = max(0, (end - input.time).seconds)
  }

  /// The steps that are left.
  private var stepsLeft: Double { (left / step).rounded(.up) }

  /// The part that is gone, in `0...1`. Rounding must not move a shape that is whole.
  var gone: Double {
    let gone = 1 - stepsLeft * step / length
    return gone < 1e-9 ? 0 : gone
  }

  /// The session time of the next step; nil after the last one.
  var next: Duration? {
    if left == 0 { return nil }
    // Before it begins, it waits for the first step. A little later, so that rounding does not give
    // the moment before.
    let steps = min(stepsLeft, (length / step).rounded(.up))
    return end - .seconds((steps - 1) * step) + .milliseconds(1)
  }
}

extension SceneInput {
  /// The part of a closed shape that is gone in a countdown, in `0...1`; 0 without one.
  @inline(never)
  var drained: Double { Countdown(self)?.gone ?? 0 }
}

extension DisplayList {
  /// Fills a circle's line, of which a part is gone: that has the track's color.
  mutating func fill(
    _ ring: Annulus, with color: Color, drained: Double, track: Color
  ) {
    fill(.annulus(ring), with: drained > 0 ? track : color)
    if drained <= 0 || drained >= 1 { return }
    let width = ring.outerRadius - ring.innerRadius
    fill(
      .arc(
        Arc(
          centre: ring.centre, radius: ring.outerRadius - width / 2, width: width,
          start: drained - 0.25, sweep: 1 - drained, cap: .butt)), with: color)
  }
}
