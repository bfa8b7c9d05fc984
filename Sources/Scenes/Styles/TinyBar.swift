import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The picture of a screen of a few lines: a number, and below it a bar. It stands in for every
/// style, since none is legible there.
final class TinyBar: Scene {
  let ground: Color
  var extent: SceneExtent { .block(Size(width: 100, height: 100)) }
  var room: SceneRoom? { SceneRoom(half: 50, above: 0, below: 100, isBar: true) }
  private let colors: StateColors

  init(_ settings: SceneSettings) {
    colors = StateColors(settings)
    ground = colors.ground
  }

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let state = input.state
    let color = colors.color(
      input, usual: colors.accent, done: colors.success, failed: colors.failure)
    if input.isOver {
      guard let sign = Sign.of(state.phase), sign == .tick || sign == .cross else { return }
      return sign.draw(
        input, at: place(input), color: color, from: state.outcomeBegan, into: &list)
    }
    let bar = TinyLayout(input.canvas).bar
    list.fillPill(bar, with: colors.ink)
    list.fillPill(bar.inset(1), with: ground)
    let part = input.indeterminacy > 0.5 ? input.window : 0...max(0, input.shown)
    let inside = input.part(part, of: bar.inset(3))
    if inside.width >= 1 { list.fillPill(inside, with: color) }
  }

  private func place(_ input: SceneInput) -> NumeralPlace {
    var place = TinyLayout(input.canvas).numeral
    if input.screen.isMirrored { place.centre.x = input.canvas.width - place.centre.x }
    return place
  }

  func numeral(_ input: SceneInput) -> NumeralPlace? {
    var place = place(input)
    // Signs are in the middle of their square, a number begins at the margin.
    if input.state.phase == .active, input.state.pausedAt == nil {
      place.centre.x = TinyLayout(input.canvas).block.x + 2 + place.width / 2
      place.anchor = 0
      if input.screen.isMirrored {
        place.centre.x = input.canvas.width - place.centre.x
        place.anchor = 1
      }
    }
    return place
  }

  func stallMark(_ input: SceneInput) -> Annulus {
    let bar = TinyLayout(input.canvas).bar.inset(3)
    let along = max(bar.height / 2, input.shown * bar.width - bar.height / 2)
    return Annulus(
      centre: Point(
        x: input.screen.isMirrored ? bar.x + bar.width - along : bar.x + along,
        y: bar.y + bar.height / 2), innerRadius: 0, outerRadius: bar.height / 3)
  }

  func rest(_ input: SceneInput) -> Duration? { restOfFraction(input) }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    max(input.state.settled, input.state.outcomeBegan + Sign.duration)
  }
}

extension Rect {
  /// The rectangle without a margin at each side.
  fileprivate func inset(_ margin: Double) -> Rect {
    Rect(
      x: x + margin, y: y + margin, width: max(0, width - 2 * margin),
      height: max(0, height - 2 * margin))
  }
}
