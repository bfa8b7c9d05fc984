/// How far a picture is turned on its way to a surface, so that it is upright on a panel that is
/// mounted turned.
public enum Rotation: Int, CaseIterable, Sendable {
  /// Not at all.
  case none
  /// A quarter, to the right.
  case clockwise
  /// Upside down.
  case half
  /// A quarter, to the left.
  case counterclockwise

  /// Whether columns become rows.
  public var swapsSides: Bool { self == .clockwise || self == .counterclockwise }

  /// What turns back.
  public var inverse: Rotation { Rotation(rawValue: (4 - rawValue) % 4) ?? .none }

  /// The size of a turned picture.
  public func turned(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a rectangle of a picture comes to lie.
  ///
  /// - Parameter size: that of the picture before it is turned.
  public func turned(_ rect: PixelRect, of size: PixelSize) -> PixelRect {
    switch self {
    case .none: rect
    case .clockwise:
      PixelRect(
        left: size.height - rect.bottom, top: rect.left, right: size.height - rect.top,
        bottom: rect.right)
    case .half:
      PixelRect(
        left: size.width - rect.right, top: size.height - rect.bottom,
        right: size.width - rect.left, bottom: size.height - rect.top)
    case .counterclockwise:
      PixelRect(
        left: rect.top, top: size.width - rect.right, right: rect.bottom,
        bottom: size.width - rect.left)
    }
  }
}

/// A picture that is turned, and made gray, when it is copied to where it is shown: for displays
/// that can't turn it, or have grays of few levels.
public struct TurnedPicture: ~Copyable {
  /// How far it is turned.
  public let rotation: Rotation
  private var picture: Pixmap
  private var row: [UInt32]
  private let dither: GrayDither?

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - size: that of the picture before it is turned.
  ///   - grayBits: bits of gray that a pixel is shown with, at most eight; 0 for colors.
  public init(size: PixelSize, rotation: Rotation, grayBits: Int = 0) {
    picture = Pixmap(size: size)
    row = [UInt32](repeating: 0, count: rotation.turned(size).width)
    self.rotation = rotation
    dither = grayBits == 0 ? nil : GrayDither(bits: grayBits)
  }

  /// Lends the picture for drawing.
  public mutating func withSurface(_ body: (inout PixelSurface) -> Void) {
    picture.withSurface(body)
  }

  /// Copies a rectangle of the picture to a surface of the turned size, row by row of the surface.
  public mutating func copy(_ rect: PixelRect, to surface: inout PixelSurface) {
    var target = rotation.turned(rect, of: picture.size)
    if target.isEmpty { return }
    let (source, shown) = (rotation.inverse, rotation.turned(picture.size))
    let bits = surface.format.bits
    if bits != nil {
      // Bytes are written whole.
      target.left &= ~7
      target.right = min((target.right + 7) & ~7, shown.width)
    }
    for y in target.top..<target.bottom {
      let line = source.turned(
        PixelRect(left: target.left, top: y, right: target.right, bottom: y + 1),
        of: shown)
      picture.copy(
        line, isReversed: rotation == .half || rotation == .clockwise, into: &row)
      dither?.apply(to: &row, count: target.width, x: target.left, y: y)
      let count = bits?.pack(&row, count: target.width) ?? target.width
      surface.store(
        row.span.extracting(first: count), x: bits == nil ? target.left : target.left / 8, y: y)
    }
  }
}
