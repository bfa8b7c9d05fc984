public import Base

/// One end of a connection between two processes that preserves message boundaries and carries
/// descriptors. The C function is `socketpair` with `SOCK_SEQPACKET`. No call blocks.
public struct MessageChannel: ~Copyable {
  private let socket: FileDescriptor

  /// Takes ownership of the descriptor of an end.
  public init(owning descriptor: Int32) { socket = FileDescriptor(owning: descriptor) }

  /// A pair of connected ends.
  @frozen public struct Pair: ~Copyable {
    /// One end.
    public var first: MessageChannel
    /// The other end.
    public var second: MessageChannel
  }

  /// Creates two connected ends.
  public static func makePair() throws(SystemError) -> Pair {
    let (first, second) = try SystemCall.messagePair()
    return Pair(first: MessageChannel(owning: first), second: MessageChannel(owning: second))
  }

  /// The descriptor to poll. Valid as long as this value.
  public var rawValue: Int32 { socket.rawValue }

  /// The result of sending a message.
  public enum Sent: Sendable {
    /// The message was sent.
    case taken
    /// The channel has no room now.
    case full
    /// The other end is closed.
    case closed
  }

  /// Sends a message, with a copy of a descriptor if given.
  @discardableResult public func send(_ bytes: Span<UInt8>, descriptor: Int32? = nil) -> Sent {
    Self.send(bytes, descriptor: descriptor, on: rawValue)
  }

  /// Sends a message over the end with this descriptor, which the caller need not own.
  @inline(never) @discardableResult public static func send(
    _ bytes: Span<UInt8>, descriptor: Int32? = nil, on socket: Int32
  ) -> Sent {
    do {
      return try SystemCall.send(socket, bytes, descriptor: descriptor ?? -1) ? .taken : .full
    } catch {
      return error.code == .noBuffers ? .full : .closed
    }
  }

  /// The pause between two tries of a message.
  static let pause = Duration.milliseconds(20)

  /// Sends a message. Waits for room until a time on the system's clock; nil is without limit.
  ///
  /// - Returns: whether the message was sent.
  public func send(_ bytes: Span<UInt8>, descriptor: Int32? = nil, by end: Duration?) -> Bool {
    var (poller, hasPolled) = (Poller(), false)
    while true {
      switch send(bytes, descriptor: descriptor) {
      case .taken: return true
      case .closed: return false
      case .full: if let end, MonotonicClock.now >= end { return false }
      }
      // Memory may be short although the channel has room: then polling for room does not wait.
      if hasPolled { poller.clear() } else { _ = poller.add(rawValue, .writable) }
      hasPolled = true
      poller.wait(for: Self.pause)
    }
  }

  /// The result of receiving a message.
  public enum Received: Sendable {
    /// A message of `count` bytes in the buffer, and a descriptor that the receiver owns.
    case message(count: Int, descriptor: Int32?)
    /// No message is pending.
    case nothing
    /// The other end is closed, or has sent an empty message.
    case closed
  }

  /// Receives the next message as `receive(into:)`. Waits for it until a time on the system's
  /// clock; nil is without limit, zero is no wait.
  public func receive(into buffer: inout [UInt8], by end: Duration?) -> Received {
    var poller = Poller()
    while true {
      let received = receive(into: &buffer)
      guard case .nothing = received, end != .zero else { return received }
      let left = end.map { $0 - MonotonicClock.now }
      if let left, left <= .zero { return .nothing }
      if poller.isEmpty { _ = poller.add(rawValue, .readable) }
      poller.wait(for: left)
    }
  }

  /// Receives the next message into a buffer. A message longer than the buffer is dropped.
  @inline(never) public func receive(into buffer: inout [UInt8]) -> Received {
    do {
      let (count, descriptor) = try SystemCall.receive(socket.rawValue, into: &buffer)
      guard let count else { return .nothing }
      return count == 0
        ? .closed : .message(count: count, descriptor: descriptor < 0 ? nil : descriptor)
    } catch {
      return error.code == .messageTooLong ? .nothing : .closed
    }
  }
}
