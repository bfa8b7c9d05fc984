package import Base
package import LinuxSystem

/// Removal of FIFOs without a reader: `echo 42 >FIFO` blocks in open(2) until a process reads.
package enum AbandonedFIFO {
  /// The time that the FIFO stays open after its removal, for writers that found it just before.
  private static let linger = Duration.milliseconds(100)

  /// Removes a FIFO without a reader. Writers that block in open(2) continue; their bytes are lost.
  ///
  /// - Parameter grace: the time to wait for a reader first.
  /// - Returns: whether the FIFO was removed; false for anything but a FIFO without a reader.
  /// - Throws: an error of stat(2), open(2) or unlink(2).
  package static func remove(
    _ path: ByteString, after grace: Duration = .zero
  ) throws(SystemError) -> Bool {
    guard try FileSystem.status(path)?.isFIFO == true else { return false }
    var poller = Poller()
    poller.wait(for: grace)
    guard try FileSystem.status(path)?.isFIFO == true, try !hasReader(path) else { return false }
    // Opening a reader ends the writers' open(2).
    let reader = try FileDescriptor.open(path, for: .reading)
    try FileSystem.remove(path)
    poller.wait(for: linger)
    _ = consume reader
    return true
  }

  /// Whether a process reads the FIFO.
  ///
  /// - Throws: an error of open(2).
  package static func hasReader(_ path: ByteString) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try FileDescriptor.open(path, for: .writing)
      return true
    } catch  where error.code == .noSuchDeviceOrAddress {
      return false
    }
  }
}
