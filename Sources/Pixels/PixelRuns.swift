import CVectors
import Kernels

#if arch(x86_64)
  import KernelsAVX2
#endif

extension UnsafeMutableRawPointer {
  /// Writes three bytes over and over, given eight times.
  @inline(never)
  func fillThree(_ eight: SIMD8<UInt32>, pixelCount: Int) {
    var place = unsafe self
    var left = pixelCount
    while left >= 8 {
      unsafe place.storeFirst(24, of: eight)
      unsafe place += 24
      left &-= 8
    }
    unsafe place.storeFirst(3 &* left, of: eight)
  }

  /// Writes eight bytes over and over, the lowest one first.
  @inline(__always)
  func fill(_ bytes: UInt64, byteCount: Int) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.MemoryKernels.fill(self, bytes, byteCount: byteCount)
      }
    #endif
    unsafe Kernels.MemoryKernels.fill(self, bytes, byteCount: byteCount)
  }

  /// Writes runs of words, from where the first row begins.
  @inline(__always)
  func fill(_ runs: LentRow<WordRun>, stride: Int, _ size: PixelSize, mirror: Int) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.MemoryKernels.fill(
          self, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
      }
    #endif
    unsafe Kernels.MemoryKernels.fill(
      self, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
  }

  /// Copies bytes.
  @inline(__always)
  func copy(_ source: UnsafeRawPointer, byteCount: Int) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.MemoryKernels.copy(
          self, source, byteCount: byteCount)
      }
    #endif
    unsafe Kernels.MemoryKernels.copy(self, source, byteCount: byteCount)
  }

  /// Copies columns of rows.
  ///
  /// - Parameters:
  ///   - stride: bytes from one row to the next, from here on.
  ///   - source: the address of the first row that is read.
  ///   - sourceStride: bytes from one of these to the next.
  @inline(__always)
  func copy(
    _ runs: LentRow<ColumnRun>, stride: Int, _ source: Int, sourceStride: Int, mirror: Int
  ) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.MemoryKernels.copy(
          self, stride: stride, source, sourceStride: sourceStride, runs, mirror: mirror)
      }
    #endif
    unsafe Kernels.MemoryKernels.copy(
      self, stride: stride, source, sourceStride: sourceStride, runs, mirror: mirror)
  }

  /// Lays a word over another one in the groups of a tile.
  @inline(__always)
  func lay(
    _ word: UInt32, over base: UInt32, _ tile: inout GroupTile, stride: Int, _ size: PixelSize
  ) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.WordKernels.lay(
          word, over: base, &tile, to: self, stride: stride, width: size.width, height: size.height)
      }
    #endif
    unsafe Kernels.WordKernels.lay(
      word, over: base, &tile, to: self, stride: stride, width: size.width, height: size.height)
  }

  /// Lays a word over another one where masks differ.
  @inline(__always)
  func lay(_ change: MaskChange, rows: Range<Int>, groupEnd: Int, stride: Int) {
    #if arch(x86_64)
      if vector_has_avx2() != 0 {
        return unsafe KernelsAVX2.WordKernels.lay(
          change, rows: rows, groupEnd: groupEnd, to: self, stride: stride)
      }
    #endif
    unsafe Kernels.WordKernels.lay(
      change, rows: rows, groupEnd: groupEnd, to: self, stride: stride)
  }

  /// Packs words of a row that begin at a column.
  @_optimize(speed) @inline(never)
  func pack(
    _ words: UnsafeRawPointer, byteCount: Int, _ x: Int, _ y: Int, _ packing: Packing
  ) {
    let bytesPerPixel = packing.bytesPerPixel
    var place = unsafe self
    var words = unsafe words
    var x = x
    var left = byteCount
    while left >= 32 {
      let eight = unsafe words.loadUnaligned(as: SIMD8<UInt32>.self)
      unsafe place.storeFirst(8 &* bytesPerPixel, of: packing.pack(eight, x, y))
      unsafe place += 8 &* bytesPerPixel
      unsafe words += 32
      x &+= 8
      left &-= 32
    }
    if left == 0 { return }
    var rest = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<(left / 4) {
      rest[lane] = unsafe words.loadUnaligned(fromByteOffset: 4 &* lane, as: UInt32.self)
    }
    unsafe place.storeFirst(left / 4 &* bytesPerPixel, of: packing.pack(rest, x, y))
  }
}
