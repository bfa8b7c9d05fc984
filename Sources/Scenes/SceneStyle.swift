public import Base
public import Configuration
public import Graphics
import ProgressModel

/// A way to show progress: a name, its settings, and a function that makes a scene.
public struct SceneStyle: Sendable {
  /// The name in settings and feeds.
  public let name: StaticBytes
  /// One line about the style's look.
  public let summary: StaticBytes
  /// Makes a scene from settings. They are read once, not in each frame.
  public let makeScene: @Sendable (SceneSettings) -> any Scene
  /// The duration of the animation that begins a run.
  public private(set) var intro: @Sendable (Settings) -> Duration = { _ in .zero }

  /// The style's settings; each name begins with the style's and a point.
  public var settings: [SettingDefinition] { SettingsTable.program.definitions(of: name) }
}

/// A style with its settings read, as a part of a screen. Its functions
/// depend on their parameters alone.
public protocol Scene: AnyObject {
  /// The screen's background color if the scene is its first part.
  var ground: Color { get }
  /// The size of its drawing, which fills its box.
  var extent: SceneExtent { get }
  /// The room around its origin in the arrangement of a screen; nil if it fills the free area.
  var room: SceneRoom? { get }
  /// Whether it shows the speed, by `SceneInput.sway`.
  var followsSpeed: Bool { get }
  /// The place of the number, and of the signs that replace it; nil for none.
  func numeral(_ input: SceneInput) -> NumeralPlace?
  /// Draws the scene into the input's box. The same input gives the same list.
  func draw(_ input: SceneInput, into list: inout DisplayList)
  /// The session time after which all frames are equal if no event follows; nil for never.
  func rest(_ input: SceneInput) -> Duration?
  /// The session time at which the outcome's animation ends.
  func outcomeEnd(_ input: SceneInput) -> Duration
  /// The stall mark: a disc in the ground's color at the head of the progress, pixels. Its small
  /// area makes its animation cheap.
  func stallMark(_ input: SceneInput) -> Annulus
  /// The ring from which the final picture is revealed, pixels; nil for none.
  func opening(_ input: SceneInput) -> Annulus?
}

extension Scene {
  var room: SceneRoom? { nil }
  var followsSpeed: Bool { false }
  func numeral(_ input: SceneInput) -> NumeralPlace? { nil }
  func opening(_ input: SceneInput) -> Annulus? { nil }

  /// The rest of a scene that moves only with the fraction and with an unknown extent.
  func restOfFraction(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .active: return state.isIndeterminate ? nil : state.settled
    default: return outcomeEnd(input)
    }
  }
}

/// The room that a scene requires.
public enum SceneExtent: Equatable, Sendable {
  /// A rectangle of design points, scaled to the largest size that fits its box.
  case block(Size)
  /// The full width. Lengths scale with the screen's short side, which is 272 design points.
  case strip
}
