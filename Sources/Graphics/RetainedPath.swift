import Synchronization

/// An outline that several display lists share, for paths that are costly to draw and rarely
/// change, such as text.
///
/// Lists retain it, so it may be redrawn only when no list refers to it any more.
public final class RetainedPath {
  /// The outline's number, unique while the program runs; 0 before the first drawing.
  private(set) var identifier = 0
  /// The steps and points.
  private var pen = PathPen()
  private(set) var path: Path

  private static let count = Atomic<Int>(0)

  /// Creates an empty outline.
  public init() { path = pen.path(.identity) { _ in } }

  /// Replaces the outline.
  ///
  /// - Parameters:
  ///   - stepCount: an estimate of the steps, so that memory for them is allocated once.
  ///   - transform: maps the points to the canvas.
  ///   - draw: called once with a pen that records the outline.
  public func redraw(
    steps stepCount: Int = 0, _ transform: Transform = .identity, _ draw: (inout PathPen) -> Void
  ) {
    identifier = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    pen.removeAll()
    pen.reserve(stepCount)
    path = pen.path(transform, draw)
    path.identifier = identifier
  }

  /// Adds the outline to a path.
  public func draw(with other: inout PathPen) { other.append(pen) }

  /// Calls a function with the pen, without a copy.
  func withPen<Result>(_ body: (borrowing PathPen) -> Result) -> Result { body(pen) }

  /// Whether the outline has no steps.
  public var isEmpty: Bool { path.steps.isEmpty }

  /// The top left corner of all points, control points included, pixels.
  public var topLeft: Point { path.topLeft }

  /// The bottom right corner of all points, control points included, pixels.
  public var bottomRight: Point { path.bottomRight }
}
