/// The messages of seatd's socket, from bytes that arrive in any pieces.
///
/// Each message is a 16-bit opcode, a 16-bit length of the rest, both in native byte order, and the
/// rest.
public struct SeatdMessages {
  /// A message.
  public struct Message: Equatable {
    /// The opcode.
    public let code: UInt16
    /// The rest.
    public let body: [UInt8]
  }

  // Bytes that were received but not parsed yet.
  private var pending: [UInt8] = []

  /// Creates an empty stream.
  public init() {}

  /// Appends received bytes.
  public mutating func append(_ bytes: ArraySlice<UInt8>) { pending += bytes }

  /// Removes and returns the next complete message; nil if none.
  public mutating func take() -> Message? {
    guard pending.count >= 4 else { return nil }
    let end = 4 + Int(number(at: 2))
    guard pending.count >= end else { return nil }
    let message = Message(code: number(at: 0), body: Array(pending[4..<end]))
    pending.removeSubrange(0..<end)
    return message
  }

  private func number(at place: Int) -> UInt16 {
    UInt16(littleEndian: UInt16(pending[place]) | UInt16(pending[place + 1]) << 8)
  }
}
