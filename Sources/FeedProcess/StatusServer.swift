import Base
import Feed
import LinuxSystem

/// A server of `ProgressInterface` over a Unix socket. A follower gets a report at once, and one
/// after each change, at most ten a second.
///
/// No call blocks, and nothing is queued: a client whose socket has no room for a reply is closed.
/// Without followers, no timer runs.
final class StatusServer {
  /// A connection, and its slot in the poller.
  private final class Client {
    let descriptor: FileDescriptor
    var slot: Int?
    var isFollower = false
    // The bytes of a call that is not complete yet.
    var call: [UInt8] = []

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Sends a reply; false if the socket does not accept all of it.
    func send(_ reply: ByteString) -> Bool {
      (try? descriptor.write(reply.bytes.span)) == reply.count
    }
  }

  private let path: ByteString
  // The folders that were made for the socket, the outermost first.
  let folders: [ByteString]
  private var listener: Client?
  private var clients: [Client] = []
  // Whether the followers lack the newest state.
  private var isStale = false
  // The time of the last report to all followers, on the system's clock.
  private var sentAt = Duration.zero
  // The time of the next accept(2) after one that failed; nil if none did.
  private var acceptsAt: Duration?
  // The report that was made since the last wait; nil for none, and after a change.
  private var newest: ByteString?
  // Decodes reports of progress of all clients, as one feed.
  private lazy var decoder = FeedProtocol.json.makeDecoder()

  /// The most followers, and the most other clients. One more follower gets one report. One more
  /// client closes the oldest that does not follow.
  private static let clientLimit = 16
  /// The shortest time between two reports, and after an accept(2) that failed.
  private static let reportPause = Duration.milliseconds(100)

  private init(
    _ path: ByteString, _ folders: [ByteString], _ listener: consuming FileDescriptor
  ) {
    (self.path, self.folders) = (path, folders)
    self.listener = Client(listener)
  }

  /// Makes the socket, readable and writable for its group, and its folder. Returns nil if another
  /// screen has it, or without permission: the session also works without.
  static func open(_ path: ByteString) -> StatusServer? {
    let folder = FileSystem.folder(of: path)
    let folders = [FileSystem.folder(of: folder), folder].filter {
      (try? FileSystem.makeDirectory($0, mode: 0o755)) == true
    }
    do throws(SystemError) {
      return StatusServer(
        path, folders, try LocalSocket.serve(path, datagrams: false, mode: 0o660))
    } catch {
      for folder in folders.reversed() { try? FileSystem.removeDirectory(folder) }
      Log.detail(error.message + "; fbprogress status does not reach this screen")
      return nil
    }
  }

  /// Answers the calls that have arrived, sends followers their last report, closes all sockets,
  /// and removes the files that `open` made.
  func close(_ report: () -> ByteString) {
    // Before the listener closes: until then, the file of this path is this screen's own.
    try? FileSystem.remove(path)
    acceptClients(at: .zero)
    listener = nil
    for client in clients { _ = answers(client, at: .zero, report) { _ in } }
    send(report, continues: false)
    clients = []
    for folder in folders.reversed() { try? FileSystem.removeDirectory(folder) }
  }

  /// Returns the time of the next report or attempt to accept, on the system's clock; nil for none.
  ///
  /// - Parameter stallsAt: the time at which the run stalls; nil for never.
  func deadline(stallsAt: Duration?) -> Duration? {
    if followerCount == 0 { return acceptsAt }
    let stall = stallsAt.flatMap { $0 > sentAt ? $0 : nil }
    return earlier(acceptsAt, isStale ? sentAt + Self.reportPause : stall)
  }

  /// Adds the descriptors to wait for.
  func addDescriptors(to poller: inout Poller) {
    listener?.slot = nil
    // A pending client would end each wait at once.
    if acceptsAt == nil, let listener {
      listener.slot = poller.add(listener.descriptor.rawValue, .readable)
    }
    for client in clients { client.slot = poller.add(client.descriptor.rawValue, .readable) }
  }

  /// Has the followers get the newest state.
  func stateChanged() { (isStale, newest) = (followerCount > 0, nil) }

  /// Accepts clients, answers their calls, and sends the reports that are due.
  ///
  /// - Parameters:
  ///   - poller: that of the last wait.
  ///   - stallsAt: the time at which the run stalls, on the system's clock; nil for never.
  ///   - report: returns the status now, an object of JSON.
  ///   - emit: takes the outputs of a client's reports of progress.
  func update(
    after poller: Poller, at now: Duration, stallsAt: Duration?, _ report: () -> ByteString,
    emit: (FeedOutput) -> Void
  ) {
    newest = nil
    // Reports of progress change the state, which looks at the clients.
    var index = 0
    while index < clients.count {
      let isReady = clients[index].slot.map { poller.isReady($0) } ?? false
      if !isReady || answers(clients[index], at: now, report, emit: emit) {
        index += 1
      } else {
        clients.remove(at: index)
      }
    }
    if let stallsAt, stallsAt <= now, stallsAt > sentAt { stateChanged() }
    if isStale, now >= sentAt + Self.reportPause {
      send(report, continues: true)
      (isStale, sentAt) = (false, now)
    }
    let accepts = acceptsAt.map { now >= $0 } ?? listener?.slot.map { poller.isReady($0) } ?? false
    if accepts { acceptClients(at: now) }
  }

  private var followerCount: Int { clients.count { $0.isFollower } }

  private func send(_ report: () -> ByteString, continues: Bool) {
    let reply = ProgressInterface.reply(report: report(), continues: continues)
    clients.removeAll { $0.isFollower && !$0.send(reply) }
  }

  private func acceptClients(at now: Duration) {
    acceptsAt = nil
    guard let number = listener?.descriptor.rawValue else { return }
    do throws(SystemError) {
      // Endless new connections must not stop the feed.
      for _ in 0..<Self.clientLimit {
        guard let one = try LocalSocket.accept(on: number, checksUser: false) else { return }
        if clients.count - followerCount == Self.clientLimit {
          clients.remove(at: clients.firstIndex { !$0.isFollower } ?? 0)
        }
        clients.append(Client(one))
      }
    } catch {
      acceptsAt = now + Self.reportPause
    }
  }

  /// Reads and answers the calls of a client that can be read; false to close it.
  private func answers(
    _ client: Client, at now: Duration, _ report: () -> ByteString, emit: (FeedOutput) -> Void
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard let count = try? client.descriptor.read(into: &buffer) else { return false }
    for byte in buffer[..<count] {
      if byte == 0 {
        let text = client.call
        client.call = []
        guard let call = JSONFields(text.span), call.isObject,
          let method = call.value(of: "method")
        else { return false }
        let isOneWay = call.value(of: "oneway").orEmpty == "true"
        // Other calls have no effect but their reply.
        if isOneWay, method != "io.fbprogress.Progress.Report" { continue }
        let reply = answer(to: method, call, of: client, at: now, report, emit: emit)
        if reply.isEmpty || !isOneWay && !client.send(reply) { return false }
      } else {
        // In JSON, line ends are between values only.
        client.call.append(max(byte, 0x20))
      }
    }
    // A longer call closes its client.
    return count > 0 && client.call.count <= 65_536
  }

  /// Returns the reply to a call; empty to close the client without one.
  private func answer(
    to method: ByteString, _ call: JSONFields, of client: Client, at now: Duration,
    _ report: () -> ByteString, emit: (FeedOutput) -> Void
  ) -> ByteString {
    let parameters = call.value(of: "parameters").orEmpty
    if method == "io.fbprogress.Progress.Report" {
      if !LocalSocket.isTrusted(client.descriptor, users: []) {
        return ProgressInterface.message(
          "{\"error\":\"org.varlink.service.PermissionDenied\",\"parameters\":{}}")
      }
      // At the end, nothing takes it any more.
      return listener == nil ? ByteString() : read(parameters, emit: emit)
    }
    if method == "io.fbprogress.Progress.Follow" {
      if call.value(of: "more").orEmpty != "true" {
        return ProgressInterface.message(
          "{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{}}")
      }
      if followerCount == 0 { sentAt = now }
      client.isFollower = client.isFollower || followerCount < Self.clientLimit
    } else if method != "io.fbprogress.Progress.Get" {
      return ProgressInterface.serviceReply(to: method, parameters)
    }
    let text = newest ?? report()
    newest = text
    return ProgressInterface.reply(
      report: text, continues: method == "io.fbprogress.Progress.Follow" && client.isFollower)
  }

  /// Emits the outputs of a report of progress, and returns the reply.
  private func read(_ report: ByteString, emit: (FeedOutput) -> Void) -> ByteString {
    // Another text would be a native record.
    let record = report.hasPrefix("{") ? report : "{}"
    var isKnown = true
    decoder.decode((record + "\n").bytes.span) {
      if case .malformed = $0 { isKnown = false } else { emit($0) }
    }
    return ProgressInterface.message(
      isKnown
        ? "{\"parameters\":{}}"
        : #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":""}}"#)
  }
}
