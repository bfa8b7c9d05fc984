public import Base
import CLinux

/// A running external program and its output.
public struct Command {
  /// The process of the program.
  public let process: ChildProcess
  /// The descriptors to read its standard output, its standard error and its extra descriptor from,
  /// or -1. They are non-blocking, and the caller owns them. On a terminal of its own the first
  /// carries both standard ones.
  public let output: [Int32]

  /// Runs a program, found in PATH. On failure the child prints an error and exits with the status
  /// of a shell: 127 if the program does not exist, otherwise 126.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments, several of them in a word with NUL between them.
  ///   - onTerminal: whether its output is a pseudoterminal, of the size of standard output's
  ///     terminal.
  ///   - extra: the number of one more descriptor that it writes to; -1 for none; -2 if it writes
  ///     to no pipe, but to the outputs of this process.
  ///   - isOwn: whether this program needs the other one. If so, the child inherits no descriptor
  ///     above 2, and only variables on the user, the language and the system's bus. Otherwise it
  ///     inherits everything but the variables of a service manager.
  public init(
    _ words: [ByteString], onTerminal: Bool, extra: Int32, isOwn: Bool
  ) throws(SystemError) {
    let (process, ours) = try SystemCall.spawn(
      Self.row(words).span, onTerminal: onTerminal, extra: extra, isOwn: isOwn)
    self.process = ChildProcess(identifier: process)
    output = ours
  }

  /// The words in a row, each followed by NUL.
  private static func row(_ words: [ByteString]) -> [UInt8] {
    var row: [UInt8] = []
    for word in words {
      row += word.bytes
      row.append(0)
    }
    return row
  }

  /// Runs another program in this process: from the folder of this program, or else from PATH.
  ///
  /// - Throws: the reason why it cannot run.
  public static func become(
    _ program: ByteString, _ arguments: [ByteString]
  ) throws(SystemError) {
    if let own = try? FileSystem.realPath("/proc/self/exe") {
      let path = FileSystem.folder(of: own) + "/" + program
      try? SystemCall.exec(row([path] + arguments).span)
    }
    try SystemCall.exec(row([program] + arguments).span)
  }

  /// Returns whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { linux_is_terminal(descriptor) != 0 }

  /// Copies the size of standard output's terminal to a pseudoterminal.
  public static func copyTerminalSize(to terminal: Int32) { linux_copy_terminal_size(terminal) }
}
