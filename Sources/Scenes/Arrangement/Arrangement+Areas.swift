import Base
import Configuration
import Graphics
import Text

extension Arrangement {
  /// The layout for a screen.
  static func layout(of canvas: Size, _ density: Double?) -> LayoutChoice {
    let short = canvas.shortSide
    let millimeters = density.map { short / $0 } ?? .infinity
    let ratio = canvas.width / canvas.height
    if short < 96 { return .tiny }
    if ratio > 2.4 { return .bar }
    if short <= 320 || millimeters < 45, ratio <= 1.3, ratio >= 1 / 1.15 { return .square }
    if short < 400 || millimeters < 60, ratio > 1.3 { return .small }
    return ratio < 1 / 1.15 ? .portrait : .landscape
  }

  /// The factor that makes headline, message and facts of given ems, pixels, legible; at most 1.5.
  static func growth(_ ems: SIMD4<Double>, _ density: Double?) -> Double {
    let pixels: SIMD4<Double> = [18, 14, 12, 0]
    let millimeters: SIMD4<Double> = [2.8, 2.2, 1.8, 0]
    var growth = 1.0
    for index in 0..<3 where ems[index] > 0 {
      let least = max(pixels[index], millimeters[index] * (density ?? 0))
      growth = max(growth, least / ems[index])
    }
    return min(growth, 1.5)
  }

  /// The distance of two lines of the message, pixels.
  var linePitch: Double { pitches[1] * unit }

  /// The frame of a text; nil if the layout leaves it out.
  func frame(_ slot: Slot) -> TextFrame? {
    if layout == .tiny { return TinyLayout(canvas).frame(slot, isMirrored: isMirrored) }
    if slot == .identity, identityLimit == 0 { return nil }
    // Facts about the machine have the warning's place, and the warning is a line higher then.
    let index = min(slot.rawValue, Slot.warning.rawValue)
    let size = ems[index] * unit
    if size <= 0 { return nil }
    // Fonts of some scripts are higher than their line.
    let high = 1.6 * size
    // A second line moves the facts down, and the card, if both fit.
    let lowest = (middles[2] + ems[2] / 2) * unit + linePitch
    let cardEnd = card.map { $0.y + $0.height + linePitch + 2 * unit } ?? 0
    let lines = slot == .message && max(lowest, cardEnd) <= canvas.height ? 2 : 1
    // A second line of a message grows downwards. Beside the scene, the facts may have one, too.
    let growsDown = slot == .message || slot == .facts && anchor != 0.5
    var box = Rect(
      x: left, y: middles[index] * unit - (growsDown ? Self.rise * size : high / 2),
      width: width, height: growsDown ? high * 2 : high)
    if layout == .round, slot == .facts {
      // The circle is narrower there.
      box.width *= room.isBezel ? 0.75 : 0.95
      box.x = (canvas.width - box.width) / 2
    }
    return TextFrame(
      box: box, size: size, anchor: Point(x: anchor, y: growsDown ? 0 : 0.5), lineLimit: lines)
  }

  /// The rectangle above the texts, for scenes that fill one, pixels.
  var freeArea: Rect {
    let isBeside = layout == .bar || layout == .small
    return Layout.whole(
      0, 0, canvas.width, (isBeside ? nil : frame(.headline)?.box.y) ?? canvas.height)
  }

  /// The area of the tiles of several jobs, pixels: all that the texts leave.
  var jobArea: Rect {
    let margin = 6 * unit
    var (start, end, bottom) = (margin, canvas.width - margin, canvas.height - margin)
    if anchor == 0.5 {
      bottom = (frame(.headline)?.box.y ?? bottom) - 1.5 * unit
    } else if isMirrored {
      start = left + width + margin
    } else {
      end = left - margin
    }
    return Layout.whole(start, margin, end, bottom)
  }

  /// The box of the lines of a log, in place of the card, pixels; nil without a card.
  var logBox: Rect? {
    card.map { Rect(x: left, y: $0.y, width: width, height: $0.height) }
  }
}
