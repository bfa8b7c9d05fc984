/// The rotation of a picture on its way to a surface, so that it is upright on a panel with another
/// mounting orientation.
public enum Rotation: Int, CaseIterable, Sendable {
  /// No rotation.
  case none
  /// A quarter turn, clockwise.
  case clockwise
  /// A half turn.
  case half
  /// A quarter turn, counterclockwise.
  case counterclockwise

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .clockwise || self == .counterclockwise }

  /// The rotation that undoes this one.
  public var inverse: Rotation { Rotation(rawValue: (4 - rawValue) % 4) ?? .none }

  /// The size of a rotated picture.
  public func turned(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The place of a rectangle in the rotated picture.
  ///
  /// - Parameter size: that of the picture before the rotation.
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

/// A picture that is rotated, or dithered to grays, when it is copied to a surface: for displays
/// that cannot rotate it, or that have few gray levels.
public struct TurnedPicture: ~Copyable {
  /// The rotation.
  public let rotation: Rotation
  private var picture: Pixmap
  private var row: [UInt32]
  private let dither: GrayDither?

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - size: that of the picture before the rotation.
  ///   - grayBits: bits of gray of a displayed pixel, at most eight; 0 for colors.
  public init(size: PixelSize, rotation: Rotation, grayBits: Int = 0) {
    picture = Pixmap(size: size)
    row = [UInt32](repeating: 0, count: rotation.turned(size).width)
    self.rotation = rotation
    dither = grayBits == 0 ? nil : GrayDither(bits: grayBits)
  }

  /// Calls `body` with the picture as a surface.
  public mutating func withSurface(_ body: (inout PixelSurface) -> Void) {
    picture.withSurface(body)
  }

  /// Copies a rectangle of the picture to a surface of the rotated size, row by row of the surface.
  public mutating func copy(_ rect: PixelRect, to surface: inout PixelSurface) {
    var target = rotation.turned(rect, of: picture.size)
    if target.isEmpty { return }
    let (source, shown) = (rotation.inverse, rotation.turned(picture.size))
    let bits = surface.format.bits
    if bits != nil {
      // Only whole bytes can be written.
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
