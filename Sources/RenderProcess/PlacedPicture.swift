import Graphics
import Pixels
import Raster
import Scenes

/// A picture as a plan wants it: scaled once, with its place on the canvas.
final class PlacedPicture {
  let plan: PicturePlan
  let image: Image
  /// The column of the canvas that its first column is on.
  let x: Int
  /// The row of the canvas that its first row is on.
  let y: Int

  init(_ plan: PicturePlan, _ picture: borrowing Pixmap, identifier: Int) {
    self.plan = plan
    let (box, anchor) = (plan.box, plan.anchor)
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    let (across, down) = (box.width / width, box.height / height)
    // Pixels of the box for one of the picture.
    let (scaleX, scaleY): (Double, Double) =
      switch plan.fit {
      case .cover: (max(across, down), max(across, down))
      case .contain: (min(across, down), min(across, down))
      case .center: (1, 1)
      case .stretch: (across, down)
      }
    // What shows, on the canvas and of the picture.
    let shown = Size(
      width: max(1, min(box.width, (width * scaleX).rounded())),
      height: max(1, min(box.height, (height * scaleY).rounded())))
    let part = Size(
      width: min(width, shown.width / scaleX), height: min(height, shown.height / scaleY))
    x = Int((box.x + (box.width - shown.width) * anchor.x).rounded())
    y = Int((box.y + (box.height - shown.height) * anchor.y).rounded())
    // Whole pixels where nothing is scaled.
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
