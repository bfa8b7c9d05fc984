public import Pixels

/// Draws the newest frame of a session into a presenter's memory.
///
/// Frames have numbers. The owner of a surface names the frame in it; only the difference is drawn.
public protocol FrameSource: AnyObject {
  /// The size of all frames.
  var size: PixelSize { get }
  /// The number of the newest frame; each frame that differs from the one before has a greater one.
  var frameNumber: Int { get }

  /// Brings a surface up to the newest frame.
  ///
  /// - Parameter shown: the number of the frame in the surface; nil for other content. The whole
  ///   frame is drawn for nil and for a frame that is no longer known.
  func paint(_ surface: inout PixelSurface, over shown: Int?)
  /// Gets rectangles that contain all differences between the newest frame and another.
  ///
  /// - Parameter shown: the number of the other frame; nil for other content, which differs
  ///   everywhere.
  func getDamage(since shown: Int?, into damage: inout DamageRegion)
}
