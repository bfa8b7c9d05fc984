import RasterKernels

extension ArraySlice where Element: BitwiseCopyable {
  /// Whether the elements have the same bits as others, far faster than by comparing them one by
  /// one.
  ///
  /// Elements must have no gaps between their parts: what is in these is not known.
  func hasSameBits(as other: ArraySlice<Element>) -> Bool {
    if count != other.count { return false }
    return unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { unsafe haveSameBits(mine, $0) }
    }
  }
}

extension ReusableBuffer where Element: BitwiseCopyable {
  /// Whether the elements have the same bits as others. They must have no gaps between their parts.
  @inline(__always)
  func hasSameBits(as other: Span<Element>) -> Bool {
    if count != other.count { return false }
    let mine = lend()
    return unsafe other.withUnsafeBytes {
      unsafe haveSameBits(mine.bytes, $0)
    }
  }
}

/// Whether as many bytes are the same.
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
    // Some of them for the second time.
    compare(at: last)
    return difference.lowHalf | difference.highHalf == SIMD4(repeating: 0)
  }
  for place in 0..<mine.count where unsafe mine[place] != others[place] { return false }
  return true
}
