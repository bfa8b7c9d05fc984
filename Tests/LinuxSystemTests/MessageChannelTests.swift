import LinuxSystem
import Testing

@Suite struct MessageChannelTests {
  /// The messages of an end that closes with unread messages still arrive.
  @Test func messagesOfAnEndThatIsGone_arrive() throws {
    let pair = try MessageChannel.makePair()
    let first = consume pair.first
    let second = consume pair.second
    first.send([1].span)
    second.send([2].span)
    second.send([3].span)
    _ = consume second
    var buffer: [UInt8] = [0]
    for expected in [2, 3] as [UInt8] {
      guard case .message(1, nil) = first.receive(into: &buffer) else {
        Issue.record("message \(expected) is lost")
        return
      }
      #expect(buffer == [expected])
    }
    guard case .closed = first.receive(into: &buffer) else {
      Issue.record("the end is not told")
      return
    }
  }
}
