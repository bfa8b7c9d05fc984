import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A server of the state for readers elsewhere, such as the studio: HTTP with server-sent events,
/// over a Unix socket or over TCP of this machine alone. It is read-only.
///
/// No call blocks. A reader that takes no bytes costs one event of memory and gets the newest state
/// later; nothing is queued. Without changes, no timer runs.
final class StateMirror {
  /// A socket: one that listens, or a reader's.
  private final class Peer {
    enum Stage {
      /// It accepts readers.
      case listens
      /// Its request is incomplete.
      case asks
      /// It gets states.
      case reads
      /// It gets its last bytes, and is expected to leave.
      case leaves
    }

    let descriptor: FileDescriptor
    var stage: Stage
    var request = MirrorRequest()
    // Bytes that its socket has no room for yet.
    var rest: [UInt8] = []
    var lacksState = false
    var slot: Int?
    var ignoredCount = 0

    init(_ descriptor: consuming FileDescriptor, _ stage: Stage) {
      self.stage = stage
      self.descriptor = descriptor
    }

    /// Sends bytes that wait; false if the reader is gone.
    func flush() -> Bool {
      while !rest.isEmpty {
        let bytes = rest
        do throws(SystemError) {
          guard let count = try descriptor.write(bytes.span) else { return true }
          rest.removeFirst(count)
        } catch {
          return false
        }
        if rest.isEmpty, stage == .leaves { LoopbackSocket.endOutput(descriptor) }
      }
      return true
    }
  }

  private let place: MirrorPlace
  private let session: ByteString
  private var peers: [Peer] = []
  // The time of the next accept(2) after one that failed; nil if none did.
  private var acceptsAt: Duration?
  private var buffer = [UInt8](repeating: 0, count: 1_024)

  /// The most readers that get states.
  private static let readerLimit = 8
  /// The maximum number of sockets: the listeners, the readers, and some with an incomplete or
  /// refused request.
  private static let peerLimit = 14
  /// The most bytes that are read and ignored after a refusal.
  private static let ignoredLimit = 65_536
  private static let pause = Duration.milliseconds(250)

  /// Opens the sockets. Only logs an error: the session also works without a mirror.
  ///
  /// - Parameter settings: lines of the first event of each reader.
  init?(_ place: MirrorPlace, _ settings: ByteString) {
    self.place = place
    session = ByteString("event: session\ndata: ") + Version.number + "\n" + settings + "\n"
    do throws(SystemError) {
      switch place {
      case .socket(let path): listen(try LocalSocket.serve(path, datagrams: false))
      case .port(let port):
        listen(try LoopbackSocket.serve(port, on: .version4))
        do throws(SystemError) {
          listen(try LoopbackSocket.serve(port, on: .version6))
        } catch {
          // Without IPv6, one address has to do. Of another program, readers would get its answers.
          if error.code == .addressInUse { throw error }
        }
      }
    } catch {
      Log.write(
        "mirror: " + error.message + "; the state is not served. Name another socket or port")
      return nil
    }
  }

  private func listen(_ socket: consuming FileDescriptor) { peers.append(Peer(socket, .listens)) }

  /// Closes all sockets, and removes the file of one.
  func close() {
    peers = []
    if case .socket(let path) = place, path[0] != UInt8(ascii: "@") {
      try? FileSystem.remove(path)
    }
  }

  /// The time of the next attempt to accept a reader; nil unless one failed.
  var deadline: Duration? { acceptsAt }

  /// Adds the descriptors to wait for.
  func addDescriptors(to poller: inout Poller) {
    for peer in peers {
      peer.slot = nil
      // A pending reader would end each wait at once.
      if peer.stage == .listens, acceptsAt != nil { continue }
      peer.slot = poller.add(peer.descriptor.rawValue, .readable)
      if !peer.rest.isEmpty { _ = poller.add(peer.descriptor.rawValue, .writable) }
    }
  }

  /// Has readers get the newest state.
  func stateChanged() {
    for peer in peers { peer.lacksState = peer.stage == .reads }
  }

  /// Accepts and answers readers, and sends them pending updates as far as they take them.
  ///
  /// - Parameter poller: that of the last wait.
  func update(after poller: Poller, _ state: ProgressState, _ clock: SessionClock) {
    var event: [UInt8] = []
    let mayAccept = acceptsAt.map { MonotonicClock.now >= $0 } ?? false
    if mayAccept { acceptsAt = nil }
    var index = 0
    // New peers are appended in this loop, and are not ready before the next wait.
    while index < peers.count {
      let peer = peers[index]
      let isReady = peer.slot.map { poller.isReady($0) } ?? (mayAccept && peer.stage == .listens)
      peer.slot = nil
      if isReady, !receive(from: peer) || !peer.flush() {
        peers.remove(at: index)
        continue
      }
      index += 1
    }
    index = 0
    while index < peers.count {
      let peer = peers[index]
      var isThere = peer.flush()
      if isThere, peer.lacksState, peer.rest.isEmpty {
        if event.isEmpty { event = Self.event(state, at: clock.now) }
        (peer.rest, peer.lacksState) = (event, false)
        isThere = peer.flush()
      }
      if isThere { index += 1 } else { peers.remove(at: index) }
    }
  }

  private func acceptReaders(_ listener: Int32) {
    do throws(SystemError) {
      // Endless new connections must not stop the feed.
      for _ in 0..<Self.peerLimit {
        let reader: FileDescriptor?
        if case .port = place {
          reader = try LoopbackSocket.accept(on: listener)
        } else {
          reader = try LocalSocket.accept(on: listener)
        }
        guard let reader else { return }
        if peers.count == Self.peerLimit,
          let other = peers.firstIndex(where: { $0.stage == .asks || $0.stage == .leaves })
        {
          peers.remove(at: other)
        }
        peers.append(Peer(reader, .asks))
      }
    } catch {
      acceptsAt = MonotonicClock.now + Self.pause
    }
  }

  /// Reads from a socket that is ready; false if its reader is gone or has to go.
  private func receive(from peer: Peer) -> Bool {
    if peer.stage == .listens {
      acceptReaders(peer.descriptor.rawValue)
      return true
    }
    let count: Int
    do throws(SystemError) {
      guard let read = try peer.descriptor.read(into: &buffer) else { return true }
      count = read
    } catch {
      return false
    }
    // A reader of states must not send anything.
    if count == 0 || peer.stage == .reads { return false }
    if peer.stage == .leaves {
      peer.ignoredCount += count
      return peer.ignoredCount < Self.ignoredLimit
    }
    for place in 0..<count {
      guard let answer = peer.request.take(buffer[place]) else { continue }
      self.answer(peer, answer == .states && place + 1 < count ? .malformed : answer)
      break
    }
    return true
  }

  private func answer(_ peer: Peer, _ answer: MirrorAnswer) {
    var answer = answer
    var count = 0
    var blocked: Peer?
    for other in peers where other.stage == .reads {
      count += 1
      if !other.rest.isEmpty { blocked = other }
    }
    if answer == .states, count == Self.readerLimit {
      // One that takes no bytes makes room.
      if let blocked { blocked.stage = .leaves } else { answer = .full }
    }
    peer.stage = answer == .states ? .reads : .leaves
    peer.lacksState = answer == .states
    peer.rest = (answer.text + (answer == .states ? session : "")).bytes
  }

  private static func event(_ state: ProgressState, at time: Duration) -> [UInt8] {
    var wire: [UInt8] = []
    state.write(to: &wire)
    return ("data: " + ByteString(time.nanoseconds) + " " + ByteString(base64: wire) + "\n\n").bytes
  }
}
