import FuzzSupport
import LinuxSystem

/// Messages of D-Bus: they do not depend on how the bytes are cut, and encoded again they are read
/// as the same.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  var whole = BusMessages()
  whole.append(bytes[...])
  var found: [BusMessage] = []
  while let message = whole.take() { found.append(message) }
  var pieces = BusMessages()
  var again: [BusMessage] = []
  for index in bytes.indices {
    pieces.append(bytes[index...index])
    while let message = pieces.take() { again.append(message) }
  }
  require(again == found, "byte by byte it has other messages")
  require(pieces.hasFailed == whole.hasFailed, "byte by byte it fails otherwise")
  for message in found {
    var reader = BusReader(message.body.bytes)
    for _ in 0..<8 { _ = (reader.number(), reader.text()) }
    // Descriptors and replies are only read.
    guard message.descriptorCount == 0, message.replySerial == 0 else { continue }
    var copy = BusMessages()
    copy.append(message.encoded[...])
    require(copy.take() == message, "encoded again it is another message")
  }
  return 0
}
