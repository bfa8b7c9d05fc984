import Base
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

  /// The other end stays open for replies.
  @Test func emptyMessage_endsTheOtherEndsWork() throws {
    let pair = try MessageChannel.makePair()
    pair.first.send([1].span)
    pair.first.send(Span())
    var (buffer, count): ([UInt8], Int) = ([0], 0)
    while case .message = pair.second.receive(into: &buffer, by: nil) { count += 1 }
    #expect(count == 1)
    pair.second.send([2].span)
    guard case .message(1, nil) = pair.first.receive(into: &buffer) else {
      Issue.record("the reply is lost")
      return
    }
  }

  @Test func waits_haveAnEnd() throws {
    let pair = try MessageChannel.makePair()
    let start = MonotonicClock.now
    var buffer: [UInt8] = [0]
    guard case .nothing = pair.first.receive(into: &buffer, by: start + .milliseconds(50)) else {
      Issue.record("a message came")
      return
    }
    #expect(MonotonicClock.now >= start + .milliseconds(50))
    while case .taken = pair.first.send([0].span) {}
    let end = MonotonicClock.now + .milliseconds(50)
    let wasFull = !pair.first.send([0].span, by: end)
    #expect(wasFull && MonotonicClock.now >= end)
    _ = pair.second.receive(into: &buffer)
    let isSent = pair.first.send([0].span, by: end + .seconds(60))
    #expect(isSent)
  }
}
