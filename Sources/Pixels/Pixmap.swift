/// A picture in memory: `0xXXRRGGBB` words, row by row, without gaps.
///
/// In a decoded picture the top byte is alpha, and colors are premultiplied by it. In a frame the
/// top byte has no meaning.
@safe public struct Pixmap: ~Copyable {
  /// Columns and rows.
  public let size: PixelSize
  // SAFETY: owned by this value, valid until deinit; one word more than the pixels, so that it is
  // never empty.
  private let words: UnsafeMutablePointer<UInt32>

  /// Creates a picture of one word everywhere.
  public init(size: PixelSize, filledWith word: UInt32 = 0) {
    self.init(unwritten: size)
    unsafe UnsafeMutableRawPointer(words).fillWords(word, count: size.width * size.height + 1)
  }

  /// Creates a picture of any words, of which all are written before any is read.
  public init(unwritten size: PixelSize) {
    precondition(size.width >= 0 && size.height >= 0, "a picture has no negative size")
    self.size = size
    let count = size.width * size.height + 1
    // Aligned to a cache line, so that no aligned store crosses two of them.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
    unsafe words = memory.bindMemory(to: UInt32.self, capacity: count)
  }

  deinit { unsafe UnsafeMutableRawPointer(words).deallocate() }

  /// The rectangle of the whole picture.
  public var bounds: PixelRect { PixelRect(size) }

  /// Calls `body` with columns of a row for reading. Traps outside the picture.
  public func withRow<Result>(
    _ y: Int, columns: Range<Int>, _ body: (Span<UInt32>) -> Result
  ) -> Result {
    rows(isOpaque: false).withRow(y, columns: columns, body)
  }

  /// Calls `body` with columns of a row for writing. Traps outside the picture.
  public mutating func withMutableRow(
    _ y: Int, columns: Range<Int>, _ body: (inout MutableSpan<UInt32>) -> Void
  ) {
    // SAFETY: `place` has checked that the row's pixels are in the picture, which is borrowed for
    // the call.
    var row = unsafe MutableSpan(
      _unsafeStart: words + place(y, columns), count: columns.count)
    body(&row)
  }

  /// Sets a row from bytes, four for each pixel, the lowest first. Traps outside the picture, or at
  /// another number of bytes.
  public mutating func setRow(_ y: Int, bytes: Span<UInt8>) {
    setRow(y, columns: 0..<size.width, bytes: bytes)
  }

  /// Sets columns of a row from bytes, four for each pixel, the lowest first. Traps outside the
  /// picture, or at another number of bytes.
  public mutating func setRow(_ y: Int, columns: Range<Int>, bytes: Span<UInt8>) {
    precondition(bytes.count == 4 * columns.count, "a row of another length")
    let target = unsafe UnsafeMutableRawPointer(words + place(y, columns))
    // SAFETY: `place` has checked the row; every supported board stores the lowest byte first.
    unsafe bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        unsafe target.copyMemory(from: base, byteCount: source.count)
      }
    }
  }

  /// Calls `body` with the bytes of columns of a row, four for each pixel, the lowest first. Traps
  /// outside the picture.
  public func withRowBytes(_ y: Int, columns: Range<Int>, _ body: (Span<UInt8>) -> Void) {
    // SAFETY: `place` has checked the row's pixels; the picture is borrowed for the call.
    let start = unsafe UnsafeRawPointer(words + place(y, columns))
    body(unsafe Span(_bytes: RawSpan(_unsafeStart: start, byteCount: 4 * columns.count)))
  }

  /// Returns red, green and blue of the pixels of a part, row by row. Traps outside the picture.
  public func samples(of part: PixelRect) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(3 * part.area)
    for y in part.top..<part.bottom {
      withRow(y, columns: part.left..<part.right) { row in
        for x in row.indices {
          for shift: UInt32 in [16, 8, 0] {
            samples.append(UInt8(truncatingIfNeeded: row[x] >> shift))
          }
        }
      }
    }
    return samples
  }

  /// Calls `body` with all words for writing, row by row, for code in C.
  @unsafe public mutating func withUnsafeWords<Result>(
    _ body: (UnsafeMutablePointer<UInt32>) -> Result
  ) -> Result { unsafe body(words) }

  /// The word of one pixel. Traps outside the picture.
  public subscript(x: Int, y: Int) -> UInt32 { unsafe words[place(y, x..<(x + 1))] }

  /// Copies the pixels of a row or a column. Traps outside the picture, or if `row` is too short.
  ///
  /// - Parameters:
  ///   - line: one pixel wide or high.
  ///   - isReversed: whether the last pixel becomes the first.
  @_optimize(speed)
  func copy(_ line: PixelRect, isReversed: Bool, into row: inout [UInt32]) {
    let count = line.area
    precondition(
      (line.width == 1 || line.height == 1) && bounds.contains(line) && count <= row.count,
      "pixels outside the picture")
    let step = line.width == 1 ? size.width : 1
    let first = line.top * size.width + line.left
    var place = isReversed ? first + (count - 1) * step : first
    var target = row.mutableSpan
    for index in 0..<count {
      // SAFETY: checked just above.
      unsafe target[unchecked: index] = words[place]
      place &+= isReversed ? -step : step
    }
  }

  /// Whether every word's top byte is 255.
  @_optimize(speed)
  public var isOpaque: Bool {
    var all = UInt32.max
    for y in 0..<size.height {
      withRow(y, columns: 0..<size.width) { row in
        for x in row.indices { all &= row[x] }
      }
    }
    return all >> 24 == 255
  }

  /// Calls `body` with the picture's memory as a surface, row by row without gaps.
  ///
  /// - Parameter format: the surface's format; only `withBytes` reads the result of any but
  ///   XRGB8888.
  public mutating func withSurface<Result>(
    as format: PixelFormat = .xrgb8888, _ body: (inout PixelSurface) -> Result
  ) -> Result {
    // SAFETY: the picture is borrowed for the call; no format has more bytes than a word.
    let size = format.surfaceSize(of: size)
    var surface = unsafe PixelSurface(
      base: words, stride: size.width * format.bytesPerPixel, size: size, format: format)
    return body(&surface)
  }

  /// Calls `body` with the bytes of a picture that was drawn in a format.
  public func withBytes(as format: PixelFormat, _ body: (Span<UInt8>) -> Void) {
    // SAFETY: the picture is borrowed for the call; no format has more bytes than a word.
    let size = format.surfaceSize(of: size)
    let count = size.width * size.height * format.bytesPerPixel
    body(unsafe Span(_bytes: RawSpan(_unsafeStart: words, byteCount: count)))
  }

  /// The picture's rows for a drawing. The caller keeps the picture alive and unchanged while they
  /// are used.
  public func rows(isOpaque: Bool) -> PixelRows {
    unsafe PixelRows(base: words, size: size, isOpaque: isOpaque)
  }

  /// The index of the first column of a row: one check for a row, none for a pixel.
  private func place(_ y: Int, _ columns: Range<Int>) -> Int {
    precondition(
      y >= 0 && y < size.height && columns.lowerBound >= 0 && columns.upperBound <= size.width,
      "pixels outside the picture")
    return y * size.width + columns.lowerBound
  }
}

/// A borrowed picture's words, for drawing.
@safe public struct PixelRows: BitwiseCopyable, Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Whether all pixels are opaque.
  public let isOpaque: Bool
  // SAFETY: only read; the owner keeps the picture alive and unchanged.
  /// The first word; the next row follows the last word of a row.
  @unsafe public nonisolated(unsafe) let base: UnsafePointer<UInt32>

  init(base: UnsafePointer<UInt32>, size: PixelSize, isOpaque: Bool) {
    unsafe self.base = base
    self.size = size
    self.isOpaque = isOpaque
  }

  /// Calls `body` with columns of a row. Traps outside the picture.
  @inline(__always)
  public func withRow<Result>(
    _ y: Int, columns: Range<Int>, _ body: (Span<UInt32>) -> Result
  ) -> Result {
    precondition(
      y >= 0 && y < size.height && columns.lowerBound >= 0 && columns.upperBound <= size.width,
      "pixels outside the picture")
    // SAFETY: checked just above.
    let words = unsafe UnsafeBufferPointer(
      start: base + (y &* size.width &+ columns.lowerBound), count: columns.count)
    return unsafe body(words.span)
  }

  /// The beginning of the first row. Traps outside the picture.
  public func firstWords(_ count: Int) -> PixelRows {
    precondition(count <= size.width && size.height > 0, "words outside the picture")
    return unsafe PixelRows(
      base: base, size: PixelSize(width: count, height: 1), isOpaque: isOpaque)
  }

  /// Words of the first row at eight places, modulo the width. Traps unless the width is a power of
  /// two.
  @inline(__always)
  public func gather(_ places: SIMD8<UInt32>) -> SIMD8<UInt32> {
    precondition(
      size.width > 0 && size.width & (size.width &- 1) == 0 && size.height > 0, "no power of two")
    let inside = places & UInt32(truncatingIfNeeded: size.width &- 1)
    // SAFETY: checked just above.
    return unsafe SIMD8(
      base[Int(inside[0])], base[Int(inside[1])], base[Int(inside[2])], base[Int(inside[3])],
      base[Int(inside[4])], base[Int(inside[5])], base[Int(inside[6])], base[Int(inside[7])])
  }
}
