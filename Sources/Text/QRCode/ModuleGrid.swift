/// The modules of a symbol while it is drawn.
///
/// Sums of coordinates are small, and are not checked for overflow: checks are half of such code.
struct ModuleGrid {
  /// The version, 1 to 10.
  let version: Int
  /// The modules of a side.
  let side: Int
  /// The dark modules: a number for each row, from the top, with a bit for each column. The lowest
  /// bit is at the left.
  private(set) var dark = [64 of UInt64](repeating: 0)
  /// The modules of function patterns, format and version. They hold no data, and no mask changes
  /// them.
  private(set) var reserved = [64 of UInt64](repeating: 0)

  /// Creates a symbol without data.
  init(version: Int) {
    self.version = version
    side = version &* 4 &+ 17
    // The timing patterns.
    for place in 0..<side {
      reserve(6, place, isDark: place % 2 == 0)
      reserve(place, 6, isDark: place % 2 == 0)
    }
    drawSquares(3, 3, radius: 4)
    drawSquares(side &- 4, 3, radius: 4)
    drawSquares(3, side &- 4, radius: 4)
    // Alignment patterns lie where three lines of each direction cross, without the corners of the
    // finder patterns. Up to version 6 only the last crossing has one.
    var crossings = version == 1 ? 0 : version < 7 ? 0b1_0000_0000 : 0b1_1011_1010
    let (distance, last) = (version &* 2 &+ 2, side &- 7)
    var (x, y) = (6, 6)
    while crossings != 0 {
      if crossings & 1 != 0 { drawSquares(x, y, radius: 2) }
      crossings &>>= 1
      (x, y) = x == last ? (6, y &+ distance) : (x &+ distance, y)
    }
    if version >= 7 { drawVersion() }
    // Reserves the modules of the format.
    drawFormat(mask: 0)
  }

  /// Sets a module that holds no data. Ignores modules outside the symbol.
  @inline(never) private mutating func reserve(_ x: Int, _ y: Int, isDark: Bool) {
    if x < 0 || y < 0 || x >= side || y >= side { return }
    let module: UInt64 = 1 &<< UInt64(x)
    reserved[y] |= module
    dark[y] &= ~module
    if isDark { dark[y] |= module }
  }

  /// Draws squares in each other: a finder pattern with its light margin, of radius 4, or an
  /// alignment pattern, of radius 2.
  @inline(never) private mutating func drawSquares(_ x: Int, _ y: Int, radius: Int) {
    var down = 0 &- radius
    while down <= radius {
      var right = 0 &- radius
      while right <= radius {
        let distance = max(right.magnitude, down.magnitude)
        // From the center a finder pattern has three dark modules, an alignment pattern one.
        let isDark = radius == 2 ? distance != 1 : distance != 2 && distance != 4
        reserve(x &+ right, y &+ down, isDark: isDark)
        right &+= 1
      }
      down &+= 1
    }
  }

  /// Draws the version, 18 bits, beside the finder patterns at the top right and the bottom left.
  private mutating func drawVersion() {
    let bits = Self.checked(version, divisor: 0x1f25, degree: 12)
    for index in 0..<18 {
      let isDark = bits &>> index & 1 != 0
      let (long, short) = (index / 3, side &- 11 &+ index % 3)
      reserve(short, long, isDark: isDark)
      reserve(long, short, isDark: isDark)
    }
  }

  /// Draws the format twice: level M, which is 0, and the number of a mask, in 15 bits.
  @inline(never) private mutating func drawFormat(mask: Int) {
    let bits = Self.checked(mask, divisor: 0x537, degree: 10) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits &>> index & 1 != 0
      // One copy goes from the top down and to the left; it passes over the timing patterns.
      let place = index < 6 ? index : index < 8 ? index &+ 1 : index == 8 ? 7 : 14 &- index
      // The other one goes from the right to the left, and on from the bottom left, downward.
      let other = side &- (index < 8 ? index &+ 1 : 15 &- index)
      reserve(index < 8 ? 8 : place, index < 8 ? place : 8, isDark: isDark)
      reserve(index < 8 ? other : 8, index < 8 ? 8 : other, isDark: isDark)
    }
    reserve(8, side &- 8, isDark: true)
  }

  /// Returns a value of at most 8 bits, and after it the bits of its check: the remainder of its
  /// division by a polynomial over GF(2).
  ///
  /// - Parameters:
  ///   - divisor: the polynomial; bit n is the coefficient of xⁿ.
  ///   - degree: its degree, also the number of check bits.
  @inline(never) static func checked(_ value: Int, divisor: Int, degree: Int) -> Int {
    var rest = value &<< degree
    var shift = 8
    while shift > 0 {
      shift &-= 1
      if rest &>> (degree &+ shift) & 1 != 0 { rest ^= divisor &<< shift }
    }
    return value &<< degree | rest
  }

  // MARK: - Data

  /// Places codewords in pairs of columns from the right, by turns upward and downward. Modules
  /// that are left stay light.
  mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    var right = side &- 1
    var isUpward = true
    while right > 0 {
      // Two modules of a row, then the next row; after the last one the next pair.
      var step = 0
      while step < side &* 2 {
        let row = step / 2
        let y = isUpward ? side &- 1 &- row : row
        let module: UInt64 = 1 &<< UInt64(truncatingIfNeeded: right &- step % 2)
        step &+= 1
        if reserved[y] & module != 0 { continue }
        if bit / 8 < codewords.count, codewords[bit / 8] &<< UInt8(bit % 8) & 0x80 != 0 {
          dark[y] |= module
        }
        bit &+= 1
      }
      isUpward.toggle()
      // The timing pattern is passed over.
      right &-= right == 8 ? 3 : 2
    }
  }

  // MARK: - Masks

  /// Applies the mask that gives the lowest penalty; of several, the first.
  mutating func applyBestMask() {
    var (mask, best, lowest) = (0, 0, Int.max)
    repeat {
      invert(mask)
      let penalty = penalty()
      if penalty < lowest { (best, lowest) = (mask, penalty) }
      // Inverted again, it is as it was.
      invert(mask)
      mask = (mask &+ 1) & 7
    } while mask != 0
    invert(best)
  }

  /// Inverts the data modules of a mask, 0 to 7, and draws the format that names it.
  @inline(never) mutating func invert(_ mask: Int) {
    drawFormat(mask: mask)
    for y in 0..<side {
      for x in 0..<side where Self.isInverted(UInt32(x), UInt32(y), mask: mask) {
        dark[y] ^= 1 &<< UInt64(x) & ~reserved[y]
      }
    }
  }

  /// Whether a mask inverts a module: the standard's table 10.
  private static func isInverted(_ x: UInt32, _ y: UInt32, mask: Int) -> Bool {
    let rest: UInt32 =
      switch mask {
      case 0: (x &+ y) % 2
      case 1: y % 2
      case 2: x % 3
      case 3: (x &+ y) % 3
      case 4: (y / 2 &+ x / 3) % 2
      case 5: x &* y % 6
      case 6: (x &* y &+ x &* y % 3) % 2
      default: (x &+ y &+ x &* y % 3) % 2
      }
    return rest == 0
  }
}
