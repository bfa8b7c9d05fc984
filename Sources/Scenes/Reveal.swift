import Animation
import Base
import Configuration
import Graphics

/// How a ring opens into the picture: its rim runs outwards past the corners while its hole closes.
///
/// With e the eased time, r and w the ring's radius and width, and R the way to the furthest corner, the hole's radius is
/// (r − w/2)(1 − e) and the rim's goes from r + w/2 to 2R in the seed, where it is out of sight half way, or to R
/// (`tight`), where it leaves the screen at the end (ANIMATIONS.md §3.4–3.5).
struct Reveal: Sendable {
  /// How long it takes.
  let duration: Duration
  /// How long after the outcome has played it begins.
  let delay: Duration
  private let timing: TimingFunction
  /// Whether the rim stops at the corners.
  private let isTight: Bool

  /// Where the opening ring ends.
  private enum Edge: StaticBytes, SettingChoice {
    /// At twice the screen.
    case seed = "seed"
    /// At the screen's corners.
    case tight = "tight"
  }

  static let settings: [SettingDefinition] = [
    .init(
      "reveal.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"
    ),
    .init(
      "reveal.edge", .choice(of: Edge.self), .preset(seed: "seed", kiosk: "tight"),
      help: "End of the opening ring: twice the screen, or its corners"),
    .init(
      "reveal.delay", .number(0...10, unit: "seconds"), .value("0"),
      help: "Time from the outcome to the reveal"),
    .init(
      "reveal.time", .number(0...10, unit: "seconds"), .value("1"),
      help: "Time of the reveal"),
    .init(
      "reveal.curve", .curve, .value("ease-in-ease-out"), help: "Timing of the reveal"),
  ]

  init(_ settings: Settings) {
    duration = settings.time("reveal.time")
    delay = settings.time("reveal.delay")
    timing = settings.timing("reveal.curve")
    isTight = settings.choice("reveal.edge") == Edge.tight
  }

  /// The part of the picture that shows.
  func annulus(of ring: Annulus, since time: Duration, canvas: Size) -> Annulus {
    // Curves may leave their ends behind; nothing is wider than all, or than nothing.
    let eased = max(0, min(1, timing.value(at: duration.fraction(at: time, from: .zero))))
    let (x, y) = (
      max(ring.centre.x, canvas.width - ring.centre.x),
      max(ring.centre.y, canvas.height - ring.centre.y)
    )
    // The furthest corner.
    let corner = (x * x + y * y).squareRoot()
    let reach = max(corner * (isTight ? 1 : 2), ring.outerRadius)
    return Annulus(
      centre: ring.centre, innerRadius: ring.innerRadius * (1 - eased),
      outerRadius: ring.outerRadius + (reach - ring.outerRadius) * eased)
  }

  /// Draws the picture, as much of it as shows, over what is there.
  func draw(
    _ input: SceneInput, on ground: Color, from ring: Annulus, since time: Duration,
    into list: inout DisplayList
  ) {
    let shape = Shape.annulus(annulus(of: ring, since: time, canvas: input.canvas))
    fill(shape, input, on: ground, into: &list)
  }

  /// Draws all of the picture, more and more of it.
  func fade(
    _ input: SceneInput, on ground: Color, since time: Duration, into list: inout DisplayList
  ) {
    let alpha = timing.value(at: duration.fraction(at: time, from: .zero))
    list.layer(alpha: Float(alpha)) { draw(input, on: ground, into: &$0) }
  }

  /// Draws all of the picture, on a ground or on what is there.
  func draw(_ input: SceneInput, on ground: Color?, into list: inout DisplayList) {
    fill(.rectangle(Rect(input.canvas)), input, on: ground, into: &list)
  }

  private func fill(
    _ shape: Shape, _ input: SceneInput, on ground: Color?, into list: inout DisplayList
  ) {
    guard let picture = input.picture else { return }
    // Whole pixels, so that the picture's are the screen's.
    let x = (Int(input.canvas.width) - picture.width) >> 1
    let y = (Int(input.canvas.height) - picture.height) >> 1
    // What hides all of the screen needs no ground.
    if let ground, !picture.isOpaque || x > 0 || y > 0 { list.fill(shape, with: ground) }
    list.fill(shape, with: .image(picture, x: x, y: y))
  }
}
