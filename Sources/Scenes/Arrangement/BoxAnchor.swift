import Base
import Configuration
import Graphics

/// The alignment of content in its box: three rows of three.
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
    let index = Self.allCases.firstIndex(of: self) ?? 0
    return Point(x: Double(index % 3) / 2, y: Double(index / 3) / 2)
  }
}
