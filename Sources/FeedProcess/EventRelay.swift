package import Base
package import Feed
package import LinuxSystem
import ProgressModel

/// The way of events into the FIFO of a screen that is shown already, as native records.
///
/// It never waits for the screen. While the FIFO has no room or no reader, newer progress replaces
/// older, and of the other records the newest are kept.
package final class EventRelay {
  /// The kinds of records. An amount or a speed replaces a waiting one of its kind.
  private enum Kind {
    case amount, speed, logLine, other
  }

  /// The longest record, bytes: PIPE_BUF. Writes up to it are atomic, so records of several writers
  /// never mix.
  private static let recordLimit = 4_096
  /// The most records that wait.
  private static let limit = 256
  /// The time between two attempts to open the FIFO.
  private static let pause = Duration.seconds(1)

  /// The path of the FIFO.
  package let path: ByteString
  /// Whether the events are of one step of the screen's run.
  private let isStep: Bool
  private var fifo: FileDescriptor?
  private var opensAt = Duration.zero
  private var unsent: [(record: ByteString, kind: Kind)] = []

  /// Creates a relay.
  ///
  /// - Parameter fifo: the FIFO, open for writing; nil to open it once it has a reader.
  package init(_ path: ByteString, _ fifo: consuming FileDescriptor?, isStep: Bool = false) {
    (self.path, self.isStep) = (path, isStep)
    self.fifo = consume fifo
    FileDescriptor.ignoreBrokenPipes()
  }

  /// Creates a relay to the screen that reads a FIFO of a command's feeds, or the default one; nil
  /// without a screen. The command's run is the next one of a screen whose run is over, or that
  /// waits and stays for further runs. For any other screen it is a step.
  ///
  /// - Parameter status: the path of the screen's status socket.
  package static func toScreen(of feeds: [FeedDescription], status: ByteString) -> EventRelay? {
    let paths = feeds.filter { $0.kind == .fifo }.map { $0.path } + [FeedDescription.defaultFIFO]
    for path in paths {
      guard let fifo = try? FileDescriptor.open(path, for: .writing), let file = try? fifo.status(),
        file.isFIFO, FileUsers(of: file, readersOnly: true).haveUs
      else { continue }
      let report = report(on: status)
      func says(_ field: StaticBytes, _ value: StaticBytes) -> Bool {
        StatusReport.facts(in: report.bytes.span, only: ByteString(field)).orEmpty == value
      }
      let isOver = !report.isEmpty && !says("outcome", "\n")
      let isNext = says("state", "waiting\n") && says("stays", "true\n")
      let relay = EventRelay(path, fifo, isStep: !isOver && !isNext)
      if isOver { relay.append(.reset) }
      return relay
    }
    return nil
  }

  /// The report of the screen that answers on a socket; empty without an answer.
  private static func report(on path: ByteString) -> ByteString {
    guard let socket = try? LocalSocket.connect(path) else { return ByteString() }
    _ = try? socket.write(ProgressInterface.follow.bytes.span)
    var (poller, buffer) = (Poller(), [UInt8](repeating: 0, count: 65_536))
    _ = poller.add(socket.rawValue, .readable)
    poller.wait(for: pause)
    let count = (try? socket.read(into: &buffer)) ?? nil
    let reply = buffer.span.extracting(first: buffer[..<(count ?? 0)].firstIndex(of: 0) ?? 0)
    return (ProgressInterface.report(in: reply)?.report).orEmpty
  }

  /// Reads a feed of any protocol up to its end, and relays what it says.
  ///
  /// - Parameter feed: the feed in the syntax of settings, such as `-` for standard input.
  package func relay(_ feed: ByteString, matchers: [LineMatcher]) throws(SystemError) {
    let feeds = try FeedSet(FeedDescription.plans(feed, trusting: [], matchers: matchers))
    var poller = Poller()
    while !feeds.hasEnded {
      poller.clear()
      feeds.addDescriptors(to: &poller)
      wait(&poller, until: feeds.deadline)
      let now = MonotonicClock.now
      feeds.read(at: now) {
        switch $0 {
        case .event(let event): append(event)
        case .newRoot: append("newroot")
        default: break
        }
      }
      if let message = feeds.unrecognizedReport(at: now) { Log.write(message) }
      deliver()
    }
    for message in feeds.unrecognizedRemainder { Log.write(message) }
  }

  /// Adds an event of a wrapped command. If it is a step of the screen's run, its outcome and its
  /// plan are none of the run's, and the reason for a failure is a message.
  ///
  /// - Parameters:
  ///   - fraction: the completed fraction of the command, with the event; nil if unknown.
  ///   - hasParts: whether the command has steps or jobs.
  func append(_ event: ProgressEvent, _ fraction: Fraction?, hasParts: Bool) {
    if !isStep { return append(event) }
    switch event {
    case .message, .detail, .speed, .units, .paused, .resumed, .logLine, .expect: append(event)
    case .fraction where !hasParts, .bytes where !hasParts: append(event)
    case .fraction, .bytes, .step, .job: if let fraction { append(.fraction(fraction)) }
    case .fail(let reason): if !reason.isEmpty { append(.message(reason)) }
    default: break
    }
  }

  private func append(_ event: ProgressEvent) {
    let kind: Kind =
      switch event {
      case .fraction, .bytes: .amount
      case .speed: .speed
      case .logLine: .logLine
      default: .other
      }
    append(Script.record(event), kind)
  }

  /// Adds a text as a marked record: native in a feed of any protocol. It is cut at the limit.
  /// Control characters become blanks, since a line feed would end the record.
  package func append(_ text: ByteString) { append(text, .other) }

  private func append(_ text: ByteString, _ kind: Kind) {
    if !unsent.isEmpty { deliver() }
    if kind == .amount || kind == .speed,
      let last = unsent.lastIndex(where: { $0.kind == kind }),
      !unsent[last...].contains(where: { $0.kind == .other })
    {
      unsent.remove(at: last)
    }
    if unsent.count == Self.limit {
      unsent.remove(at: unsent.firstIndex { $0.kind != .other } ?? 0)
    }
    var record = ByteString()
    record.append(FeedProtocol.mark)
    for byte in text.bytes.prefix(Self.recordLimit - 2) {
      record.append(byte < 0x20 ? 0x20 : byte)
    }
    record.append(0x0a)
    unsent.append((record, kind))
  }

  /// Writes the waiting records that find room, in order. Without a reader, they wait for the next.
  func deliver() {
    let now = MonotonicClock.now
    if fifo == nil, now >= opensAt {
      fifo = try? FileDescriptor.open(path, for: .writing)
      opensAt = now + Self.pause
    }
    do throws(SystemError) {
      while let first = unsent.first?.record, try fifo?.write(first.bytes.span) != nil {
        unsent.removeFirst()
      }
    } catch {
      Log.write("the screen has ended: " + error.message)
      fifo = nil
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
    deliver()
    while !unsent.isEmpty {
      if MonotonicClock.now >= end {
        throw SystemError("write", fifo == nil ? .brokenPipe : .again, path: path)
      }
      poller.clear()
      wait(&poller, until: fifo == nil ? min(end, opensAt) : end)
      deliver()
    }
  }

  private func wait(_ poller: inout Poller, until end: Duration?) {
    addDescriptor(to: &poller)
    poller.wait(for: end.map { $0 - MonotonicClock.now })
  }
}
