public import Base

/// A driver's name and version, such as "vc4 0.0.0".
public struct DriverVersion: Sendable {
  /// The driver's name.
  public var name: ByteString
  /// The driver's version.
  public var major, minor, patch: Int

  /// Creates a version.
  public init(name: ByteString, major: Int, minor: Int, patch: Int) {
    (self.name, self.major, self.minor, self.patch) = (name, major, minor, patch)
  }
}
