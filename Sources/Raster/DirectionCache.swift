import Graphics

/// A cache of the four most recent directions.
///
/// A growing arc needs the same directions again: its start and its previous end. Its new end is
/// first needed by the difference of two lists, then by the drawing.
final class DirectionCache {
  private var turns = InlineArray<4, Double>(repeating: .nan)
  private var vectors = InlineArray<4, Point>(repeating: Point(x: 0, y: 0))
  // The index to overwrite next.
  private var oldest = 0

  /// The unit vector at an angle in turns clockwise from three o'clock.
  @_optimize(speed)
  func direction(turns: Double) -> Point {
    // Compared by bits: 0 and −0 may lie on different sides of a line.
    var known = -1
    // A branch would be mispredicted, because the position changes from frame to frame.
    for index in 0..<4 where self.turns[index].bitPattern == turns.bitPattern { known = index }
    if known >= 0 { return vectors[known] }
    let vector = Arc.direction(turns: turns)
    (self.turns[oldest], vectors[oldest]) = (turns, vector)
    oldest = (oldest &+ 1) & 3
    return vector
  }
}
