package import Base
import KMS
package import LinuxSystem

/// The program's third process, which is there for the case that the other two are ended by force
/// (docs/adr/0010-a-third-process.md).
///
/// It waits for words over a channel whose other end both have, and for nothing else. When that end closes for good, it gives the
/// console back: the same way after an orderly end and after none.
package final class ConsoleGuardProcess {
  private let process: ChildProcess
  private var channel: MessageChannel?
  /// Whether it has ended, as far as is known.
  package private(set) var hasEnded = false

  /// What it is told.
  private enum Word {
    /// Nothing.
    static let ping: UInt8 = 0
    /// To answer with the descriptor of the console in front, of which it has made a note.
    static let openConsole: UInt8 = 1
    /// To give the console back, and stay.
    static let restore: UInt8 = 2
    /// To keep what the card that comes along shows until another program has the screen, then to end. With the seconds to
    /// wait at most, four bytes.
    static let hold: UInt8 = 3
    /// To remove a FIFO at the end, if no process reads it. With its path.
    static let removeFIFO: UInt8 = 4
    /// Seconds without end.
    static let forever = UInt32.max
  }

  /// How long a console may take to be opened.
  private static let patience = Duration.seconds(10)

  /// Forks it.
  ///
  /// - Parameter foreign: what the process has open that it is not to hold.
  package init(closing foreign: [Int32]) throws(SystemError) {
    let pair = try MessageChannel.makePair()
    process = try ChildProcess.fork(
      named: "fbprogress-hold", closing: foreign + [pair.first.rawValue]
    ) {
      ChildProcess.withdraw(title: "@fbprogress-hold")
      Self.serve(pair.second)
      return 0
    }
    channel = consume pair.first
  }

  // MARK: - For the others

  /// The console that was in front when this was first asked for, as the consoleGuard knows how to give it back; nil where there is
  /// none. May wait for a driver.
  package func console() -> VirtualTerminal? {
    var word: [UInt8] = [0]
    // An answer to a presenter that is gone is as good as another.
    var descriptor = answer(&word)
    if descriptor == nil, word[0] == 0 {
      if send(Word.openConsole), let channel = self.descriptor {
        var poller = Poller()
        _ = poller.add(channel, .readable)
        poller.wait(for: Self.patience)
        descriptor = answer(&word)
      }
    }
    if let descriptor { return VirtualTerminal(FileDescriptor(owning: descriptor)) }
    // Nobody answers any more: then who asks looks after the console alone.
    return word[0] == 0 ? VirtualTerminal() : nil
  }

  private func answer(_ word: inout [UInt8]) -> Int32? {
    guard case .message(_, let descriptor)? = channel?.receive(into: &word) else { return nil }
    return descriptor
  }

  /// Whether it is there to give the console back.
  package var isThere: Bool { send(Word.ping) }

  /// Gives the console back while the program goes on.
  package func restoreConsole() { _ = send(Word.restore) }

  private func send(_ word: UInt8) -> Bool {
    if case .taken? = channel?.send([word].span) { true } else { false }
  }

  /// This end of the channel, for processes that may stay when the program has ended; nil once it is closed.
  package var descriptor: Int32? { channel?.rawValue }

  // MARK: - For the keeper

  /// Has it keep what a card shows, in place of ending, until another program has the screen.
  ///
  /// - Parameter patience: how long it waits for that; nil for ever. Then it gives the console back.
  /// - Returns: whether it does.
  package func hold(card: Int32, atMost patience: Duration?) -> Bool {
    let seconds = patience.map { UInt32(clamping: $0.wholeSeconds) } ?? Word.forever
    var bytes = [Word.hold]
    for place in UInt32(0)..<4 { bytes.append(UInt8(truncatingIfNeeded: seconds >> (8 * place))) }
    guard case .taken? = channel?.send(bytes.span, descriptor: card) else { return false }
    channel = nil
    return true
  }

  /// Has it remove a FIFO that the keeper made, should the keeper be ended by SIGKILL.
  package func guardFIFO(_ path: ByteString) {
    // The consoleGuard has another working directory.
    guard let path = try? FileSystem.realPath(path) else { return }
    channel?.send(([Word.removeFIFO] + path.bytes).span)
  }

  /// Lets it give the console back, and end.
  package func dismiss() { channel = nil }

  /// Looks whether it has ended.
  package func reap() { if process.reap(waiting: false) != nil { hasEnded = true } }

  // MARK: - The process itself

  /// Does what it is told, until nobody is left who could tell it anything.
  private static func serve(_ channel: borrowing MessageChannel) {
    var console: VirtualTerminal?
    var fifos: [ByteString] = []
    // The longest is that of a path.
    var word = [UInt8](repeating: 0, count: 1 + 4_096)
    var poller = Poller()
    _ = poller.add(channel.rawValue, .readable)
    while true {
      switch channel.receive(into: &word) {
      case .nothing: poller.wait(for: nil)
      case .closed:
        console?.restore()
        // An orderly end has removed them. A successor that starts at once takes them over, with
        // the records that writers have for it.
        for path in fifos { _ = try? AbandonedFIFO.remove(path, after: .seconds(1)) }
        return
      case .message(_, let descriptor?):
        // There is nothing else that comes with one.
        console?.restoreKeyboard()
        hold(descriptor, atMost: patience(word), console)
        return
      case .message(let count, nil):
        if word[0] == Word.removeFIFO {
          fifos.append(ByteString(word.span.extracting(1..<count)))
        } else if word[0] == Word.openConsole {
          if console == nil { console = VirtualTerminal() }
          channel.send([Word.openConsole].span, descriptor: console?.rawValue)
        } else if word[0] == Word.restore {
          console?.restore()
        }
      }
    }
  }

  private static func patience(_ word: [UInt8]) -> Duration? {
    var seconds: UInt32 = 0
    for place in 0..<4 { seconds |= UInt32(word[place + 1]) << UInt32(8 * place) }
    return seconds == Word.forever ? nil : .seconds(Int64(seconds))
  }

  /// Holds the picture that a card shows. A program that shows another one on the same console owns that from then on, and is left
  /// alone: to make the console draw would take the display from it. Otherwise the console is given back, last of all, so that it is
  /// drawn when nobody else has the card.
  private static func hold(
    _ card: Int32, atMost patience: Duration?, _ console: VirtualTerminal?
  ) {
    let isTaken = isTaken(card, atMost: patience, console)
    if let console, !(isTaken && console.isInFront) { console.restore() }
  }

  /// Whether another program took the display of a card, which is held, and let go in the end.
  private static func isTaken(
    _ card: Int32, atMost patience: Duration?, _ console: VirtualTerminal?
  ) -> Bool {
    let holder = ScreenHolder(Card.adopt(card))
    // On another terminal nothing of ours is left.
    if let console, !console.isInFront { return false }
    guard let console, let say = TerminalSwitch(console) else {
      return holder.wait(atMost: patience)
    }
    let isTaken = holder.wait(atMost: patience, orFor: say.rawValue)
    // While the console that is left is not awake yet, so that the kernel wakes the other one.
    if say.next() == .leave { say.allowLeaving() }
    return isTaken
  }
}
