import Base
import Configuration
import Graphics

/// The facts about an output that change how a screen is drawn.
public struct OutputFacts: Equatable, Sendable {
  /// Bits of gray of a displayed pixel; 0 for colors. With one or two, colors become black, white,
  /// and a gray for tracks.
  public var grayBits: Int
  /// Whether the output is too slow for motion.
  public var isSlow: Bool

  /// Creates facts.
  public init(grayBits: Int = 0, isSlow: Bool = false) {
    (self.grayBits, self.isSlow) = (grayBits, isSlow)
  }

  var isMonochrome: Bool { grayBits == 1 || grayBits == 2 }
}

/// The settings of a screen as they apply to its output.
public final class SceneSettings {
  let given: Settings
  var output = OutputFacts()
  var canvas = Size(width: 0, height: 0)
  /// A scale factor of the sizes of texts in boxes.
  var factor = 1.0
  /// The typesetters of the screen's texts; nil in a screen without texts.
  var typesetters: Typesetters?
  /// Whether texts run from right to left: boxes have the places that a mirror shows.
  var isMirrored = false

  init(_ given: Settings) { self.given = given }

  /// Whether steps and fades replace motion.
  var reducesMotion: Bool { output.isSlow || flag(.reducedMotion) }

  func number(_ key: NumberKey) -> Double { given.number(key) }
  func time(_ key: NumberKey) -> Duration { given.time(key) }
  func flag(_ key: FlagKey) -> Bool { given.flag(key) }
  func choice<Choice: SettingChoice>(_ key: ChoiceKey, as _: Choice.Type = Choice.self) -> Choice {
    given.choice(key)
  }

  // MARK: - Colors

  /// The color of a key with a fallback.
  @inline(never) func paint(_ key: ColorKey) -> Color { color(key) ?? Color(0) }

  func color(_ key: ColorKey) -> Color? {
    given.color(key, isMonochrome: output.isMonochrome).map { Color($0) }
  }

  func color(of part: ScreenPart) -> Color? {
    given.color(of: part, isMonochrome: output.isMonochrome).map { Color($0) }
  }

  func background(of part: ScreenPart) -> Color? {
    given.background(of: part, isMonochrome: output.isMonochrome).map { Color($0) }
  }

  // MARK: - Parts of the screen

  /// The box of a part, in whole pixels; nil for none.
  func box(of part: ScreenPart) -> Rect? { given.box(of: part).map { pixels($0) } }

  /// The box of the styles, in whole pixels; nil for none.
  var sceneBox: Rect? { given.sceneBox.map { pixels($0) } }

  private func pixels(_ box: SIMD4<Double>) -> Rect {
    let left = isMirrored ? 100 - box[0] - box[2] : box[0]
    return Layout.whole(
      canvas.width * left / 100, canvas.height * box[1] / 100,
      canvas.width * (left + box[2]) / 100, canvas.height * (box[1] + box[3]) / 100)
  }

  /// The em of a part in its box, pixels.
  ///
  /// - Parameter usual: the em without a setting, percent of the short side.
  func em(of part: ScreenPart, usual: Double) -> Double {
    canvas.shortSide * (given.size(of: part) ?? usual) / 100 * factor
  }

  /// The alignment in the box of a part, as shares of the box's free width and height.
  func anchor(of part: ScreenPart) -> Point {
    let anchor = given.anchor(of: part)
    return Point(x: isMirrored ? 1 - anchor.x : anchor.x, y: anchor.y)
  }
}

extension Settings {
  /// A duration; zero if the setting has neither value nor fallback.
  @inline(never) func time(_ key: NumberKey) -> Duration { .seconds(number(key)) }
}
