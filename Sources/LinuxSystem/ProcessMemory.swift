import Base

/// The memory of this process.
public enum ProcessMemory {
  /// Locks all current and future memory of the process. A forked child does not inherit the lock.
  public static func lock() throws(SystemError) { try SystemCall.lockMemory() }

  /// Locks the memory; logs an error.
  public static func lockOrLog() {
    do throws(SystemError) { try lock() } catch {
      Log.write("mlock: the memory is not locked: " + error.message)
    }
  }
}
