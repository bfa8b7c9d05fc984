/// Rows of words as they are packed for a dithered format: each is packed when it is first asked
/// for, and kept.
///
/// Where a pixel depends on its place, packing costs several times what copying does, and pictures
/// and strips are drawn frame after frame at the same place.
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

  /// Creates room for nothing.
  public init() {}

  deinit { unsafe base?.deallocate() }

  /// Makes room, and forgets what was packed for something else.
  ///
  /// - Parameters:
  ///   - count: how many rows may be asked for.
  ///   - width: their pixels.
  ///   - phase: another one for another place, as far as packing depends on it.
  ///   - drawing: another number for each list that is drawn.
  /// - Returns: false if this drawing needs them for another place, too: there they are kept.
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

  /// Forgets what was packed.
  public func removeAll() {
    for index in isPacked.indices { isPacked[index] = false }
  }

  /// Lends the bytes of a row's pixels. Traps outside the rows.
  ///
  /// - Parameters:
  ///   - row: which of the rows made room for.
  ///   - columns: which of its pixels.
  ///   - words: what is packed unless it is known.
  ///   - x: the column of the surface that the row's first pixel belongs to.
  ///   - y: the row of the surface.
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
