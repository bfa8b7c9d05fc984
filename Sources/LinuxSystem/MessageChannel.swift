/// One end of a connection between two processes that preserves message boundaries and carries
/// descriptors. The C function is `socketpair` with `SOCK_SEQPACKET`. No call blocks.
public struct MessageChannel: ~Copyable {
  private let socket: FileDescriptor

  private init(_ descriptor: Int32) { socket = FileDescriptor(owning: descriptor) }

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
    return Pair(first: MessageChannel(first), second: MessageChannel(second))
  }

  /// Creates two connected ends as descriptors that the caller owns. Messages sent to `from` arrive
  /// at `at`.
  public static func makeQueue() throws(SystemError) -> (from: Int32, at: Int32) {
    try SystemCall.messagePair()
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

  /// The result of receiving a message.
  public enum Received: Sendable {
    /// A message of `count` bytes in the buffer, and a descriptor that the receiver owns.
    case message(count: Int, descriptor: Int32?)
    /// No message is pending.
    case nothing
    /// The other end is closed.
    case closed
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
