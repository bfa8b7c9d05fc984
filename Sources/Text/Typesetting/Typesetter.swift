public import Graphics

// Goal: the outlines of a text's words within its box, in any script, without shaping tables and
// code.
//
// Idea: words with connected letters were shaped when their font pack was made, and are looked up.
// All others are set character by character, with kerning. The rest is the choice of fonts, line
// breaks between words, and the order of words of both directions. Glyphs are not hinted: only a
// line's origin is rounded to whole pixels, so that its baseline lies between two rows.

/// Sets texts: chooses glyphs, breaks lines, places words.
///
/// It keeps its memory between texts, so it allocates nothing once that suffices.
public final class Typesetter {
  private let fonts: FontStack
  private var words = WordList()
  // Each line's words, in the text's order.
  private var lines: [Range<Int>] = []

  /// The defect of the text set last: characters without a font, or else a word that needed
  /// shaping; nil for none.
  public var flaw: TextFlaw? { words.flaw }

  /// Whether the text set last did not fit, and ends with an ellipsis.
  public private(set) var isElided = false

  /// The number of lines of the text set last, and the width of the widest one, pixels.
  public private(set) var (lineCount, widest) = (0, 0.0)

  /// Creates a typesetter.
  ///
  /// - Parameter fonts: the fonts, in the order in which a character is looked up.
  public init(_ fonts: FontStack) { self.fonts = fonts }

  /// Sets a UTF-8 text in place of the previous one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - frame: its position and size.
  ///   - least: the least size, relative to the frame's, that a text that does not fit is set in
  ///     before it ends with an ellipsis.
  ///   - result: gets the outlines.
  public func set(
    _ text: Span<UInt8>, in frame: TextFrame, least: Double = 1, as result: SetText
  ) {
    set(text, in: frame, as: result)
    var smaller = frame
    var share = 1.0
    while isElided, share > least + 0.02 {
      share -= 0.05
      smaller.size = frame.size * share
      set(text, in: smaller, as: result)
    }
  }

  private func set(_ text: Span<UInt8>, in frame: TextFrame, as result: SetText) {
    result.begin()
    (lineCount, widest, isElided) = (0, 0, false)
    guard frame.size > 0, frame.box.width > 0, frame.box.height > 0 else {
      return words = WordList()
    }
    let least = fonts.ascent(0) + fonts.descent(0)
    words.read(
      text, fonts, widest: frame.box.width / min(frame.size, frame.box.height / least))
    let height = words.ascent + words.descent
    let size = min(frame.size, frame.box.height / height)
    breakLines(frame.box.width / size, lineLimit(frame, size, height))
    lineCount = lines.count
    widest = widestLine * size
    // Lines that do not fit are moved closer together.
    let between = max(1, Double(lines.count - 1))
    let pitch = min(height, (frame.box.height / size - height) / between)
    let whole = (height + pitch * Double(lines.count - 1)) * size
    let top = frame.box.y + (frame.box.height - whole) * frame.anchor.y
    for (index, line) in lines.enumerated() {
      let left = frame.box.x + (frame.box.width - words.width(of: line) * size) * frame.anchor.x
      let baseline = top + (Double(index) * pitch + words.ascent) * size
      place(line, from: Point(x: left.rounded(), y: baseline.rounded()), size) { word, start in
        result.append(words.glyphs[word.glyphs], from: start, size) {
          draw(word, from: start, size, with: &$0)
        }
      }
    }
  }

  /// The width of a UTF-8 text in a single line, ems.
  public func width(of text: Span<UInt8>) -> Double {
    words.read(text, fonts, widest: .infinity)
    return words.width(of: 0..<words.count)
  }

  /// Adds the outlines of a UTF-8 text in a single line to a path.
  ///
  /// The middle of its width, and of the height of capitals and digits, is the origin. The height
  /// is 1, or less if the text then exceeds `width`.
  public func draw(_ text: Span<UInt8>, within width: Double, with pen: inout PathPen) {
    let whole = self.width(of: text)
    let size = min(1 / fonts.capHeight, width / max(whole, 0.1))
    let start = Point(x: -whole * size / 2, y: fonts.capHeight * size / 2)
    place(0..<words.count, from: start, size) { draw($0, from: $1, size, with: &pen) }
  }

  // MARK: - Lines

  /// The number of lines in a frame. The line spacing may be 12 % less than the font's, at which
  /// glyphs do not touch yet.
  private func lineLimit(_ frame: TextFrame, _ size: Double, _ height: Double) -> Int {
    let more = (frame.box.height / size - height) / (height * 0.88)
    return max(1, min(frame.lineLimit, 1 + Int(max(0, more + 1e-9))))
  }

  /// The width of the widest line, ems.
  private var widestLine: Double { lines.reduce(0) { max($0, words.width(of: $1)) } }

  /// Breaks the text into lines of about the same width; between separate statements if it has
  /// some, and enough lines.
  private func breakLines(_ room: Double, _ lineLimit: Int) {
    if !breakLines(room, lineLimit, keepsTogether: true) {
      _ = breakLines(room, lineLimit, keepsTogether: false)
      return
    }
    for index in 0..<words.count where words[index].isApart { return }
    // The least width that does not need more lines.
    let count = lines.count
    while count > 1 {
      let widest = widestLine
      if !breakLines(widest - 0.01, count, keepsTogether: true) {
        _ = breakLines(widest, count, keepsTogether: true)
        return
      }
    }
  }

  /// Breaks the text into lines.
  ///
  /// - Parameters:
  ///   - room: the width of a line, ems.
  ///   - lineLimit: the most lines.
  ///   - keepsTogether: whether to break lines between separate statements where a line has
  ///     several. The dot between these is left out.
  /// - Returns: whether the text fits. If it does not and `keepsTogether` is false, the last line
  ///   ends with an ellipsis.
  private func breakLines(_ room: Double, _ lineLimit: Int, keepsTogether: Bool) -> Bool {
    lines.removeAll(keepingCapacity: true)
    var first = 0
    while first < words.count {
      var (width, end, fitting, apart) = (0.0, first, first, first)
      while end < words.count {
        let word = words[end]
        if end > first {
          if word.canBreak { fitting = end }
          if word.canBreak, word.isApart { apart = end }
          width += word.gap
        }
        width += word.width
        // Sums in another order differ in the last bits.
        if width > room + 1e-9 { break }
        end += 1
      }
      if end == words.count || fitting == first { fitting = max(end, first + 1) }
      let breaksApart = keepsTogether && end < words.count && apart > first
      if breaksApart { fitting = apart }
      let isTooWide = words.width(of: first..<fitting) > room + 1e-9
      if isTooWide || lines.count + 1 == lineLimit && fitting < words.count {
        if keepsTogether { return false }
        isElided = true
        let last = words.elide(from: first, fonts, room: room)
        lines.append(first..<last)
        return true
      }
      lines.append(first..<(breaksApart ? fitting - 1 : fitting))
      first = fitting
    }
    return true
  }

  // MARK: - Drawing

  /// Calls a function with a line's words and their origins: the runs in the line's direction, the
  /// words of a run in the run's.
  private func place(
    _ line: Range<Int>, from origin: Point, _ size: Double, _ body: (Word, Point) -> Void
  ) {
    let isRightToLeft = words.isRightToLeft
    var x = 0.0
    var place = isRightToLeft ? line.upperBound : line.lowerBound
    while isRightToLeft ? place > line.lowerBound : place < line.upperBound {
      let run = words.run(at: isRightToLeft ? place - 1 : place, in: line)
      let runsLeft = words[run.lowerBound].isRightToLeft
      let gap = run.lowerBound > line.lowerBound ? words[run.lowerBound].gap : 0
      if !isRightToLeft { x += gap }
      for step in 0..<run.count {
        let index = runsLeft ? run.upperBound - 1 - step : run.lowerBound + step
        if !runsLeft, step > 0 { x += words[index].gap }
        body(words[index], Point(x: origin.x + x * size, y: origin.y))
        x += words[index].width
        if runsLeft, index > run.lowerBound { x += words[index].gap }
      }
      if isRightToLeft { x += gap }
      place = isRightToLeft ? run.lowerBound : run.upperBound
    }
  }

  private func draw(_ word: Word, from origin: Point, _ size: Double, with pen: inout PathPen) {
    for index in word.glyphs {
      let glyph = words.glyphs[index]
      let font = fonts.packs[glyph.font]
      let unit = size / Double(font.unitsPerEm)
      let start = Point(x: origin.x + glyph.x * size, y: origin.y + glyph.y * size)
      func point(_ vector: SIMD2<Double>) -> Point {
        Point(x: start.x + vector.x * unit, y: start.y + vector.y * unit)
      }
      // An invalid outline is drawn up to its fault.
      _ = font.forEachStep(of: glyph.number) { step in
        switch step {
        case .move(let to): pen.move(to: point(to))
        case .line(let to): pen.line(to: point(to))
        case .quad(let control, let to): pen.quad(point(control), to: point(to))
        case .cubic(let first, let second, let to):
          pen.cubic(point(first), point(second), to: point(to))
        case .close: pen.close()
        }
      }
    }
  }
}
