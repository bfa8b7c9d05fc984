import Graphics
import ProgressModel

/// A ring that shows progress: an arc as long as the fraction, a circling arc without one, dashes
/// after an interruption.
struct ProgressRing {
  /// The distance from the center to the middle of the line, and the line's width, design points.
  let radius: Double
  let width: Double
  /// The line's start, in turns clockwise from three o'clock, and the shape of its ends.
  let start: Double
  let cap: Arc.Cap
  /// The color of the unfilled ring; nil for the line's.
  let trackColor: Color?
  /// The opacity of the unfilled ring.
  let track: Float
  /// The ends of the circling arc, in turns, and the duration of a revolution, seconds.
  let endless: ClosedRange<Double>
  let turn: Double
  /// Whether a dot marks a fraction of 0.
  let hasDot: Bool
  /// The share of `ground` in the color of the line's start.
  var fade: Float = 0
  var ground = Color(0)
  /// The width of the unfilled ring, relative to the line's.
  var trackWidth = 1.0
  /// Whether the dashes of an interrupted ring have the ring's color up to the fraction.
  var keepsDashes = false
  private var dashCount: Int { keepsDashes ? 20 : 24 }

  /// The part of a turn over which the line's color becomes full.
  private static let fading: Float = 0.3

  /// Draws the ring.
  ///
  /// - Parameters:
  ///   - fraction: the end of the filled part; nil for the displayed fraction.
  ///   - drained: its start.
  func draw(
    _ input: SceneInput, _ color: Color, from drained: Double = 0, to fraction: Double? = nil,
    alpha: Float = 1, into list: inout DisplayList
  ) {
    let ground = input.outcomeGround ?? ground
    let paint = paint(input, color, ground, into: &list)
    func drawPiece(
      _ from: Double, _ sweep: Double, _ cap: Arc.Cap, _ part: Float, _ list: inout DisplayList
    ) {
      if sweep <= 0 || part <= 0 { return }
      // A whole turn is a closed circle, without caps or seam.
      let arc = arc(input, from, sweep, cap)
      list.fill(sweep >= 1 ? .annulus(arc.annulus) : .arc(arc), with: paint, alpha: alpha * part)
      if fade > 0, sweep < 1, from == 0, cap == .round {
        // The cap of the start lies before the gradient's start.
        list.fillDisc(
          arc.point(at: 0), radius: width * input.scale / 2,
          with: color.mixed(with: ground, by: fade), alpha: alpha * part)
      }
    }
    let (unknown, broken) = (Float(input.indeterminacy), Float(input.interruptionProgress))
    drawTrack(input, color, alpha: alpha * (1 - broken), into: &list)
    let period = 1 / Double(dashCount)
    let shown = fraction ?? input.shown
    let whole = broken > 0 && !keepsDashes ? input.whole : shown
    for dash in 0..<(broken > 0 ? dashCount : 0) {
      let from = Double(dash) * period
      let isLit = keepsDashes && from < shown
      if !isLit, !keepsDashes, from < whole + period / 2, whole != 0 { continue }
      let hasRoundEnds = cap == .round && keepsDashes
      var arc = arc(input, from, period / 2, hasRoundEnds ? .round : .butt)
      if hasRoundEnds {
        // Round ends need room in the gap.
        arc.sweep = max(0.1 * period, 0.65 * period - width / (2 * .pi * radius))
        if !isLit { arc.width *= trackWidth }
      }
      list.fill(
        .arc(arc), with: isLit || !keepsDashes ? color : input.track(trackColor ?? color),
        alpha: alpha * broken)
    }
    let solid = keepsDashes ? 1 - broken : 1
    let least = hasDot && drained == 0 ? 1e-6 : 0
    drawPiece(drained, max(whole - drained, least), cap, (1 - unknown) * solid, &list)
    drawPiece(whole, shown - whole, cap, (1 - unknown) * (1 - broken), &list)
    if unknown > 0 { drawEndless(input, color, unknown * (1 - broken) * alpha, into: &list) }
  }

  /// Draws the circling arc.
  private func drawEndless(
    _ input: SceneInput, _ color: Color, _ alpha: Float, into list: inout DisplayList
  ) {
    let place = endless.lowerBound + input.cycle(of: turn)
    let sweep = endless.upperBound - endless.lowerBound
    let arc = arc(input, place, sweep, cap)
    if fade == 0 { return list.fill(.arc(arc), with: color, alpha: alpha) }
    // The tail fades into the track.
    let tail = trackColor ?? ground
    let head = Float(sweep)
    let paint = list.conicGradient(around: input.centre, start: start + place, count: 4) { index in
      switch index {
      case 0: ColorStop(place: 0, color: tail)
      case 1: ColorStop(place: head, color: color)
      case 2: ColorStop(place: head + 0.1, color: color)
      default: ColorStop(place: head + 0.1, color: tail)
      }
    }
    list.fill(.arc(arc), with: paint, alpha: alpha)
  }

  /// The paint of the filled part: its start is nearer to the ground.
  private func paint(
    _ input: SceneInput, _ color: Color, _ ground: Color, into list: inout DisplayList
  ) -> Paint {
    if fade == 0 { return .color(color) }
    let first = color.mixed(with: ground, by: fade)
    return list.conicGradient(around: input.centre, start: start, count: 3) { index in
      ColorStop(
        place: index == 0 ? 0 : index == 1 ? Self.fading : 1, color: index == 0 ? first : color)
    }
  }

  /// Draws the unfilled ring.
  func drawTrack(
    _ input: SceneInput, _ color: Color, alpha: Float = 1, into list: inout DisplayList
  ) {
    if alpha > 0 {
      var ring = annulus(input)
      let inset = (1 - trackWidth) / 2 * width * input.scale
      ring.innerRadius += inset
      ring.outerRadius -= inset
      list.fill(
        .annulus(ring), with: input.track(trackColor ?? color), alpha: track * alpha)
    }
  }

  /// The disc that marks a stall: at the head of the line, or of the circling arc.
  func stallMark(_ input: SceneInput) -> Annulus {
    let isEndless = input.indeterminacy > 0.5
    let place = isEndless ? endless.upperBound + input.cycle(of: turn) : input.shown
    return input.mark(at: arc(input, 0, 1, .butt).point(at: place), onLine: width)
  }

  /// The whole ring, pixels.
  func annulus(_ input: SceneInput) -> Annulus { arc(input, 0, 1, .butt).annulus }

  /// The place of the number in the ring.
  ///
  /// - Parameter em: the em relative to the ring's diameter.
  func numeral(_ input: SceneInput, em: Double) -> NumeralPlace {
    let diameter = (2 * radius + width) * input.scale
    var place = NumeralPlace(
      centre: input.centre, em: em * diameter, width: 0.72 * diameter, diameter: diameter,
      stroke: width * input.scale)
    if input.screen.isBezel {
      // The texts are in the ring, too.
      place.centre.y -= 0.07 * diameter
      (place.diameter, place.stroke) = (0.62 * diameter, 0.75 * place.stroke)
    }
    return place
  }

  private func arc(_ input: SceneInput, _ from: Double, _ sweep: Double, _ cap: Arc.Cap) -> Arc {
    Arc(
      centre: input.centre, radius: radius * input.scale, width: width * input.scale,
      start: start + from, sweep: sweep, cap: cap)
  }
}
