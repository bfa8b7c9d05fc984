public import Base
import CLinux

/// A wait for descriptors with a timeout. The C function is `ppoll`.
///
/// Descriptors are added again before each wait. Once grown, the poller allocates nothing.
public struct Poller {
  /// The condition to wait for.
  public enum Interest: Sendable {
    /// Bytes, EOF or an error to read.
    case readable
    /// Room to write.
    case writable
  }

  private var entries: [linux_poll_entry] = []

  /// Creates a poller without descriptors.
  public init() {}

  /// Whether the poller has no descriptors.
  public var isEmpty: Bool { entries.isEmpty }

  /// Removes all descriptors.
  public mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor.
  ///
  /// - Returns: the slot to pass to `isReady`.
  @inline(never) public mutating func add(_ descriptor: Int32, _ interest: Interest) -> Int {
    let events = interest == .readable ? linux_poll_in : linux_poll_out
    entries.append(linux_poll_entry(fd: descriptor, events: events, returned: 0))
    return entries.count - 1
  }

  /// Waits until a descriptor is ready, a signal arrives, or the timeout expires.
  ///
  /// - Parameter time: the timeout; nil for none. A negative timeout counts as zero.
  @inline(never) public mutating func wait(for time: Duration?) {
    let nanoseconds = time.map { max(0, $0.nanoseconds) } ?? -1
    for index in entries.indices { entries[index].returned = 0 }
    // The arguments are valid, so only memory can run out. The caller then finds the state of its
    // descriptors by calls that do not block.
    SystemCall.poll(&entries, nanoseconds: nanoseconds)
  }

  /// Returns whether a descriptor is ready, at EOF, or has an error, which reading reports.
  public func isReady(_ slot: Int) -> Bool { entries[slot].returned != 0 }
}
