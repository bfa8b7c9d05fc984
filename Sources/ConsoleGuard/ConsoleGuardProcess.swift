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
  /// The process and the channel to it. The process ends when the channel is closed.
  package let helper: Helper

  /// A message to the guard.
  struct Message: WireMessage {
    /// The effect of a message.
    enum Kind: UInt8 {
      /// No effect.
      case ping
      /// Reply with the descriptor of the foreground console. The guard saves the console's modes.
      case openConsole
      /// Restore the console, and continue.
      case restore
      /// Keep the picture of the attached card until another program shows one, then end.
      case hold
      /// At the end, remove the FIFO at `path` if no process reads it.
      case removeFIFO
      /// Make the VT in front draw, unless it is the saved console.
      case redrawOther
      /// Keep the attached card open until the end, for the picture on it.
      case keepCard
    }

    private(set) var kind = Kind.ping
    private(set) var path = ByteString()
    /// The longest time that the guard holds a card; nil for ever.
    private(set) var timeout: Duration?

    init() {}

    init(_ kind: Kind, path: ByteString = ByteString(), timeout: Duration? = nil) {
      (self.kind, self.path, self.timeout) = (kind, path, timeout)
    }

    mutating func code(_ coder: inout WireCoder) {
      coder.code(&kind)
      coder.code(&path)
      coder.code(&timeout)
    }
  }

  /// The longest wait for the console's descriptor.
  private static let timeout = Duration.seconds(10)
  /// The longest wait of a caller for room for its message.
  private static let patience = Duration.seconds(2)

  /// Forks the process.
  ///
  /// - Parameter files: the files that it may use; nil for no limit.
  /// - Throws: an error of socketpair(2) or fork(2).
  package convenience init(files: [Confinement.FileRule]?) throws(SystemError) {
    self.init(
      try Helper(named: "fbprogress-hold", outlives: true) {
        Confinement.begin(as: .consoleGuard, files: files)
        Self.serve($0)
        return 0
      })
  }

  /// Creates a client of a process.
  init(_ helper: Helper) { self.helper = helper }

  // MARK: - For the keeper and the presenter

  /// The console that was in the foreground at the first call, with the modes that the guard
  /// restores; nil without a console. May block in a driver.
  package func console() -> VirtualTerminal? {
    let reply = helper.channel?.askForConsole(by: MonotonicClock.now + Self.timeout)
    if let descriptor = reply?.descriptor {
      return VirtualTerminal(FileDescriptor(owning: descriptor))
    }
    // Without a guard, the caller saves and restores the console itself.
    return reply?.isThere == true ? nil : VirtualTerminal()
  }

  /// Whether the guard runs. One that takes no message now runs.
  package var isAlive: Bool {
    let sent = helper.channel?.send(Message(.ping).bytes.span)
    return sent == .taken || sent == .full
  }

  /// Makes the VT in front draw, unless it is the console. The guard does it: a presenter that is
  /// killed in between would leave that VT in graphics mode. Waits for room, two seconds at most.
  ///
  /// - Returns: whether the guard received the order.
  package func redrawOther() -> Bool { send(Message(.redrawOther)) }

  /// Sends a message. Waits for room, two seconds at most.
  private func send(_ message: Message, descriptor: Int32? = nil) -> Bool {
    helper.channel?.send(
      message.bytes.span, descriptor: descriptor, by: MonotonicClock.now + Self.patience) == true
  }

  // MARK: - For the keeper

  /// Restores the console while the program continues.
  package func restoreConsole() { post(Message(.restore)) }

  /// Sends a message, now or by `Helper.deliver`. The keeper does not wait: its feeds would, too.
  private func post(_ message: Message) {
    let bytes = message.bytes
    if !helper.unsent.contains(bytes) { helper.unsent.append(bytes) }
    helper.deliver()
  }

  /// Makes the guard keep a card's picture until another program shows one, instead of ending.
  /// Waits for room, two seconds at most.
  ///
  /// - Parameters:
  ///   - card: the card's descriptor; the guard gets a duplicate.
  ///   - timeout: the longest wait, then the guard restores the console; nil for ever.
  /// - Returns: whether the guard received the order.
  package func hold(card: Int32, atMost timeout: Duration?) -> Bool {
    guard send(Message(.hold, timeout: timeout), descriptor: card) else { return false }
    helper.close()
    return true
  }

  /// Makes the guard keep the picture of a further card as long as that of `hold`. Waits for room,
  /// two seconds at most.
  package func keep(card: Int32) { _ = send(Message(.keepCard), descriptor: card) }

  /// Makes the guard remove a FIFO that the keeper made, in case SIGKILL ends the keeper.
  package func guardFIFO(_ path: ByteString) {
    // The guard has another working directory. Memory may be short for a moment.
    let real = try? FileSystem.realPath(path)
    guard let path = real ?? (path.bytes.first == UInt8(ascii: "/") ? path : nil) else { return }
    post(Message(.removeFIFO, path: path))
  }

  // MARK: - The guard process

  /// Executes messages until all other ends of the channel are closed.
  private static func serve(_ channel: borrowing MessageChannel) {
    var console: VirtualTerminal?
    var fifos: [ByteString] = []
    // The longest message has a path.
    var buffer = [UInt8](repeating: 0, count: 64 + 4_096)
    while case .message(let count, let descriptor) = channel.receive(into: &buffer, by: nil) {
      guard let message = Message(buffer.span.extracting(first: count)) else { continue }
      switch message.kind {
      // A card is open until the process ends.
      case .ping, .keepCard: break
      case .hold:
        guard let descriptor else { break }
        console?.restoreKeyboard()
        return hold(descriptor, atMost: message.timeout, console)
      // A replaced FIFO is already in the list.
      case .removeFIFO: if !fifos.contains(message.path) { fifos.append(message.path) }
      case .openConsole:
        if console == nil { console = VirtualTerminal() }
        // A presenter without a reply would use a console that the guard does not know.
        _ = channel.send([0].span, descriptor: console?.rawValue, by: nil)
      case .restore: console?.restore()
      case .redrawOther: VirtualTerminal.redrawActive(except: console)
      }
    }
    console?.restore()
    // After an orderly end the keeper has removed them. A successor that starts within a second
    // takes them over, with the records that writers have for it.
    for path in fifos { _ = try? AbandonedFIFO.remove(path, after: .seconds(1)) }
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
    var word: [UInt8] = [0]
    // The reply to an earlier presenter's request is as good.
    var reply = receive(into: &word)
    if case .nothing = reply,
      send(ConsoleGuardProcess.Message(.openConsole).bytes.span, by: end)
    {
      reply = receive(into: &word, by: end)
    }
    if case .message(_, let descriptor) = reply { return (true, descriptor) }
    return (false, nil)
  }
}
