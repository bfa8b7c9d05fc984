import Foundation
public import Pixels

/// A terminal that a test plays: the other end is a device that programs open.
///
/// A thread reads what they write, draws it on a screen and sends the screen's answers.
public final class PseudoTerminal: @unchecked Sendable {
  private let master: Int32
  private let own: Int32
  private let lock = NSLock()
  private var held: TerminalScreen
  private var isReading = true
  private var delay = 0.0
  private var firstReportDelay = 0.0
  private var isOpen = true
  private var hasStopped = false
  /// The path of the device.
  public let path: String

  /// Opens a terminal.
  ///
  /// - Parameters:
  ///   - columns: characters of a row.
  ///   - cell: the size of a character, pixels; the kernel is told only if `tells`.
  ///   - delay: the time until each answer, seconds.
  ///   - firstReportDelay: the time until the first status report, seconds.
  public init(
    columns: Int, rows: Int, cell: PixelSize, _ ability: TerminalScreen.Ability,
    tells: Bool = true, delay: Double = 0, firstReportDelay: Double = 0
  ) {
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // The requests are TIOCSPTLCK and TIOCGPTN.
    var (locked, number) = (Int32(0), UInt32(0))
    let isUsable =
      unsafe ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0
    precondition(isUsable, "no terminal")
    path = "/dev/pts/\(number)"
    // Without an open end a read of the other one fails.
    own = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    held = TerminalScreen(
      size: PixelSize(width: columns * cell.width, height: rows * cell.height), cell: cell, ability)
    self.delay = delay
    self.firstReportDelay = firstReportDelay
    setSize(columns: columns, rows: rows, cell: tells ? cell : PixelSize(width: 0, height: 0))
    Thread.detachNewThread { [self] in run() }
  }

  private func setSize(columns: Int, rows: Int, cell: PixelSize) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while lock.withLock({ isOpen }) {
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard lock.withLock({ isReading }) else {
        Thread.sleep(forTimeInterval: 0.01)
        continue
      }
      guard unsafe poll(&entry, 1, 20) > 0 else { continue }
      // Reads under the lock: no byte is read after `setReading(false)` has returned.
      let answers: [UInt8]? = lock.withLock {
        guard isReading else { return [] }
        let count = unsafe read(master, &buffer, buffer.count)
        return count > 0 ? held.take(Array(buffer[..<count])) : nil
      }
      guard let answers else { break }
      if answers.isEmpty { continue }
      Thread.sleep(forTimeInterval: delay)
      if answers.starts(with: Array("\u{1b}[0n".utf8)) {
        Thread.sleep(forTimeInterval: firstReportDelay)
        firstReportDelay = 0
      }
      _ = unsafe write(master, answers, answers.count)
    }
    lock.withLock { hasStopped = true }
  }

  /// What is on the screen now.
  public var screen: TerminalScreen {
    lock.withLock {
      held.compose()
      return held
    }
  }
  /// The tiles and rectangles that were drawn.
  public var drawnCount: Int { lock.withLock { held.drawnCount } }
  /// Stops reading, as Ctrl-S does, or goes on.
  public func setReading(_ reads: Bool) { lock.withLock { isReading = reads } }
  /// Types bytes.
  public func type(_ bytes: [UInt8]) { _ = unsafe write(master, bytes, bytes.count) }
  /// Changes the size, as a window manager does.
  public func resize(columns: Int, rows: Int) {
    lock.withLock {
      let cell = held.cell
      held.resize(PixelSize(width: columns * cell.width, height: rows * cell.height))
      setSize(columns: columns, rows: rows, cell: cell)
    }
  }
  /// The state of its line: local modes and special characters.
  public var line: [UInt8] {
    var state = termios()
    _ = unsafe tcgetattr(own, &state)
    // SAFETY: the structure is borrowed for the call.
    return unsafe withUnsafeBytes(of: state) { unsafe Array($0) }
  }
  /// The bytes that a shell would read now.
  public var typed: Int {
    var (count, state) = (Int32(0), termios())
    _ = unsafe tcgetattr(own, &state)
    var raw = state
    raw.c_lflag &= ~tcflag_t(ICANON)
    _ = unsafe tcsetattr(own, TCSANOW, &raw)
    _ = unsafe ioctl(own, UInt(FIONREAD), &count)
    _ = unsafe tcsetattr(own, TCSANOW, &state)
    return Int(count)
  }
  /// Ends the terminal, as closing its window does.
  public func hangUp() {
    lock.withLock { isOpen = false }
    while !lock.withLock({ hasStopped }) { Thread.sleep(forTimeInterval: 0.005) }
    close(own)
    close(master)
  }
}
