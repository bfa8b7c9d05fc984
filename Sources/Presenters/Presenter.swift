public import Base
public import LinuxSystem
public import Pixels

/// A destination of frames: displays, files, or none.
///
/// Only `present` and `handleEvents` may block, in a driver, so a presenter runs in a process of
/// its own. All times are those of `MonotonicClock`.
public protocol Presenter: AnyObject {
  /// The current outputs. Calls of `handleEvents` and of an output's `present` may change them.
  var outputs: [any PresenterOutput] { get }
  /// The time of the next call of `handleEvents` without a ready descriptor; nil for none.
  var deadline: Duration? { get }

  /// Adds the descriptors that `handleEvents` reads.
  func addDescriptors(to poller: inout Poller)
  /// Reads the descriptors, and does the work that is due at `now`.
  func handleEvents(at now: Duration) throws(PresenterError)
  /// Gives the displays to another program, until `resume`.
  func pause()
  /// Takes the displays back, and shows the last frame.
  func resume(at now: Duration) throws(PresenterError)
  /// Completes pending writes, and releases all devices.
  func finish(_ ending: PresenterEnding) throws(PresenterError)
}

/// The displays' content after the end of the program.
public enum PresenterEnding: Sendable {
  /// The console. Without one the last frame stays while a process holds the card.
  case restore
  /// The last frame, until another program shows something.
  case keep
  /// A black screen.
  case black
}

/// One output of a presenter, with its own size and pace.
public protocol PresenterOutput: AnyObject {
  /// The size of a frame, upright, pixels.
  var size: PixelSize { get }
  /// The connector and the mode, such as "HDMI-A-1 1920x1080@60 preferred"; empty if unknown.
  var summary: ByteString { get }
  /// Pixels per millimeter; nil if unknown.
  var density: Double? { get }
  /// Bits of gray that a pixel is shown with; 0 for colors.
  var grayBits: Int { get }
  /// The shortest time between two frames.
  var refreshPeriod: Duration { get }
  /// Whether frames take so long to send that motion cannot be shown. Once true, it stays so.
  var isSlow: Bool { get }
  /// Whether `present` may be called: no flip is pending.
  var isReady: Bool { get }
  /// Whether another program has the display, so that presented frames are not visible.
  var isSuspended: Bool { get }
  /// The time of the last frame's vertical blank. Frames are drawn for this time plus whole
  /// periods. Nil if the driver has no vertical blank; the clock alone paces frames then.
  var lastVerticalBlank: Duration? { get }

  /// Shows the newest frame of a source of the output's `size`.
  ///
  /// - Parameter time: the time that the frame depicts.
  /// - Returns: whether it is shown, or its flip is pending; if not, the caller presents it again
  ///   once the output is ready.
  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
}

extension PresenterOutput {
  /// Unknown.
  public var summary: ByteString { ByteString() }
  /// Unknown.
  public var density: Double? { nil }
  /// None.
  public var lastVerticalBlank: Duration? { nil }
  /// Colors.
  public var grayBits: Int { 0 }
  /// Never: frames are copied in memory.
  public var isSlow: Bool { false }
  /// Never: no other program can take the output.
  public var isSuspended: Bool { false }
}

extension Presenter {
  /// Nil: no work is ever due.
  public var deadline: Duration? { nil }
  /// Adds nothing: frames in memory have no descriptor.
  public func addDescriptors(to poller: inout Poller) {}
  /// Does nothing: frames in memory have no events.
  public func handleEvents(at now: Duration) throws(PresenterError) {}
  /// Does nothing: no other program can take the output.
  public func pause() {}
  /// Does nothing: frames in memory hold no device.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {}
  /// Does nothing: no output was paused.
  public func resume(at now: Duration) throws(PresenterError) {}
}

/// The reason for which a presenter cannot show frames.
public struct PresenterError: Error {
  /// One line: what failed, on what, why, and what to do.
  public let message: ByteString

  /// Whether a new presenter would fail in the same way.
  public let isFinal: Bool

  /// Creates an error.
  public init(_ message: ByteString, isFinal: Bool = false) {
    (self.message, self.isFinal) = (message, isFinal)
  }
}
