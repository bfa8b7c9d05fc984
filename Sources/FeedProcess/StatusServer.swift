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
    // Decodes reports of progress; nil before the first one.
    private var decoder: (any FeedDecoder)?

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Sends a reply; false if the socket does not accept all of it.
    func send(_ reply: ByteString) -> Bool {
      (try? descriptor.write(reply.bytes.span)) == reply.count
    }

    /// Emits the outputs of a report of progress, an object of JSON, and returns the reply.
    func read(_ report: ByteString, emit: (FeedOutput) -> Void) -> ByteString {
      if !LocalSocket.isTrusted(descriptor, users: []) {
        return ProgressInterface.error("PermissionDenied", "{}")
      }
      let decoder = decoder ?? FeedProtocol.json.makeDecoder()
      self.decoder = decoder
      var isKnown = true
      decoder.decode((report + "\n").bytes.span) {
        if case .malformed = $0 { isKnown = false } else { emit($0) }
      }
      if isKnown { return ProgressInterface.reply("{}") }
      return ProgressInterface.error(
        "InvalidParameter", ProgressInterface.object("parameter", ByteString()))
    }
  }

  private let path: ByteString
  // The folders that were made for the socket, the outermost first.
  private let folders: [ByteString]
  private var listener: Client?
  private var clients: [Client] = []
  // Whether the followers lack the newest state.
  private var isStale = false
  // The time of the last report to all followers, on the system's clock.
  private var sentAt = Duration.zero
  // The time of the next accept(2) after one that failed; nil if none did.
  private var acceptsAt: Duration?

  /// The most followers, and the most other clients. One more follower gets one report. One more
  /// client closes the oldest that does not follow.
  private static let clientLimit = 16
  /// The longest call, bytes; a longer one closes its client.
  private static let callLimit = 65_536
  /// The shortest time between two reports.
  private static let reportPause = Duration.milliseconds(100)
  private static let acceptPause = Duration.milliseconds(250)

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
      Log.detail("status: " + error.message + "; fbprogress status does not reach this screen")
      return nil
    }
  }

  /// Answers the calls that have arrived, sends followers their last report, closes all sockets, and
  /// removes the files that `open` made.
  func close(_ report: () -> ByteString) {
    // Before the listener closes: until then, the file of this path is this screen's own.
    try? FileSystem.remove(path)
    acceptClients(at: .zero)
    for client in clients { _ = answers(client, at: .zero, report) { _ in } }
    send(report, continues: false)
    (listener, clients) = (nil, [])
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
  func stateChanged() { isStale = followerCount > 0 }

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

  private var followerCount: Int {
    var count = 0
    for client in clients where client.isFollower { count += 1 }
    return count
  }

  private func send(_ report: () -> ByteString, continues: Bool) {
    if followerCount == 0 { return }
    let reply = ProgressInterface.reply(report: report(), continues: continues)
    clients.removeAll { $0.isFollower && !$0.send(reply) }
  }

  private func acceptClients(at now: Duration) {
    acceptsAt = nil
    guard let listener else { return }
    do throws(SystemError) {
      // Endless new connections must not stop the feed.
      for _ in 0..<Self.clientLimit {
        let descriptor = try LocalSocket.accept(
          on: listener.descriptor.rawValue, checksUser: false)
        guard let descriptor else { return }
        if clients.count - followerCount == Self.clientLimit,
          let oldest = clients.firstIndex(where: { !$0.isFollower })
        {
          clients.remove(at: oldest)
        }
        clients.append(Client(descriptor))
      }
    } catch {
      acceptsAt = now + Self.acceptPause
    }
  }

  /// Reads and answers a client's calls; false to close it.
  private func answers(
    _ client: Client, at now: Duration, _ report: () -> ByteString, emit: (FeedOutput) -> Void
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count: Int
    do throws(SystemError) {
      guard let read = try client.descriptor.read(into: &buffer) else { return true }
      count = read
    } catch {
      return false
    }
    for byte in buffer[..<count] {
      if byte == 0 {
        guard let call = ProgressInterface.Call(client.call.span) else { return false }
        client.call = []
        let reply = answer(to: call, of: client, at: now, report, emit: emit)
        if !call.isOneWay, !client.send(reply) { return false }
      } else {
        // In JSON, line ends are between values only.
        client.call.append(max(byte, 0x20))
      }
    }
    return count > 0 && client.call.count <= Self.callLimit
  }

  private func answer(
    to call: ProgressInterface.Call, of client: Client, at now: Duration,
    _ report: () -> ByteString, emit: (FeedOutput) -> Void
  ) -> ByteString {
    if call.method == "io.fbprogress.Progress.Get" {
      return ProgressInterface.reply(report: report(), continues: false)
    }
    if call.method == "io.fbprogress.Progress.Report" {
      return client.read(call.parameters, emit: emit)
    }
    guard call.method == "io.fbprogress.Progress.Follow" else {
      return ProgressInterface.serviceReply(to: call)
    }
    if !call.wantsMore { return ProgressInterface.error("ExpectedMore", "{}") }
    if followerCount == 0 { sentAt = now }
    client.isFollower = client.isFollower || followerCount < Self.clientLimit
    return ProgressInterface.reply(report: report(), continues: client.isFollower)
  }
}
