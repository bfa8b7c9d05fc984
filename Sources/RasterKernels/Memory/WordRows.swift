/// Words of a picture, row by row, lent for reading.
@safe public struct WordRows: BitwiseCopyable, Sendable {
  /// Words of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  // SAFETY: only read; whoever lends it keeps the words, and keeps them unchanged.
  @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt32>?
  // At how many columns eight words may begin.
  @usableFromInline let starts: UInt

  /// Lends words that lie without gaps.
  @unsafe public init(base: UnsafePointer<UInt32>?, width: Int, height: Int) {
    unsafe self.base = base
    (self.width, self.height) = (width, unsafe base == nil ? 0 : height)
    starts = UInt(max(0, width - 7))
  }

  /// No words.
  public static var none: WordRows { unsafe WordRows(base: nil, width: 0, height: 0) }

  /// Eight words of a row from a column on, which may lie beside the picture: there they are zero. Traps beside the rows.
  @inlinable @inline(__always)
  public func eight(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    precondition(UInt(bitPattern: y) < UInt(bitPattern: height), "words outside the rows")
    // SAFETY: where there are rows there is a pointer.
    let row = unsafe base.unsafelyUnwrapped + y &* width
    if UInt(bitPattern: x) < starts {
      // SAFETY: checked just above.
      return unsafe UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt32>.self)
    }
    return unsafe Self.part(row, x, width)
  }

  /// Where words of a row are. Traps unless all of them are there.
  @unsafe @inlinable @inline(__always)
  public func words(_ x: Int, _ y: Int, count: Int) -> UnsafePointer<UInt32> {
    precondition(
      UInt(bitPattern: y) < UInt(bitPattern: height) && count <= width
        && UInt(bitPattern: x) <= UInt(bitPattern: width &- count), "words outside the rows")
    // SAFETY: where there are rows there is a pointer.
    return unsafe base.unsafelyUnwrapped + (y &* width &+ x)
  }

  /// The address of the first word of the first row, as a number.
  @inlinable @inline(__always)
  public var address: Int { unsafe Int(bitPattern: base) }

  /// Those of eight words that lie in a row.
  @usableFromInline @inline(never)
  static func part(_ row: UnsafePointer<UInt32>, _ x: Int, _ width: Int) -> SIMD8<UInt32> {
    var words = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<8 where x + lane >= 0 && x + lane < width {
      unsafe words[lane] = row[x + lane]
    }
    return words
  }
}
