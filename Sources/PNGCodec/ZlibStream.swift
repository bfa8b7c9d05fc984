import CPNG

/// Compressed bytes (RFC 1950), as in PNG files.
public enum ZlibStream {
  /// Returns bytes compressed, fast; nil if that makes them no shorter, or memory is short.
  public static func pack(_ bytes: Span<UInt8>) -> [UInt8]? {
    var packed = [UInt8](repeating: 0, count: bytes.count)
    // SAFETY: both borrows last for the call, which keeps to their lengths.
    let count = unsafe bytes.withUnsafeBytes { source in
      unsafe packed.withUnsafeMutableBytes { target in
        unsafe cpng_pack(source.baseAddress, source.count, target.baseAddress, target.count)
      }
    }
    return count == 0 ? nil : Array(packed[..<count])
  }
}
