import Graphics

/// A ring that shows progress: an arc as long as the fraction, a circling arc without one, dashes
/// after an interruption.
struct ProgressRing {
  /// The distance from the center to the middle of the line, and the line's width, design points.
  let radius: Double
  let width: Double
  /// The line's start, in turns clockwise from three o'clock, and the shape of its ends.
  let start: Double
  let cap: Arc.Cap
  /// The opacity of the unfilled ring.
  let track: Float
  /// The ends of the circling arc, in turns, and the duration of a revolution, seconds.
  let endless: ClosedRange<Double>
  let turn: Double
  /// Whether a dot marks a fraction of 0.
  let hasDot: Bool

  private static let dashCount = 24

  /// Draws the ring.
  func draw(_ input: SceneInput, _ color: Color, alpha: Float, into list: inout DisplayList) {
    func drawPiece(_ from: Double, _ sweep: Double, _ cap: Arc.Cap, _ part: Float) {
      if sweep <= 0 || part <= 0 { return }
      // A whole turn is a closed circle, without caps or seam.
      let arc = arc(input, from, sweep, cap)
      list.fill(sweep >= 1 ? .annulus(arc.annulus) : .arc(arc), with: color, alpha: alpha * part)
    }
    let (unknown, broken) = (Float(input.indeterminacy), Float(input.interruptionProgress))
    drawTrack(input, color, alpha: alpha * (1 - broken), into: &list)
    let period = 1 / Double(Self.dashCount)
    let whole = broken > 0 ? input.whole : input.shown
    for dash in 0..<(broken > 0 ? Self.dashCount : 0) {
      let from = Double(dash) * period
      if from >= whole + period / 2 || whole == 0 { drawPiece(from, period / 2, .butt, broken) }
    }
    drawPiece(0, hasDot ? max(whole, 1e-6) : whole, cap, 1 - unknown)
    drawPiece(whole, input.shown - whole, cap, (1 - unknown) * (1 - broken))
    drawPiece(
      endless.lowerBound + input.cycle(of: turn), endless.upperBound - endless.lowerBound, cap,
      unknown * (1 - broken))
  }

  /// Draws the unfilled ring.
  func drawTrack(
    _ input: SceneInput, _ color: Color, alpha: Float = 1, into list: inout DisplayList
  ) {
    if alpha > 0 { list.fill(.annulus(annulus(input)), with: color, alpha: track * alpha) }
  }

  /// The disc that marks a stall: at the head of the line, or of the circling arc.
  func stallMark(_ input: SceneInput) -> Annulus {
    let isEndless = input.indeterminacy > 0.5
    let place = isEndless ? endless.upperBound + input.cycle(of: turn) : input.shown
    return input.mark(at: arc(input, 0, 1, .butt).point(at: place), onLine: width)
  }

  /// The whole ring, pixels.
  func annulus(_ input: SceneInput) -> Annulus { arc(input, 0, 1, .butt).annulus }

  private func arc(_ input: SceneInput, _ from: Double, _ sweep: Double, _ cap: Arc.Cap) -> Arc {
    Arc(
      centre: input.centre, radius: radius * input.scale, width: width * input.scale,
      start: start + from, sweep: sweep, cap: cap)
  }
}
