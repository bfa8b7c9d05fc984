public import Base
import CLinux

/// A terminal, or any file that text goes to.
public struct Terminal: ~Copyable {
  private let file: FileDescriptor?
  private let number: Int32

  /// Standard output.
  public init() {
    file = nil
    number = 1
  }

  /// Opens a device, such as `/dev/ttyS0`, or a file, which is created if it is missing. Does not
  /// block. A FIFO without a reader is an error.
  public init(_ path: ByteString) throws(SystemError) {
    let file = try FileWriter.write(to: path, as: .log)
    number = file.rawValue
    self.file = consume file
  }

  /// The longest time that a slow line may take for one text.
  private static let timeout = Duration.milliseconds(200)

  /// Writes bytes. The rest of a text for which a line has no room within 200 ms is dropped.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    let end = MonotonicClock.now + Self.timeout
    var written = 0
    var poller = Poller()
    while written < bytes.count {
      poller.clear()
      let slot = poller.add(number, .writable)
      poller.wait(for: max(.zero, end - MonotonicClock.now))
      guard poller.isReady(slot) else { return }
      let rest = bytes.extracting(written..<bytes.count)
      guard let count = try SystemCall.write(number, rest) else { return }
      written += count
    }
  }

  /// The device behind `/dev/console` if that is a serial line; nil if it is a virtual terminal.
  ///
  /// The kernel lists its consoles in `/sys/class/tty/console/active`, the preferred one last.
  public static func serialConsole(
    in list: ByteString = "/sys/class/tty/console/active"
  ) -> ByteString? {
    guard let bytes = try? FileSystem.read(list, limit: 4_096) else { return nil }
    let text = ByteString(bytes).trimmed { $0 <= 0x20 }
    guard let name = text.split(at: UInt8(ascii: " ")).last, !name.isEmpty else { return nil }
    // These print nowhere, or into the kernel's log.
    if name == "ttynull" || name == "ttyprintk" { return nil }
    let digit = name.count > 3 && name.hasPrefix("tty") ? name[3] &- UInt8(ascii: "0") : 10
    return digit <= 9 ? nil : "/dev/" + name
  }
}
