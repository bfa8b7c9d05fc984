public import Base

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

  /// The duration of an implicit animation in Core Animation.
  public static let standardDuration = Duration.milliseconds(250)

  /// Creates a value at rest.
  public init(_ value: Double, at time: Duration = .zero) {
    self.init(from: value, to: value, at: time, over: .zero)
  }

  /// Creates a value that moves from `start` to `target` from `began` on.
  public init(from start: Double, to target: Double, at began: Duration, over duration: Duration) {
    (self.start, self.target, self.began, self.duration) = (start, target, began, duration)
  }

  /// The end of the move, on the session's clock.
  @inline(never) public var end: Duration { began + duration }

  /// Returns the value at a time.
  @inline(never) public func value(at time: Duration) -> Double {
    if time >= end { return target }
    if time <= began { return start }
    return start + (target - start)
      * TimingFunction.standard.value(at: (time - began).seconds / duration.seconds)
  }

  /// Begins a move to another target. The current target changes nothing, so easing never restarts.
  public mutating func move(
    to target: Double, at time: Duration, over duration: Duration = Self.standardDuration
  ) {
    if target == self.target { return }
    self = EasedValue(from: value(at: time), to: target, at: time, over: duration)
  }

  /// Stops the move at its value at a time.
  public mutating func freeze(at time: Duration) {
    self = EasedValue(value(at: time), at: time)
  }
}
