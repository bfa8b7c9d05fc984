public import Base
public import Configuration
public import Graphics

/// A way to show progress: a name, the settings it has, and how to make a scene of it.
public struct SceneStyle: Sendable {
  /// The name, as written in settings and feeds.
  public let name: StaticBytes
  /// One line on what it looks like.
  public let summary: StaticBytes
  /// Its rows of the settings table; each key begins with the name and a point.
  public let settings: [SettingDefinition]
  /// Makes the scene that these settings describe. Reads them once, so that no frame has to.
  public let makeScene: @Sendable (Settings) -> any Scene
}

/// A style with its settings read, as a part of a screen: pure functions of these and of an input.
public protocol Scene: AnyObject, Sendable {
  /// The screen's colour, if the scene is its first part.
  var ground: Color { get }
  /// How long it takes to begin a run.
  var intro: Duration { get }
  /// Whether it shows how fast it goes: by `ProgressState.sway`.
  var followsSpeed: Bool { get }
  /// What room it needs.
  var extent: SceneExtent { get }
  /// Draws what the input describes in its box. The same input gives the same list.
  func draw(_ input: SceneInput, into list: inout DisplayList)
  /// From when on, if nothing new is said, every frame is the same; nil while that will never be.
  func rest(_ input: SceneInput) -> Duration?
  /// When the outcome of a run that has ended will have played.
  func outcomeEnd(_ input: SceneInput) -> Duration
  /// Where a stall is marked: a disc of the ground's color at the head of the progress. It is small, so that to let it breathe
  /// costs next to nothing.
  func stallMark(_ input: SceneInput) -> Annulus
  /// The ring that opens into the picture when all is done; nil for a scene that has none.
  func opening(_ input: SceneInput) -> Annulus?
}

extension Scene {
  var intro: Duration { .zero }
  var followsSpeed: Bool { false }
  func opening(_ input: SceneInput) -> Annulus? { nil }
}

/// What room a scene needs.
public enum SceneExtent: Equatable, Sendable {
  /// A box in which a rectangle of so many design points fits: it is made as large as the box lets it.
  case block(Size)
  /// All of the width. Its measures follow the screen's short side, which is 272 design points.
  case strip
}
