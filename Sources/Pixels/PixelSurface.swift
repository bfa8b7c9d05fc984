/// The borrowed memory of a frame, such as a dumb buffer or a picture.
///
/// It is written, never read, and row by row as far as possible, as write-combined memory requires.
/// Every write checks its run of pixels once. The rasterizer has faster ways to write.
@safe public struct PixelSurface: ~Copyable {
  /// Columns and rows.
  public let size: PixelSize
  /// The memory layout of its pixels.
  public let format: PixelFormat
  /// The conversion of words to pixels of the format.
  public let packing: Packing
  // SAFETY: valid for as long as the owner of the memory promised.
  /// The first byte of the first row.
  @unsafe public let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  public let stride: Int

  /// Borrows memory.
  ///
  /// - Parameters:
  ///   - base: the first row's first byte, aligned to 4 bytes. It must outlive the surface.
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

  /// The rectangle of the whole surface.
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
    // The dependence on the column has a period of four.
    let eight = packing.pack(SIMD8(repeating: word), columns.lowerBound, y)
    unsafe place.fill(
      eight, pixelCount: columns.count, bytesPerPixel: packing.bytesPerPixel)
  }

  /// The address of pixels of a row. Traps outside the surface.
  @unsafe @inline(__always)
  public func row(_ y: Int, _ x: Int, _ count: Int) -> UnsafeMutableRawPointer {
    // Sides are not negative, so an unsigned comparison also excludes negative coordinates.
    precondition(
      UInt(bitPattern: y) < UInt(bitPattern: size.height) && count <= size.width
        && UInt(bitPattern: x) <= UInt(bitPattern: size.width &- count),
      "pixels outside the surface")
    return unsafe base + (y &* stride &+ x &* packing.bytesPerPixel)
  }
}
