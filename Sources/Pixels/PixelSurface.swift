import Kernels

/// Memory of a frame, lent for drawing: a dumb buffer's, a picture's.
///
/// It is only ever written, row by row from left to right where the drawing allows, as write-combined memory
/// wants it. This file is the fence around the pointers: every write is checked once for its run of pixels.
@safe public struct PixelSurface: ~Copyable {
  /// Columns and rows.
  public let size: PixelSize
  /// How its pixels lie in memory.
  public let format: PixelFormat
  // SAFETY: valid for as long as whoever lent it promised.
  private let base: UnsafeMutableRawPointer
  private let stride: Int

  /// Lends memory.
  ///
  /// - Parameters:
  ///   - base: the first row's first byte, aligned to 4 bytes. It has to stay for as long as the surface is used.
  ///   - stride: bytes from one row to the next, at least those of a row.
  @unsafe public init(
    base: UnsafeMutableRawPointer, stride: Int, size: PixelSize, format: PixelFormat
  ) {
    precondition(
      size.width >= 0 && size.height >= 0 && stride >= size.width * format.bytesPerPixel,
      "a row has to fit between two rows")
    self.size = size
    self.format = format
    self.stride = stride
    unsafe self.base = base
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(size) }

  /// Writes words into a row from a column on. Traps outside the surface.
  @inline(never)
  public mutating func store(_ words: Span<UInt32>, x: Int, y: Int) {
    let start = unsafe row(y, x, words.count)
    unsafe words.withUnsafeBytes { words in
      guard let from = words.baseAddress else { return }
      if format.isNative {
        unsafe start.copy(from, byteCount: words.count)
      } else {
        unsafe start.pack(from, byteCount: words.count, x, y, format)
      }
    }
  }

  /// Writes the first ones of eight words into a row from a column on. Traps outside the surface.
  @inline(__always)
  public mutating func store(_ words: SIMD8<UInt32>, count: Int, x: Int, y: Int) {
    let start = unsafe row(y, x, count)
    if !format.isNative {
      unsafe start.storeFirst(count &* format.bytesPerPixel, of: format.pack(words, x, y))
    } else if count == 8 {
      unsafe start.storeBytes(of: words, as: SIMD8<UInt32>.self)
    } else {
      unsafe start.storeFirst(4 &* count, of: words)
    }
  }

  /// Writes the same word into columns of a row. Traps outside the surface.
  @inline(never)
  public mutating func fill(_ word: UInt32, columns: Range<Int>, y: Int) {
    let start = unsafe row(y, columns.lowerBound, columns.count)
    let words = SIMD8<UInt32>(repeating: word)
    if format.isNative {
      unsafe start.fill(words, byteCount: 4 &* columns.count)
    } else {
      unsafe start.fill(
        format.pack(words, columns.lowerBound, y), pixelCount: columns.count, format.bytesPerPixel)
    }
  }

  /// Copies columns of a row of words that is kept packed. Traps outside the surface, or outside the row.
  ///
  /// - Parameters:
  ///   - row: which of the rows that are kept.
  ///   - words: what is packed unless it is known.
  ///   - source: which row of them.
  ///   - origin: the column that the row's first pixel belongs to.
  @inline(never)
  public mutating func store(
    _ kept: PackedRows, row: Int, of words: PixelRows, row source: Int, origin: Int,
    columns: Range<Int>, y: Int
  ) {
    let start = unsafe self.row(y, columns.lowerBound, columns.count)
    unsafe kept.withRow(
      row, columns: (columns.lowerBound - origin)..<(columns.upperBound - origin), of: words,
      row: source, format: format, x: origin, y: y
    ) { unsafe start.copy($0, byteCount: columns.count * format.bytesPerPixel) }
  }

  /// Where pixels of a row lie.
  @inline(__always)
  private func row(_ y: Int, _ x: Int, _ count: Int) -> UnsafeMutableRawPointer {
    precondition(
      y >= 0 && y < size.height && x >= 0 && x <= size.width &- count,
      "pixels outside the surface")
    return unsafe base + (y &* stride &+ x &* format.bytesPerPixel)
  }
}
