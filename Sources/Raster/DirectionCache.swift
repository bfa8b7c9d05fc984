import Graphics

/// The directions that were asked for of late.
///
/// An arc that grows asks for the same ones again: its start, and the end that it had; and where
/// its end is now the difference of two lists asks first, then the drawing.
final class DirectionCache {
  private var turns = InlineArray<4, Double>(repeating: .nan)
  private var vectors = InlineArray<4, Point>(repeating: Point(x: 0, y: 0))
  // The oldest one.
  private var oldest = 0

  /// The unit vector at an angle in turns clockwise from three o'clock.
  @_optimize(speed)
  func direction(turns: Double) -> Point {
    // To the bit: what is above or below zero by nothing may lie on the other side of a line.
    var known = -1
    // Its place moves on from frame to frame, so a branch would be guessed wrong.
    for index in 0..<4 where self.turns[index].bitPattern == turns.bitPattern { known = index }
    if known >= 0 { return vectors[known] }
    let vector = Arc.direction(turns: turns)
    (self.turns[oldest], vectors[oldest]) = (turns, vector)
    oldest = (oldest &+ 1) & 3
    return vector
  }
}
