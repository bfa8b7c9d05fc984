/// A color in encoded sRGB. Components are in `0...1` and not premultiplied.
@frozen public struct Color: Equatable, Sendable {
  /// Red, green, blue and opacity: one register, where four numbers would take four.
  public var parts: SIMD4<Float>

  /// Red, encoded, in `0...1`.
  public var red: Float { parts.x }
  /// Green, encoded, in `0...1`.
  public var green: Float { parts.y }
  /// Blue, encoded, in `0...1`.
  public var blue: Float { parts.z }
  /// Opacity: 0 is transparent, 1 opaque.
  public var alpha: Float {
    get { parts.w }
    set { parts.w = newValue }
  }

  /// Creates a color.
  @inlinable public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    parts = SIMD4(red, green, blue, alpha)
  }

  /// Creates an opaque color from 0xRRGGBB.
  @inlinable public init(_ rgb: UInt32) {
    self.init(
      red: Float(rgb >> 16 & 0xff) / 255, green: Float(rgb >> 8 & 0xff) / 255,
      blue: Float(rgb & 0xff) / 255)
  }

  /// Interpolates linearly, component by component: this color at 0, the other at 1.
  public func mixed(with other: Color, by part: Float) -> Color {
    var mixed = self
    mixed.parts += (other.parts - parts) * part
    return mixed
  }

  /// Creates the fully saturated color of a hue.
  ///
  /// - Parameter hue: in turns; 0 is red, 1/3 green, 2/3 blue. Components are linear between
  ///   multiples of 1/6.
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
