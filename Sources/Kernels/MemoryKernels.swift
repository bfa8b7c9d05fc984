// This file is compiled twice, as `GroupKernels.swift` is.
//
// libc's memset and memcpy take long runs for repeated string instructions, which some processors and most virtual
// machines carry out slowly. Vector stores, four in a turn, so that the compiler doesn't call libc after all, are never
// far from what memory allows.
#if AVX2
  import Kernels
#endif

/// Filling and copying memory.
@safe public enum MemoryKernels {
  /// Writes 32 bytes over and over.
  ///
  /// - Parameter pattern: is passed by address: how vectors are passed depends on what a module is compiled for.
  @export(interface) @inline(never) @_optimize(size)
  public static func fill(
    _ place: UnsafeMutableRawPointer, _ pattern: inout SIMD8<UInt32>, byteCount: Int
  ) {
    let eight = pattern
    var place = unsafe place
    var left = byteCount
    while left >= 128 {
      for step in 0..<4 {
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      left &-= 128
    }
    while left >= 32 {
      unsafe place.storeBytes(of: eight, as: SIMD8<UInt32>.self)
      unsafe place += 32
      left &-= 32
    }
    unsafe place.storeFirst(left, of: eight)
  }

  /// Copies bytes that don't overlap.
  @export(interface) @inline(never) @_optimize(size)
  public static func copy(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, byteCount: Int
  ) {
    var place = unsafe place
    var source = unsafe source
    var left = byteCount
    while left >= 128 {
      for step in 0..<4 {
        let eight = unsafe source.loadUnaligned(fromByteOffset: 32 * step, as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      unsafe source += 128
      left &-= 128
    }
    while left >= 32 {
      let eight = unsafe source.loadUnaligned(as: SIMD8<UInt32>.self)
      unsafe place.storeBytes(of: eight, as: SIMD8<UInt32>.self)
      unsafe place += 32
      unsafe source += 32
      left &-= 32
    }
    while left >= 4 {
      let word = unsafe source.loadUnaligned(as: UInt32.self)
      unsafe place.storeBytes(of: word, as: UInt32.self)
      unsafe place += 4
      unsafe source += 4
      left &-= 4
    }
    // What is left of pixels that are no words.
    for index in 0..<left {
      let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
      unsafe place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }
}
