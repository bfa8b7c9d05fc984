public import Base
import CLinux

/// A connection to the system bus of D-Bus, with calls that wait for their replies.
public final class SystemBus {
  /// A service's response to a call.
  public enum Answer {
    /// The arguments of its reply, and the service's unique name.
    case reply(BusValues, sender: ByteString)
    /// The name of its error.
    case error(ByteString)
  }

  /// The bus itself, as a destination.
  public static let ownName: StaticBytes = "org.freedesktop.DBus"
  // A service that the bus has to start may take longer; then the next call finds it.
  private static let patience = Duration.seconds(2)

  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 2_048)
  private var messages = BusMessages()
  private var signals: [BusMessage] = []
  // The descriptors of messages that are not parsed yet.
  private var descriptors: [Int32] = []
  private var descriptorOfReply: Int32?
  private var lastSerial: UInt32 = 0

  private init(_ socket: consuming FileDescriptor) { self.socket = consume socket }

  deinit {
    for descriptor in descriptors { SystemCall.close(descriptor) }
    if let unused = takeDescriptor() { SystemCall.close(unused) }
  }

  /// Connects to the bus, and gets a name on it.
  ///
  /// - Parameter path: the socket of the bus.
  public static func connect(_ path: ByteString) throws(SystemError) -> SystemBus {
    let bus = SystemBus(try LocalSocket.connect(path))
    try bus.authenticate()
    guard case .reply = try bus.call(ownName, "/org/freedesktop/DBus", ownName, "Hello") else {
      throw SystemError("D-Bus", .accessDenied)
    }
    return bus
  }

  /// The descriptor to poll for reading. Valid as long as this object.
  public var rawValue: Int32 { socket.rawValue }

  /// Whether `nextSignal` has a signal that polling does not report.
  public var hasSignals: Bool { !signals.isEmpty }

  /// Takes the descriptor of the latest reply; nil if it had none. The caller owns it.
  public func takeDescriptor() -> Int32? {
    defer { descriptorOfReply = nil }
    return descriptorOfReply
  }

  /// Calls a method, and waits up to two seconds for its reply. Signals that arrive before it are
  /// kept for `nextSignal`.
  ///
  /// - Parameter signature: the types of the arguments, such as `uu`; empty for none.
  /// - Throws: an error of the connection, or EAGAIN without a reply in time.
  public func call(
    _ destination: StaticBytes, _ path: StaticBytes, _ interface: StaticBytes,
    _ member: StaticBytes, signature: StaticBytes = "", _ arguments: BusValues = BusValues()
  ) throws(SystemError) -> Answer {
    lastSerial += 1
    var message = BusMessage(.call, serial: lastSerial)
    message.set(.destination, destination)
    message.set(.path, path)
    message.set(.interface, interface)
    message.set(.member, member)
    message.set(.signature, signature)
    message.body = arguments
    try write(message.encoded)
    let end = MonotonicClock.now + Self.patience
    while true {
      while let reply = next() {
        if reply.kind == .signal {
          signals.append(reply)
        } else if reply.replySerial == lastSerial, reply.kind != .call {
          return reply.kind == .error
            ? .error(reply[.errorName]) : .reply(reply.body, sender: reply[.sender])
        }
      }
      try waitToRead(until: end)
      try receive()
    }
  }

  /// Returns the next signal; nil if none is pending. A descriptor that comes with it is closed.
  public func nextSignal() throws(SystemError) -> BusMessage? {
    if signals.isEmpty {
      try receive()
      while let message = next() {
        if message.kind == .signal { signals.append(message) }
      }
    }
    return signals.isEmpty ? nil : signals.removeFirst()
  }

  // MARK: - Bytes

  /// Source: D-Bus specification, "Authentication Protocol". All commands are sent at once.
  private func authenticate() throws(SystemError) {
    var user = ByteString()
    // The user ID's decimal digits in hexadecimal.
    for digit in ByteString(linux_user()).bytes {
      user.append(UInt8(ascii: "3"))
      user.append(digit)
    }
    // A NUL comes first.
    let commands = "AUTH EXTERNAL " + user + "\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n"
    try write([0] + commands.bytes)
    let end = MonotonicClock.now + Self.patience
    var lines = ByteString()
    var lineCount = 0
    while lineCount < 2 {
      guard let count = try socket.read(into: &buffer) else {
        try waitToRead(until: end)
        continue
      }
      if count == 0 || lines.count > 256 { throw SystemError("D-Bus", .brokenPipe) }
      for byte in buffer[..<count] {
        lines.append(byte)
        if byte == UInt8(ascii: "\n") { lineCount += 1 }
      }
    }
    // OK and an identifier; AGREE_UNIX_FD.
    guard lines.hasPrefix("OK "), lines.hasSuffix("AGREE_UNIX_FD\r\n") else {
      throw SystemError("D-Bus", .accessDenied)
    }
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    guard try socket.write(bytes.span) == bytes.count else { throw SystemError("D-Bus", .again) }
  }

  private func waitToRead(until end: Duration) throws(SystemError) {
    let left = end - MonotonicClock.now
    guard left > .zero else { throw SystemError("D-Bus", .again) }
    var poller = Poller()
    _ = poller.add(rawValue, .readable)
    poller.wait(for: left)
  }

  private func receive() throws(SystemError) {
    let (count, descriptor) = try SystemCall.receive(rawValue, into: &buffer)
    if descriptor >= 0 { descriptors.append(descriptor) }
    guard let count else { return }
    if count == 0 { throw SystemError("D-Bus", .brokenPipe) }
    messages.append(buffer[..<count])
    if messages.hasFailed { throw SystemError("D-Bus", .invalid) }
  }

  /// The next message. Its descriptors arrived before its last byte: the one of a reply is kept.
  private func next() -> BusMessage? {
    guard let message = messages.take() else { return nil }
    for _ in 0..<min(Int(clamping: message.descriptorCount), descriptors.count) {
      let descriptor = descriptors.removeFirst()
      if message.kind == .reply, message.replySerial == lastSerial, descriptorOfReply == nil {
        descriptorOfReply = descriptor
      } else {
        SystemCall.close(descriptor)
      }
    }
    return message
  }
}
