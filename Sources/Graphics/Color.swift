/// A colour: encoded sRGB, each component in `0...1`, not multiplied by alpha.
@frozen public struct Color: Equatable, Sendable {
  /// Red, encoded.
  public var red: Float
  /// Green, encoded.
  public var green: Float
  /// Blue, encoded.
  public var blue: Float
  /// 0 for clear, 1 for opaque.
  public var alpha: Float

  /// Creates a colour.
  @inlinable public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates an opaque colour from 0xRRGGBB.
  @inlinable public init(_ rgb: UInt32) {
    self.init(
      red: Float(rgb >> 16 & 0xff) / 255, green: Float(rgb >> 8 & 0xff) / 255,
      blue: Float(rgb & 0xff) / 255)
  }

  /// The mixture of two colours: this one at 0, the other at 1, component by component.
  public func mixed(with other: Color, by part: Float) -> Color {
    Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
  }

  /// The pure colour of a hue.
  ///
  /// - Parameter hue: in turns; 0 is red, 1/3 green, 2/3 blue. Straight lines between multiples of 1/6.
  public init(hue: Double) {
    let sixths = (hue - hue.rounded(.down)) * 6
    func component(_ offset: Double) -> Float {
      let place = sixths + offset < 6 ? sixths + offset : sixths + offset - 6
      let value = abs(place - 3) - 1
      return Float(max(0, min(1, value)))
    }
    self.init(red: component(0), green: component(4), blue: component(2))
  }
}
