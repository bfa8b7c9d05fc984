extension ModuleGrid {
  /// The penalty for patterns that scanners read badly, by the four rules of the standard's table
  /// 11.
  ///
  /// The standard leaves open whether the quiet zone is a light area beside a pattern like that of
  /// a finder. Here it is, and a pattern with two light areas counts once.
  ///
  /// The function changes nothing. It is mutating because a nonmutating one would copy a line array
  /// for each line that it reads.
  @inline(never) mutating func penalty() -> Int {
    var penalty = 0
    var darkCount = 0
    var above: UInt64 = 0
    for y in 0..<side {
      let row = dark[y]
      var column: UInt64 = 0
      for x in 0..<side { column |= (dark[x] &>> UInt64(y) & 1) &<< UInt64(x) }
      penalty &+= linePenalty(row) &+ linePenalty(column)
      darkCount &+= Self.count(row)
      // Squares of two by two modules of one color.
      if y > 0 { penalty &+= 3 &* Self.count(pairs(row) & pairs(above) & ~(row ^ above)) }
      above = row
    }
    // Each twentieth that the dark modules are more or less than half of all.
    let area = side &* side
    let steps = (darkCount &* 20 &- area &* 10).magnitude / area.magnitude
    return penalty &+ Int(truncatingIfNeeded: steps) &* 10
  }

  /// The modules of a line with the same color as the next module.
  private func pairs(_ line: UInt64) -> UInt64 {
    ~(line ^ line &>> 1) & (1 &<< UInt64(truncatingIfNeeded: side &- 1) &- 1)
  }

  /// The penalty of a single row or column.
  @inline(never) private func linePenalty(_ line: UInt64) -> Int {
    // A run of n modules of one color, at least five, costs n − 2. It has n − 4 groups of five.
    let pairs = pairs(line)
    let fives = pairs & pairs &>> 1 & pairs &>> 2 & pairs &>> 3
    // One dark module, a light one, three dark ones, a light one, a dark one; and before or after
    // them four light ones.
    let pattern =
      line & ~line &>> 1 & line &>> 2 & line &>> 3 & line &>> 4 & ~line &>> 5 & line &>> 6
    let before = line &<< 1 | line &<< 2 | line &<< 3 | line &<< 4
    let after = line &>> 7 | line &>> 8 | line &>> 9 | line &>> 10
    return Self.count(fives) &+ 2 &* Self.count(fives & ~(fives &<< 1))
      &+ 40 &* Self.count(pattern & ~(before & after))
  }

  /// The number of set bits.
  @inline(never) private static func count(_ bits: UInt64) -> Int {
    var (rest, count) = (bits, 0)
    while rest != 0 {
      rest &= rest &- 1
      count &+= 1
    }
    return count
  }
}
