/// The room that a scene needs around its origin in the landscape arrangement, in hundredths of
/// the short side.
public struct SceneRoom: Equatable, Sendable {
  /// To the left and to the right.
  var half: Double
  var above: Double
  var below: Double
  /// A scale factor of the texts.
  var text = 1.0
  /// Whether the scene is a bar, which never has texts beside it.
  var isBar = false
  /// Whether the scene is a ring that has room for the texts of a round screen.
  var isBezel = false

  /// A round figure of the usual diameter.
  static let disc = SceneRoom(half: 20, above: 20, below: 20)
  /// A bar across the screen, with the number above it.
  static let strip = SceneRoom(half: 44, above: 0, below: 26.8, text: 1.1, isBar: true)
}
