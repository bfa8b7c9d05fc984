public import Configuration
public import Graphics
public import ProgressModel

/// A way to show progress: a name, the settings it has, and how to make a scene of it.
public struct SceneStyle: Sendable {
  /// The name, as written in settings and feeds.
  public let name: StaticString
  /// One line on what it looks like.
  public let summary: StaticString
  /// Its rows of the settings table; each key begins with the name and a point.
  public let settings: [SettingDefinition]
  /// Makes the scene that these settings describe. Reads them once, so that no frame has to.
  public let makeScene: @Sendable (Settings) -> Scene
}

/// What a frame is a function of.
public struct SceneInput: Sendable {
  /// What is known of the run.
  public var state: ProgressState
  /// The moment to show, on the session's clock.
  public var time: Duration
  /// The size of the frame.
  public var canvas: Size
  /// Pixels of a design point.
  public var scale: Double
  /// The picture to reveal when all is done, if there is one.
  public var picture: ImageReference?

  /// Gathers what a frame is a function of.
  ///
  /// - Parameter scale: pixels of a design point; nil for the default, by which 272 points fill the short side.
  public init(
    state: ProgressState, time: Duration, canvas: Size, scale: Double? = nil,
    picture: ImageReference? = nil
  ) {
    (self.state, self.time, self.canvas, self.picture) = (state, time, canvas, picture)
    self.scale = scale ?? canvas.shortSide / 272
  }
}

/// A style with its settings read.
public struct Scene: Sendable {
  /// Draws what the input describes. Pure: the same input gives the same list.
  public let draw: @Sendable (SceneInput, inout DisplayList) -> Void
  /// From when on, if nothing new is said, every frame is the same; nil while that will never be.
  public let rest: @Sendable (SceneInput) -> Duration?
  /// When the outcome of a run that has ended will have played.
  public let outcomeEnd: @Sendable (SceneInput) -> Duration

  /// Creates a scene of pure functions.
  public init(
    draw: @escaping @Sendable (SceneInput, inout DisplayList) -> Void,
    rest: @escaping @Sendable (SceneInput) -> Duration?,
    outcomeEnd: @escaping @Sendable (SceneInput) -> Duration
  ) {
    (self.draw, self.rest, self.outcomeEnd) = (draw, rest, outcomeEnd)
  }
}
