import Foundation

/// A program that a test runs, with default signal handling. It inherits only the descriptors that
/// the test names.
///
/// Foundation's `Process` waits for all processes that a program leaves behind, and programs
/// started at the same time share descriptors.
final class ChildProgram {
  /// The destination of a program's output.
  enum Output {
    case inherited
    case dropped
    case to(Pipe)
  }

  let processIdentifier: pid_t
  /// The status from `waitpid`; nil while the program runs.
  private var end: Int32?

  /// Starts a program.
  ///
  /// - Parameter input: standard input; nil for none.
  init(
    _ path: String, _ arguments: [String], input: Pipe? = nil, output: Output = .inherited,
    errors: Output = .inherited
  ) throws {
    // SAFETY: actions and attributes are borrowed for the calls between their initialization and
    // destruction, and the calls copy the path that is opened.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    func open(_ descriptor: Int32, _ flags: Int32) {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
    }
    var lent: [FileHandle] = []
    func lend(_ handle: FileHandle, as descriptor: Int32) {
      unsafe posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, descriptor)
      lent.append(handle)
    }
    if let input { lend(input.fileHandleForReading, as: 0) } else { open(0, O_RDONLY) }
    for (descriptor, stream) in [(1, output), (2, errors)] as [(Int32, Output)] {
      switch stream {
      case .inherited: break
      case .dropped: open(descriptor, O_WRONLY)
      case .to(let pipe): lend(pipe.fileHandleForWriting, as: descriptor)
      }
    }
    // Closing a descriptor that is not open is harmless.
    for descriptor in 3..<1_024 as Range<Int32> {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Test threads have most signals blocked.
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    // SAFETY: the copies live until they are freed below; the call copies them.
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var environment =
      unsafe ProcessInfo.processInfo.environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + environment).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let error = unsafe posix_spawn(&child, path, &actions, &attributes, &words, &environment)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    processIdentifier = child
    for handle in lent { try handle.close() }
  }

  deinit {
    // The program may have to clean up.
    terminate()
    let deadline = Date(timeIntervalSinceNow: 5)
    while isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    signal(SIGKILL)
    waitUntilExit()
  }

  /// Whether the program runs.
  var isRunning: Bool {
    look(WNOHANG)
    return end == nil
  }

  /// The exit status, or 256 plus the number of the signal that ended the program; nil while it
  /// runs.
  var status: Int32? { end.map { $0 & 0x7f == 0 ? $0 >> 8 & 0xff : 256 + ($0 & 0x7f) } }

  /// The IDs of its child processes, and of theirs.
  var children: [Int32] { Self.children(of: processIdentifier) }

  private static func children(of process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let own = text.split(separator: " ").compactMap { Int32($0) }
    return own + own.flatMap { children(of: $0) }
  }

  /// The ID of the child process with a name, such as "fbprogress-show" for the presenter; nil for
  /// none.
  func child(_ name: String) -> Int32? {
    children.first {
      (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  /// Sends a signal, unless the program has ended.
  func signal(_ number: Int32) { if isRunning { kill(processIdentifier, number) } }

  /// Sends SIGTERM, unless the program has ended.
  func terminate() { signal(SIGTERM) }

  /// Waits for the end of the program, but not of its children.
  func waitUntilExit() { look(0) }

  private func look(_ options: Int32) {
    var status: Int32 = 0
    while end == nil {
      // SAFETY: the number is borrowed for the call.
      let found = unsafe waitpid(processIdentifier, &status, options)
      if found == processIdentifier { end = status }
      if found == 0 || found < 0 && errno != EINTR { return }
    }
  }
}
