import CLinux

/// The kernel's notes on devices that come, go and change (uevents).
public struct DeviceEvents: ~Copyable {
  private let socket: FileDescriptor

  /// Starts to listen.
  public init() throws(SystemError) {
    socket = FileDescriptor(owning: Int32(try SystemCall.check("socket") { linux_uevent_open() }))
  }

  /// What to poll for reading.
  public var rawValue: Int32 { socket.rawValue }

  /// Takes all notes that have come; true when one is of the subsystem, or when some were lost.
  public func drain(subsystem: String) -> Bool {
    let wanted = Array("SUBSYSTEM=".utf8) + Array(subsystem.utf8)
    var buffer = [UInt8](repeating: 0, count: 8_192)
    var isConcerned = false
    while true {
      do {
        guard let count = try socket.read(into: &buffer), count > 0 else { return isConcerned }
        if buffer[..<count].split(separator: 0).contains(where: { $0.elementsEqual(wanted) }) {
          isConcerned = true
        }
      } catch {
        if error.code != .noBuffers { return isConcerned }
        isConcerned = true
      }
    }
  }
}
