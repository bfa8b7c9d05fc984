import Graphics
import Pixels
import Raster
import Scenes

/// A picture scaled for one place on the canvas.
final class PlacedPicture {
  let plan: PicturePlan
  private(set) var image: Image
  /// The screen's description of the picture.
  let shown: ScreenPicture
  /// Whether the file has frames that are not read yet.
  private(set) var owesFrames: Bool
  private let scaling: PictureScaling

  init(_ plan: PicturePlan, _ picture: borrowing Pixmap, isAnimated: Bool, identifier: Int) {
    (self.plan, owesFrames) = (plan, isAnimated)
    let scaling = PictureScaling(plan, of: picture.size)
    self.scaling = scaling
    image = Image(scaling.scaled(picture, scaling.bounds), identifier: identifier)
    shown = ScreenPicture(image.reference, x: scaling.x, y: scaling.y)
  }

  /// Makes room for the frames of the file.
  func beginFrames() -> PictureFrames {
    owesFrames = false
    return PictureFrames(scaling)
  }

  /// Replaces the picture by its frames.
  func set(_ image: Image, _ times: FrameTimes) {
    self.image = image
    shown.set(image.reference, times)
  }
}

/// The scaling of a picture for its place on the canvas.
struct PictureScaling {
  /// The canvas column of the first column.
  let x: Int
  /// The canvas row of the first row.
  let y: Int
  /// The pixels of the scaled picture.
  let bounds: PixelRect
  // The visible part of the picture: its origin and its scale to the canvas.
  private let left: Double
  private let top: Double
  private let scaleX: Double
  private let scaleY: Double

  init(_ plan: PicturePlan, of size: PixelSize) {
    let (box, anchor) = (plan.box, plan.anchor)
    let (width, height) = (Double(size.width), Double(size.height))
    let (across, down) = (box.width / width, box.height / height)
    // Scale factors from the picture to the box.
    let (factorX, factorY): (Double, Double) =
      switch plan.fit {
      case .cover: (max(across, down), max(across, down))
      case .contain: (min(across, down), min(across, down))
      case .center: (1, 1)
      case .stretch: (across, down)
      }
    // The visible part: its size on the canvas, and its size in the picture.
    let shown = Size(
      width: max(1, min(box.width, (width * factorX).rounded())),
      height: max(1, min(box.height, (height * factorY).rounded())))
    let part = Size(
      width: min(width, shown.width / factorX), height: min(height, shown.height / factorY))
    x = Int((box.x + (box.width - shown.width) * anchor.x).rounded())
    y = Int((box.y + (box.height - shown.height) * anchor.y).rounded())
    bounds = PixelRect(left: 0, top: 0, right: Int(shown.width), bottom: Int(shown.height))
    (scaleX, scaleY) = (shown.width / part.width, shown.height / part.height)
    // Whole pixels if the scale is 1.
    let (left, top) = ((width - part.width) * anchor.x, (height - part.height) * anchor.y)
    (self.left, self.top) = (
      factorX == 1 ? left.rounded() : left, factorY == 1 ? top.rounded() : top
    )
  }

  /// A part of the scaled picture.
  func scaled(_ picture: borrowing Pixmap, _ part: PixelRect) -> Pixmap {
    picture.scaled(
      fromLeft: left + Double(part.left) / scaleX, top: top + Double(part.top) / scaleY,
      width: Double(part.width) / scaleX, height: Double(part.height) / scaleY,
      to: PixelSize(width: part.width, height: part.height))
  }

  /// The pixels of the scaled picture that depend on a part of the picture.
  func pixels(of part: PixelRect) -> PixelRect {
    // The filter reads two source pixels on each side of a pixel, and more in proportion if it
    // shrinks the picture.
    let (across, down) = (3 * max(1, 1 / scaleX), 3 * max(1, 1 / scaleY))
    func pixel(_ place: Double, _ scale: Double) -> Int { Int((place * scale).rounded(.down)) }
    return PixelRect(
      left: pixel(Double(part.left) - left - across, scaleX),
      top: pixel(Double(part.top) - top - down, scaleY),
      right: pixel(Double(part.right) - left + across, scaleX) + 1,
      bottom: pixel(Double(part.bottom) - top + down, scaleY) + 1
    ).intersection(bounds)
  }
}
