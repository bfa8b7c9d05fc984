public import Base
import Synchronization

/// What the program says: a line each, left out rather than waited for.
///
/// Where there is a journal behind standard error, or the kernel's log is all there is, lines say how serious they are.
public enum Log {
  /// How serious something is, as syslog counts.
  public enum Level: Int {
    /// The program can't do what it is for.
    case error = 3
    /// Something is not as it should be.
    case warning = 4
    /// Worth knowing.
    case info = 6
  }

  /// Where lines go.
  public enum Place: Int {
    /// Standard error, for people.
    case terminal
    /// Standard error, from which a journal takes levels.
    case journal
    /// The kernel's log.
    case kernel
  }

  // Chosen while there is one process, and inherited by the others.
  private static let chosen = Atomic<Int>(0)
  /// The kernel takes a little more in a line.
  private static let kernelLimit = 900

  /// Says something. Paths and words of others may have anything in them, so they are made safe to print: it stays one line, and
  /// no terminal obeys it.
  public static func write(_ message: ByteString, _ level: Level = .warning) {
    let line = SanitizedText("fbprogress: " + message).utf8
    let place = Place(rawValue: chosen.load(ordering: .relaxed))
    if place == .kernel, writeToKernel(line, level) { return }
    let text = (place == .journal ? "<" + ByteString(level.rawValue) + ">" + line : line) + "\n"
    let channel = heldFrom.load(ordering: .relaxed)
    if channel < 0 {
      FileDescriptor.writeToStandardError(text.bytes.span)
    } else {
      MessageChannel.send(text.bytes.span, on: channel)
    }
  }

  // MARK: - Holding lines back

  // A channel to this process itself, for lines that wait; below 0 for none. Processes that are forked
  // later have it, too.
  private static let heldFrom = Atomic<Int32>(-1)
  private static let heldAt = Atomic<Int32>(-1)

  /// Holds lines back that go to standard error: a wrapped command draws its meter there. The channel
  /// has room for some hundred lines; later ones are lost.
  public static func hold() {
    guard let (from, at) = try? MessageChannel.makeQueue() else { return }
    heldFrom.store(from, ordering: .relaxed)
    heldAt.store(at, ordering: .relaxed)
  }

  /// Writes the lines that were held back, and holds none from here on.
  public static func release() {
    let at = heldAt.load(ordering: .relaxed)
    if at < 0 { return }
    var line = [UInt8](repeating: 0, count: SanitizedText.capacity + 8)
    while let count = try? FileDescriptor.read(from: at, into: &line), count > 0 {
      FileDescriptor.writeToStandardError(line.span.extracting(first: count))
    }
    FileDescriptor.close(heldFrom.load(ordering: .relaxed))
    FileDescriptor.close(at)
    heldFrom.store(-1, ordering: .relaxed)
    heldAt.store(-1, ordering: .relaxed)
  }

  /// Says something that is of interest beside the lines of others only: in the journal, or in the kernel's log, with their times.
  public static func note(_ message: ByteString) {
    if chosen.load(ordering: .relaxed) != Place.terminal.rawValue { write(message, .info) }
  }

  /// Says something that only a reader with the setting `verbose` wants to know.
  public static func detail(_ message: ByteString) {
    if isVerbose.load(ordering: .relaxed) { write(message, .info) }
  }

  /// Chooses whether details are said.
  public static func setVerbose(_ flag: Bool) { isVerbose.store(flag, ordering: .relaxed) }

  private static let isVerbose = Atomic<Bool>(false)

  /// Opened for each line: the kernel limits what comes through one opening, and what is said is little.
  private static func writeToKernel(_ line: ByteString, _ level: Level) -> Bool {
    // As a daemon's; without that it would be the kernel's own. Until the line ends nobody gets to read it.
    let text =
      "<" + ByteString(3 << 3 | level.rawValue) + ">" + line[0..<min(line.count, kernelLimit)]
      + "\n"
    return (try? FileDescriptor.open("/dev/kmsg", for: .writing).writeAll(text.bytes.span)) != nil
  }

  /// Has lines go to the kernel's log in place of standard error.
  ///
  /// - Returns: whether they went to standard error for people before.
  public static func leaveTerminal() -> Bool {
    guard chosen.load(ordering: .relaxed) == Place.terminal.rawValue else { return false }
    open(.kernel)
    return true
  }

  /// Chooses where lines go from here on.
  public static func open(_ place: Place) { chosen.store(place.rawValue, ordering: .relaxed) }

  /// Where lines go when nobody says so: to the journal if that is who reads them; where nobody would read them, because there
  /// is no standard error, or because it is the console of a system that has only begun, to the kernel.
  public static func usualPlace(hasStandardError: Bool) -> Place {
    guard hasStandardError, let error = FileDescriptor.standardErrorStatus else { return .kernel }
    let stream = ByteString(error.device) + ":" + ByteString(error.inode)
    if Environment.value("JOURNAL_STREAM") == stream { return .journal }
    if Environment.processIdentifier == 1 { return .kernel }
    let isInitramfs = (try? FileSystem.status("/etc/initrd-release")).flatMap { $0 } != nil
    let isByHand = Command.isTerminal(0)
    return isInitramfs && error.isCharacterDevice && !isByHand ? .kernel : .terminal
  }
}
