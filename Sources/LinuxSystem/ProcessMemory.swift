/// The memory of this process.
public enum ProcessMemory {
  /// Keeps all of it in memory, and what comes later. A forked child has to ask for itself.
  public static func lock() throws(SystemError) { try SystemCall.lockMemory() }

  /// Locks the memory. An error is logged.
  public static func lockOrLog() {
    do throws(SystemError) { try lock() } catch { Log.write(error.message) }
  }
}
