public import ByteStrings
public import Configuration
public import Graphics

/// A way to show progress: a name, the settings it has, and how to make a scene of it.
public struct SceneStyle: Sendable {
  /// The name, as written in settings and feeds.
  public let name: Words
  /// One line on what it looks like.
  public let summary: Words
  /// Its rows of the settings table; each key begins with the name and a point.
  public let settings: [SettingDefinition]
  /// Makes the scene that these settings describe. Reads them once, so that no frame has to.
  public let makeScene: @Sendable (Settings) -> Scene
}

/// A style with its settings read, as a part of a screen.
public struct Scene: Sendable {
  /// The screen's colour, if the scene is its first part.
  public let ground: Color
  /// How long it takes to begin a run.
  public let intro: Duration
  /// What room it needs.
  public let extent: SceneExtent
  /// Draws what the input describes in its box. Pure: the same input gives the same list.
  public let draw: @Sendable (SceneInput, inout DisplayList) -> Void
  /// From when on, if nothing new is said, every frame is the same; nil while that will never be.
  public let rest: @Sendable (SceneInput) -> Duration?
  /// When the outcome of a run that has ended will have played.
  public let outcomeEnd: @Sendable (SceneInput) -> Duration
  /// The ring that opens into the picture when all is done; nil for a scene that has none.
  public let opening: @Sendable (SceneInput) -> Annulus?

  /// Creates a scene of what a style's settings say.
  init(_ part: some ScenePart) {
    (ground, intro, extent) = (part.ground, part.intro, part.extent)
    draw = part.draw
    rest = part.rest
    outcomeEnd = part.outcomeEnd
    opening = part.opening
  }
}

/// What room a scene needs.
public enum SceneExtent: Equatable, Sendable {
  /// A box in which a rectangle of so many design points fits: it is made as large as the box lets it.
  case block(Size)
  /// All of the width. Its measures follow the screen's short side, which is 272 design points.
  case strip
}

/// What a style makes a scene of: its settings, read, and pure functions of them and an input.
protocol ScenePart: Sendable {
  var ground: Color { get }
  var intro: Duration { get }
  var extent: SceneExtent { get }
  func draw(_ input: SceneInput, into list: inout DisplayList)
  func rest(_ input: SceneInput) -> Duration?
  func outcomeEnd(_ input: SceneInput) -> Duration
  func opening(_ input: SceneInput) -> Annulus?
}

extension ScenePart {
  var intro: Duration { .zero }
  func opening(_ input: SceneInput) -> Annulus? { nil }
}
