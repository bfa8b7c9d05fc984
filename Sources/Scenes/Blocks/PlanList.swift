import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The steps of a run, one below the other: a mark, the name, and the time that the step took.
final class PlanList {
  private let box: Rect
  private let em: Double
  private let isMirrored: Bool
  private let typesetters: Typesetters
  private let rows: [(name: TextBlock, time: TextBlock)]
  // The state that the rows were set for.
  private var setState: SharedState?

  /// Lengths in ems: the distance of two lines, the mark's diameter, the gap after it, the room of
  /// a time, and the edge of the card behind the current step.
  private static let pitch = 2.1, mark = 1.2, gap = 0.75, time = 3.2, edge = 0.5

  /// Creates the list in a box, pixels.
  init(_ typesetters: Typesetters, _ settings: SceneSettings, in box: Rect) {
    self.box = box
    em = settings.em(of: .plan, usual: 3.4)
    isMirrored = settings.isMirrored
    self.typesetters = typesetters
    let count = max(1, Int((box.height / (Self.pitch * em)).rounded(.down)))
    rows = (0..<min(count, StepPlan.listLimit)).map { _ in (TextBlock(), TextBlock()) }
  }

  /// Draws the list. If it has more steps than lines, it shows the steps around the current one.
  ///
  /// - Parameters:
  ///   - ground: the color behind the list.
  ///   - colors: the palette that suits the ground.
  func draw(
    _ input: SceneInput, on ground: Color, _ colors: StateColors, into list: inout DisplayList
  ) {
    let plan = input.state.steps
    let count = min(rows.count, plan.list.count)
    let before = Int(plan.number) - 1 - count / 2
    let first = max(0, min(before, plan.list.count - count))
    let isNew = setState !== input.shared
    setState = input.shared
    for row in 0..<count {
      draw(first + row, in: row, isNew: isNew, input, ground, colors, into: &list)
    }
  }

  private func draw(
    _ index: Int, in row: Int, isNew: Bool, _ input: SceneInput, _ ground: Color,
    _ colors: StateColors, into list: inout DisplayList
  ) {
    let state = input.state
    let number = Int(state.steps.number)
    let isCurrent = index + 1 == number && state.phase != .done
    let pitch = Self.pitch * em
    let line = Rect(x: box.x, y: box.y + Double(row) * pitch, width: box.width, height: pitch)
    // With one ink, a pale card would be specks.
    if isCurrent, !colors.hasOneInk {
      let edge = Self.edge * em
      let card = Layout.whole(
        line.x - edge, line.y + 0.06 * pitch, line.x + line.width + edge, line.y + 0.94 * pitch)
      list.fillRounded(card, radius: 0.5 * em, with: ground.mixed(with: colors.ink, by: 0.06))
    }
    let diameter = Self.mark * em
    let left = isMirrored ? line.x + line.width - diameter : line.x
    let phase: ProgressPhase = index + 1 > number ? .idle : isCurrent ? state.phase : .done
    let mark = StatusMark(
      phase: phase, isPaused: isCurrent && state.pausedAt != nil,
      part: phase == .idle ? 0 : isCurrent ? part(input) : 1)
    let track = colors.hasOneInk ? colors.track : ground.mixed(with: colors.ink, by: 0.2)
    mark.draw(
      around: Point(x: left + diameter / 2, y: line.y + pitch / 2), diameter: diameter, colors,
      track: track, into: &list)
    if isNew { set(row, index, isCurrent, state.steps.list[index], line) }
    list.fill(rows[row].name.words, with: phase == .idle ? colors.muted : colors.ink)
    list.fill(rows[row].time.words, with: colors.muted)
  }

  /// The displayed part of the current step, in `0...1`.
  private func part(_ input: SceneInput) -> Double {
    let plan = input.state.steps
    let (start, end) = (plan.overall(.zero).value, plan.overall(.whole).value)
    return end > start ? max(0, min((input.lastShown - start) / (end - start), 1)) : 0
  }

  /// Sets the texts of a line.
  private func set(_ row: Int, _ index: Int, _ isCurrent: Bool, _ step: StepNote, _ line: Rect) {
    let (start, end) = ((Self.mark + Self.gap) * em, Self.time * em)
    func set(
      _ block: TextBlock, _ text: ByteString, _ face: Typesetters.Face, _ x: Double,
      _ width: Double, _ anchor: Double, least: Double
    ) {
      let x = isMirrored ? 2 * line.x + line.width - x - width : x
      let frame = TextFrame(
        box: Rect(x: x, y: line.y, width: width, height: line.height), size: em,
        anchor: Point(x: isMirrored ? 1 - anchor : anchor, y: 0.5), lineLimit: 1)
      block.set(
        .init(statement: Statement(.text(text)), face: face, frame: frame, least: least),
        typesetters)
    }
    set(
      rows[row].name, step.name.isEmpty ? ByteString(index + 1) : step.name.utf8,
      isCurrent ? .bold : .regular, line.x + start, line.width - start - end, 0, least: 0.8)
    var time = ByteString()
    if let seconds = step.seconds, seconds > 0 {
      time = ByteString(seconds / 60) + (seconds % 60 < 10 ? ":0" : ":") + ByteString(seconds % 60)
    }
    set(rows[row].time, time, .regular, line.x + line.width - end, end, 1, least: 0.6)
  }
}
