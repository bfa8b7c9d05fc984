import Graphics
import Pixels
import Raster
import Scenes

/// A picture scaled for one place on the canvas.
final class PlacedPicture {
  let plan: PicturePlan
  let image: Image
  /// The canvas column of the image's first column.
  let x: Int
  /// The canvas row of the image's first row.
  let y: Int

  init(_ plan: PicturePlan, _ picture: borrowing Pixmap, identifier: Int) {
    self.plan = plan
    let (box, anchor) = (plan.box, plan.anchor)
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    let (across, down) = (box.width / width, box.height / height)
    // Scale factors from the picture to the box.
    let (scaleX, scaleY): (Double, Double) =
      switch plan.fit {
      case .cover: (max(across, down), max(across, down))
      case .contain: (min(across, down), min(across, down))
      case .center: (1, 1)
      case .stretch: (across, down)
      }
    // The visible part: its size on the canvas, and its size in the picture.
    let shown = Size(
      width: max(1, min(box.width, (width * scaleX).rounded())),
      height: max(1, min(box.height, (height * scaleY).rounded())))
    let part = Size(
      width: min(width, shown.width / scaleX), height: min(height, shown.height / scaleY))
    x = Int((box.x + (box.width - shown.width) * anchor.x).rounded())
    y = Int((box.y + (box.height - shown.height) * anchor.y).rounded())
    // Whole pixels if the scale is 1.
    let left = (width - part.width) * anchor.x
    let top = (height - part.height) * anchor.y
    image = Image(
      picture.scaled(
        fromLeft: scaleX == 1 ? left.rounded() : left, top: scaleY == 1 ? top.rounded() : top,
        width: part.width, height: part.height,
        to: PixelSize(width: Int(shown.width), height: Int(shown.height))),
      identifier: identifier)
  }
}
