/// What a row of a mask has.
@frozen public struct MaskRow: BitwiseCopyable, Sendable {
  /// The group of the mask that its levels begin with.
  public var firstGroup: Int32
  /// How many groups it has.
  public var groupCount: Int32
  /// Where its levels are, in groups.
  public var place: Int32

  /// Creates a row.
  @inlinable @inline(__always)
  public init(firstGroup: Int32, groupCount: Int32, place: Int32) {
    (self.firstGroup, self.groupCount, self.place) = (firstGroup, groupCount, place)
  }
}

/// How much a shape covers of each pixel, lent for drawing: levels `0...255` of the columns that it touches.
public struct MaskRows: BitwiseCopyable {
  /// The row of the canvas that its first row is on.
  public let top: Int
  /// The column of the canvas that group 0 begins at.
  public let left: Int
  /// How many words of bits a row has, of each kind.
  public let wordCount: Int
  /// The bit of group 0 in its word.
  public let firstBit: Int
  /// Its rows.
  public let rows: LentRow<MaskRow>
  /// For each word of each row which groups are touched, then which are whole.
  public let bits: LentRow<UInt64>
  /// The levels of all rows; in and around each row there are eight zeros.
  public let levels: LentRow<SIMD8<UInt8>>

  /// Lends a mask.
  public init(
    top: Int, left: Int, wordCount: Int, firstBit: Int, rows: LentRow<MaskRow>,
    bits: LentRow<UInt64>, levels: LentRow<SIMD8<UInt8>>
  ) {
    (self.top, self.left, self.wordCount, self.firstBit) = (top, left, wordCount, firstBit)
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
  }
}
