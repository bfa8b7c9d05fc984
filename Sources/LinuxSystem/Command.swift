public import Base
import CLinux

/// A program of somebody else's that runs, and what it writes.
public struct Command {
  /// Its process.
  public let process: ChildProcess
  /// What is read from to get its standard output (and all that it prints, on a terminal of its own), its standard
  /// error and its extra descriptor: descriptors that the caller owns, or -1.
  public let output: [Int32]

  /// Runs a program, which is looked for in PATH. One that can't be run says so, and ends with the status that it has in a shell:
  /// 127 when it is not there, otherwise 126.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - onTerminal: whether it prints to a terminal of its own, of the size of standard output's.
  ///   - extra: the number of one more descriptor that it writes to; below 0 for none.
  public init(_ words: [ByteString], onTerminal: Bool, extra: Int32) throws(SystemError) {
    var arguments: [UInt8] = []
    for word in words {
      arguments += word.bytes
      arguments.append(0)
    }
    let (process, ours) = try SystemCall.spawn(
      arguments.span, onTerminal: onTerminal, extra: extra)
    self.process = ChildProcess(identifier: process)
    output = ours
  }

  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { linux_is_terminal(descriptor) != 0 }

  /// Gives a terminal of ours the size of that which standard output is.
  public static func copyTerminalSize(to terminal: Int32) { linux_copy_terminal_size(terminal) }
}
