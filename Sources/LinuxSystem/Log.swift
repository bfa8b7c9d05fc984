public import Base
import Synchronization

/// The log of the program. A line is dropped if writing it would block.
///
/// In a journal or the kernel's log, lines carry their level.
public enum Log {
  /// The level of a line, numbered as in syslog.
  public enum Level: Int {
    /// The program cannot do its task.
    case error = 3
    /// The program works around a problem.
    case warning = 4
    /// Information.
    case info = 6
  }

  /// The destination of lines.
  public enum Place: Int {
    /// Standard error, for people.
    case terminal
    /// Standard error, connected to a journal that reads levels.
    case journal
    /// The kernel's log.
    case kernel
  }

  // Set while the program is one process, and inherited by the others.
  private static let chosen = Atomic<Int>(0)
  /// The longest line in bytes; the kernel allows slightly more.
  private static let kernelLimit = 900

  /// Writes a line. Paths and foreign text may contain any bytes, so they are sanitized: the
  /// message stays one line and controls no terminal.
  @_disfavoredOverload
  public static func write(_ message: ByteString, _ level: Level = .warning) {
    let line = SanitizedText("fbprogress: " + message).utf8
    let place = Place(rawValue: chosen.load(ordering: .relaxed))
    if place == .kernel, writeToKernel(line, level) { return }
    let text = (place == .journal ? "<" + ByteString(level.rawValue) + ">" + line : line) + "\n"
    if let descriptor {
      MessageChannel.send(text.bytes.span, on: descriptor)
    } else {
      FileDescriptor.writeToStandardError(text.bytes.span)
    }
  }

  /// Writes a literal as a line.
  @inline(never)
  public static func write(_ message: StaticBytes, _ level: Level = .warning) {
    write(ByteString(message), level)
  }

  // MARK: - Deferred lines

  // A channel to this process itself for deferred lines; negative for none.
  private static let heldFrom = Atomic<Int32>(-1)
  private static let heldAt = Atomic<Int32>(-1)

  /// Defers lines for standard error, where a wrapped command draws its own progress. The channel
  /// has room for some hundred lines; later ones are lost.
  public static func hold() {
    if descriptor != nil { return }
    guard let (from, at) = try? SystemCall.messagePair() else { return }
    heldFrom.store(from, ordering: .relaxed)
    heldAt.store(at, ordering: .relaxed)
  }

  /// The descriptor that a child process needs to defer its lines; nil if lines are not deferred.
  public static var descriptor: Int32? {
    let from = heldFrom.load(ordering: .relaxed)
    return from < 0 ? nil : from
  }

  /// Writes the deferred lines and ends deferring.
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

  /// Writes an informational line to a journal or the kernel's log only, where it has a time and
  /// context.
  public static func note(_ message: ByteString) {
    if chosen.load(ordering: .relaxed) != Place.terminal.rawValue { write(message, .info) }
  }

  /// Writes an informational line if the setting `verbose` is on.
  public static func detail(_ message: ByteString) {
    if isDetailed { write(message, .info) }
  }

  /// Turns `detail` on or off.
  public static func setVerbose(_ flag: Bool) { isVerbose.store(flag, ordering: .relaxed) }

  /// Whether `detail` writes lines.
  static var isDetailed: Bool { isVerbose.load(ordering: .relaxed) }

  private static let isVerbose = Atomic<Bool>(false)

  /// Whether lines go to the kernel's log, which is opened for each.
  static var isOfKernel: Bool { Place(rawValue: chosen.load(ordering: .relaxed)) == .kernel }

  /// Opens the device for each line: the kernel limits the rate per open file, and lines are few.
  private static func writeToKernel(_ line: ByteString, _ level: Level) -> Bool {
    let text = kernelRecord(line, level)
    return (try? FileDescriptor.open("/dev/kmsg", for: .writing).write(text.bytes.span)) != nil
  }

  /// Returns a line in the format of /dev/kmsg, with its level, cut to the kernel's limit.
  static func kernelRecord(_ line: ByteString, _ level: Level) -> ByteString {
    // Facility 3 marks the line as a daemon's, not the kernel's. The kernel delivers it at the line
    // feed.
    "<" + ByteString(3 << 3 | level.rawValue) + ">" + line[0..<min(line.count, kernelLimit)] + "\n"
  }

  /// Redirects lines from standard error to the kernel's log.
  ///
  /// - Returns: whether they went to standard error for people before.
  public static func redirectToKernel() -> Bool {
    guard chosen.load(ordering: .relaxed) == Place.terminal.rawValue else { return false }
    open(.kernel)
    return true
  }

  /// Sets the destination of later lines.
  public static func open(_ place: Place) { chosen.store(place.rawValue, ordering: .relaxed) }

  /// Returns the default destination.
  ///
  /// It is the journal if that reads standard error. It is the kernel's log if standard error is
  /// closed, in PID 1, and in an initramfs where standard error is a console and standard input no
  /// terminal. Otherwise it is standard error.
  public static func usualPlace(hasStandardError: Bool) -> Place {
    guard hasStandardError, let error = FileDescriptor.status(of: 2) else { return .kernel }
    if let stream = Environment.value("JOURNAL_STREAM"),
      stream == ByteString(error.device) + ":" + ByteString(error.inode)
    {
      return .journal
    }
    if Environment.processIdentifier == 1 { return .kernel }
    let isInitramfs = FileSystem.exists("/etc/initrd-release")
    let isByHand = Command.isTerminal(0)
    return isInitramfs && error.isCharacterDevice && !isByHand ? .kernel : .terminal
  }
}
