import Synchronization

/// An outline that is kept from list to list: for what is costly to draw anew in each frame and seldom changes, such as text.
///
/// Lists refer to it, so it may be drawn anew only when none does any more.
public final class RetainedPath {
  /// Another number for every other outline, for as long as the program runs.
  private(set) var identifier = 0
  /// Its steps and points.
  private var pen = PathPen()
  private(set) var path: Path

  private static let count = Atomic<Int>(0)

  /// Creates an outline of nothing.
  public init() { path = pen.path(.identity) { _ in } }

  /// Draws another outline in its place.
  ///
  /// - Parameters:
  ///   - transform: where its points go on the canvas.
  ///   - draw: is called once, and draws with the pen that it gets.
  public func redraw(_ transform: Transform = .identity, _ draw: (inout PathPen) -> Void) {
    identifier = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    pen.removeAll()
    path = pen.path(transform, draw)
    path.identifier = identifier
  }

  /// Lends its pen.
  func withPen<Result>(_ body: (borrowing PathPen) -> Result) -> Result { body(pen) }

  /// Whether there is nothing to see of it.
  public var isEmpty: Bool { path.steps.isEmpty }

  /// The top left corner of all of its points.
  public var topLeft: Point { path.topLeft }

  /// The bottom right corner of all of its points.
  public var bottomRight: Point { path.bottomRight }
}
