import Base
import Configuration
import Graphics

/// The transition from a ring to the final picture: the ring's outer edge grows past the corners
/// while its hole closes.
///
/// With e the eased time, r and w the ring's radius and width, and R the distance to the furthest
/// corner, the hole's radius is (r − w/2)(1 − e). The outer radius grows from r + w/2 to 2R
/// (`seed`), where it leaves the screen half way, or to R (`tight`), where it leaves the screen at
/// the end (ANIMATIONS.md §3.4–3.5).
struct Reveal: Sendable {
  /// The duration of the transition.
  let duration: Duration
  /// The delay from the end of the outcome's animation to the transition.
  let delay: Duration
  private let timing: TimingFunction
  /// Whether the outer edge ends at the corners.
  private let isTight: Bool

  init(_ settings: SceneSettings) {
    duration = settings.time(.revealTime)
    delay = settings.time(.revealDelay)
    let curve = settings.given.revealCurve
    timing = TimingFunction(curve[0], curve[1], curve[2], curve[3])
    isTight = settings.given.has("tight", .revealEdge)
  }

  /// The visible part of the picture, pixels.
  ///
  /// - Parameters:
  ///   - ring: the ring at the beginning, pixels.
  ///   - time: the time since the beginning.
  ///   - canvas: the canvas's size, pixels.
  func annulus(of ring: Annulus, since time: Duration, canvas: Size) -> Annulus {
    // Curves may leave 0...1; the radii must not leave their range.
    let eased = max(0, min(1, timing.value(at: duration.fraction(at: time, from: .zero))))
    let (x, y) = (
      max(ring.centre.x, canvas.width - ring.centre.x),
      max(ring.centre.y, canvas.height - ring.centre.y)
    )
    // The distance to the furthest corner.
    let corner = (x * x + y * y).squareRoot()
    let reach = max(corner * (isTight ? 1 : 2), ring.outerRadius)
    return Annulus(
      centre: ring.centre, innerRadius: ring.innerRadius * (1 - eased),
      outerRadius: ring.outerRadius + (reach - ring.outerRadius) * eased)
  }

  /// Draws the visible part of the picture over the list's items.
  func draw(
    _ input: SceneInput, on ground: Color, from ring: Annulus, since time: Duration,
    into list: inout DisplayList
  ) {
    let shape = Shape.annulus(annulus(of: ring, since: time, canvas: input.canvas))
    fill(shape, input, on: ground, into: &list)
  }

  /// Draws the whole picture with growing opacity.
  func fade(
    _ input: SceneInput, on ground: Color, since time: Duration, into list: inout DisplayList
  ) {
    let alpha = timing.value(at: duration.fraction(at: time, from: .zero))
    list.layer(alpha: Float(alpha)) { draw(input, on: ground, into: &$0) }
  }

  /// Draws the whole picture, on a ground or on the list's items.
  func draw(_ input: SceneInput, on ground: Color?, into list: inout DisplayList) {
    fill(.rectangle(Rect(input.canvas)), input, on: ground, into: &list)
  }

  private func fill(
    _ shape: Shape, _ input: SceneInput, on ground: Color?, into list: inout DisplayList
  ) {
    guard let picture = input.picture else { return }
    // Whole pixels, so that the picture is not resampled.
    let x = (Int(input.canvas.width) - picture.width) >> 1
    let y = (Int(input.canvas.height) - picture.height) >> 1
    // A picture that covers the screen needs no ground.
    if let ground, !picture.isOpaque || x > 0 || y > 0 { list.fill(shape, with: ground) }
    list.fill(shape, with: .image(picture, x: x, y: y))
  }
}
