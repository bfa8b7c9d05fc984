import Base
import Configuration
import Graphics
import ProgressModel
public import Text

/// The fonts and texts of a screen.
public struct Lettering: Sendable {
  /// The fonts of most texts.
  public let fonts: FontStack
  /// The fonts of headlines.
  public let bold: FontStack
  /// The fonts of large numbers.
  public let numeral: FontStack
  /// The texts of a language.
  public let catalogue: Catalogue

  /// Combines fonts and texts.
  ///
  /// - Parameters:
  ///   - bold: the fonts of headlines; nil for those of most texts.
  ///   - numeral: the fonts of large numbers; nil for those of most texts.
  public init(
    fonts: FontStack, bold: FontStack? = nil, numeral: FontStack? = nil, catalogue: Catalogue
  ) {
    (self.fonts, self.bold, self.numeral) = (fonts, bold ?? fonts, numeral ?? fonts)
    self.catalogue = catalogue
  }
}

/// The captions of a screen, on a canvas.
///
/// Their content is a function of a frame's input. Their outlines are kept, since most of them are
/// equal in many frames.
final class Captions {
  private let catalogue: Catalogue
  private let typesetter: Typesetter
  private let boldTypesetter: Typesetter
  var texts: [PlacedCaption] = []
  private var line: [UInt8] = []
  private let looks: PhaseLooks
  private let colors: StateColors
  private let hasOutcomeCaption: Bool
  private let titleTellsState: Bool
  private let hasTitle: Bool
  // Whether the screen has a line for the message; otherwise the message replaces the facts.
  private let hasMessage: Bool
  // Whether the steps have marks.
  private let hasPips: Bool
  // The most lines of the message beside which a line of facts about the machine has a place below
  // the warning.
  private let identityLimit: Int
  // Whether a card is below the facts.
  private let hasCard: Bool
  // Whether texts run from right to left.
  private let isMirrored: Bool
  private let canvasWidth: Double
  // Whether the screen has room for a few lines only.
  let isTiny: Bool
  // The state that the texts were set for, and the time range in which their content is the same.
  private var setState: SharedState?
  private var (setTime, setUntil) = (Duration.zero, Duration.zero)

  /// The first defect of a set text; nil for none.
  private(set) var flaw: TextFlaw?

  /// Places the captions: in the boxes that settings name, and otherwise by the arrangement of the
  /// screen.
  ///
  /// - Parameter factor: a scale factor of the sizes of captions in boxes.
  init(
    _ lettering: Lettering, _ settings: Settings, _ composition: Composition, canvas: Size,
    factor: Double
  ) {
    catalogue = lettering.catalogue
    typesetter = Typesetter(lettering.fonts)
    boldTypesetter = Typesetter(lettering.bold)
    looks = PhaseLooks(settings)
    colors = StateColors(settings)
    hasOutcomeCaption = settings.box(of: .outcome) != nil
    for caption in Caption.all where caption.name != "percent" {
      if let text = PlacedCaption(caption, settings, composition, canvas, factor) {
        texts.append(text)
      }
    }
    titleTellsState = !hasOutcomeCaption && texts.contains { $0.caption.slot == .headline }
    hasTitle = !lettering.catalogue[.title].isEmpty
    hasMessage = texts.contains { $0.caption.slot == .message }
    let hasIdentity = texts.contains { $0.caption.slot == .identity && $0.isComposed }
    identityLimit = hasIdentity ? composition.identityLimit : 0
    isTiny = composition.layout == .tiny
    hasCard = composition.card != nil
    (isMirrored, canvasWidth) = (composition.isMirrored, canvas.width)
    hasPips = !isTiny && composition.layout != .round
  }

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
          list.fill(
            .path(list.path(text.words[word]), rule: .nonZero),
            with: isPlain ? ground.mixed(with: color, by: part) : color,
            alpha: isPlain ? 1 : alpha * part)
        }
      }
      drawPips(text, input, isPalette ? nil : color, share: share, into: &list)
    }
  }

  /// Whether another caption replaces this one on a screen of a few lines: the facts of a run and
  /// the name of a state have the same place.
  func isHidden(_ text: PlacedCaption, _ input: SceneInput) -> Bool {
    let isRunning = input.state.phase == .active && input.state.pausedAt == nil
    switch text.caption.slot {
    case .headline: return isRunning
    case .facts: return !isRunning
    default: return false
    }
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
    let middle = (box.y + (growsDown ? Composition.rise * em : box.height / 2)).rounded()
    var x = text.pipsStart
    for index in 1...count {
      let width = (index == number ? 1.2 : 0.62) * em
      let left = isMirrored ? x - width : x
      let path = list.path {
        $0.move(to: Point(x: left + height / 2, y: middle))
        $0.line(to: Point(x: left + width - height / 2, y: middle))
      }
      let (paint, alpha): (Color, Float) =
        index < number
        ? (colors.muted, 0.6) : index == number ? (colors.accent, 1) : (colors.track, 0.25)
      list.fill(
        .stroke(path, style: StrokeStyle(width: height)), with: color ?? paint,
        alpha: share * (color == nil ? 1 : alpha))
      x += (width + 0.26 * em) * (isMirrored ? -1 : 1)
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

  /// Sets the texts that changed since the last drawing.
  func setAll(_ input: SceneInput) {
    if input.shared === setState, input.time >= setTime, input.time < setUntil { return }
    var input = input
    (input.hasOutcomeCaption, input.titleTellsState) = (hasOutcomeCaption, titleTellsState)
    (input.hasTitle, input.isTiny, input.hasMessage) = (hasTitle, isTiny, hasMessage)
    for index in texts.indices { set(index, input) }
    (setState, setTime) = (input.shared, input.time)
    setUntil = nextChange(input) ?? .seconds(Int64.max / 2_000_000_000)
  }

  /// Sets a text if it changed.
  private func set(_ index: Int, _ input: SceneInput) {
    let text = texts[index]
    let isLeftOut =
      text.isComposed && text.caption.slot == .identity && messageLines >= identityLimit
    let statement = isLeftOut ? Statement(.nothing) : text.caption.statement(input)
    let lines = text.isComposed ? linesBefore(text.caption, input) : 0
    let pips = text.isComposed && text.caption.slot == .facts ? pipCount(input) : 0
    let isSame = text.isSet && lines == text.linesBefore && pips == text.pips
    if statement == text.statement, isSame { return }
    text.statement = statement
    line.removeAll(keepingCapacity: true)
    statement.write(in: catalogue, to: &line)
    if line == text.line, isSame { return }
    text.isSet = true
    text.line.removeAll(keepingCapacity: true)
    for byte in line { text.line.append(byte) }
    text.move(down: lines)
    text.pips = pips
    let typesetter = text.caption.tone == .headline ? boldTypesetter : typesetter
    let pipsWidth = text.widthOfPips(Int(input.state.steps.number))
    var frame = text.frame
    frame.box.width -= pipsWidth
    if !isMirrored { frame.box.x += pipsWidth }
    if isTiny, text.caption.slot == .message, !input.state.phase.isOutcome { frame.lineLimit = 1 }
    if isTiny, text.caption.slot == .headline, input.state.phase == .idle {
      // No sign stands before it.
      let right = canvasWidth - frame.box.x - frame.box.width
      frame.box.width += (isMirrored ? right : frame.box.x) - 2
      if !isMirrored { frame.box.x = 2 }
    }
    // A line of several statements loses some before the rest becomes smaller.
    var short = statement
    while true {
      let shorter = short.shortened
      let words = line
      // The last fact may have a second line, if one fits.
      if shorter == nil, text.isComposed, text.caption.slot == .facts, !hasCard {
        frame.lineLimit = max(frame.lineLimit, 2)
      }
      // The name of a state is whole, and so is a fact of the narrow line of a round screen.
      let isShrunk = !hasPips || text.caption.tone == .headline
      let least = shorter != nil ? 1 : isShrunk ? 0.6 : 0.8
      typesetter.set(words.span, in: frame, least: least, as: text.words)
      guard typesetter.isElided, let shorter else { break }
      short = shorter
      line.removeAll(keepingCapacity: true)
      short.write(in: catalogue, to: &line)
    }
    text.isWhole = !typesetter.isElided
    text.lineCount = typesetter.lineCount
    let side = isMirrored ? 1.0 : -1
    let middle = frame.box.x + frame.box.width / 2
    let whole = text.frame.box
    text.pipsStart =
      frame.anchor.x == 0.5
      ? middle + side * (typesetter.widest / 2 + pipsWidth)
      : isMirrored ? whole.x + whole.width : whole.x
    flaw = flaw ?? typesetter.flaw
  }

  /// The lines by which a caption is moved down: the facts are below the last line of the message,
  /// the warning above the facts about the machine.
  private func linesBefore(_ caption: Caption, _ input: SceneInput) -> Int {
    switch caption.slot {
    case .facts: messageLines
    case .warning: messageLines < identityLimit && !input.state.identity.isEmpty ? -1 : 0
    default: 0
    }
  }

  /// The lines of the message beyond the first.
  var messageLines: Int {
    for text in texts where text.caption.slot == .message && text.isComposed {
      return max(0, text.lineCount - 1)
    }
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
