public import CVectors

extension Double {
  /// The greatest integer not greater than the number, clamped to ±10⁹. NaN gives an arbitrary
  /// integer.
  @inline(never)
  public var floor: Int { floor(within: 1e9) }

  /// The least integer not less than the number, clamped to ±10⁹.
  @inline(never)
  public var ceiling: Int { ceiling(within: 1e9) }

  /// The greatest integer not greater than the number. Beyond ±`limit` it is the limit, or off by
  /// one.
  ///
  /// The x86-64 baseline has no instruction for it, and `rounded(.down)` would call libm.
  @inlinable @inline(__always)
  public func floor(within limit: Double) -> Int {
    let whole = vector_whole_within(limit, self)
    return Int(Double(whole) > self ? whole &- 1 : whole)
  }

  /// The least integer not less than the number. Beyond ±`limit` it is the limit, or off by one.
  @inlinable @inline(__always)
  public func ceiling(within limit: Double) -> Int {
    let whole = vector_whole_within(limit, self)
    return Int(Double(whole) < self ? whole &+ 1 : whole)
  }
}

extension Float {
  /// A number between ±2³¹, rounded towards zero.
  @inlinable @inline(__always)
  public var cell: Int { Int(vector_whole(self)) }
}
