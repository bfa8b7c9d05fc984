import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The captions of a screen, on a canvas. Their content is a function of a frame's input.
final class Captions {
  private let typesetters: Typesetters
  private let arrangement: Arrangement
  private(set) var texts: [PlacedCaption] = []
  private let looks: PhaseLooks
  private let colors: StateColors
  /// The captions, as far as the content of others depends on them.
  let set: CaptionSet
  // Whether the steps have marks.
  private let hasPips: Bool
  // The state that the texts were set for, and the time range in which their content is the same.
  private var setState: SharedState?
  private var (setTime, setUntil) = (Duration.zero, Duration.zero)

  /// The first defect of a set text; nil for none.
  private(set) var flaw: TextFlaw?

  /// Places the captions: in the boxes that settings name, and otherwise by the arrangement of the
  /// screen.
  init(_ typesetters: Typesetters, _ settings: SceneSettings, _ arrangement: Arrangement) {
    (self.typesetters, self.arrangement) = (typesetters, arrangement)
    looks = PhaseLooks(settings)
    colors = StateColors(settings)
    for caption in Caption.all where caption.part != .percent {
      if let text = PlacedCaption(caption, settings, arrangement) { texts.append(text) }
    }
    let hasOutcome = settings.box(of: .outcome) != nil
    let isTiny = arrangement.layout == .tiny
    set = CaptionSet(
      hasOutcome: hasOutcome,
      titleTellsState: !hasOutcome && texts.contains { $0.caption.slot == .headline },
      hasTitle: typesetters.lettering.catalogue.withBytes(of: .title) { !$0.isEmpty },
      hasMessage: texts.contains { $0.caption.slot == .message }, isTiny: isTiny)
    hasPips = !isTiny && arrangement.layout != .round
  }

  // MARK: - Drawing

  /// Draws all captions on a ground.
  ///
  /// - Parameters:
  ///   - isPalette: whether the ground is the palette's, so that its other colors suit it.
  ///   - isPlain: whether the ground is a single color. Then translucent words are drawn in the
  ///     color that results: one opaque color over one color is the fastest case.
  ///   - former: the captions that fade out meanwhile; nil for none.
  func draw(
    _ input: SceneInput, on ground: Color, isPalette: Bool, isPlain: Bool = false,
    after former: FormerCaptions? = nil, into list: inout DisplayList
  ) {
    setAll(input)
    former?.set()
    for text in texts where isVisible(text, input) {
      var (color, alpha) = color(of: text, input, ground, isPalette)
      if isPlain { (color, alpha) = (ground.mixed(with: color, by: alpha), 1) }
      let share = former?.share(of: text) ?? 1
      if share == 1 {
        list.fill(text.words, with: color, alpha: alpha)
      } else {
        let old = former?.text(text.caption)
        for word in 0..<text.words.count {
          // A word that stays does not flicker.
          let part = old?.words.shows(word, of: text.words) ?? false ? 1 : share
          list.fill(list.path(text.words[word]), with: color, alpha: alpha * part)
        }
      }
      drawPips(text, input, isPalette ? nil : color, share: share, into: &list)
    }
  }

  /// Whether a text has words, and no other caption replaces it. On a screen of a few lines the
  /// facts of a run and the name of a state have the same place.
  func isVisible(_ text: PlacedCaption, _ input: SceneInput) -> Bool {
    if text.words.count == 0 { return false }
    let isRunning = input.state.phase == .active && input.state.pausedAt == nil
    return switch text.caption.slot {
    case .headline: !set.isTiny || !isRunning
    case .facts: !set.isTiny || isRunning
    default: true
    }
  }

  /// The color and the opacity of a caption.
  func color(
    of text: PlacedCaption, _ input: SceneInput, _ ground: Color, _ isPalette: Bool
  ) -> (color: Color, alpha: Float) {
    if let set = looks.color(input, text.caption) ?? text.color { return (set, 1) }
    if isPalette { return (paletteColor(of: text.caption, input), 1) }
    return (ground.ink, text.caption.tone == .muted && !colors.hasOneInk ? 0.86 : 1)
  }

  /// The color of a caption without a setting of its own.
  private func paletteColor(of caption: Caption, _ input: SceneInput) -> Color {
    let isOver = input.state.phase == .failed && input.time >= input.state.phaseBegan
    switch caption.tone {
    case .headline: return isOver ? colors.failure : colors.ink
    case .body: return caption.tellsOutcome && isOver ? colors.failure : colors.body
    case .muted:
      let isStalled = caption.tellsOutcome && input.state.stall(at: input.time) != nil
      return isStalled ? colors.warning : colors.muted
    }
  }

  /// Draws a mark for each step before the facts: done, current, to come.
  ///
  /// - Parameters:
  ///   - color: the only color, in three opacities; nil for those of the palette.
  ///   - share: their opacity while texts cross-fade.
  func drawPips(
    _ text: PlacedCaption, _ input: SceneInput, _ color: Color?, share: Float,
    into list: inout DisplayList
  ) {
    let count = text.pips
    if count == 0 { return }
    let (em, number) = (text.frame.size, Int(input.state.steps.number))
    let height = max(2, (0.26 * em).rounded())
    let box = text.frame.box
    let growsDown = text.frame.anchor.y == 0
    let middle = (box.y + (growsDown ? Arrangement.rise * em : box.height / 2)).rounded()
    var x = text.pipsStart
    for index in 1...count {
      let width = (index == number ? 1.2 : 0.62) * em
      let left = arrangement.isMirrored ? x - width : x
      let (paint, alpha): (Color, Float) =
        index < number
        ? (colors.muted, 0.6) : index == number ? (colors.accent, 1) : (colors.track, 0.25)
      list.fillPill(
        Rect(x: left, y: middle - height / 2, width: width, height: height),
        with: color ?? paint, alpha: share * (color == nil ? 1 : alpha))
      x += (width + 0.26 * em) * (arrangement.isMirrored ? -1 : 1)
    }
  }

  // MARK: - Setting

  /// Sets the texts that changed since the last drawing.
  func setAll(_ input: SceneInput) {
    if setState === input.shared, input.time >= setTime, input.time < setUntil { return }
    for text in texts { set(text, input) }
    (setState, setTime) = (input.shared, input.time)
    setUntil = nextChange(input) ?? .seconds(Int64.max / 2_000_000_000)
  }

  /// Sets a text, the marks before it, and its place: the facts are below the last line of the
  /// message, and the warning above the facts about the machine.
  private func set(_ text: PlacedCaption, _ input: SceneInput) {
    let identityLimit = hasIdentity ? arrangement.identityLimit : 0
    let hasRoom = messageLines < identityLimit
    text.statement = text.caption.statement(input, set)
    var lines = 0
    switch text.slot {
    case .identity where !hasRoom: text.statement = Statement(.nothing)
    case .warning where hasRoom && !input.state.identity.isEmpty: lines = -1
    case .facts:
      lines = messageLines
      text.pips = pipCount(input)
    default: break
    }
    text.frame = text.placed
    text.frame.box.y += arrangement.linePitch * Double(lines)
    let pipsWidth = text.widthOfPips(Int(input.state.steps.number))
    var frame = text.frame
    let isMirrored = arrangement.isMirrored
    frame.box.width -= pipsWidth
    if !isMirrored { frame.box.x += pipsWidth }
    if set.isTiny, text.caption.slot == .message, !input.state.phase.isOutcome {
      frame.lineLimit = 1
    }
    if set.isTiny, text.caption.slot == .headline, input.state.phase == .idle {
      // No sign stands before it.
      let right = arrangement.canvas.width - frame.box.x - frame.box.width
      frame.box.width += (isMirrored ? right : frame.box.x) - 2
      if !isMirrored { frame.box.x = 2 }
    }
    var last = frame
    // The last fact may have a second line, if one fits.
    if text.slot == .facts, arrangement.card == nil { last.lineLimit = max(last.lineLimit, 2) }
    let isHeadline = text.caption.tone == .headline
    // The name of a state is whole, and so is a fact of the narrow line of a round screen.
    text.block.set(
      .init(
        statement: text.statement, face: isHeadline ? .bold : .regular, frame: frame,
        lastFrame: last, least: isHeadline || !hasPips ? 0.6 : 0.8), typesetters)
    let whole = text.frame.box
    let middle = frame.box.x + frame.box.width / 2
    let half = text.block.widest / 2 + pipsWidth
    text.pipsStart =
      frame.anchor.x == 0.5
      ? middle + (isMirrored ? half : -half) : isMirrored ? whole.x + whole.width : whole.x
    flaw = flaw ?? text.block.flaw
  }

  private var hasIdentity: Bool { texts.contains { $0.slot == .identity } }

  /// The lines of the message beyond the first.
  var messageLines: Int {
    for text in texts where text.slot == .message { return max(0, text.block.lineCount - 1) }
    return 0
  }

  /// The number of marks of steps.
  private func pipCount(_ input: SceneInput) -> Int {
    let count = input.state.steps.count
    let state = input.state
    let isMoving =
      state.phase == .active && state.pausedAt == nil && state.stall(at: input.time) == nil
    return isMoving && hasPips && (2...6).contains(count) ? Int(count) : 0
  }
}
