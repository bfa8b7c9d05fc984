extension MaskWriter {
  /// Copies the rows of another mask with the same number of rows.
  ///
  /// - Parameter column: the column at which the other mask's group 0 begins, relative to this
  ///   mask. Pixels beyond its groups are not covered.
  @inline(never)
  public mutating func copy(_ other: MaskRows, movedTo column: Int) {
    // A local copy, which no store can alias, so it stays in registers.
    var writer = self
    for row in 0..<rows.count {
      let known = other.rows[row]
      let start = Int(known.firstGroup) &* 8 &+ column
      let count = Int(known.groupCount)
      let end = count == 0 ? 0 : min((start &+ count &* 8 &+ 7) >> 3, groupCount)
      let first = min(max(0, start >> 3), end)
      writer.beginRow(at: first)
      // Zeros surround each row.
      var from = Int(known.place) &* 8 &- start &+ first &* 8
      for group in first..<end {
        levels.set(other.levels.bytes(at: from), at: writer.place &+ group)
        from &+= 8
      }
      writer.endRow((first, end))
    }
    writer.computeGroupFlags()
    // A partial group at a row's end may be empty, so count the groups with levels only.
    (writer.left, writer.right) = (Int.max, 0)
    for index in 0..<rows.count &* wordCount where bits[index].touched != 0 {
      let (base, touched) = (index % wordCount &* 64 &- firstBit, bits[index].touched)
      writer.left = min(writer.left, base &+ touched.trailingZeroBitCount)
      writer.right = max(writer.right, base &+ 64 &- touched.leadingZeroBitCount)
    }
    self = writer
  }
}
