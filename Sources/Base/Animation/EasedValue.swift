/// A number that eases to its target: Core Animation's implicit animation.
///
/// It keeps only the last change, so its value can be computed for any time. A change during a move
/// starts from the value at that time; the speed is discarded.
public struct EasedValue: Equatable, Sendable {
  /// The value at the last change.
  public let start: Double
  /// The value at the end of the move.
  public let target: Double
  /// The time of the last change, on the session's clock.
  public let began: Duration
  /// The duration of the move; zero for an immediate change.
  public let duration: Duration

  /// Whether the move has a constant speed until its last fifth, in which it slows down. Moves that
  /// follow one another before that are one even motion.
  public let isSteady: Bool

  /// The duration of an implicit animation in Core Animation.
  public static let standardDuration = Duration.milliseconds(250)

  /// Creates a value at rest.
  public init(_ value: Double, at time: Duration = .zero) {
    self.init(from: value, to: value, at: time, over: .zero)
  }

  /// Creates a value that moves from `start` to `target` from `began` on.
  public init(
    from start: Double, to target: Double, at began: Duration, over duration: Duration,
    isSteady: Bool = false
  ) {
    (self.start, self.target, self.began, self.duration) = (start, target, began, duration)
    self.isSteady = isSteady
  }

  /// The end of the move, on the session's clock.
  @inline(never) public var end: Duration { began + duration }

  /// Returns the value at a time.
  @inline(never) public func value(at time: Duration) -> Double {
    if time >= end { return target }
    if time <= began { return start }
    let part = (time - began).seconds / duration.seconds
    return start + (target - start)
      * (isSteady ? Self.steady(part) : TimingFunction.standard.value(at: part))
  }

  /// The progress of a steady move: linear up to 4/5, then a parabola with the same slope that ends
  /// at rest.
  private static func steady(_ part: Double) -> Double {
    let slow = max(0, part - 0.8)
    return (part - slow * slow * 2.5) / 0.9
  }

  /// Begins a move to another target. The current target changes nothing, so easing never restarts.
  public mutating func move(
    to target: Double, at time: Duration, over duration: Duration = Self.standardDuration,
    isSteady: Bool = false
  ) {
    if target == self.target { return }
    self = EasedValue(
      from: value(at: time), to: target, at: time, over: duration, isSteady: isSteady)
  }

  /// Stops the move at its value at a time.
  public mutating func freeze(at time: Duration) {
    self = EasedValue(value(at: time), at: time)
  }
}
