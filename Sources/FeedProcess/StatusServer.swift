import Base
import LinuxSystem

/// A server of the session's status over a Unix socket. A client gets a line at once, and one after
/// each change, at most ten a second.
///
/// No call blocks, and nothing is queued: a client whose socket has no room for a line is closed.
/// Clients send nothing. Without clients, no timer runs.
final class StatusServer {
  /// A connection, and its slot in the poller.
  private final class Client {
    let descriptor: FileDescriptor
    var slot: Int?

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Sends a line; false if the socket does not accept all of it.
    func send(_ line: [UInt8]) -> Bool { (try? descriptor.write(line.span)) == line.count }
  }

  private let path: ByteString
  // The folders that were made for the socket, the outermost first.
  private let folders: [ByteString]
  private var listener: Client?
  private var clients: [Client] = []
  // Whether the clients lack the newest state.
  private var isStale = false
  // The time of the last line to all clients, on the system's clock.
  private var sentAt = Duration.zero
  // The time of the next accept(2) after one that failed; nil if none did.
  private var acceptsAt: Duration?

  /// The most clients that get further lines. One more gets its first line and is closed.
  private static let clientLimit = 16
  /// The shortest time between two lines.
  private static let linePause = Duration.milliseconds(100)
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

  /// Sends a state that clients lack, closes all sockets, and removes the files that `open` made.
  func close(_ line: () -> ByteString) {
    // Before the listener closes: until then, the file of this path is this screen's own.
    try? FileSystem.remove(path)
    let line = line().bytes
    if isStale { for client in clients { _ = client.send(line) } }
    acceptClients(line, at: .zero)
    (listener, clients) = (nil, [])
    for folder in folders.reversed() { try? FileSystem.removeDirectory(folder) }
  }

  /// Returns the time of the next line or attempt to accept, on the system's clock; nil for none.
  ///
  /// - Parameter stallsAt: the time at which the run stalls; nil for never.
  func deadline(stallsAt: Duration?) -> Duration? {
    if clients.isEmpty { return acceptsAt }
    let stall = stallsAt.flatMap { $0 > sentAt ? $0 : nil }
    return earlier(acceptsAt, isStale ? sentAt + Self.linePause : stall)
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

  /// Has the clients get the newest state.
  func stateChanged() { isStale = !clients.isEmpty }

  /// Accepts clients, and sends the lines that are due.
  ///
  /// - Parameters:
  ///   - poller: that of the last wait.
  ///   - stallsAt: the time at which the run stalls, on the system's clock; nil for never.
  ///   - line: returns the status now.
  func update(
    after poller: Poller, at now: Duration, stallsAt: Duration?, _ line: () -> ByteString
  ) {
    // A client has ended, or sends something.
    clients.removeAll { $0.slot.map { poller.isReady($0) } ?? false }
    if let stallsAt, stallsAt <= now, stallsAt > sentAt { stateChanged() }
    let isDue = isStale && now >= sentAt + Self.linePause
    let accepts = acceptsAt.map { now >= $0 } ?? listener?.slot.map { poller.isReady($0) } ?? false
    guard isDue || accepts else { return }
    let line = line().bytes
    if isDue {
      clients.removeAll { !$0.send(line) }
      (isStale, sentAt) = (false, now)
    }
    if accepts { acceptClients(line, at: now) }
  }

  private func acceptClients(_ line: [UInt8], at now: Duration) {
    acceptsAt = nil
    guard let listener else { return }
    do throws(SystemError) {
      // Endless new connections must not stop the feed.
      for _ in 0..<Self.clientLimit {
        let descriptor = try LocalSocket.accept(
          on: listener.descriptor.rawValue, checksUser: false)
        guard let descriptor else { return }
        let client = Client(descriptor)
        guard client.send(line), clients.count < Self.clientLimit else { continue }
        if clients.isEmpty { sentAt = now }
        clients.append(client)
      }
    } catch {
      acceptsAt = now + Self.acceptPause
    }
  }
}
