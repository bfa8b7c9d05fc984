import Base
import Configuration
import Graphics
import ProgressModel
import Text

extension Screen {
  /// Draws the number or the sign of a state. The number of a run that has just ended fades out;
  /// that of a success counts up to 100 % first, while the shape closes.
  func drawNumeral(_ input: SceneInput, on ground: Color, into list: inout DisplayList) {
    let state = input.state
    if fadesTexts, state.phase.isOutcome, let former = input.shared.history.former,
      former.state.phase == .active, former.state.pausedAt == nil
    {
      let isDone = state.phase == .done
      let gone = isDone ? state.shown.end - .milliseconds(80) : state.outcomeBegan
      let last = SceneInput(former, time: state.outcomeBegan, canvas: input.canvas)
      var content = Numeral.content(last)
      if isDone, case .percent(let before, _) = content {
        // Rounded up, so that 100 is seen before the number has faded.
        let count = Int((input.shown * 100 - 1e-6).rounded(.up))
        content = .percent(max(before, count), hasSteps: false)
      }
      let alpha = 1 - Float(input.ramp(from: gone, over: .milliseconds(isDone ? 100 : 60), .linear))
      drawNumeral(last, content, alpha: alpha, on: ground, into: &list)
    }
    drawNumeral(input, Numeral.content(input), on: ground, into: &list)
  }

  /// Draws a number in the first part that has a place for it, or the sign of a state.
  private func drawNumeral(
    _ input: SceneInput, _ content: Utterance, alpha: Float = 1, on ground: Color,
    into list: inout DisplayList
  ) {
    for index in parts.indices {
      let placed = placed(input, index)
      var inside = parts[index].numeral(placed)
      if let given = facts.givenNumeral?.place(placed) {
        // The number has the place that the settings give; signs stay in the figure with a place.
        if placed.state.phase == .active || inside == nil { inside = given }
      }
      guard var place = inside else { continue }
      let isPalette = backdrop.isPalette(input) && parts[index].ground == colors.ground
      let ink = place.color ?? (isPalette ? colors.ink : parts[index].ground.ink)
      let muted = isPalette ? colors.muted : ink
      let state = input.state
      var (color, began) = (ink, state.outcomeBegan)
      switch state.phase {
      case .active:
        if let paused = state.pausedAt {
          began = paused
          if place.hasNumber, arrangement.layout != .tiny, !facts.isBezel {
            drawNumber(input, below: place, muted, into: &list)
            place.centre.y -= 0.08 * place.diameter
          }
        } else if place.hasNumber {
          texts?.numeral.draw(content, at: place, ink: ink, muted: muted, alpha: alpha, into: &list)
        }
      case .cancelled where state.activeBegan != nil: color = isPalette ? colors.muted : ink
      case .interrupted: color = isPalette ? colors.warning : ink
      default: return
      }
      let sign = Sign.of(state.phase, isPaused: state.pausedAt != nil)
      sign?.draw(
        around: place.centre, diameter: place.diameter, width: place.stroke,
        color: place.color ?? color, part: facts.reducesMotion ? 1 : Sign.part(input, from: began),
        into: &list)
      return
    }
  }

  /// Draws the number of a paused run below the bars, where they begin.
  private func drawNumber(
    _ input: SceneInput, below bars: NumeralPlace, _ color: Color, into list: inout DisplayList
  ) {
    var place = bars
    let half = Sign.half(.active) * bars.diameter + bars.stroke / 2
    place.centre.x += (bars.width / 2 - half) * (1 - 2 * bars.anchor)
    let usual = 0.13 * bars.diameter
    place.em = max(usual, Numeral.leastSize)
    // The distance from the bars stays the same.
    place.centre.y += 0.17 * bars.diameter + 0.36 * (place.em - usual)
    texts?.numeral.draw(Numeral.content(input), at: place, ink: color, muted: color, into: &list)
  }

  /// Draws the stall mark of each part. After all captions, so that their items keep their indices.
  func drawStallMarks(_ input: SceneInput, into list: inout DisplayList) {
    guard facts.showsStalls, input.state.lastStall(at: input.time) != nil else { return }
    for index in parts.indices {
      let placed = placed(input, index)
      list.fill(
        .annulus(parts[index].stallMark(placed)), with: parts[index].ground,
        alpha: placed.stallMark)
    }
  }
}
