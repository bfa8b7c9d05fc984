import Base
import Graphics
import ProgressModel
import Text

/// Captions as they were before the words changed, while they fade out.
final class FormerCaptions {
  let captions: Captions
  /// The input of their frame: the former words, at the time of the change.
  let input: SceneInput
  /// Their opacity, in `0...1`.
  let alpha: Float
  /// The opacity of the words that replace them, in `0...1`. 0 while `alpha` is above 0.
  let share: Float

  init(_ captions: Captions, _ input: SceneInput, alpha: Float, share: Float) {
    (self.captions, self.input, self.alpha, self.share) = (captions, input, alpha, share)
  }

  /// Sets their texts.
  func set() { captions.setAll(input) }

  /// The former text of a caption; nil if it was not visible.
  func text(_ caption: Caption) -> PlacedCaption? {
    captions.texts.first { $0.caption.part == caption.part && captions.isVisible($0, input) }
  }

  /// The opacity of a text, in `0...1`: one that differs from the former one, in its place or in
  /// more than figures, fades in.
  func share(of text: PlacedCaption) -> Float {
    guard let old = self.text(text.caption) else { return share }
    let isSame =
      old.statement.hasSameWords(as: text.statement) && old.frame.box == text.frame.box
    return isSame ? 1 : share
  }
}

extension Captions {
  /// Draws the words that fade out. After everything else: the other items keep their places in the
  /// list, and cause no damage.
  func drawFading(
    _ former: FormerCaptions, on ground: Color, isPalette: Bool, into list: inout DisplayList
  ) {
    let (old, input) = (former.captions, former.input)
    for text in old.texts where old.isVisible(text, input) {
      let new = texts.first { $0.caption.part == text.caption.part }
      if let new, former.share(of: new) == 1 { continue }
      let (color, alpha) = old.color(of: text, input, ground, isPalette)
      for word in 0..<text.words.count where !(new?.words.shows(word, of: text.words) ?? false) {
        list.fill(list.path(text.words[word]), with: color, alpha: alpha * former.alpha)
      }
      old.drawPips(text, input, isPalette ? nil : color, share: former.alpha, into: &list)
    }
  }
}

extension Screen {
  /// The captions that fade out in a frame; nil for none.
  func formerCaptions(_ input: SceneInput) -> FormerCaptions? {
    let history = input.shared.history
    guard fadesTexts, input.time >= history.formerUntil, input.time < input.wordsEnd,
      let state = history.former, let texts
    else { return nil }
    let former = SceneInput(state, time: history.formerUntil, canvas: input.canvas)
    // The card after a failure has captions of its own; these are not kept.
    if shownHelp(former) != nil { return nil }
    return FormerCaptions(
      texts.former, former,
      alpha: 1 - input.share(ofWordsFrom: 240, over: 80),
      share: input.share(ofWordsFrom: 120, over: 120))
  }
}
