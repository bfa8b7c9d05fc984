import Graphics
import Text

/// The places on a screen of a few lines, pixels.
struct TinyLayout {
  /// The rectangle that has everything.
  let block: Rect

  init(_ canvas: Size) {
    let height = min(canvas.height, (0.75 * canvas.width).rounded())
    block = Rect(
      x: 0, y: ((canvas.height - height) / 2).rounded(), width: canvas.width, height: height)
  }

  private var unit: Double { block.height / 64 }

  /// The bar below the first row.
  var bar: Rect {
    let height = max(5, (9 * unit).rounded())
    return Rect(
      x: 1, y: block.y + (31 * unit).rounded(), width: block.width - 2, height: height)
  }

  /// The number, in the first row at the start.
  var numeral: NumeralPlace {
    let side = 28 * unit
    return NumeralPlace(
      centre: Point(x: 2 + side / 2, y: block.y + 15 * unit), em: 30 * unit,
      width: 0.52 * block.width, diameter: 1.5 * side, stroke: max(2, 4.5 * unit))
  }

  /// The frame of a text; nil if the screen has no room for it. The headline is beside the sign
  /// that replaces the number, the facts beside the number, and the message below the bar.
  func frame(_ slot: Arrangement.Slot, isMirrored: Bool) -> TextFrame? {
    let em = max(9, 12 * unit)
    func frame(
      _ left: Double, _ top: Double, _ height: Double, _ size: Double, _ anchor: Point,
      lines: Int
    ) -> TextFrame {
      let width = block.width - left - 2
      return TextFrame(
        box: Rect(
          x: isMirrored ? 2 : left, y: block.y + top * unit, width: width, height: height * unit),
        size: size, anchor: isMirrored ? Point(x: 1 - anchor.x, y: anchor.y) : anchor,
        lineLimit: lines)
    }
    return switch slot {
    case .headline: frame(36 * unit, 1, 28, 1.35 * em, Point(x: 0, y: 0.5), lines: 1)
    case .facts: frame(4 + numeral.width, 1, 28, em, Point(x: 1, y: 0.5), lines: 2)
    case .message: frame(2, 33, 30, em, Point(x: 0, y: 1), lines: 2)
    case .warning, .identity: nil
    }
  }
}
