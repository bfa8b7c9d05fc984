import Base
import Configuration
import Graphics
import Text

extension Composition {
  /// The arrangement for a screen.
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

  /// The smallest em of headline, message and facts: pixels, and millimeters.
  private static let leastPixels: SIMD4<Double> = [18, 14, 12, 0]
  private static let leastMillimeters: SIMD4<Double> = [2.8, 2.2, 1.8, 0]

  /// The factor that makes texts of given ems, pixels, legible; at most 1.5.
  static func growth(_ ems: SIMD4<Double>, _ density: Double?) -> Double {
    var growth = 1.0
    for index in 0..<3 where ems[index] > 0 {
      let least = max(leastPixels[index], leastMillimeters[index] * (density ?? 0))
      growth = max(growth, least / ems[index])
    }
    return min(growth, 1.5)
  }

  /// The distance of two lines of the message, pixels.
  var linePitch: Double { sizes[1] * Self.heights[1] / Self.ems[1] * unit }

  /// The area of the tiles of several jobs, pixels: all that the texts leave.
  var jobArea: Rect {
    let margin = 6 * unit
    if anchor == 0.5 {
      let bottom = frame(.headline)?.box.y ?? canvas.height - margin
      return Layout.whole(margin, margin, canvas.width - margin, bottom - 1.5 * unit)
    }
    let (start, end) = isMirrored ? (left + width + margin, canvas.width) : (0, left - margin)
    return Layout.whole(
      start + (isMirrored ? 0 : margin), margin, end - (isMirrored ? margin : 0),
      canvas.height - margin)
  }

  /// The box of the lines of a log, in place of the card, pixels; nil without a card.
  var logBox: Rect? {
    card.map { card in
      let wide = anchor == 0.5 ? min(width, 110 * unit) : width
      let start = anchor == 0.5 ? (canvas.width - wide) / 2 : left
      return Rect(x: start, y: card.y, width: wide, height: card.height)
    }
  }
}
