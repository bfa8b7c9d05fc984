package import Base
import KMS
package import LinuxSystem

/// The process that restores the console, also when the keeper and the presenter are killed
/// (docs/adr/0010-a-third-process.md).
///
/// It only waits for messages over a channel. The keeper and the presenter hold the other end. When
/// all copies of that end are closed it restores the console: an orderly end and a crash take the
/// same path.
package final class ConsoleGuardProcess {
  private let process: ChildProcess
  private var channel: MessageChannel?
  // Messages that found no room, the oldest first.
  private var unsent: [[UInt8]] = []
  /// Whether the process is known to have ended.
  package private(set) var hasEnded = false

  /// The kinds of messages; each is one byte, with parameters after it.
  fileprivate enum Message {
    /// No effect.
    static let ping: UInt8 = 0
    /// Reply with the descriptor of the foreground console. The guard saves the console's modes.
    static let openConsole: UInt8 = 1
    /// Restore the console, and continue.
    static let restore: UInt8 = 2
    /// Keep the picture of the attached card until another program shows one, then end. Four bytes,
    /// little-endian, give the longest wait in seconds.
    static let hold: UInt8 = 3
    /// At the end, remove a FIFO that no process reads. Its path follows.
    static let removeFIFO: UInt8 = 4
    /// Make the VT in front draw, unless it is the saved console.
    static let redrawOther: UInt8 = 5
    /// Keep the attached card open until the end, for the picture on it.
    static let keepCard: UInt8 = 6
    /// Seconds to wait: without limit.
    static let forever = UInt32.max
  }

  /// The longest wait for the console's descriptor.
  private static let timeout = Duration.seconds(10)
  /// The longest wait of a caller for room for its message.
  private static let patience = Duration.seconds(2)
  /// The pause between two tries. Memory may be short although the socket has room, so polling for
  /// room does not help.
  fileprivate static let pause = Duration.milliseconds(20)

  /// Forks the process.
  ///
  /// - Parameter foreign: descriptors that the process must close.
  /// - Throws: an error of socketpair(2) or fork(2).
  package convenience init(closing foreign: [Int32]) throws(SystemError) {
    let pair = try MessageChannel.makePair()
    let process = try ChildProcess.fork(
      named: "fbprogress-hold", closing: foreign + [pair.first.rawValue]
    ) {
      ChildProcess.prepareToOutlive(title: "@fbprogress-hold")
      // The guard removes FIFOs; it receives their paths later.
      Confinement.begin(as: .consoleGuard)
      Self.serve(pair.second)
      return 0
    }
    self.init(process, consume pair.first)
  }

  /// Creates a client of a process that has the other end of a channel.
  init(_ process: ChildProcess, _ channel: consuming MessageChannel) {
    self.process = process
    self.channel = consume channel
  }

  // MARK: - For the keeper and the presenter

  /// The console that was in the foreground at the first call, with the modes that the guard
  /// restores; nil without a console. May block in a driver.
  package func console() -> VirtualTerminal? {
    let reply = channel?.askForConsole(by: MonotonicClock.now + Self.timeout)
    if let descriptor = reply?.descriptor {
      return VirtualTerminal(FileDescriptor(owning: descriptor))
    }
    // Without a guard, the caller saves and restores the console itself.
    return reply?.isThere == true ? nil : VirtualTerminal()
  }

  /// Whether the guard runs. One that takes no message now runs.
  package var isAlive: Bool {
    switch channel?.send([Message.ping].span) {
    case .taken?, .full?: true
    case .closed?, nil: false
    }
  }

  /// Makes the VT in front draw, unless it is the console. The guard does it: a presenter that is
  /// killed in between would leave that VT in graphics mode. Waits for room, two seconds at most.
  ///
  /// - Returns: whether the guard received the order.
  package func redrawOther() -> Bool { sendWaiting([Message.redrawOther]) }

  /// Sends a message. Waits for room, two seconds at most.
  private func sendWaiting(_ message: [UInt8], descriptor: Int32? = nil) -> Bool {
    let end = MonotonicClock.now + Self.patience
    var poller = Poller()
    while true {
      switch channel?.send(message.span, descriptor: descriptor) {
      case .taken?: return true
      case .closed?, nil: return false
      case .full?: if MonotonicClock.now >= end { return false }
      }
      poller.wait(for: Self.pause)
    }
  }

  /// This end of the channel, for child processes that may outlive the program and must close it;
  /// nil once it is closed. The guard's client owns it.
  package var descriptor: Int32? { channel?.rawValue }

  // MARK: - For the keeper

  /// Restores the console while the program continues.
  package func restoreConsole() { post([Message.restore]) }

  /// Sends a message, or keeps it for `deliver`. The keeper does not wait: its feeds would, too.
  private func post(_ message: [UInt8]) {
    if !unsent.contains(message) { unsent.append(message) }
    deliver()
  }

  /// Sends the messages that found no room. Does not wait.
  package func deliver() {
    while let message = unsent.first {
      if case .full? = channel?.send(message.span) { return }
      unsent.removeFirst()
    }
  }

  /// The time of the next call of `deliver`, on the system's clock; nil if all messages are sent.
  package var deadline: Duration? { unsent.isEmpty ? nil : MonotonicClock.now + Self.pause }

  /// Makes the guard keep a card's picture until another program shows one, instead of ending.
  /// Waits for room, two seconds at most.
  ///
  /// - Parameters:
  ///   - card: the card's descriptor; the guard gets a duplicate.
  ///   - timeout: the longest wait, then the guard restores the console; nil for ever.
  /// - Returns: whether the guard received the order.
  package func hold(card: Int32, atMost timeout: Duration?) -> Bool {
    let seconds = timeout.map { UInt32(clamping: $0.wholeSeconds) } ?? Message.forever
    var bytes = [Message.hold]
    bytes.append(littleEndian: UInt64(seconds))
    guard sendWaiting(bytes, descriptor: card) else { return false }
    channel = nil
    return true
  }

  /// Makes the guard keep the picture of a further card as long as that of `hold`. Waits for room,
  /// two seconds at most.
  package func keep(card: Int32) { _ = sendWaiting([Message.keepCard], descriptor: card) }

  /// Makes the guard remove a FIFO that the keeper made, in case SIGKILL ends the keeper.
  package func guardFIFO(_ path: ByteString) {
    // The guard has another working directory. Memory may be short for a moment.
    let real = try? FileSystem.realPath(path)
    guard let path = real ?? (path.bytes.first == UInt8(ascii: "/") ? path : nil) else { return }
    post([Message.removeFIFO] + path.bytes)
  }

  /// Makes the guard restore the console, and end.
  package func dismiss() { channel = nil }

  /// Updates `hasEnded`, without waiting.
  package func reap() { if process.reap(waiting: false) != nil { hasEnded = true } }

  // MARK: - The guard process

  /// Executes messages until all other ends of the channel are closed.
  private static func serve(_ channel: borrowing MessageChannel) {
    var console: VirtualTerminal?
    var fifos: [ByteString] = []
    // The longest message has a path.
    var word = [UInt8](repeating: 0, count: 1 + 4_096)
    var poller = Poller()
    _ = poller.add(channel.rawValue, .readable)
    while true {
      switch channel.receive(into: &word) {
      case .nothing: poller.wait(for: nil)
      case .closed:
        console?.restore()
        // After an orderly end the keeper has removed them. A successor that starts within a second
        // takes them over, with the records that writers have for it.
        for path in fifos { _ = try? AbandonedFIFO.remove(path, after: .seconds(1)) }
        return
      // Open until the process ends.
      case .message(_, .some) where word[0] == Message.keepCard: break
      case .message(_, let descriptor?):
        // Else only `hold` has a descriptor.
        console?.restoreKeyboard()
        hold(descriptor, atMost: timeout(word), console)
        return
      case .message(let count, nil):
        if word[0] == Message.removeFIFO {
          // A replaced FIFO is already in the list.
          let path = ByteString(word.span.extracting(1..<count))
          if !fifos.contains(path) { fifos.append(path) }
        } else if word[0] == Message.openConsole {
          if console == nil { console = VirtualTerminal() }
          channel.reply(Message.openConsole, with: console?.rawValue)
        } else if word[0] == Message.restore {
          console?.restore()
        } else if word[0] == Message.redrawOther {
          VirtualTerminal.redrawActive(except: console)
        }
      }
    }
  }

  private static func timeout(_ word: [UInt8]) -> Duration? {
    let seconds = word.span.word32(at: 1)
    return seconds == Message.forever ? nil : .seconds(Int64(seconds))
  }

  /// Keeps a card's picture, then restores the console unless another program shows a picture on
  /// it. Such a program owns that console: text mode would make the kernel draw it over the
  /// program's picture. The console is restored last, so the kernel draws it when no program is
  /// master.
  private static func hold(
    _ card: Int32, atMost timeout: Duration?, _ console: VirtualTerminal?
  ) {
    let isTaken = isTaken(card, atMost: timeout, console)
    if let console, !(isTaken && console.isInFront) { console.restore() }
  }

  /// Whether another program took the card's displays. The card is closed on return.
  private static func isTaken(
    _ card: Int32, atMost timeout: Duration?, _ console: VirtualTerminal?
  ) -> Bool {
    let holder = ScreenHolder(Card.adopt(card))
    // On another VT, nothing of this program is visible.
    if let console, !console.isInFront { return false }
    guard let console, let requests = VTSwitchRequests(console) else {
      return holder.wait(atMost: timeout)
    }
    let isTaken = holder.wait(atMost: timeout, orFor: requests.rawValue)
    // The console that is left must still be in graphics mode here: then the kernel unblanks the
    // other one.
    if requests.next() == .leave { requests.allowLeaving() }
    return isTaken
  }
}

extension MessageChannel {
  /// Sends a reply of one byte, with a copy of a descriptor if given. Waits until it can be sent: a
  /// presenter without a reply would use a console that the guard does not know.
  func reply(_ word: UInt8, with descriptor: Int32?) {
    var poller = Poller()
    while case .full = send([word].span, descriptor: descriptor) {
      poller.wait(for: ConsoleGuardProcess.pause)
    }
  }

  /// Requests the console from the guard at the other end.
  ///
  /// A guard with a full channel exists nonetheless, so the request is repeated: only the guard
  /// restores a console after SIGKILL.
  ///
  /// - Parameter end: the time, on the system's clock, after which a guard without a reply counts
  ///   as missing.
  /// - Returns: whether a reply came, and the console's descriptor, which the caller owns; nil for
  ///   none.
  func askForConsole(by end: Duration) -> (isThere: Bool, descriptor: Int32?) {
    var (word, sent): ([UInt8], Sent) = ([0], .full)
    var poller = Poller()
    _ = poller.add(rawValue, .readable)
    while true {
      // The reply to an earlier presenter's request is as good.
      if case .message(_, let descriptor) = receive(into: &word) { return (true, descriptor) }
      let left = end - MonotonicClock.now
      if left <= .zero { return (false, nil) }
      if case .full = sent { sent = send([ConsoleGuardProcess.Message.openConsole].span) }
      switch sent {
      case .closed: return (false, nil)
      case .full: poller.wait(for: ConsoleGuardProcess.pause)
      // A signal ends a wait early.
      case .taken: poller.wait(for: left)
      }
    }
  }
}
