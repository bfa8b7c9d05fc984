/// One end of a connection between the two processes that keeps messages whole and carries descriptors.
/// The corresponding C function is `socketpair` with `SOCK_SEQPACKET`; nothing here ever waits.
public struct MessageChannel: ~Copyable {
  private let socket: FileDescriptor

  private init(_ descriptor: Int32) { socket = FileDescriptor(owning: descriptor) }

  /// Two connected ends.
  @frozen public struct Pair: ~Copyable {
    /// One end.
    public var first: MessageChannel
    /// The other.
    public var second: MessageChannel
  }

  /// Creates two connected ends.
  public static func makePair() throws(SystemError) -> Pair {
    let (first, second) = try SystemCall.messagePair()
    return Pair(first: MessageChannel(first), second: MessageChannel(second))
  }

  /// Creates two connected ends as bare descriptors, which the caller closes: what is sent to the first
  /// is read from the second.
  public static func makeQueue() throws(SystemError) -> (from: Int32, at: Int32) {
    try SystemCall.messagePair()
  }

  /// What to poll.
  public var rawValue: Int32 { socket.rawValue }

  /// What became of sending a message.
  public enum Sent: Sendable {
    /// It is on its way.
    case taken
    /// There is no room now.
    case full
    /// The other end is gone.
    case closed
  }

  /// Sends a message, and a copy of a descriptor with it.
  @discardableResult public func send(_ bytes: Span<UInt8>, descriptor: Int32? = nil) -> Sent {
    Self.send(bytes, descriptor: descriptor, on: rawValue)
  }

  /// Sends a message over the end with this descriptor, for those who can't keep the end itself.
  @inline(never) @discardableResult public static func send(
    _ bytes: Span<UInt8>, descriptor: Int32? = nil, on socket: Int32
  ) -> Sent {
    do {
      return try SystemCall.send(socket, bytes, descriptor: descriptor ?? -1) ? .taken : .full
    } catch {
      return error.code == .noBuffers ? .full : .closed
    }
  }

  /// What came.
  public enum Received: Sendable {
    /// A message, now in the buffer, and a descriptor that the receiver owns.
    case message(count: Int, descriptor: Int32?)
    /// Nothing now.
    case nothing
    /// The other end is gone.
    case closed
  }

  /// Takes the next message into a buffer. One longer than the buffer is dropped.
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
