import FuzzSupport
import LinuxSystem

/// Messages of seatd: they do not depend on how the bytes are cut, and lose none.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  var whole = SeatdMessages()
  whole.append(bytes[...])
  var (found, read) = ([SeatdMessages.Message](), 0)
  while let message = whole.take() {
    found.append(message)
    read += 4 + message.body.count
  }
  require(read <= bytes.count, "more than there was")
  require(found.flatMap { $0.body }.count + 4 * found.count == read, "a message of another length")
  // What is left is a part of one message.
  if bytes.count - read >= 4 {
    let length = Int(bytes[read + 2]) | Int(bytes[read + 3]) << 8
    require(bytes.count - read < 4 + length, "a whole message is left")
  }
  var pieces = SeatdMessages()
  var again: [SeatdMessages.Message] = []
  for index in bytes.indices {
    pieces.append(bytes[index...index])
    while let message = pieces.take() { again.append(message) }
  }
  require(again == found, "byte by byte it has other messages")
  return 0
}
