/// The memory of this process.
public enum ProcessMemory {
  /// Keeps all of it in memory, and what comes later. A forked child has to ask for itself.
  public static func lock() throws(SystemError) { try SystemCall.lockMemory() }
}
