import CPNG

/// Compressed files (RFC 1952), such as the kernel's `/proc/config.gz`.
public enum GzipFile {
  /// Returns the bytes of a compressed file; nil if it is damaged or has more than `limit` bytes.
  public static func unpack(_ packed: Span<UInt8>, limit: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    // SAFETY: both borrows last for the call, which keeps to their lengths.
    let count = unsafe packed.withUnsafeBytes { source in
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe cpng_gunzip(source.baseAddress, source.count, target.baseAddress, target.count)
      }
    }
    return count < 0 ? nil : Array(bytes[..<count])
  }
}
