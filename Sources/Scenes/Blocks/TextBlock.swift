import Base
import Graphics
import Text

/// A text of the screen. It is set again only if its content or its place changed.
final class TextBlock {
  /// A text's content and place.
  struct Setting: Equatable {
    /// The content. One that does not fit loses its less important facts first.
    var statement = Statement(.nothing)
    var face = Typesetters.Face.regular
    var frame: TextFrame
    /// The frame of a single fact that does not fit in `frame`; nil for the same one.
    var lastFrame: TextFrame?
    /// The least size in the last frame, relative to the frame's, before the text ends with an
    /// ellipsis.
    var least = 1.0
  }

  private var setting: Setting?
  /// The outlines.
  let words = SetText()
  /// Whether the text is in its last frame, and whether it does not end with an ellipsis.
  private(set) var (isInLastFrame, isWhole) = (false, true)
  /// The number of lines, and the width of the widest one, pixels.
  private(set) var (lineCount, widest) = (0, 0.0)
  /// The first defect of the text; nil for none.
  private(set) var flaw: TextFlaw?

  /// Sets the text if it changed.
  func set(_ setting: Setting, _ typesetters: Typesetters) {
    if setting == self.setting { return }
    self.setting = setting
    isInLastFrame = false
    let typesetter = typesetters[setting.face]
    var statement = setting.statement
    while true {
      let frame = isInLastFrame ? setting.lastFrame ?? setting.frame : setting.frame
      typesetters.withLine(statement) {
        typesetter.set($0, in: frame, least: isInLastFrame ? setting.least : 1, as: words)
      }
      if isInLastFrame || !typesetter.isElided { break }
      if let shorter = statement.shortened {
        statement = shorter
      } else if setting.lastFrame != nil || setting.least < 1 {
        isInLastFrame = true
      } else {
        break
      }
    }
    isWhole = !typesetter.isElided
    (lineCount, widest) = (typesetter.lineCount, typesetter.widest)
    flaw = typesetter.flaw
  }
}
