public import Base

/// A message of D-Bus, with the header fields that the program uses.
///
/// Source: D-Bus specification, "Message Protocol". Little-endian, as all processors that the
/// program runs on; version 1.
public struct BusMessage: Equatable {
  /// The kinds of messages, by their numbers.
  public enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  /// The header fields of text, by their numbers.
  public enum Field: UInt8, Sendable, CaseIterable {
    case path = 1
    case interface = 2
    case member = 3
    case errorName = 4
    case destination = 6
    case sender = 7
    case signature = 8
  }

  /// The kind.
  public var kind: Kind
  /// The sender's number of the message, never 0.
  public var serial: UInt32
  /// The serial number of the call that this message answers; 0 for none.
  public var replySerial: UInt32 = 0
  /// The number of descriptors that come with the message.
  public var descriptorCount: UInt32 = 0
  /// The arguments.
  public var body = BusValues()
  // By the fields' numbers; empty ones are left out.
  private var texts = [ByteString](repeating: ByteString(), count: 9)

  /// Creates a message without fields and arguments.
  public init(_ kind: Kind, serial: UInt32) { (self.kind, self.serial) = (kind, serial) }

  /// The text of a field; empty if the message lacks it.
  public subscript(field: Field) -> ByteString {
    get { texts[Int(field.rawValue)] }
    set { texts[Int(field.rawValue)] = newValue }
  }

  /// Sets a field to a literal.
  @inline(never) mutating func set(_ field: Field, _ text: StaticBytes) {
    self[field] = ByteString(text)
  }

  /// The message as bytes.
  public var encoded: [UInt8] {
    var fields = BusValues()
    for number in UInt8(1)..<9 {
      guard let field = Field(rawValue: number), !self[field].isEmpty else { continue }
      fields.align(to: 8)
      let isSignature = field == .signature
      let type = UInt8(ascii: isSignature ? "g" : field == .path ? "o" : "s")
      fields.bytes += [number, 1, type, 0]
      if isSignature { fields.append(signature: self[field]) } else { fields.append(self[field]) }
    }
    var header = BusValues()
    header.bytes = [UInt8(ascii: "l"), kind.rawValue, 0, 1]
    header.append(UInt32(clamping: body.bytes.count))
    header.append(serial)
    header.append(UInt32(clamping: fields.bytes.count))
    // The fields begin at a multiple of 8: after 16 bytes.
    header.bytes += fields.bytes
    header.align(to: 8)
    return header.bytes + body.bytes
  }

  /// Reads the fields of a header; false if they are malformed.
  fileprivate mutating func readFields(_ reader: inout BusReader, until end: Int) -> Bool {
    while reader.position < end {
      reader.align(to: 8)
      let number = reader.byte()
      let type = reader.signature()
      if type == "u" {
        let word = reader.number()
        if number == 5 { replySerial = word }
        if number == 9 { descriptorCount = word }
      } else if type == "s" || type == "o" || type == "g" {
        let text = type == "g" ? reader.signature() : reader.text()
        if let field = Field(rawValue: number) { self[field] = text }
      } else {
        return false
      }
    }
    return !reader.isPastEnd && reader.position == end
  }
}

/// Values in the form of D-Bus: numbers of 4 bytes at multiples of 4, texts with their lengths.
public struct BusValues: Equatable {
  /// The bytes.
  public internal(set) var bytes: [UInt8] = []

  /// Creates a list without values.
  public init() {}

  /// Appends a number: type `u`, or `b` for 0 and 1.
  public mutating func append(_ number: UInt32) {
    align(to: 4)
    bytes.append(littleEndian: UInt64(number))
  }

  /// Appends a text, type `s` or `o`.
  public mutating func append(_ text: ByteString) {
    append(UInt32(clamping: text.count))
    bytes += text.bytes
    bytes.append(0)
  }

  fileprivate mutating func append(signature: ByteString) {
    bytes.append(UInt8(clamping: signature.count))
    bytes += signature.bytes
    bytes.append(0)
  }

  fileprivate mutating func align(to size: Int) {
    while !bytes.count.isMultiple(of: size) { bytes.append(0) }
  }
}

/// Reads values in the form of D-Bus. Past the end it reads zeros.
public struct BusReader {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  public private(set) var position: Int

  /// Begins at an offset of a message or body, which is the base of all alignment.
  public init(_ bytes: [UInt8], at position: Int = 0) {
    (self.bytes, self.position) = (bytes, position)
  }

  /// Whether a read went past the end.
  public var isPastEnd: Bool { position > bytes.count }

  /// Reads a number, type `u`, `b`, or `h` (the index of a descriptor).
  public mutating func number() -> UInt32 {
    align(to: 4)
    var number: UInt32 = 0
    for place in UInt32(0)..<4 { number |= UInt32(byte()) << (8 * place) }
    return number
  }

  /// Reads a text, type `s` or `o`.
  public mutating func text() -> ByteString { take(Int(clamping: number())) }

  fileprivate mutating func signature() -> ByteString { take(Int(byte())) }

  fileprivate mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  fileprivate mutating func align(to size: Int) { position = (position + size - 1) / size * size }

  /// Reads bytes, and the NUL after them.
  private mutating func take(_ count: Int) -> ByteString {
    guard position < bytes.count, count < bytes.count - position else {
      position = bytes.count + 1
      return ByteString()
    }
    defer { position += count + 1 }
    return ByteString(bytes.span.extracting(position..<position + count))
  }
}

/// The messages of a connection, from bytes that arrive in any pieces.
public struct BusMessages {
  // The services of the system send less; more is refused.
  private static let limit = 1 << 16

  // Bytes that were received but not parsed yet.
  private var pending: [UInt8] = []
  /// Whether a message was malformed or too long. None follows it.
  public private(set) var hasFailed = false

  /// Creates an empty stream.
  public init() {}

  /// Appends received bytes.
  public mutating func append(_ bytes: ArraySlice<UInt8>) { pending += bytes }

  /// Removes and returns the next complete message; nil if none.
  public mutating func take() -> BusMessage? {
    guard !hasFailed, pending.count >= 16 else { return nil }
    var reader = BusReader(pending, at: 4)
    let bodyCount = Int(clamping: reader.number())
    let serial = reader.number()
    let fieldCount = Int(clamping: reader.number())
    guard pending[0] == UInt8(ascii: "l"), pending[3] == 1,
      let kind = BusMessage.Kind(rawValue: pending[1]), serial != 0,
      bodyCount <= Self.limit, fieldCount <= Self.limit
    else {
      hasFailed = true
      return nil
    }
    let start = (16 + fieldCount + 7) / 8 * 8
    guard pending.count >= start + bodyCount else { return nil }
    var message = BusMessage(kind, serial: serial)
    guard message.readFields(&reader, until: 16 + fieldCount) else {
      hasFailed = true
      return nil
    }
    message.body.bytes = Array(pending[start..<start + bodyCount])
    pending.removeSubrange(0..<start + bodyCount)
    return message
  }
}
