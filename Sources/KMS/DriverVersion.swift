public import Base

/// A driver's name and version, such as "vc4 0.0.0".
public struct DriverVersion: Sendable {
  /// Its name.
  public var name: ByteString
  /// Its version.
  public var major, minor, patch: Int

  /// Creates a version.
  public init(name: ByteString, major: Int, minor: Int, patch: Int) {
    (self.name, self.major, self.minor, self.patch) = (name, major, minor, patch)
  }
}
