import Base
import Feed
import LinuxSystem
import ProgressModel

/// A feed over a socket: a server of another program, which is connected to again when it ends, or
/// a socket of this program.
final class SocketSource: FeedSource {
  /// A connection, or the datagram socket.
  private final class Client {
    let descriptor: FileDescriptor
    let decoder: any FeedDecoder
    var hasSpoken = false

    init(_ descriptor: consuming FileDescriptor, _ plan: FeedDescription) {
      self.descriptor = descriptor
      decoder = plan.makeDecoder()
    }
  }

  private let plan: FeedDescription
  private var listener: FileDescriptor?
  private var clients: [Client] = []
  private var retryAt: Duration?
  // The time of the next accept(2) after one that failed; nil if none did.
  private var acceptsAt: Duration?
  private var hasRefused = false
  // Whether the peer's last event was an outcome.
  private var isOver = false

  /// The most connections; one more closes the oldest.
  private static let clientLimit = 16
  /// The time before the next attempt to connect or to accept.
  private static let pause = Duration.milliseconds(250)

  /// Makes a socket, or takes the service manager's listening one. A connection to another program
  /// is attempted from the first read on.
  init(_ plan: FeedDescription) throws(SystemError) {
    self.plan = plan
    super.init(plan.kind == .inherited ? "listen:" + plan.path : plan.path)
    if plan.kind == .path {
      retryAt = .zero
      return
    }
    if plan.kind == .inherited {
      guard let number = PassedDescriptors.first(named: plan.path) else {
        throw SystemError("LISTEN_FDS", .noSuchDeviceOrAddress, path: name)
      }
      let socket = FileDescriptor(owning: number)
      guard try socket.status().isSocket else {
        throw SystemError("LISTEN_FDS", .invalid, path: name)
      }
      listener = consume socket
      return
    }
    let isDatagrams = plan.kind == .datagrams
    let socket = try LocalSocket.serve(plan.path, datagrams: isDatagrams)
    if isDatagrams {
      clients.append(Client(socket, plan))
    } else {
      listener = consume socket
    }
  }

  override func close() {
    if plan.kind != .path, plan.kind != .inherited, name[0] != UInt8(ascii: "@") {
      try? FileSystem.remove(name)
    }
    listener = nil
    clients = []
  }

  override func addDescriptors(to poller: inout Poller) {
    // A pending client would end each wait at once.
    if acceptsAt == nil, let listener = listener?.rawValue { _ = poller.add(listener, .readable) }
    for client in clients { _ = poller.add(client.descriptor.rawValue, .readable) }
  }

  override var deadline: Duration? { earlier(retryAt, acceptsAt) }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let retryAt, now >= retryAt { connect(at: now) }
    if acceptsAt.map({ now >= $0 }) ?? true { acceptClients(at: now) }
    var index = 0
    while index < clients.count {
      if drain(clients[index], emit) {
        index += 1
        continue
      }
      clients[index].decoder.finish(emit: emit)
      clients.remove(at: index)
      if plan.kind == .path { retryAt = now + Self.pause }
    }
  }

  private func connect(at now: Duration) {
    for path in [plan.path] + plan.otherPaths {
      guard let socket = try? LocalSocket.connect(path) else { continue }
      if !LocalSocket.isTrusted(socket, users: plan.trustedUsers) {
        if !hasRefused {
          Log.write(
            "feed " + path + ": its server runs neither as root nor as this user; ignored. "
              + "To read it, name its user with --trusted-users")
        }
        hasRefused = true
        continue
      }
      clients.append(Client(socket, plan))
      retryAt = nil
      return
    }
    retryAt = now + Self.pause
  }

  private func acceptClients(at now: Duration) {
    acceptsAt = nil
    // A listener of the service manager's may be in blocking mode.
    while listener?.isReadable == true, let listener = listener?.rawValue {
      do throws(SystemError) {
        guard let client = try LocalSocket.accept(on: listener) else { return }
        if clients.count == Self.clientLimit { clients.remove(at: 0) }
        clients.append(Client(client, plan))
      } catch {
        // Without a free descriptor, too, the newest client replaces the oldest.
        if error.code == .tooManyFiles, !clients.isEmpty {
          clients.remove(at: 0)
          continue
        }
        acceptsAt = now + Self.pause
        return
      }
    }
  }

  /// Emits a reset before the first event of a connection after an outcome, unless that event is an
  /// outcome, too: the peer reports another run.
  private func noteRun(_ event: ProgressEvent, _ client: Client, _ emit: (FeedOutput) -> Void) {
    let isOutcome =
      switch event {
      case .done, .fail, .cancel: true
      default: false
      }
    let begins = plan.kind == .path && isOver && !client.hasSpoken && !isOutcome
    if begins { emit(.event(.reset)) }
    isOver = isOutcome || isOver && !begins && event != .reset
    client.hasSpoken = true
  }

  /// Reads from a client; false when it is gone.
  private func drain(_ client: Client, _ emit: (FeedOutput) -> Void) -> Bool {
    for _ in 0..<16 {
      do throws(SystemError) {
        guard let count = try client.descriptor.read(into: &buffer) else { return true }
        if count == 0, plan.kind != .datagrams { return false }
        func answer(_ output: FeedOutput) {
          if case .answer(let byte) = output {
            _ = try? client.descriptor.write([byte].span)
          } else {
            if case .event(let event) = output { noteRun(event, client, emit) }
            emit(output)
          }
        }
        decodeBuffer(0..<count, client.decoder, answer)
        // The end of a datagram ends its last record.
        if plan.kind == .datagrams { client.decoder.finish(emit: answer) }
      } catch {
        return plan.kind == .datagrams
      }
    }
    return true
  }
}
