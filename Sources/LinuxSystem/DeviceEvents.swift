import ByteStrings
import CLinux

/// The kernel's notes on devices that come, go and change (uevents).
public struct DeviceEvents: ~Copyable {
  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8_192)

  /// Starts to listen.
  public init() throws(SystemError) {
    socket = FileDescriptor(owning: Int32(try SystemCall.check(linux_uevent_open(), "socket")))
  }

  /// What to poll for reading.
  public var rawValue: Int32 { socket.rawValue }

  /// Takes all notes that have come; true when one is of the subsystem, or when some were lost.
  /// Allocates nothing when there are none.
  public mutating func drain(subsystem: StaticString) -> Bool {
    var isConcerned = false
    while true {
      do {
        guard let count = try socket.read(into: &buffer), count > 0 else { return isConcerned }
        let wanted = "SUBSYSTEM=" + ByteString(subsystem)
        for line in ByteString(buffer.span.extracting(first: count)).split(at: 0) {
          if line == wanted { isConcerned = true }
        }
      } catch {
        if error.code != .noBuffers { return isConcerned }
        isConcerned = true
      }
    }
  }
}
