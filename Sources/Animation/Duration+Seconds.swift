extension Duration {
  // Not inline: the arithmetic of 128 bits is long.

  /// The duration in seconds, rounded to a Double.
  @inline(never) public var seconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  /// How far `time` is along this duration from `start`, held within `0...1`; 1 for no duration.
  @inline(never) public func fraction(at time: Duration, from start: Duration) -> Double {
    if time >= start + self { return 1 }
    if time <= start { return 0 }
    return (time - start).seconds / seconds
  }
}
