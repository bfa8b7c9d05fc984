import RasterKernels

extension ReusableBuffer where Element: BitwiseCopyable {
  /// Whether both have the same bits; far faster than comparing elements one by one.
  ///
  /// The element type must have no padding, whose contents are undefined.
  @inline(__always)
  func hasSameBits(as other: Span<Element>) -> Bool {
    if count != other.count { return false }
    let mine = lend()
    return unsafe other.withUnsafeBytes {
      unsafe haveSameBits(mine.bytes, $0)
    }
  }
}

/// Whether two buffers of the same length have equal bytes.
@_optimize(speed) @inline(never)
private func haveSameBits(
  _ mine: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer
) -> Bool {
  // SAFETY: only read, within both, and as plain bits.
  guard let one = mine.baseAddress, let another = others.baseAddress else { return true }
  if unsafe one == another { return true }
  var difference = SIMD8<UInt32>(repeating: 0)
  let last = mine.count &- 32
  var done = 0
  @inline(__always) func compare(at place: Int) {
    difference |=
      unsafe one.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
      ^ another.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
  }
  while done < last {
    compare(at: done)
    done &+= 32
  }
  if last >= 0 {
    // The last 32 bytes overlap those already compared.
    compare(at: last)
    return difference.lowHalf | difference.highHalf == SIMD4(repeating: 0)
  }
  for place in 0..<mine.count where unsafe mine[place] != others[place] { return false }
  return true
}
