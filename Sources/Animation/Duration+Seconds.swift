extension Duration {
  /// The duration in seconds, rounded to a Double.
  public var seconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  /// How far `time` is along this duration from `start`, held within `0...1`; 1 for no duration.
  public func fraction(at time: Duration, from start: Duration) -> Double {
    if time >= start + self { return 1 }
    if time <= start { return 0 }
    return (time - start).seconds / seconds
  }
}
