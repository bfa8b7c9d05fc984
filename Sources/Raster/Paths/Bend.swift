// Where a curve runs more down than across, its column is almost a parabola of the row: x″ hardly changes. Between the same
// points such a piece is as exact as some three chords. What a parabola has in a row is a straight piece that is
// moved so far that its area is the same (`EdgeRows`).

/// What makes a parabola of the straight line between two points.
enum Bend {
  /// Into how many chords a piece would be cut that is tried as one parabola.
  static var chordCount: Int { 3 }

  /// Half of −x″ of the parabola that leads from one point to another one, if that is as near to a curve as chords are.
  ///
  /// - Parameters:
  ///   - directions: those of the curve at both points, of any length.
  @inline(__always)
  static func between(
    _ start: Vector, _ end: Vector, _ directions: (Vector, Vector)
  ) -> Float? {
    let (width, height) = (end.x - start.x, end.y - start.y)
    // It goes down, or up, all the way; NaN goes nowhere.
    guard directions.0.y * height > 0, directions.1.y * height > 0 else { return nil }
    let (first, last) = (directions.0.x / directions.0.y, directions.1.x / directions.1.y)
    let slope = width / height
    let bend = (first - last) / (2 * height)
    // To one side all the way, so that sections of outlines are what they are with chords. Steep, so that a row's piece
    // passes few pixels. And not so round that a straight piece would not do in a row.
    guard first * last >= 0, first * first < steepest, last * last < steepest, abs(bend) < 0.1
    else { return nil }
    // A cubic with these directions at its ends is off by (t − t²)(1 − 2t) times this, at most by a tenth.
    let error = ((first + last) / 2 - slope) * height
    return abs(error) < 10 * tolerance && abs(bend * height) <= abs(slope) ? Float(bend) : nil
  }

  /// Whether a curve may be steep enough where it has a normal.
  @inline(__always)
  static func mayFollow(_ normal: Vector) -> Bool {
    // Some more than there, for rounding.
    normal.y * normal.y < 1.001 * steepest * (normal.x * normal.x)
  }

  // The square of how many columns a row may pass.
  private static var steepest: Double { 2.25 }
  // How far it may be from the curve, pixels.
  private static var tolerance: Double { 0.003 }
}
