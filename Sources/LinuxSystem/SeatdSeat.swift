public import Base

/// A connection to seatd, which opens cards for unprivileged processes and activates and disables
/// the seat.
public final class SeatdSeat: Seat {
  private enum Request: UInt16 {
    case openSeat = 1
    case openDevice = 3
    case disableSeat = 5
  }

  private enum Answer {
    static var seatOpened: UInt16 { 0x8001 }
    static var deviceOpened: UInt16 { 0x8003 }
    static var disableSeat: UInt16 { 0x8005 }
    static var enableSeat: UInt16 { 0x8006 }
    static var error: UInt16 { 0xFFFF }
  }

  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 512)
  private var messages = SeatdMessages()
  private var turns: [SeatTurn] = []
  private var descriptor: Int32?

  /// Connects and opens the seat. The seat may not be active yet.
  ///
  /// - Parameter path: the daemon's socket.
  public init(_ path: ByteString = "/run/seatd.sock") throws(SystemError) {
    socket = try LocalSocket.connect(path)
    try send(.openSeat, [])
    _ = try answer(Answer.seatOpened)
    // An active seat is announced together with the reply.
    if turns.isEmpty { _ = try? answer(Answer.enableSeat) }
  }

  /// Whether `nextTurn` has a pending change that polling does not report.
  public var hasNews: Bool { !turns.isEmpty }

  /// The descriptor to poll for reading. Valid as long as this object.
  public var rawValue: Int32 { socket.rawValue }

  /// Opens a device, usable while the seat is active.
  ///
  /// - Returns: the descriptor, owned by the caller.
  public func open(_ path: ByteString) throws(SystemError) -> Int32 {
    var body = native(UInt16(clamping: path.count + 1))
    body += path.bytes
    body.append(0)
    try send(.openDevice, body)
    _ = try answer(Answer.deviceOpened)
    guard let descriptor else { throw SystemError("seatd: open", .invalid, path: path) }
    self.descriptor = nil
    return descriptor
  }

  /// Returns the next change of activation; nil if none is pending. Throws once the daemon is gone.
  public func nextTurn() throws(SystemError) -> SeatTurn? {
    if turns.isEmpty {
      try receive()
      while takeMessage() != nil {}
    }
    return turns.isEmpty ? nil : turns.removeFirst()
  }

  /// Acknowledges that the seat is disabled: its devices are unused until it is active again.
  public func release() throws(SystemError) { try send(.disableSeat, []) }

  // MARK: - Messages

  private func native(_ number: UInt16) -> [UInt8] {
    let word = number.littleEndian
    return [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
  }

  private func send(_ request: Request, _ body: [UInt8]) throws(SystemError) {
    let bytes = native(request.rawValue) + native(UInt16(clamping: body.count)) + body
    guard try socket.write(bytes.span) == bytes.count else { throw SystemError("seatd", .again) }
  }

  /// Waits for a reply, up to about 0.4 s; records activations that arrive before it.
  private func answer(_ wanted: UInt16) throws(SystemError) -> [UInt8] {
    for _ in 0..<4 {
      while let message = takeMessage() {
        let body = message.body
        if message.code == wanted { return body }
        if message.code == Answer.error {
          let error = body.count >= 4 ? Int32(body[0]) | Int32(body[1]) << 8 : 0
          throw SystemError("seatd", ErrorCode(rawValue: error))
        }
      }
      var poller = Poller()
      _ = poller.add(rawValue, .readable)
      poller.wait(for: .milliseconds(100))
      try receive()
    }
    throw SystemError("seatd", .again)
  }

  /// Removes and returns the next complete message, and records a change of activation.
  private func takeMessage() -> SeatdMessages.Message? {
    let message = messages.take()
    if message?.code == Answer.enableSeat { turns.append(.ours) }
    if message?.code == Answer.disableSeat { turns.append(.others) }
    return message
  }

  private func receive() throws(SystemError) {
    let (count, descriptor) = try SystemCall.receive(rawValue, into: &buffer)
    if descriptor >= 0 {
      if let unused = self.descriptor { SystemCall.close(unused) }
      self.descriptor = descriptor
    }
    guard let count else { return }
    if count == 0 { throw SystemError("seatd", .brokenPipe) }
    messages.append(buffer[..<count])
  }
}
