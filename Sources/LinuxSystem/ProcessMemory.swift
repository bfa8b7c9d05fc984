import Base
import CLinux

/// The memory of this process.
public enum ProcessMemory {
  /// Locks all current and future memory of the process. A forked child does not inherit the lock.
  public static func lock() throws(SystemError) { try SystemCall.lockMemory() }

  /// The size of the address space, bytes; nil if unknown.
  public static var addressSpace: UInt64? {
    guard let bytes = try? FileSystem.read("/proc/self/statm", limit: 256) else { return nil }
    let pages = ByteString(bytes).split(at: UInt8(ascii: " ")).first.flatMap { $0.wholeNumber }
    return pages.map { $0 * UInt64(linux_page_size()) }
  }

  /// The signal that ends a process at its limit of processor time.
  public static var signalOfProcessorLimit: Int32 { linux_sigxcpu }

  /// Limits the address space, bytes, and the processor time, seconds, of this process for good. An
  /// allocation beyond the one fails; the kernel kills a process that exceeds the other.
  public static func limit(addressSpace: UInt64, processorSeconds: Int) {
    linux_limit(addressSpace, UInt64(processorSeconds))
  }

  /// Locks the memory; logs an error.
  public static func lockOrLog() {
    do throws(SystemError) { try lock() } catch {
      Log.write("mlock: the memory is not locked: " + error.message)
    }
  }
}
