public import Base
import CLinux

/// Waits for descriptors and time at once. The corresponding C function is `ppoll`.
///
/// Filled anew before each wait; once grown, it allocates nothing.
public struct Poller {
  /// What a descriptor is waited for.
  public enum Interest: Sendable {
    /// Bytes or an end to read.
    case readable
    /// Room to write.
    case writable
  }

  private var entries: [linux_poll_entry] = []

  /// Creates a poller that waits for nothing.
  public init() {}

  /// Whether it waits for no descriptor.
  public var isEmpty: Bool { entries.isEmpty }

  /// Forgets all descriptors.
  public mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor.
  ///
  /// - Returns: the slot to ask `isReady` about.
  @inline(never) public mutating func add(_ descriptor: Int32, _ interest: Interest) -> Int {
    let events = interest == .readable ? linux_poll_in : linux_poll_out
    entries.append(linux_poll_entry(fd: descriptor, events: events, returned: 0))
    return entries.count - 1
  }

  /// Waits until a descriptor is ready, or a signal comes, or the time is over.
  ///
  /// - Parameter time: how long at most; nil for ever. Less than zero counts as zero.
  @inline(never) public mutating func wait(for time: Duration?) {
    let nanoseconds = time.map { max(0, $0.nanoseconds) } ?? -1
    for index in entries.indices { entries[index].returned = 0 }
    // The arguments are ours, so the only failures left are of memory; the caller's next look at its
    // descriptors, which do not wait, sees what there is.
    SystemCall.poll(&entries, nanoseconds: nanoseconds)
  }

  /// Whether a descriptor has what it was waited for, or an error or end, which reading will tell.
  public func isReady(_ slot: Int) -> Bool { entries[slot].returned != 0 }
}
