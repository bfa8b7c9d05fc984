import Base
import Glibc
import Testing

@testable import ConsoleGuard
@testable import LinuxSystem

/// A presenter's request for the console, to a guard that is a process of this test.
@Suite struct ConsoleRequestTests {
  /// Fills a channel until it takes no more.
  private func fill(_ channel: borrowing MessageChannel) -> Int {
    for count in 0..<1_000_000 {
      guard case .taken = channel.send([0].span) else { return count }
    }
    return 0
  }

  /// Whether a poller finds room for messages that wait for it.
  private func hasRoom(_ helper: Helper) -> Bool {
    var poller = Poller()
    helper.addRoom(to: &poller)
    poller.wait(for: .zero)
    return !poller.isEmpty && poller.isReady(0)
  }

  /// The kinds of the messages that arrive until the channel has none, except those of `fill`.
  private func kinds(at channel: borrowing MessageChannel) -> [UInt8] {
    var (word, found): ([UInt8], [UInt8]) = ([0], [])
    while true {
      var whole = [UInt8](repeating: 0, count: 4_097)
      guard case .message(_, let descriptor) = channel.receive(into: &whole) else { return found }
      if let descriptor { _ = FileDescriptor(owning: descriptor) }
      word[0] = whole[0]
      if word[0] != 0 { found += word }
    }
  }

  private static func forkGuard(
    _ channel: consuming MessageChannel, closing other: Int32, after pause: Duration,
    answersWith descriptor: Int32?
  ) throws -> ChildProcess {
    let channel = consume channel
    return try ChildProcess.fork(named: "test") {
      FileDescriptor.close(other)
      var poller = Poller()
      poller.wait(for: pause)
      var word = [UInt8](repeating: 0, count: 64)
      _ = poller.add(channel.rawValue, .readable)
      while true {
        switch channel.receive(into: &word) {
        case .nothing: poller.wait(for: nil)
        case .closed: return 0
        case .message:
          if word[0] == 1 { channel.send([1].span, descriptor: descriptor) }
        }
      }
    }
  }

  private var later: Duration { MonotonicClock.now + .seconds(60) }

  /// The guard cannot take the request at first: it is asked again, and its console is used.
  @Test(arguments: [false, true]) func busyGuard_isNotMissing(hasConsole: Bool) throws {
    let pair = try MessageChannel.makePair()
    #expect(fill(pair.first) > 0)
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    let process = try Self.forkGuard(
      pair.second, closing: pair.first.rawValue, after: .milliseconds(200),
      answersWith: hasConsole ? null.rawValue : nil)
    let reply = pair.first.askForConsole(by: later)
    #expect(reply.isThere && (reply.descriptor != nil) == hasConsole)
    if let descriptor = reply.descriptor { _ = FileDescriptor(owning: descriptor) }
    // Children of tests that run now may have copies of this end, so the guard cannot see its end.
    process.kill()
    _ = process.reap(waiting: true)
    _ = consume pair.first
  }

  @Test func deadGuard_isMissing() throws {
    let pair = try MessageChannel.makePair()
    _ = consume pair.second
    let reply = pair.first.askForConsole(by: later)
    #expect(!reply.isThere && reply.descriptor == nil)
  }

  /// A guard that hangs counts as missing after the time, whether the request arrives or not.
  @Test(arguments: [false, true]) func hangingGuard_isMissingAfterATime(isFull: Bool) throws {
    let pair = try MessageChannel.makePair()
    if isFull { #expect(fill(pair.first) > 0) }
    let end = MonotonicClock.now + .milliseconds(150)
    let reply = pair.first.askForConsole(by: end)
    #expect(!reply.isThere && MonotonicClock.now >= end)
    _ = consume pair.second
  }

  /// A reply to an earlier presenter, which died before it came, is taken without a new request.
  @Test func earlierReply_isAsGood() throws {
    let pair = try MessageChannel.makePair()
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    pair.second.send([1].span, descriptor: null.rawValue)
    let reply = pair.first.askForConsole(by: later)
    #expect(reply.isThere && reply.descriptor != nil)
    if let descriptor = reply.descriptor { _ = FileDescriptor(owning: descriptor) }
    var word = [UInt8](repeating: 0, count: 64)
    if case .message = pair.second.receive(into: &word) { Issue.record("it was asked again") }
  }

  /// The guard's reply arrives although there is no room for it at first.
  @Test func reply_isNotLost_whereThereIsNoRoom() throws {
    let pair = try MessageChannel.makePair()
    let before = fill(pair.second)
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    let process = try ChildProcess.fork(named: "test") {
      FileDescriptor.close(pair.first.rawValue)
      return pair.second.send([7].span, descriptor: null.rawValue, by: nil) ? 0 : 1
    }
    // The child has the other end alone.
    _ = consume pair.second
    var (counts, found) = ((zeros: 0, replies: 0), Int32?.none)
    var word: [UInt8] = [0]
    var poller = Poller()
    _ = poller.add(pair.first.rawValue, .readable)
    // The child has tried once by then, on most machines.
    usleep(200_000)
    reading: while true {
      switch pair.first.receive(into: &word) {
      case .nothing: poller.wait(for: nil)
      case .closed: break reading
      case .message(_, let descriptor):
        if word[0] == 7 {
          counts.replies += 1
          found = descriptor
        } else {
          counts.zeros += 1
        }
      }
    }
    #expect(counts == (before, 1) && found != nil)
    if let found { _ = FileDescriptor(owning: found) }
    #expect(process.reap(waiting: true) == .exited(0))
  }

  /// A guard whose channel has no room gets the keeper's messages later, each once and in order.
  @Test func messagesOfTheKeeper_areNotLost_whereThereIsNoRoom() throws {
    let pair = try MessageChannel.makePair()
    #expect(fill(pair.first) > 0)
    let process = try ChildProcess.fork(named: "test") {
      FileDescriptor.close(pair.first.rawValue)
      return 0
    }
    #expect(process.reap(waiting: true) == .exited(0))
    let client = ConsoleGuardProcess(Helper(process, consume pair.first))
    // A path that cannot be resolved now. A relative one would be another file for the guard.
    client.guardFIFO("/nowhere/feed")
    client.restoreConsole()
    client.guardFIFO("/nowhere/feed")
    client.guardFIFO("nowhere/feed")
    #expect(client.isAlive && !hasRoom(client.helper))
    #expect(kinds(at: pair.second) == [])
    #expect(hasRoom(client.helper))
    client.helper.deliver()
    #expect(kinds(at: pair.second) == [4, 2])
    client.helper.deliver()
    #expect(kinds(at: pair.second) == [])
    // Without a guard no message waits.
    client.helper.close()
    client.restoreConsole()
    #expect(client.helper.unsent.isEmpty && !client.isAlive && !hasRoom(client.helper))
  }

  /// The picture is kept although the channel has no room at the end.
  @Test func heldCard_waitsForRoom() throws {
    let pair = try MessageChannel.makePair()
    let before = fill(pair.first)
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    // Reads everything, then tells whether a card came with the order to hold it.
    let process = try Self.forkReader(pair.second, closing: pair.first.rawValue)
    let client = ConsoleGuardProcess(Helper(process, consume pair.first))
    client.keep(card: null.rawValue)
    #expect(client.hold(card: null.rawValue, atMost: nil))
    #expect(process.reap(waiting: true) == .exited(2), "of \(before)")
  }

  private static func forkReader(
    _ channel: consuming MessageChannel, closing other: Int32
  ) throws -> ChildProcess {
    let channel = consume channel
    return try ChildProcess.fork(named: "test") {
      FileDescriptor.close(other)
      var poller = Poller()
      poller.wait(for: .milliseconds(200))
      var cards: Int32 = 0
      var word = [UInt8](repeating: 0, count: 64)
      _ = poller.add(channel.rawValue, .readable)
      while true {
        switch channel.receive(into: &word) {
        case .nothing: poller.wait(for: nil)
        case .closed: return cards
        case .message(_, let descriptor): if descriptor != nil { cards += 1 }
        }
      }
    }
  }
}
