public import CVectors

extension Double {
  /// The greatest whole number that is not greater; beyond ±10⁹ that, and for what is no number
  /// any.
  @inline(never)
  public var floor: Int { floor(within: 1e9) }

  /// The least whole number that is not less.
  @inline(never)
  public var ceiling: Int { ceiling(within: 1e9) }

  /// The same, but beyond some limit that, or one more.
  ///
  /// The oldest x86-64 has no instruction for it, and `rounded(.down)` would call libm.
  @inlinable @inline(__always)
  public func floor(within limit: Double) -> Int {
    let whole = vector_whole_within(limit, self)
    return Int(Double(whole) > self ? whole &- 1 : whole)
  }

  /// The least whole number that is not less, or beyond some limit that, or one more.
  @inlinable @inline(__always)
  public func ceiling(within limit: Double) -> Int {
    let whole = vector_whole_within(limit, self)
    return Int(Double(whole) < self ? whole &+ 1 : whole)
  }
}

extension Float {
  /// The whole part of a number between ±2³¹.
  @inlinable @inline(__always)
  public var cell: Int { Int(vector_whole(self)) }
}
