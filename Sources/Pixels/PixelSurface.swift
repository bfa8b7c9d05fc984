/// Memory of a frame, lent for drawing: a dumb buffer's, a picture's.
///
/// It is only written, never read, row by row where the drawing allows: write-combined memory needs
/// that. Every write is checked once for its run of pixels. The rasterizer has faster ways to
/// write.
@safe public struct PixelSurface: ~Copyable {
  /// Columns and rows.
  public let size: PixelSize
  /// How its pixels lie in memory.
  public let format: PixelFormat
  /// How words become pixels of the format.
  public let packing: Packing
  // SAFETY: valid for as long as the owner of the memory promised.
  /// The first byte of the first row.
  @unsafe public let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  public let stride: Int

  /// Lends memory.
  ///
  /// - Parameters:
  ///   - base: the first row's first byte, aligned to 4 bytes. It has to stay for as long as the
  ///     surface is used.
  ///   - stride: bytes from one row to the next, at least those of a row.
  @unsafe public init(
    base: UnsafeMutableRawPointer, stride: Int, size: PixelSize, format: PixelFormat
  ) {
    precondition(
      size.width >= 0 && size.height >= 0 && stride >= size.width * format.bytesPerPixel,
      "a row has to fit between two rows")
    self.size = size
    self.format = format
    packing = format.packing
    self.stride = stride
    unsafe self.base = base
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(size) }

  /// Writes words into a row from a column on. Traps outside the surface.
  @inline(never)
  public mutating func store(_ words: Span<UInt32>, x: Int, y: Int) {
    let start = unsafe row(y, x, words.count)
    unsafe words.withUnsafeBytes {
      guard let from = $0.baseAddress else { return }
      if packing.isNative {
        unsafe start.copyMemory(from: from, byteCount: $0.count)
      } else {
        unsafe packing.packRow(from, count: words.count, to: start, x, y)
      }
    }
  }

  /// Writes the first of eight words into a row from a column on. Traps outside the surface.
  @inline(__always)
  public mutating func store(_ words: SIMD8<UInt32>, count: Int, x: Int, y: Int) {
    let start = unsafe row(y, x, count)
    unsafe start.storeFirst(
      count &* packing.bytesPerPixel, of: packing.isNative ? words : packing.pack(words, x, y))
  }

  /// Writes the same word into columns of a row. Traps outside the surface.
  @inline(never)
  public mutating func fill(_ word: UInt32, columns: Range<Int>, y: Int) {
    let place = unsafe row(y, columns.lowerBound, columns.count)
    // What depends on the column comes again every four.
    let eight = packing.pack(SIMD8(repeating: word), columns.lowerBound, y)
    unsafe place.fill(
      eight, pixelCount: columns.count, bytesPerPixel: packing.bytesPerPixel)
  }

  /// Where pixels of a row lie. Traps outside the surface.
  @unsafe @inline(__always)
  public func row(_ y: Int, _ x: Int, _ count: Int) -> UnsafeMutableRawPointer {
    // No side is negative, so neither is what is less than one of them as an unsigned number.
    precondition(
      UInt(bitPattern: y) < UInt(bitPattern: size.height) && count <= size.width
        && UInt(bitPattern: x) <= UInt(bitPattern: size.width &- count),
      "pixels outside the surface")
    return unsafe base + (y &* stride &+ x &* packing.bytesPerPixel)
  }
}
