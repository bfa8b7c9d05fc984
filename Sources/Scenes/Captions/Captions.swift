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
/// the same in many frames.
final class Captions {
  private let catalogue: Catalogue
  private let typesetter: Typesetter
  private var texts: [PlacedCaption] = []
  private var line: [UInt8] = []
  private let looks: PhaseLooks
  private let hasOutcomeCaption: Bool
  // Whether a caption shows the displayed fraction, which changes frame by frame.
  private let tellsPercent: Bool
  // The state that the texts were set for, and the time range in which their content is the same.
  private var setState = 0
  private var (setTime, setUntil) = (Duration.zero, Duration.zero)

  /// The first defect of a set text; nil for none.
  private(set) var flaw: TextFlaw?

  /// Places the captions that have a box in settings.
  ///
  /// - Parameter factor: a scale factor of their sizes.
  init(_ lettering: Lettering, _ settings: Settings, canvas: Size, factor: Double) {
    catalogue = lettering.catalogue
    typesetter = Typesetter(lettering.fonts)
    looks = PhaseLooks(settings)
    hasOutcomeCaption = settings.box("box", of: "outcome") != nil
    tellsPercent = settings.box("box", of: "percent") != nil
    for caption in Caption.all {
      if let text = PlacedCaption(caption, settings, canvas, factor) { texts.append(text) }
    }
  }

  /// The rows between the lowest caption of the upper half and the topmost one of the lower half,
  /// pixels.
  func freeRows(of canvas: Size) -> ClosedRange<Double> {
    var (top, bottom) = (0.0, canvas.height)
    for text in texts {
      let box = text.frame.box
      if box.y + box.height / 2 < canvas.height / 2 {
        top = max(top, box.y + box.height)
      } else {
        bottom = min(bottom, box.y)
      }
    }
    return top.rounded()...max(bottom.rounded(), top.rounded())
  }

  /// Draws all captions on a ground.
  ///
  /// - Parameter isPlain: whether the ground is a single color. Then translucent words are drawn in
  ///   the color that results: one opaque color over one color is the fastest case.
  func draw(
    _ input: SceneInput, on ground: Color, isPlain: Bool = false, into list: inout DisplayList
  ) {
    setAll(input)
    for index in texts.indices {
      let text = texts[index]
      if text.words.count == 0 { continue }
      let phase = text.caption.tellsOutcome ? looks.color(input) : nil
      var color = phase ?? text.color ?? ground.ink
      var alpha = phase == nil && text.color == nil ? text.caption.alpha : 1
      if isPlain { (color, alpha) = (ground.mixed(with: color, by: alpha), 1) }
      for word in 0..<text.words.count {
        list.fill(
          .path(list.path(text.words[word]), rule: .nonZero), with: color, alpha: alpha)
      }
    }
  }

  /// The visible captions after a drawing: name, box, outlines, and whether the whole text fits.
  var shown: [(name: StaticBytes, box: Rect, words: [RetainedPath], isWhole: Bool)] {
    texts.compactMap { text in
      if text.words.count == 0 { return nil }
      let words = (0..<text.words.count).map { text.words[$0] }
      return (text.caption.name, text.frame.box, words, text.isWhole)
    }
  }

  /// Sets the texts that changed since the last drawing.
  private func setAll(_ input: SceneInput) {
    if input.stateNumber == setState, input.time >= setTime, input.time < setUntil { return }
    var input = input
    input.hasOutcomeCaption = hasOutcomeCaption
    for index in texts.indices { set(index, input) }
    (setState, setTime) = (input.stateNumber, input.time)
    let isMoving = tellsPercent && input.time < input.state.settled
    setUntil = isMoving ? input.time : nextChange(input) ?? .seconds(Int64.max / 2_000_000_000)
  }

  /// Sets a text if it changed.
  private func set(_ index: Int, _ input: SceneInput) {
    let statement = texts[index].caption.statement(input)
    if statement == texts[index].statement, texts[index].isSet { return }
    texts[index].statement = statement
    line.removeAll(keepingCapacity: true)
    statement.write(in: catalogue, to: &line)
    if line == texts[index].line, texts[index].isSet { return }
    texts[index].isSet = true
    texts[index].line.removeAll(keepingCapacity: true)
    for byte in line { texts[index].line.append(byte) }
    let (words, result) = (texts[index].line, texts[index].words)
    typesetter.set(words.span, in: texts[index].frame, as: result)
    var short = statement
    while typesetter.isElided, let shorter = short.shortened {
      short = shorter
      line.removeAll(keepingCapacity: true)
      short.write(in: catalogue, to: &line)
      let words = line
      typesetter.set(words.span, in: texts[index].frame, as: result)
    }
    texts[index].isWhole = !typesetter.isElided
    flaw = flaw ?? typesetter.flaw
  }

  /// The next session time at which a caption may change without an event; nil for never.
  func nextChange(_ input: SceneInput) -> Duration? {
    guard !texts.isEmpty else { return nil }
    if let silence = input.state.stall(at: input.time) {
      guard texts.contains(where: { $0.caption.statement(input).tellsSilence }) else { return nil }
      // The time is shown in seconds up to a minute, then in minutes.
      let unit = Duration.seconds(silence < .seconds(60) ? 1 : 60)
      let began = input.time - silence
      // A little later, so that rounding does not give the moment before.
      return began + unit * ((silence / unit).rounded(.down) + 1) + .milliseconds(1)
    }
    if input.state.phase.isOutcome, let restartsAt = input.state.restartsAt,
      restartsAt > input.time
    {
      // The countdown changes at whole seconds before its end.
      let left = (restartsAt - input.time).seconds.rounded(.up)
      return restartsAt - .seconds(left - 1) + .milliseconds(1)
    }
    guard input.state.mayChange(after: input.time) else {
      // After a while a text says that the time left is unknown.
      let unknown = input.state.activeBegan.map { $0 + Caption.unknownAfter }
      if let unknown, unknown > input.time, let stall = input.state.stallsAt {
        return min(unknown, stall)
      }
      return input.state.stallsAt
    }
    let half = Duration.milliseconds(500)
    return half * ((input.time / half).rounded(.down) + 1)
  }
}

/// A caption with its settings read, on a canvas.
private final class PlacedCaption {
  let caption: Caption
  let frame: TextFrame
  let color: Color?
  /// The current content, as facts and as UTF-8.
  var statement = Statement(.nothing)
  var line: [UInt8] = []
  var isWhole = true
  /// Whether the text was set at least once.
  var isSet = false
  let words = SetText()

  init?(_ caption: Caption, _ settings: Settings, _ canvas: Size, _ factor: Double) {
    guard let box = settings.box("box", of: caption.name) else { return nil }
    self.caption = caption
    frame = TextFrame(
      box: Layout.part(box, of: canvas),
      size: canvas.shortSide * (settings.number("size", of: caption.name) ?? 0) / 100 * factor,
      anchor: settings.choice("anchor", of: caption.name, as: BoxAnchor.self).point,
      lineLimit: Int(settings.number("lines", of: caption.name) ?? 1))
    color = settings.color("color", of: caption.name).map { Color($0) }
  }
}

/// The text colors of outcomes and stalls.
struct PhaseLooks {
  private let done: Color?
  private let failed: Color?
  private let stalled: Color?

  /// Its rows of the settings table.
  static let settings: [SettingDefinition] = [
    .init("color", .color, .absent, of: "done", help: "Text color when done"),
    .init("color", .color, .absent, of: "failed", help: "Text color after a failure"),
    .init(
      "color", .color, .absent, of: "stalled", help: "Text color while stalled"),
  ]

  init(_ settings: Settings) {
    func color(_ phase: StaticBytes) -> Color? {
      settings.color("color", of: phase).map { Color($0) }
    }
    (done, failed, stalled) = (color("done"), color("failed"), color("stalled"))
  }

  /// The color of captions that show outcomes; nil for the default color.
  func color(_ input: SceneInput) -> Color? {
    switch input.state.phase {
    case .done: done
    case .failed, .interrupted: failed
    case .active where input.state.stall(at: input.time) != nil: stalled
    default: nil
    }
  }
}

extension Color {
  /// The text color with contrast to this color: nearly white or nearly black.
  var ink: Color { light > 0.55 ? Color(0x1c1f24) : Color(0xf4f5f7) }

  /// The lightness, in `0...1`.
  var light: Float { 0.3 * red + 0.6 * green + 0.1 * blue }
}
