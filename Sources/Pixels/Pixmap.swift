/// A picture in memory: `0xXXRRGGBB` words, row by row, without gaps.
///
/// What the top byte means depends on whose picture it is: alpha, with the colours multiplied by it, in
/// a decoded picture; nothing in a frame.
public struct Pixmap: ~Copyable {
  /// Columns and rows.
  public let size: PixelSize
  private var pixels: [UInt32]

  /// Creates a picture of one word everywhere.
  public init(size: PixelSize, filledWith word: UInt32 = 0) {
    precondition(size.width >= 0 && size.height >= 0, "a picture has no negative size")
    self.size = size
    pixels = [UInt32](repeating: word, count: size.width * size.height)
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(size) }

  /// Lends columns of a row for reading. Traps outside the picture.
  public func withRow<Result>(
    _ y: Int, columns: Range<Int>, _ body: (Span<UInt32>) -> Result
  ) -> Result {
    body(pixels.span.extracting(place(y, columns)))
  }

  /// Lends columns of a row for writing. Traps outside the picture.
  public mutating func withMutableRow(
    _ y: Int, columns: Range<Int>, _ body: (inout MutableSpan<UInt32>) -> Void
  ) {
    let place = place(y, columns)
    var all = pixels.mutableSpan
    var row = all._mutatingExtracting(place)
    body(&row)
  }

  /// The word of one pixel. Traps outside the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    pixels[place(y, x..<(x + 1)).lowerBound]
  }

  /// Where columns of a row lie: one check for a row, none for a pixel.
  private func place(_ y: Int, _ columns: Range<Int>) -> Range<Int> {
    precondition(
      y >= 0 && y < size.height && columns.lowerBound >= 0 && columns.upperBound <= size.width,
      "pixels outside the picture")
    let start = y * size.width
    return (start + columns.lowerBound)..<(start + columns.upperBound)
  }
}
