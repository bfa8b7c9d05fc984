public import Base

/// Descriptors that a service manager opened for this process, by systemd's `LISTEN_FDS` protocol.
public enum PassedDescriptors {
  // The protocol's descriptors follow standard error.
  private static let firstNumber: Int32 = 3

  /// Returns the first descriptor, or the first with a name. The caller owns it, and programs that
  /// the process starts do not inherit it.
  ///
  /// - Parameter name: the `FileDescriptorName=` of the unit; empty for any.
  /// - Returns: nil without one, or if the variables are for another process.
  public static func first(named name: ByteString) -> Int32? {
    guard let owner = Environment.value("LISTEN_PID")?.wholeNumber,
      owner == UInt64(Environment.processIdentifier),
      let count = Environment.value("LISTEN_FDS")?.wholeNumber, count > 0, count < 1_024
    else { return nil }
    let names = Environment.value("LISTEN_FDNAMES")?.split(at: UInt8(ascii: ":")) ?? []
    for index in 0..<Int(count) {
      guard name.isEmpty || index < names.count && names[index] == name else { continue }
      let number = firstNumber + Int32(index)
      FileDescriptor.keep(number)
      return number
    }
    return nil
  }
}
