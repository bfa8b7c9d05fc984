import Animation
import Graphics

/// How a ring opens into the picture: its rim runs outwards past the corners while its hole closes.
///
/// With e the eased time, r and w the ring's radius and width, and R the half diagonal, the hole's radius is
/// (r − w/2)(1 − e) and the rim's goes from r + w/2 to 2R in the seed, where it is out of sight half way, or to R
/// (`tight`), where it leaves the screen at the end (ANIMATIONS.md §3.4–3.5).
struct Reveal: Sendable {
  /// How long it takes.
  let duration: Duration
  /// How it follows time.
  let timing: TimingFunction
  /// Whether the rim stops at the corners.
  let isTight: Bool

  /// The part of the picture that shows.
  func annulus(of ring: Annulus, since time: Duration, canvas: Size) -> Annulus {
    let eased = timing.value(at: duration.fraction(at: time, from: .zero))
    let reach = canvas.halfDiagonal * (isTight ? 1 : 2)
    return Annulus(
      centre: ring.centre, innerRadius: ring.innerRadius * (1 - eased),
      outerRadius: ring.outerRadius + (reach - ring.outerRadius) * eased)
  }

  /// Draws the picture, as much of it as shows, over what is there.
  func draw(
    _ picture: ImageReference, from ring: Annulus, since time: Duration, canvas: Size,
    into list: inout DisplayList
  ) {
    // Whole pixels, so that the picture's are the screen's.
    let x = (Int(canvas.width) - picture.width) >> 1
    let y = (Int(canvas.height) - picture.height) >> 1
    let shape: Shape =
      time >= duration
      ? .rectangle(Rect(canvas)) : .annulus(annulus(of: ring, since: time, canvas: canvas))
    list.fill(shape, with: .image(picture, x: x, y: y))
  }
}
