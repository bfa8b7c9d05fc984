import ByteStrings
import LinuxSystem

/// What the program says: a line each on standard error, left out rather than waited for.
enum Log {
  /// Says something that went wrong or is worth knowing.
  static func say(_ message: ByteString) {
    FileDescriptor.writeToStandardError(("fbprogress: " + message + "\n").bytes.span)
  }
}
