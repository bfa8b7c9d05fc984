import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The newest lines of the run's log, one below the other, the newest last.
final class LogTail {
  private let typesetter: Typesetter
  private let frames: [TextFrame]
  private let isCentred: Bool
  private var rows: [SetText] = []
  // The lines that the rows were set for, and how far down.
  private var set: [SanitizedText] = []
  private var down = 0.0

  /// The distance of two lines, ems.
  private static let pitch = 1.56

  /// - Parameters:
  ///   - box: the area, pixels. Lines begin at its top.
  ///   - em: the font size, pixels.
  ///   - lines: the most lines; fewer if the box is lower.
  ///   - isCentred: whether the block of all lines is in the middle of the box.
  init(
    _ lettering: Lettering, in box: Rect, em: Double, lines: Int, isMirrored: Bool,
    isCentred: Bool = false
  ) {
    typesetter = Typesetter(lettering.fonts)
    self.isCentred = isCentred
    let count = max(1, min(lines, Int((box.height / (Self.pitch * em)).rounded(.down))))
    frames = (0..<count).map { row in
      TextFrame(
        box: Rect(
          x: box.x, y: box.y + Double(row) * Self.pitch * em, width: box.width,
          height: Self.pitch * em),
        size: em, anchor: Point(x: isMirrored ? 1 : 0, y: 0.5), lineLimit: 1)
    }
    rows = frames.map { _ in SetText() }
  }

  /// The lines in the box that settings name; nil without one.
  convenience init?(
    _ lettering: Lettering?, _ settings: Settings, canvas: Size, factor: Double, isMirrored: Bool
  ) {
    guard let lettering, let box = settings.box(of: .tail) else { return nil }
    let size = settings.size(of: .tail) ?? 2.5
    self.init(
      lettering, in: Layout.part(box, of: canvas), em: canvas.shortSide * size / 100 * factor,
      lines: settings.lines(of: .tail) ?? 5, isMirrored: isMirrored)
  }

  /// Draws the lines.
  ///
  /// - Parameter down: the distance by which they are moved down, pixels.
  func draw(
    _ log: RunLog, newest: Color, others: Color, alpha: Float = 1, down: Double = 0,
    into list: inout DisplayList
  ) {
    let first = max(0, log.lines.count - rows.count)
    let count = log.lines.count - first
    if down != self.down || !isSet(log, from: first) { setAll(log, from: first, down) }
    for row in 0..<count {
      list.fill(rows[row], with: row == count - 1 ? newest : others, alpha: alpha)
    }
  }

  /// Whether the rows have the lines from a number on.
  private func isSet(_ log: RunLog, from first: Int) -> Bool {
    if set.count != log.lines.count - first { return false }
    for row in set.indices where set[row] != log.lines[first + row] { return false }
    return true
  }

  private func setAll(_ log: RunLog, from first: Int, _ down: Double) {
    self.down = down
    set.removeAll()
    var inset = 0.0
    if isCentred, !frames.isEmpty {
      var widest = 0.0
      for index in first..<log.lines.count {
        let bytes = log.lines[index].utf8.bytes
        widest = max(widest, typesetter.width(of: bytes.span) * frames[0].size)
      }
      inset = max(0, frames[0].box.width - widest) / 2
    }
    for index in first..<log.lines.count {
      let bytes = log.lines[index].utf8.bytes
      var frame = frames[index - first]
      frame.box.y += down
      frame.box.x += inset * (1 - 2 * frame.anchor.x)
      typesetter.set(bytes.span, in: frame, least: 1, as: rows[index - first])
      set.append(log.lines[index])
    }
  }
}
