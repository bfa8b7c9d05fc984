import Graphics

/// The ring around a wave: as far as the progress, or a piece that goes around. In design points.
struct WaveRing {
  /// The line's width.
  let width: Double
  /// How much shows of what is still to be filled.
  let track: Float
  /// How long an endless piece takes to go around, seconds.
  let turn: Double

  /// From the centre to the middle of the line.
  static let radius = 50.0
  private static let dashCount = 24

  /// Draws it.
  ///
  /// - Parameter broken: how far it has come apart into dashes.
  func draw(
    _ input: SceneInput, _ color: Color, alpha: Float, broken: Float, into list: inout DisplayList
  ) {
    func drawPiece(_ start: Double, _ sweep: Double, _ cap: Arc.Cap, _ part: Float) {
      if sweep <= 0 || part <= 0 { return }
      list.fill(.arc(arc(from: start, sweep: sweep, cap, input)), with: color, alpha: alpha * part)
    }
    drawTrack(input, color, alpha: 1 - broken, into: &list)
    let endless = Float(input.indeterminacy)
    let whole = broken > 0 ? input.whole : input.shown
    let period = 1 / Double(Self.dashCount)
    for dash in 0..<Self.dashCount {
      let start = Double(dash) * period
      if start >= whole + period / 2 || whole == 0 { drawPiece(start, period / 2, .butt, broken) }
    }
    // Without length it is a dot.
    drawPiece(0, max(whole, 1e-6), .round, 1 - endless)
    drawPiece(whole, input.shown - whole, .round, (1 - endless) * (1 - broken))
    let turned = input.turns(of: turn)
    drawPiece(turned - turned.rounded(.down), 0.25, .round, endless * (1 - broken))
  }

  /// Draws what is still to be filled.
  func drawTrack(
    _ input: SceneInput, _ color: Color, alpha: Float = 1, into list: inout DisplayList
  ) {
    if alpha > 0 { list.fill(.annulus(annulus(input)), with: color, alpha: track * alpha) }
  }

  /// All of it, in pixels.
  func annulus(_ input: SceneInput) -> Annulus { arc(from: 0, sweep: 1, .butt, input).annulus }

  /// A piece, clockwise from the top, in turns.
  private func arc(
    from start: Double, sweep: Double, _ cap: Arc.Cap, _ input: SceneInput
  ) -> Arc {
    Arc(
      centre: input.centre, radius: Self.radius * input.scale, width: width * input.scale,
      start: start - 0.25, sweep: sweep, cap: cap)
  }
}
