public import Base

/// A seat's service: it opens cards for processes without permission, and reports whether they may
/// use them now.
public protocol Seat: AnyObject {
  /// The descriptor to poll for reading. Valid as long as this object.
  var rawValue: Int32 { get }
  /// Whether `nextTurn` has a pending change that polling does not report.
  var hasNews: Bool { get }
  /// Opens a device, usable while the seat is active.
  ///
  /// - Returns: the descriptor, owned by the caller.
  func open(_ path: ByteString) throws(SystemError) -> Int32
  /// Returns the next change of activation; nil if none is pending. Throws once the service is
  /// gone.
  func nextTurn() throws(SystemError) -> SeatTurn?
  /// Acknowledges that the seat is disabled: its devices are unused until it is active again.
  func release() throws(SystemError)
}

/// The activation of a seat.
public enum SeatTurn: Sendable {
  /// The seat is active: opened devices can be used.
  case ours
  /// The seat is to be disabled, as soon as `release` acknowledges it.
  case others
}
