extension MaskWriter {
  /// Writes the rows of another mask, of which there are as many.
  ///
  /// - Parameter column: where the other mask's group 0 begins, counted from its own group 0. What
  ///   lies beyond its own groups is not covered.
  @inline(never)
  public mutating func copy(_ other: MaskRows, movedTo column: Int) {
    // A copy, which no memory that is written can be: so it stays in registers.
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
        while group < min(end, base &+ 64) {
          // There are zeros around each row.
          let eight = other.levels.bytes(at: from &+ group &* 8)
          levels.set(eight, at: place &+ group)
          let number = Lanes.uint64(eight)
          if number != 0 {
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: group &- base)
            own.touched |= bit
            if number == .max { own.whole |= bit }
            left = min(left, group)
            right = max(right, group &+ 1)
          }
          group &+= 1
        }
        bits.set(own, at: row &* wordCount &+ word)
      }
      writer.endRow((first, end))
    }
    // What a group at the end of a row has of it may be nothing.
    (writer.left, writer.right) = (left, right)
    self = writer
  }
}
