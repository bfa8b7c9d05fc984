import Base
import Configuration
import Graphics
import ProgressModel
public import Text

/// What texts of a screen are made with.
public struct Lettering: Sendable {
  /// The fonts.
  public let fonts: FontStack
  /// The words.
  public let catalogue: Catalogue

  /// Gathers both.
  public init(fonts: FontStack, catalogue: Catalogue) {
    (self.fonts, self.catalogue) = (fonts, catalogue)
  }
}

/// The texts of a screen, on a canvas.
///
/// What they show is a function of a frame's input. The outlines of what they showed last are kept, since most of them
/// are the same for many frames.
final class Captions {
  private let catalogue: Catalogue
  private let typesetter: Typesetter
  private var texts: [PlacedCaption] = []
  private var line: [UInt8] = []
  private let looks: PhaseLooks
  private let tellsOutcomeApart: Bool
  // Whether one follows what is shown, frame by frame.
  private let tellsPercent: Bool
  // The state that the texts were set for, from when to when they say the same.
  private var setState = 0
  private var (setTime, setUntil) = (Duration.zero, Duration.zero)

  /// What is not said as it should be, once; nil where there is none, or it was asked for before.
  private(set) var flaw: TextFlaw?

  /// Places those captions that settings give a box.
  ///
  /// - Parameter factor: how large they are beside what their sizes say.
  init(_ lettering: Lettering, _ settings: Settings, canvas: Size, factor: Double) {
    catalogue = lettering.catalogue
    typesetter = Typesetter(lettering.fonts)
    looks = PhaseLooks(settings)
    tellsOutcomeApart = settings.box("box", of: "outcome") != nil
    tellsPercent = settings.box("box", of: "percent") != nil
    for caption in Caption.all {
      if let text = PlacedCaption(caption, settings, canvas, factor) { texts.append(text) }
    }
  }

  /// The rows from which captions keep away: those between the lowest of the upper half and the uppermost of the lower
  /// half.
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

  /// Draws all of them over a ground.
  ///
  /// - Parameter isPlain: whether nothing else lies behind them. Then words of which less than all shows are drawn in the color that
  ///   they make with the ground, since one opaque word over one color takes the shortest way.
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

  /// What shows after a drawing: whose text, where it has to stay, where it is, whether all of it is there.
  var shown: [(name: StaticBytes, box: Rect, words: [RetainedPath], isWhole: Bool)] {
    texts.compactMap { text in
      if text.words.count == 0 { return nil }
      let words = (0..<text.words.count).map { text.words[$0] }
      return (text.caption.name, text.frame.box, words, text.isWhole)
    }
  }

  /// Sets those texts anew that changed since the last drawing.
  private func setAll(_ input: SceneInput) {
    if input.stateNumber == setState, input.time >= setTime, input.time < setUntil { return }
    var input = input
    input.tellsOutcomeApart = tellsOutcomeApart
    for index in texts.indices { set(index, input) }
    (setState, setTime) = (input.stateNumber, input.time)
    let isMoving = tellsPercent && input.time < input.state.settled
    setUntil = isMoving ? input.time : nextChange(input) ?? .seconds(Int64.max / 2_000_000_000)
  }

  /// Sets a text anew if it changed.
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

  /// The next time at which one may say something else though nothing new was said; nil for never.
  func nextChange(_ input: SceneInput) -> Duration? {
    guard !texts.isEmpty else { return nil }
    if let silence = input.state.stall(at: input.time) {
      guard texts.contains(where: { $0.caption.statement(input).tellsSilence }) else { return nil }
      // It is told in seconds up to a minute, and then in minutes.
      let unit = Duration.seconds(silence < .seconds(60) ? 1 : 60)
      let began = input.time - silence
      // A little later, so that rounding does not make it the moment before.
      return began + unit * ((silence / unit).rounded(.down) + 1) + .milliseconds(1)
    }
    if input.state.phase.isOutcome, let restartsAt = input.state.restartsAt,
      restartsAt > input.time
    {
      // The countdown changes at whole seconds before its end.
      let left = (restartsAt - input.time).seconds.rounded(.up)
      return restartsAt - .seconds(left - 1) + .milliseconds(1)
    }
    guard input.state.tellsMore(after: input.time) else {
      // That the time left is not known is said after a while.
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
  /// What it says now, as facts and as words.
  var statement = Statement(.nothing)
  var line: [UInt8] = []
  var isWhole = true
  /// Whether it was set since it was placed.
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

/// The colours of words in phases.
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

  /// The colour of what tells outcomes; nil for that of all words.
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
  /// What can be read on it: nearly white, or nearly black.
  var ink: Color { light > 0.55 ? Color(0x1c1f24) : Color(0xf4f5f7) }

  /// How light it is, in `0...1`.
  var light: Float { 0.3 * red + 0.6 * green + 0.1 * blue }
}
