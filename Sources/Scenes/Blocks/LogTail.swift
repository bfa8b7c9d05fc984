import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The newest lines of the run's log, one below the other, the newest last.
final class LogTail {
  private let typesetters: Typesetters
  private let box: Rect
  private let em: Double
  private let anchor: Double
  private let isCentred: Bool
  private let rows: [TextBlock]
  // The state that the rows were set for, and the distance by which they were moved down.
  private var (setState, setDown): (SharedState?, Double) = (nil, 0)

  /// The distance of two lines, ems.
  private static let pitch = 1.56

  /// - Parameters:
  ///   - box: the area, pixels. Lines begin at its top.
  ///   - em: the font size, pixels.
  ///   - lines: the most lines; fewer if the box is lower.
  ///   - isCentred: whether the block of all lines is in the middle of the box.
  init(
    _ typesetters: Typesetters, in box: Rect, em: Double, lines: Int, isMirrored: Bool,
    isCentred: Bool = false
  ) {
    (self.typesetters, self.box, self.em, self.isCentred) = (typesetters, box, em, isCentred)
    anchor = isMirrored ? 1 : 0
    let count = max(1, min(lines, Int((box.height / (Self.pitch * em)).rounded(.down))))
    rows = (0..<count).map { _ in TextBlock() }
  }

  /// Creates the lines in the box that settings name, pixels.
  convenience init(_ typesetters: Typesetters, _ settings: SceneSettings, in box: Rect) {
    self.init(
      typesetters, in: box, em: settings.em(of: .tail, usual: 2.5),
      lines: settings.given.lines(of: .tail) ?? 5, isMirrored: settings.isMirrored)
  }

  /// Draws the lines.
  ///
  /// - Parameter down: the distance by which they are moved down, pixels.
  func draw(
    _ input: SceneInput, newest: Color, others: Color, alpha: Float = 1, down: Double = 0,
    into list: inout DisplayList
  ) {
    let lines = input.state.log.lines
    let first = max(0, lines.count - rows.count)
    if setState !== input.shared || setDown != down {
      (setState, setDown) = (input.shared, down)
      set(lines[first...], down)
    }
    for line in first..<lines.count {
      list.fill(
        rows[line - first].words, with: line == lines.count - 1 ? newest : others, alpha: alpha)
    }
  }

  /// Shortens a line that is too long in its middle: a tool's line often ends with the reason.
  private func shortened(_ line: ByteString) -> ByteString {
    let typesetter = typesetters[.regular]
    var (text, kept) = (line, line.count)
    while kept > 8, typesetter.width(of: text.bytes.span) * em > box.width {
      kept -= max(1, kept / 32)
      var (head, tail) = (kept / 3, line.count - kept + kept / 3)
      // Not within a character.
      while line[head] & 0xc0 == 0x80 { head -= 1 }
      while tail < line.count, line[tail] & 0xc0 == 0x80 { tail += 1 }
      text = line[0..<head] + "…" + line[tail..<line.count]
    }
    return text
  }

  private func set(_ lines: ArraySlice<SanitizedText>, _ down: Double) {
    var widest = isCentred ? 0 : box.width
    for line in lines where isCentred {
      let bytes = line.utf8.bytes
      widest = max(widest, typesetters[.regular].width(of: bytes.span) * em)
    }
    let inset = max(0, box.width - widest) / 2 * (1 - 2 * anchor)
    for row in 0..<lines.count {
      let line = shortened(lines[lines.startIndex + row].utf8)
      let top = box.y + Double(row) * Self.pitch * em + down
      let frame = TextFrame(
        box: Rect(x: box.x + inset, y: top, width: box.width, height: Self.pitch * em), size: em,
        anchor: Point(x: anchor, y: 0.5), lineLimit: 1)
      rows[row].set(.init(statement: Statement(.text(line)), frame: frame), typesetters)
    }
  }
}
