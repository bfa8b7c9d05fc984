import Animation
import Base
import Configuration
import Graphics
import ProgressModel
import Text

extension Screen {
  /// Draws the number in the first part that has a place for it, or the sign of a state.
  func drawNumeral(_ input: SceneInput, on ground: Color, into list: inout DisplayList) {
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
      func sign(_ sign: Sign, _ color: Color, from began: Duration, _ list: inout DisplayList) {
        let part = facts.reducesMotion ? 1 : Sign.part(input, from: began)
        sign.draw(
          around: place.centre, diameter: place.diameter, width: place.stroke,
          color: place.color ?? color, part: part, into: &list)
      }
      switch state.phase {
      case .active:
        if let paused = state.pausedAt {
          guard place.hasNumber, arrangement.layout != .tiny, !facts.isBezel else {
            return sign(.pause, ink, from: paused, &list)
          }
          var below = place
          // It begins where the bars do.
          let half = Sign.half(.active) * place.diameter + place.stroke / 2
          below.centre.x += (place.width / 2 - half) * (1 - 2 * place.anchor)
          let usual = 0.13 * place.diameter
          below.em = max(usual, Numeral.leastSize)
          // The distance from the bars stays the same.
          below.centre.y += 0.17 * place.diameter + 0.36 * (below.em - usual)
          numeral?.draw(
            Numeral.content(input), at: below, ink: muted, muted: muted, into: &list)
          place.centre.y -= 0.08 * place.diameter
          return sign(.pause, ink, from: paused, &list)
        }
        if place.hasNumber {
          numeral?.draw(Numeral.content(input), at: place, ink: ink, muted: muted, into: &list)
        }
      case .cancelled where state.activeBegan != nil:
        sign(.square, isPalette ? colors.muted : ink, from: state.outcomeBegan, &list)
      case .interrupted:
        sign(.exclamation, isPalette ? colors.warning : ink, from: state.outcomeBegan, &list)
      default: break
      }
      return
    }
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
