import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// A caption with its settings read, on a canvas.
final class PlacedCaption {
  let caption: Caption
  /// Its place in the arrangement; nil in a box that settings name.
  let slot: Arrangement.Slot?
  let color: Color?
  /// The frame without lines before it, and the present one.
  let placed: TextFrame
  var frame: TextFrame
  var statement = Statement(.nothing)
  let block = TextBlock()
  var words: SetText { block.words }
  /// The number of marks of steps before it, and the edge at which they begin, pixels: the left one
  /// unless texts run from right to left.
  var (pips, pipsStart) = (0, 0.0)

  /// Reads the settings; nil if neither they nor the arrangement give it a place.
  convenience init?(
    _ caption: Caption, _ settings: SceneSettings, _ arrangement: Arrangement
  ) {
    let part = caption.part
    let given = settings.given
    let lines = given.lines(of: part)
    // Beside captions in boxes there may be no room for the last lines.
    let isFooter = caption.slot == .warning || caption.slot == .identity
    let hasRoom =
      !isFooter
      || !given.hasBox(.message) && !given.hasBox(.facts)
        && (caption.slot == .warning || !given.hasBox(.warning))
    let slot = hasRoom && !given.hasBox(part) ? caption.slot : nil
    let placed: TextFrame
    if let slot {
      guard var frame = arrangement.frame(slot) else { return nil }
      if let size = given.size(of: part) { frame.size = arrangement.unit * size }
      if let lines { frame.lineLimit = lines }
      placed = frame
    } else {
      guard let box = settings.box(of: part) else { return nil }
      placed = TextFrame(
        box: box, size: settings.em(of: part, usual: caption.size),
        anchor: settings.anchor(of: part), lineLimit: lines ?? caption.lines)
    }
    self.init(caption, slot, placed, settings.color(of: part))
  }

  private init(
    _ caption: Caption, _ slot: Arrangement.Slot?, _ placed: TextFrame, _ color: Color?
  ) {
    (self.caption, self.slot, self.placed, frame) = (caption, slot, placed, placed)
    self.color = color
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

  init(_ settings: SceneSettings) {
    done = settings.color(of: .done)
    failed = settings.color(of: .failed)
    stalled = settings.color(of: .stalled)
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
