import Base
import Graphics
import Text

extension Captions {
  /// The visible captions after a drawing: name, box, outlines, and whether the whole text fits.
  func shown(
    _ input: SceneInput
  ) -> [(name: StaticBytes, box: Rect, words: [RetainedPath], isWhole: Bool)] {
    texts.compactMap { text in
      if !isVisible(text, input) { return nil }
      let words = (0..<text.words.count).map { text.words[$0] }
      return (text.caption.name, text.frame.box, words, text.block.isWhole)
    }
  }

  /// The color of each visible caption, and each color that is behind it.
  func colors(
    _ input: SceneInput, _ grounds: [Color], isPalette: Bool
  ) -> [(name: StaticBytes, color: Color, ground: Color)] {
    var colors: [(name: StaticBytes, color: Color, ground: Color)] = []
    for text in texts where isVisible(text, input) {
      for ground in grounds {
        let (color, alpha) = self.color(of: text, input, grounds[0], isPalette)
        colors.append((text.caption.name, ground.mixed(with: color, by: alpha), ground))
      }
    }
    return colors
  }
}
