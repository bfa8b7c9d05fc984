public import Base
public import LinuxSystem
public import Pixels

/// Where frames go: displays, files, nowhere.
///
/// A presenter never waits except in `present` and `handleEvents`, where a driver may make it; it runs in
/// a process of its own for that reason. All times are `MonotonicClock`'s.
public protocol Presenter: AnyObject {
  /// What shows frames now, each its own. It may change whenever `handleEvents` or an output's `present` is called.
  var outputs: [any PresenterOutput] { get }
  /// When `handleEvents` wants to be called though no descriptor was ready; nil for never.
  var deadline: Duration? { get }

  /// Adds the descriptors whose readiness `handleEvents` wants to know of.
  func addDescriptors(to poller: inout Poller)
  /// Takes what the descriptors have, and does what is due at `now`.
  func handleEvents(at now: Duration) throws(PresenterError)
  /// Leaves the displays to somebody else, until `resume`.
  func pause()
  /// Takes the displays again, and shows what was shown last.
  func resume(at now: Duration) throws(PresenterError)
  /// Ends orderly: what is being written is completed, what is held is given back.
  func finish(_ ending: PresenterEnding) throws(PresenterError)
}

/// What becomes of the last picture when the program ends.
public enum PresenterEnding: Sendable {
  /// The console comes back, where there is one; otherwise it stays as long as anybody holds the card.
  case restore
  /// It stays until another program shows something.
  case keep
  /// The displays go dark.
  case black
}

/// One of the places where a presenter shows frames: a display, of whatever size, at whatever pace.
public protocol PresenterOutput: AnyObject {
  /// The size of a frame, as it is seen: upright.
  var size: PixelSize { get }
  /// Pixels of a millimetre; nil where that is not known.
  var density: Double? { get }
  /// The time from one frame to the next.
  var refreshPeriod: Duration { get }
  /// Whether a frame may be presented now: none is under way.
  var isReady: Bool { get }
  /// Whether somebody else has the display, so that nobody sees what would be presented.
  var isSuspended: Bool { get }
  /// When the last frame came to the glass, if the driver knows: frames are then drawn for this time plus
  /// whole periods. Nil where the driver has no vertical blank, and frames are paced by the clock alone.
  var lastVerticalBlank: Duration? { get }

  /// Shows a source's newest frame, which is of the output's `size`.
  ///
  /// - Parameter time: the moment that the frame shows.
  /// - Returns: whether it is shown, or on its way; if not, it has to be presented again once the output is ready.
  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
}

extension PresenterOutput {
  /// Never, where nobody else wants it.
  public var isSuspended: Bool { false }
}

/// A presenter that is its own only output.
extension Presenter where Self: PresenterOutput {
  /// Nothing is ever due.
  public var deadline: Duration? { nil }
  /// Adds none.
  public func addDescriptors(to poller: inout Poller) {}
  /// Has nothing to do.
  public func handleEvents(at now: Duration) throws(PresenterError) {}
  /// Nobody else wants it.
  public func pause() {}
  /// Goes on.
  public func resume(at now: Duration) throws(PresenterError) {}
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
