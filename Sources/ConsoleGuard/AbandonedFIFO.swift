package import Base
package import LinuxSystem

/// A FIFO that lost its reader: `echo 42 >FIFO` waits in open(2) until another process reads it.
package enum AbandonedFIFO {
  /// How long the FIFO stays open after its removal, for writers that found it just before.
  private static let linger = Duration.milliseconds(100)

  /// Removes a FIFO that no process reads. Writers that wait in open(2) go on; their bytes are lost.
  ///
  /// - Parameter grace: how long to wait for a reader first.
  /// - Returns: whether it was removed; false for anything but a FIFO without a reader.
  package static func remove(
    _ path: ByteString, after grace: Duration = .zero
  ) throws(SystemError) -> Bool {
    guard try FileSystem.status(path)?.isFIFO == true else { return false }
    var poller = Poller()
    poller.wait(for: grace)
    guard try FileSystem.status(path)?.isFIFO == true, try !hasReader(path) else { return false }
    // A reader is what writers wait for.
    let reader = try FileDescriptor.open(path, for: .reading)
    try FileSystem.remove(path)
    poller.wait(for: linger)
    _ = consume reader
    return true
  }

  private static func hasReader(_ path: ByteString) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try FileDescriptor.open(path, for: .writing)
      return true
    } catch  where error.code == .noSuchDeviceOrAddress {
      return false
    }
  }
}
