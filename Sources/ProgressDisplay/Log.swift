import ByteStrings
import LinuxSystem
import ProgressModel

/// What the program says: a line each on standard error, left out rather than waited for.
enum Log {
  /// Says something that went wrong or is worth knowing. Paths and words of others may have anything in them, so
  /// they are made safe to print: it stays one line, and no terminal obeys it.
  static func say(_ message: ByteString) {
    let line = ProgressText("fbprogress: " + message).utf8 + "\n"
    FileDescriptor.writeToStandardError(line.bytes.span)
  }
}
