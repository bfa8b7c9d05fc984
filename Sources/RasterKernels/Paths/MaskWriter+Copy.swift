extension MaskWriter {
  /// Copies the rows of another mask with the same number of rows.
  ///
  /// - Parameter column: the column at which the other mask's group 0 begins, relative to this
  ///   mask. Pixels beyond its groups are not covered.
  @inline(never)
  public mutating func copy(_ other: MaskRows, movedTo column: Int) {
    // A local copy, which no store can alias, so it stays in registers.
    var writer = self
    var (left, right) = (Int.max, 0)
    for row in 0..<rows.count {
      let known = other.rows[row]
      let start = Int(known.firstGroup) &* 8 &+ column
      let count = Int(known.groupCount)
      let end = count == 0 ? 0 : min((start &+ count &* 8 &+ 7) >> 3, groupCount)
      var group = min(max(0, start >> 3), end)
      let first = group
      writer.beginRow(at: first)
      let place = writer.place
      let from = Int(known.place) &* 8 &- start
      for word in 0..<wordCount {
        var own = GroupFlags()
        let base = word &* 64 &- firstBit
        let limit = min(end, base &+ 64)
        while group < limit {
          // Zeros surround each row.
          let eight = other.levels.bytes(at: from &+ group &* 8)
          let number = Lanes.uint64(eight)
          levels.set(eight, at: place &+ group)
          if number != 0 {
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: group &- base)
            own.touched |= bit
            if number == .max {
              own.whole |= bit
              // Most groups are entirely covered, and so are their neighbors.
              if group &+ 4 <= limit, Self.areWhole(other, from &+ group &* 8) {
                levels.setFour(SIMD32(repeating: .max), at: place &+ group)
                own.touched |= bit &* 15
                own.whole |= bit &* 15
                group &+= 3
              }
            }
          }
          group &+= 1
        }
        if own.touched != 0 {
          left = min(left, base &+ own.touched.trailingZeroBitCount)
          right = max(right, base &+ 64 &- own.touched.leadingZeroBitCount)
        }
        bits.set(own, at: row &* wordCount &+ word)
      }
      writer.endRow((first, end))
    }
    // A partial group at a row's end may be empty, so count the groups with levels only.
    (writer.left, writer.right) = (left, right)
    self = writer
  }

  /// Whether the second to the fourth of four groups are entirely covered.
  @inline(__always)
  private static func areWhole(_ other: MaskRows, _ place: Int) -> Bool {
    var all = UInt64.max
    for group in 1..<4 { all &= Lanes.uint64(other.levels.bytes(at: place &+ group &* 8)) }
    return all == .max
  }
}
