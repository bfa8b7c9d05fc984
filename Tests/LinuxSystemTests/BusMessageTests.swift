import Base
import TestSupport
import Testing

@testable import LinuxSystem

/// D-Bus messages as bytes.
@Suite struct BusMessageTests {
  /// Hello to the bus, as the specification's rules make it.
  private static let hello: [UInt8] =
    [UInt8(ascii: "l"), 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 109, 0, 0, 0]
    + [1, 1] + Array("o\0".utf8) + [21, 0, 0, 0] + Array("/org/freedesktop/DBus\0".utf8) + [0, 0]
    + [2, 1] + Array("s\0".utf8) + [20, 0, 0, 0] + Array("org.freedesktop.DBus\0".utf8)
    + [0, 0, 0]
    + [3, 1] + Array("s\0".utf8) + [5, 0, 0, 0] + Array("Hello\0".utf8) + [0, 0]
    + [6, 1] + Array("s\0".utf8) + [20, 0, 0, 0] + Array("org.freedesktop.DBus\0".utf8)
    + [0, 0, 0]

  private static func call(_ body: BusValues = BusValues(), _ signature: ByteString = "")
    -> BusMessage
  {
    var message = BusMessage(.call, serial: 1)
    message[.path] = "/org/freedesktop/DBus"
    message[.interface] = "org.freedesktop.DBus"
    message[.member] = "Hello"
    message[.destination] = "org.freedesktop.DBus"
    message[.signature] = signature
    message.body = body
    return message
  }

  private static func read(_ bytes: [UInt8]) -> (message: BusMessage?, hasFailed: Bool) {
    var messages = BusMessages()
    messages.append(bytes[...])
    return (messages.take(), messages.hasFailed)
  }

  @Test func call_hasTheBytesOfTheSpecification() {
    #expect(Self.call().encoded == Self.hello)
  }

  @Test func message_isReadAsItWasWritten() {
    var body = BusValues()
    body.append(226)
    body.append("pause")
    body.append(1)
    let message = Self.call(body, "usu")
    #expect(Self.read(message.encoded) == (message, false))
    var reader = BusReader(message.body.bytes)
    #expect((reader.number(), reader.text(), reader.number()) == (226, "pause", 1))
    #expect(!reader.isPastEnd)
    #expect(reader.number() == 0 && reader.isPastEnd)
  }

  @Test func cutMessage_waitsForTheRest() {
    var body = BusValues()
    body.append("text")
    let bytes = Self.call(body, "s").encoded
    for count in bytes.indices {
      let cut = Self.read(Array(bytes[..<count]))
      #expect(cut.message == nil && !cut.hasFailed, "\(count) bytes")
    }
  }

  @Test(arguments: [
    (0, UInt8(ascii: "B")),  // big-endian
    (1, 0), (1, 5),  // no such kind
    (3, 2),  // another version
    (8, 0),  // serial number 0
    (6, 2),  // a body of more than 64 KiB
    (14, 2),  // fields of more than 64 KiB
    (18, UInt8(ascii: "v")),  // a field of another type
    (20, 255),  // a text beyond the fields
    (12, 108),  // fields that end within a text
  ]) func wrongByte_failsTheStream(place: Int, byte: UInt8) {
    var bytes = Self.hello
    bytes[place] = byte
    let result = Self.read(bytes)
    #expect(result.message == nil && result.hasFailed)
  }

  @Test func text_beyondTheEnd_isEmpty() {
    var reader = BusReader([200, 0, 0, 0, 65, 0])
    #expect(reader.text() == "" && reader.isPastEnd)
  }
}
