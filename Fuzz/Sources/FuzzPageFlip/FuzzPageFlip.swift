import Base
import FuzzSupport
import KMS

/// The reader of a card's events: it always gets on, ends, and finds an event wherever a whole one stands.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  var offset = 0
  var last = 0
  while let event = PageFlipEvent.next(in: bytes.span, at: &offset) {
    require(offset >= last + 32 && offset <= bytes.count, "from \(last) to \(offset)")
    require(event.timestamp >= .zero, "an event before all time")
    last = offset
  }
  require(offset == bytes.count, "it ends at \(offset) of \(bytes.count)")
  require(PageFlipEvent.next(in: bytes.span, at: &offset) == nil, "more at the end")
  if bytes.count >= 24 { checkPlacedEvent(bytes) }
  return 0
}

/// An event made of these bytes comes back.
private func checkPlacedEvent(_ bytes: [UInt8]) {
  func word(_ place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
  let written: [UInt8] = [2, 0, 0, 0, 32, 0, 0, 0] + bytes[0..<24]
  var offset = 0
  let event = PageFlipEvent.next(in: written.span, at: &offset)
  let expected = PageFlipEvent(
    userData: UInt64(word(4)) << 32 | UInt64(word(0)),
    timestamp: .seconds(Int64(word(8))) + .microseconds(Int64(word(12))), sequence: word(16),
    crtc: ObjectID(word(20)))
  require(event == expected && offset == 32, "an event that was written is read as another")
}
