import Base
import CLinux

/// The machine's memory.
public enum SystemMemory {
  /// Whether so many bytes can be taken: neither the process's limits nor what the machine has left (`MemAvailable` of
  /// `/proc/meminfo`, where it tells) forbid it.
  public static func hasRoom(for count: Int) -> Bool {
    if count <= 0 { return true }
    if let available, available < UInt64(count) { return false }
    return linux_can_map(count) != 0
  }

  /// Bytes that can be had without swapping, on a 32-bit board maybe more than an `Int` holds; nil where nobody tells.
  private static var available: UInt64? {
    guard let bytes = try? FileSystem.read("/proc/meminfo", limit: 1 << 16) else { return nil }
    for line in ByteString(bytes).split(at: UInt8(ascii: "\n"))
    where line.hasPrefix("MemAvailable:") {
      let words = line.split(at: UInt8(ascii: " "))
      guard words.count > 1, let kilobytes = words[words.count - 2].wholeNumber else { return nil }
      return kilobytes << 10
    }
    return nil
  }
}
