import Base
import FakeCards
import KMS
import TestSupport
import Testing

@Suite struct PageFlipEventTests {
  static func bytes(_ userData: UInt64, type: UInt32 = 2) -> [UInt8] {
    FakeKMS.event(
      type: type, userData: userData, seconds: 12, microseconds: 345_678, sequence: 0xABCD_EF01)
  }

  static func all(_ bytes: [UInt8]) -> [PageFlipEvent] {
    var events: [PageFlipEvent] = []
    var offset = 0
    while let event = PageFlipEvent.next(in: bytes.span, at: &offset) { events.append(event) }
    #expect(offset == bytes.count)
    return events
  }

  @Test func event_hasAllItsFields() {
    let expected = PageFlipEvent(
      userData: 0x0123_4567_89AB_CDEF, timestamp: .microseconds(12_345_678),
      sequence: 0xABCD_EF01, crtc: 0xCC)
    #expect(Self.all(Self.bytes(0x0123_4567_89AB_CDEF)) == [expected])
  }

  @Test(arguments: 0..<32) func event_truncated_isNone(length: Int) {
    #expect(Self.all(Array(Self.bytes(7).prefix(length))).isEmpty)
  }

  @Test(arguments: 32..<64) func event_beforeATruncatedOne_isTaken(length: Int) {
    let both = Array((Self.bytes(7) + Self.bytes(8)).prefix(length))
    #expect(Self.all(both).map { $0.userData } == [7])
  }

  @Test func twoEvents_inOneRead_areBothTaken() {
    #expect(Self.all(Self.bytes(7) + Self.bytes(8)).map { $0.userData } == [7, 8])
  }

  @Test(arguments: [0, 1, 3, 0x8000_0000] as [UInt32])
  func eventOfAnotherType_isPassedOver(type: UInt32) {
    let bytes = Self.bytes(7, type: type) + Self.bytes(8)
    #expect(Self.all(bytes).map { $0.userData } == [8])
  }

  @Test(arguments: [0, 4, 7, 33, 0xFFFF_FFFF] as [UInt32])
  func impossibleLength_endsTheSearch(length: UInt32) {
    var bytes = Self.bytes(7)
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    #expect(Self.all(bytes).isEmpty)
  }

  @Test func shortEvent_ofTheRightType_isPassedOver() {
    let short: [UInt8] = [2, 0, 0, 0, 12, 0, 0, 0, 1, 2, 3, 4]
    #expect(Self.all(short + Self.bytes(8)).map { $0.userData } == [8])
  }
}
