import LinuxSystem

/// What the program says: a line each on standard error, left out rather than waited for.
enum Log {
  /// Says something that went wrong or is worth knowing.
  static func say(_ message: String) {
    FileDescriptor.writeToStandardError(Array(("fbprogress: " + message + "\n").utf8).span)
  }
}
