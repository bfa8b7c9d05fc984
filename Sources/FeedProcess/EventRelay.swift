package import Base
import ConsoleGuard
package import Feed
package import LinuxSystem
package import ProgressModel

/// The way of events into the FIFO of a screen that is shown already, as native records.
///
/// It never waits for the screen: while its FIFO is full, the newest progress replaces the last.
package final class EventRelay {
  /// The longest record, bytes: PIPE_BUF. Writes up to it are atomic, so records of several writers
  /// never mix.
  package static let recordLimit = 4_096
  /// The most records that wait for room; the newest are kept.
  private static let limit = 256

  private var fifo: FileDescriptor?
  private var unsent: [(record: ByteString, isProgress: Bool)] = []

  /// The first FIFO of a wrapped command's feeds that a screen reads, or the default one; nil for
  /// none.
  package static func screen(of feeds: [FeedDescription]) -> ByteString? {
    let paths = feeds.filter { $0.kind == .fifo }.map { $0.path }
    return (paths + [FeedDescription.defaultFIFO]).first { path in
      guard (try? AbandonedFIFO.hasReader(path)) == true else { return false }
      return FileUsers(of: (try? FileSystem.status(path)).flatMap { $0 }, readersOnly: true).haveUs
    }
  }

  /// Takes a FIFO that is open for writing; nil drops all events.
  package init(_ fifo: consuming FileDescriptor?) {
    self.fifo = consume fifo
    FileDescriptor.ignoreBrokenPipes()
  }

  /// Reads a feed of any protocol up to its end, and relays the events.
  ///
  /// - Parameters:
  ///   - feed: the feed in the syntax of settings, such as `-` for standard input.
  ///   - patience: the longest wait for room after the end.
  package func relay(
    _ feed: ByteString, matchers: [LineMatcher], patience: Duration
  ) throws(SystemError) {
    let feeds = try FeedSet(FeedDescription.plans(feed, trusting: [], matchers: matchers))
    var poller = Poller()
    while !feeds.hasEnded {
      poller.clear()
      feeds.addDescriptors(to: &poller)
      wait(&poller, until: feeds.deadline)
      feeds.read(at: MonotonicClock.now) { if case .event(let event) = $0 { append(event) } }
      deliver()
    }
    for message in feeds.unrecognizedRemainder { Log.write(message) }
    if fifo != nil { try finish(by: MonotonicClock.now + patience) }
  }

  /// Adds an event of a command that is one step of the screen's run: its outcome is none of the
  /// run's. The reason for a failure is a message.
  func append(ofStep event: ProgressEvent) {
    switch event {
    case .done, .cancel, .interruption, .reset, .code: break
    case .fail(let reason): if !reason.isEmpty { append(.message(reason)) }
    default: append(event)
    }
  }

  /// Adds an event.
  package func append(_ event: ProgressEvent) {
    if fifo == nil { return }
    let isProgress =
      switch event {
      case .fraction, .bytes, .speed: true
      default: false
      }
    if isProgress, unsent.last?.isProgress == true { unsent.removeLast() }
    if unsent.count == Self.limit { unsent.removeFirst() }
    append(Script.record(event), isProgress: isProgress)
  }

  /// Adds a text as a marked record: native in a feed of any protocol. It is cut at the limit.
  /// Control characters become blanks: they would end the record, and the rest be another one.
  package func append(_ text: ByteString, isProgress: Bool = false) {
    var record = ByteString()
    record.append(FeedProtocol.mark)
    for byte in text.bytes.prefix(Self.recordLimit - 2) {
      record.append(byte < 0x20 ? 0x20 : byte)
    }
    record.append(0x0a)
    unsent.append((record, isProgress))
  }

  /// Writes the waiting records that find room, in order.
  private func write() throws(SystemError) {
    while let first = unsent.first?.record, try fifo?.write(first.bytes.span) != nil {
      unsent.removeFirst()
    }
  }

  /// Writes the waiting records that find room. Without a reader, records are dropped from then on.
  func deliver() {
    do throws(SystemError) {
      try write()
    } catch {
      Log.write("the screen has ended: " + error.message)
      fifo = nil
      unsent = []
    }
  }

  /// Adds the FIFO to a poller if records wait for room.
  func addDescriptor(to poller: inout Poller) {
    if !unsent.isEmpty, let fifo = fifo?.rawValue { _ = poller.add(fifo, .writable) }
  }

  /// Writes the waiting records, but not after a time on the system's clock.
  ///
  /// - Throws: EPIPE without a reader, EAGAIN if some found no room.
  package func finish(by end: Duration) throws(SystemError) {
    var poller = Poller()
    try write()
    while !unsent.isEmpty {
      if MonotonicClock.now >= end { throw SystemError("write", .again) }
      poller.clear()
      wait(&poller, until: end)
      try write()
    }
  }

  private func wait(_ poller: inout Poller, until end: Duration?) {
    addDescriptor(to: &poller)
    poller.wait(for: end.map { $0 - MonotonicClock.now })
  }
}
