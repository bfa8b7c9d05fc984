/// A cache of rows in a dithered format. Each row is packed at its first use.
///
/// If a pixel depends on its place, packing costs several times as much as copying, and pictures
/// and strips are drawn at the same place in many frames.
@safe public final class PackedRows {
  // SAFETY: owned, valid until deinit, `isPacked.count` rows long; a row is read only after it was
  // packed.
  private var base: UnsafeMutableRawPointer?
  private var isPacked: [Bool] = []
  private var width = 0
  private var fourCC: UInt32 = 0
  private var phase = 0
  private var drawing = 0
  private(set) var bytesPerPixel = 0

  /// Creates an empty cache.
  public init() {}

  deinit { unsafe base?.deallocate() }

  /// Allocates the rows, and clears them if they belong to another place or format.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - width: pixels of a row.
  ///   - phase: identifies the place, as far as packing depends on it.
  ///   - drawing: identifies the drawn list.
  /// - Returns: false if this drawing already uses the cache for another place, whose rows stay.
  public func prepare(
    count: Int, width: Int, format: PixelFormat, phase: Int, drawing: Int
  ) -> Bool {
    if drawing == self.drawing && phase != self.phase { return false }
    self.drawing = drawing
    if (count, width, format.bytesPerPixel) != (isPacked.count, self.width, bytesPerPixel) {
      unsafe base?.deallocate()
      unsafe base = UnsafeMutableRawPointer.allocate(
        byteCount: count * width * format.bytesPerPixel, alignment: 64)
      isPacked = [Bool](repeating: false, count: count)
    } else if (format.fourCC, phase) != (fourCC, self.phase) {
      removeAll()
    }
    (self.width, bytesPerPixel) = (width, format.bytesPerPixel)
    (fourCC, self.phase) = (format.fourCC, phase)
    return true
  }

  /// Marks all rows as not packed.
  public func removeAll() {
    for index in isPacked.indices { isPacked[index] = false }
  }

  /// Calls `body` with the bytes of a row's pixels. Traps outside the rows.
  ///
  /// - Parameters:
  ///   - row: the row's index in the cache.
  ///   - columns: the pixels of the row.
  ///   - words: the picture to pack on a miss, with `source` as the row's index there.
  ///   - x: the surface column of the row's first pixel.
  ///   - y: the surface row.
  @unsafe @inline(__always)
  public func withRow(
    _ row: Int, columns: Range<Int>, of words: PixelRows, row source: Int, format: PixelFormat,
    x: Int, y: Int, _ body: (UnsafeRawPointer) -> Void
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= width
        && format.bytesPerPixel == bytesPerPixel, "pixels outside the row")
    guard let base = unsafe base else { return }
    let start = unsafe base + row * width * bytesPerPixel
    if !isPacked[row] {
      isPacked[row] = true
      words.withRow(source, columns: 0..<width) { words in
        unsafe words.withUnsafeBytes { bytes in
          guard let from = bytes.baseAddress else { return }
          unsafe format.packing.packRow(from, count: width, to: start, x, y)
        }
      }
    }
    unsafe body(start + columns.lowerBound * bytesPerPixel)
  }
}
