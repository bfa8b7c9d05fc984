import CPNG

/// Compressed bytes (RFC 1950), as in PNG files.
package enum ZlibStream {
  /// Returns bytes compressed. Traps if memory is short.
  ///
  /// - Parameter effort: in `1...9`; 1 is the fastest.
  package static func pack(_ bytes: Span<UInt8>, effort: Int32) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: cpng_pack_room(bytes.count))
    // SAFETY: both borrows last for the call, which keeps to their lengths.
    let count = unsafe bytes.withUnsafeBytes { source in
      unsafe packed.withUnsafeMutableBytes { target in
        unsafe cpng_pack(source.baseAddress, source.count, target.baseAddress, target.count, effort)
      }
    }
    precondition(count > 0, "no memory to compress")
    return Array(packed[..<count])
  }
}
