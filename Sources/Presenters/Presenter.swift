public import ByteStrings
public import LinuxSystem
public import Pixels

/// Where frames go: a display, files, nowhere.
///
/// A presenter never waits except in `present` and `handleEvents`, where a driver may make it; it runs in
/// a process of its own for that reason. All times are `MonotonicClock`'s.
public protocol Presenter: AnyObject {
  /// The size of a frame; nil while there is nothing to show it on.
  var size: PixelSize? { get }
  /// The time from one frame to the next.
  var refreshPeriod: Duration { get }
  /// Whether a frame may be presented now: there is an output, and no frame is under way to it.
  var isReady: Bool { get }
  /// When the last frame came to the glass, if the driver knows: frames are then drawn for this time plus
  /// whole periods. Nil where the driver has no vertical blank, and frames are paced by the clock alone.
  var lastVerticalBlank: Duration? { get }
  /// When `handleEvents` wants to be called though no descriptor was ready; nil for never.
  var deadline: Duration? { get }

  /// Adds the descriptors whose readiness `handleEvents` wants to know of.
  func addDescriptors(to poller: inout Poller)
  /// Takes what the descriptors have, and does what is due at `now`.
  func handleEvents(at now: Duration) throws(PresenterError)
  /// Shows a source's newest frame, which is of the presenter's `size`.
  ///
  /// - Parameter time: the moment that the frame shows.
  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError)
  /// Ends orderly: what is being written is completed, what is held is given back.
  func finish() throws(PresenterError)
}

/// Draws the newest frame of a session into memory that a presenter lends.
///
/// Frames are numbered, so whoever has memory says which one it shows, and only the difference is drawn.
public protocol FrameSource: AnyObject {
  /// The size of all frames.
  var size: PixelSize { get }
  /// The number of the newest frame; grows with every frame that differs from the one before.
  var frameNumber: Int { get }

  /// Brings a surface up to the newest frame.
  ///
  /// - Parameter shown: the number of the frame that the surface shows; nil for anything else. All is drawn for nil,
  ///   and for frames long gone.
  func paint(_ surface: inout PixelSurface, over shown: Int?)
  /// Gets rectangles that hold what differs between the newest frame and another.
  ///
  /// - Parameter shown: the number of the other one; nil for anything, from which all differs.
  func getDamage(since shown: Int?, into damage: inout DamageRegion)
}

/// Why nothing can be shown.
public struct PresenterError: Error {
  /// One line: what failed, on what, why, and what to do.
  public let message: ByteString

  /// Whether a new presenter would fail the same way.
  public let isFinal: Bool

  /// Creates an error.
  public init(_ message: ByteString, isFinal: Bool = false) {
    (self.message, self.isFinal) = (message, isFinal)
  }
}
