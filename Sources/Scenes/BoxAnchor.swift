import Base
import Configuration
import Graphics

extension Settings {
  /// The alignment in the box of a part, as shares of the box's free width and height.
  func anchor(of part: ScreenPart) -> Point {
    let anchor: BoxAnchor = choice(.anchor, of: part)
    var point = anchor.point
    if isMirrored { point.x = 1 - point.x }
    return point
  }
}

/// The alignment of content in its box.
enum BoxAnchor: StaticBytes, SettingChoice {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center = "centre"
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// The alignment as shares of the box's free width and height, from its top left corner.
  var point: Point {
    let x =
      switch self {
      case .topLeft, .left, .bottomLeft: 0.0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1.0
      }
    let y =
      switch self {
      case .topLeft, .top, .topRight: 0.0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1.0
      }
    return Point(x: x, y: y)
  }
}
