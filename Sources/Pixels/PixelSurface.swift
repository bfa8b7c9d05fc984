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
  @inline(__always)
  public mutating func store(_ words: Span<UInt32>, x: Int, y: Int) {
    let start = unsafe row(y, x, words.count)
    if format.isNative {
      unsafe words.withUnsafeBytes { words in
        guard let from = words.baseAddress else { return }
        unsafe start.copy(from, count: words.count / 4)
      }
    } else {
      // SAFETY: `row` has checked that the pixels lie within the surface.
      var bytes = unsafe MutableRawSpan(
        _unsafeStart: start, byteCount: words.count * format.bytesPerPixel)
      format.pack(words, x, y, &bytes)
    }
  }

  /// Writes the first ones of eight words into a row from a column on. Traps outside the surface.
  @inline(__always)
  public mutating func store(_ words: SIMD8<UInt32>, count: Int, x: Int, y: Int) {
    let start = unsafe row(y, x, count)
    if format.isNative && count == 8 {
      return unsafe start.storeBytes(of: words, as: SIMD8<UInt32>.self)
    }
    if format.isNative {
      unsafe start.store(words, first: count)
    } else {
      pack(words, count, x: x, y: y)
    }
  }

  /// Writes the same word into columns of a row. Traps outside the surface.
  @inline(__always)
  public mutating func fill(_ word: UInt32, columns: Range<Int>, y: Int) {
    let start = unsafe row(y, columns.lowerBound, columns.count)
    if format.isNative {
      unsafe start.fill(word, count: columns.count)
    } else {
      // SAFETY: as above.
      var bytes = unsafe MutableRawSpan(
        _unsafeStart: start, byteCount: columns.count * format.bytesPerPixel)
      format.fill(word, columns.lowerBound, y, &bytes)
    }
  }

  @inline(never)
  private mutating func pack(_ words: SIMD8<UInt32>, _ count: Int, x: Int, y: Int) {
    var words = words
    unsafe withUnsafeBytes(of: &words) { bytes in
      let span = unsafe Span<UInt32>(
        _bytes: RawSpan(_unsafeBytes: bytes).extracting(first: count * 4))
      store(span, x: x, y: y)
    }
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

// libc's memset and memcpy take long runs for repeated string instructions, which some processors and most virtual
// machines carry out slowly. Vector stores, four in a turn, so that the compiler doesn't call libc after all, are never
// far from what memory allows.
extension UnsafeMutableRawPointer {
  /// Writes a word over and over.
  @_optimize(size) @inline(never)
  fileprivate func fill(_ word: UInt32, count: Int) {
    let eight = SIMD8<UInt32>(repeating: word)
    var place = unsafe self
    var left = count
    while left >= 32 {
      for step in 0..<4 {
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      left &-= 32
    }
    while left >= 8 {
      unsafe place.storeBytes(of: eight, as: SIMD8<UInt32>.self)
      unsafe place += 32
      left &-= 8
    }
    unsafe place.store(eight, first: left)
  }

  /// Copies words.
  @_optimize(size) @inline(never)
  fileprivate func copy(_ source: UnsafeRawPointer, count: Int) {
    var place = unsafe self
    var source = unsafe source
    var left = count
    while left >= 32 {
      for step in 0..<4 {
        let eight = unsafe source.loadUnaligned(fromByteOffset: 32 * step, as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      unsafe source += 128
      left &-= 32
    }
    for index in 0..<left {
      let word = unsafe source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      unsafe place.storeBytes(of: word, toByteOffset: 4 &* index, as: UInt32.self)
    }
  }

  /// Writes the first ones of eight words by halves.
  @inline(__always)
  fileprivate func store(_ words: SIMD8<UInt32>, first count: Int) {
    var start = unsafe self
    var four = words.lowHalf
    if count & 4 != 0 {
      unsafe start.storeBytes(of: four, as: SIMD4<UInt32>.self)
      unsafe start += 16
      four = words.highHalf
    }
    var two = four.lowHalf
    if count & 2 != 0 {
      unsafe start.storeBytes(of: two, as: SIMD2<UInt32>.self)
      unsafe start += 8
      two = four.highHalf
    }
    if count & 1 != 0 { unsafe start.storeBytes(of: two.x, as: UInt32.self) }
  }
}
