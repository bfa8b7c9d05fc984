import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// A caption with its settings read, on a canvas.
final class PlacedCaption {
  let caption: Caption
  private let placed: TextFrame
  private(set) var frame: TextFrame
  let color: Color?
  /// Whether the arrangement of the screen places it.
  let isComposed: Bool
  private let composition: Composition
  private(set) var linesBefore = 0
  /// The current content, as facts and as UTF-8.
  var statement = Statement(.nothing)
  var line: [UInt8] = []
  var isWhole = true
  var lineCount = 0
  /// The number of marks of steps before it, and the edge at which they begin, pixels: the left one
  /// unless texts run from right to left.
  var pips = 0
  var pipsStart = 0.0
  /// Whether the text was set at least once.
  var isSet = false
  let words = SetText()

  convenience init?(
    _ caption: Caption, _ settings: Settings, _ composition: Composition, _ canvas: Size,
    _ factor: Double
  ) {
    let size = settings.size(of: caption.part)
    let lines = settings.lines(of: caption.part)
    let anchor = settings.anchor(of: caption.part)
    // Beside captions in boxes there may be no room for the last lines.
    let isFooter = caption.slot == .warning || caption.slot == .identity
    let hasRoom =
      !isFooter
      || !settings.hasBox(.message) && !settings.hasBox(.facts)
        && (caption.slot == .warning || !settings.hasBox(.warning))
    let isComposed = caption.slot != nil && hasRoom && !settings.hasBox(caption.part)
    let placed: TextFrame
    if isComposed, let slot = caption.slot {
      guard var frame = composition.frame(slot) else { return nil }
      if let size { frame.size = composition.unit * size }
      if let lines { frame.lineLimit = lines }
      placed = frame
    } else {
      guard let box = settings.box(of: caption.part) else { return nil }
      placed = TextFrame(
        box: Layout.part(box, of: canvas),
        size: canvas.shortSide * (size ?? caption.size) / 100 * factor, anchor: anchor,
        lineLimit: lines ?? caption.lines)
    }
    self.init(caption, settings, composition, placed, isComposed: isComposed)
  }

  private init(
    _ caption: Caption, _ settings: Settings, _ composition: Composition, _ placed: TextFrame,
    isComposed: Bool
  ) {
    (self.caption, self.composition, self.isComposed) = (caption, composition, isComposed)
    (self.placed, frame) = (placed, placed)
    color = settings.color(of: caption.part).map { Color($0) }
  }

  /// Moves the text down by a number of lines of the message.
  func move(down lines: Int) {
    linesBefore = lines
    guard isComposed, let slot = caption.slot else { return }
    frame = placed
    if let moved = composition.frame(slot, linesBefore: lines) { frame.box = moved.box }
  }

  /// The width of the marks of steps and of the gap after them, pixels.
  func widthOfPips(_ number: Int) -> Double {
    if pips == 0 { return 0 }
    let em = frame.size
    let current = (1...pips).contains(number) ? 1.2 - 0.62 : 0
    return (Double(pips) * (0.62 + 0.26) - 0.26 + current + 0.62) * em
  }
}

/// The text colors of outcomes and stalls.
struct PhaseLooks {
  private let done: Color?
  private let failed: Color?
  private let stalled: Color?

  init(_ settings: Settings) {
    func color(_ phase: ScreenPart) -> Color? { settings.color(of: phase).map { Color($0) } }
    (done, failed, stalled) = (color(.done), color(.failed), color(.stalled))
  }

  /// The color that settings give a caption in a state; nil for none.
  func color(_ input: SceneInput, _ caption: Caption) -> Color? {
    guard caption.tellsOutcome else { return nil }
    let isMain = caption.tone != .muted
    return switch input.state.phase {
    case .done where isMain: done
    case .failed where isMain, .interrupted where isMain: failed
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
