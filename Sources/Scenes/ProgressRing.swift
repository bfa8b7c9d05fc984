import Graphics

/// A ring that fills: as far as the progress, or a piece that goes around, or in dashes behind where it broke off.
struct ProgressRing {
  /// From the centre to the middle of the line, and the line's width, design points.
  let radius: Double
  let width: Double
  /// Where the line begins, in turns clockwise from three o'clock, and how it ends.
  let start: Double
  let cap: Arc.Cap
  /// How much shows of what is still to be filled.
  let track: Float
  /// The piece that goes around while it is not known how much there is: from where to where, in turns; how long it takes, seconds.
  let endless: ClosedRange<Double>
  let turn: Double
  /// Whether there is a dot where there is no progress.
  let hasDot: Bool

  private static let dashCount = 24

  /// Draws it, as it is at a moment.
  func draw(_ input: SceneInput, _ color: Color, alpha: Float, into list: inout DisplayList) {
    func drawPiece(_ from: Double, _ sweep: Double, _ cap: Arc.Cap, _ part: Float) {
      if sweep <= 0 || part <= 0 { return }
      // A whole turn is a closed circle, without caps or seam.
      let arc = arc(input, from, sweep, cap)
      list.fill(sweep >= 1 ? .annulus(arc.annulus) : .arc(arc), with: color, alpha: alpha * part)
    }
    let (unknown, broken) = (Float(input.indeterminacy), Float(input.brokenness))
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

  /// Draws what is still to be filled.
  func drawTrack(
    _ input: SceneInput, _ color: Color, alpha: Float = 1, into list: inout DisplayList
  ) {
    if alpha > 0 { list.fill(.annulus(annulus(input)), with: color, alpha: track * alpha) }
  }

  /// The disc that marks a stall: in the head of the line, or of the piece that goes around.
  func stallMark(_ input: SceneInput) -> Annulus {
    let isEndless = input.indeterminacy > 0.5
    let place = isEndless ? endless.upperBound + input.cycle(of: turn) : input.shown
    return input.mark(at: arc(input, 0, 1, .butt).point(at: place), onLine: width)
  }

  /// All of it, in pixels.
  func annulus(_ input: SceneInput) -> Annulus { arc(input, 0, 1, .butt).annulus }

  private func arc(_ input: SceneInput, _ from: Double, _ sweep: Double, _ cap: Arc.Cap) -> Arc {
    Arc(
      centre: input.centre, radius: radius * input.scale, width: width * input.scale,
      start: start + from, sweep: sweep, cap: cap)
  }
}
