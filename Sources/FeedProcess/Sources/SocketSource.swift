import Base
import Feed
import LinuxSystem
import ProgressModel

/// A feed that is a socket: somebody else's, which is connected to again whenever it ends, or one of ours.
final class SocketSource: FeedSource {
  /// One connection, or the socket that takes datagrams.
  private final class Client {
    let descriptor: FileDescriptor
    let decoder: any FeedDecoder
    var hasSpoken = false

    init(_ descriptor: consuming FileDescriptor, _ plan: FeedPlan) {
      self.descriptor = descriptor
      decoder = plan.makeDecoder()
    }
  }

  private let plan: FeedPlan
  private var listener: FileDescriptor?
  private var clients: [Client] = []
  private var retryAt: Duration?
  private var hasRefused = false
  // Whether a peer's last word was an outcome.
  private var isOver = false

  /// With more connections at once the oldest is closed.
  private static let clientLimit = 16
  /// How long to wait before a peer that is not there is looked for again.
  private static let pause = Duration.milliseconds(250)

  /// Makes a socket, takes one that a service manager listens at, or looks for another program's
  /// from the first reading on.
  init(_ plan: FeedPlan) throws(SystemError) {
    self.plan = plan
    super.init(plan.kind == .handed ? "listen:" + plan.path : plan.path)
    if plan.kind == .path {
      retryAt = .zero
      return
    }
    if plan.kind == .handed {
      guard let number = HandedDescriptors.first(named: plan.path) else {
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
    if plan.kind != .path, plan.kind != .handed, name[0] != UInt8(ascii: "@") {
      try? FileSystem.remove(name)
    }
    listener = nil
    clients = []
  }

  override func addDescriptors(to list: inout [Int32]) {
    if let listener = listener?.rawValue { list.append(listener) }
    for client in clients { list.append(client.descriptor.rawValue) }
  }

  override func addDescriptors(to poller: inout Poller) {
    var list: [Int32] = []
    addDescriptors(to: &list)
    for descriptor in list { _ = poller.add(descriptor, .readable) }
  }

  override var deadline: Duration? { retryAt }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let retryAt, now >= retryAt { connect(at: now) }
    acceptClients()
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

  private func acceptClients() {
    // A listener that a service manager made may block.
    while listener?.isReadable == true, let listener = listener?.rawValue {
      let client = LocalSocket.accept(on: listener)
      if client < 0 { return }
      if clients.count == Self.clientLimit { clients.remove(at: 0) }
      clients.append(Client(FileDescriptor(owning: client), plan))
    }
  }

  /// A peer that is there again after an outcome, and goes on, is about another run.
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

  /// Reads what one has sent; false when it is gone.
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
        decodeBuffer(first: count, client.decoder, answer)
        // A datagram is a record, or several, and ends the last one.
        if plan.kind == .datagrams { client.decoder.finish(emit: answer) }
      } catch {
        return plan.kind == .datagrams
      }
    }
    return true
  }
}
