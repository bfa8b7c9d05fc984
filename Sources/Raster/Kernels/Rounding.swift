extension Double {
  /// The greatest whole number that is not greater. Traps beyond what an Int holds; shapes are bounded before.
  ///
  /// The oldest x86-64 has no instruction for it, and `rounded(.down)` would call libm.
  @inline(__always)
  var floor: Int {
    let whole = Int(self)
    return Double(whole) > self ? whole - 1 : whole
  }

  /// The least whole number that is not less.
  @inline(__always)
  var ceiling: Int {
    let whole = Int(self)
    return Double(whole) < self ? whole + 1 : whole
  }
}

extension Float {
  /// The nearest whole number, of two the even one; for numbers between ±2²².
  ///
  /// Adding 1.5·2²³ leaves it in the lowest bits.
  @inline(__always)
  var nearest: Int {
    Int(Int32(bitPattern: (self + 12_582_912).bitPattern &- 0x4b40_0000))
  }
}
