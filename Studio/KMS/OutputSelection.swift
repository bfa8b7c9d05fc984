public import Base
public import Pixels

/// The choice of outputs and format, of which the studio uses the format and the rotation.
public struct OutputSelection: Sendable {
  /// The names of connectors; without effect.
  public var names: [ByteString] = []
  /// The rotation of pictures; nil for the panel's own orientation, which is upright here.
  public var rotation: Rotation?
  /// The pixel format; nil for the best one.
  public var format: PixelFormat?

  /// Creates the choice of an upright panel of the best format.
  public init() {}
}
