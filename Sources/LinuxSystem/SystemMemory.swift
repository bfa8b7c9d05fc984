import Base
import CLinux

/// The memory of the machine.
public enum SystemMemory {
  /// Returns whether `count` bytes can be allocated, by the process's limits and by `MemAvailable`
  /// of `/proc/meminfo`, if present.
  public static func hasRoom(for count: Int) -> Bool {
    if count <= 0 { return true }
    if let available, available < UInt64(count) { return false }
    return canMap(count)
  }

  /// Returns whether the process's limits leave room for `count` bytes.
  public static func canMap(_ count: Int) -> Bool { linux_can_map(count) != 0 }

  /// The bytes available without swapping; nil if unknown. On a 32-bit board the number may exceed
  /// `Int`.
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
