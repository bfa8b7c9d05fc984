public import Base

/// A number that moves to its target by itself: Core Animation's implicit animation.
///
/// It keeps where and when its last change began, and nothing else, so any moment can be asked for. A
/// change while it moves starts from what is visible then; the speed it had is forgotten.
public struct EasedValue: Equatable, Sendable {
  /// What was visible when the last change came.
  public let start: Double
  /// What it moves to.
  public let target: Double
  /// When the last change came, on the session's clock.
  public let began: Duration
  /// How long the move takes. Zero: it is there at once.
  public let duration: Duration

  /// The duration of an implicit animation.
  public static let standardDuration = Duration.milliseconds(250)

  /// A value that rests, since a time.
  public init(_ value: Double, at time: Duration = .zero) {
    self.init(from: value, to: value, at: time, over: .zero)
  }

  /// A value that moves from `start` to `target` from `began` on.
  public init(from start: Double, to target: Double, at began: Duration, over duration: Duration) {
    (self.start, self.target, self.began, self.duration) = (start, target, began, duration)
  }

  /// When it comes to rest.
  @inline(never) public var end: Duration { began + duration }

  /// What is visible at a time.
  @inline(never) public func value(at time: Duration) -> Double {
    if time >= end { return target }
    if time <= began { return start }
    return start + (target - start)
      * TimingFunction.standard.value(at: (time - began).seconds / duration.seconds)
  }

  /// Sets off for another target. The same target again changes nothing, so easing never restarts.
  public mutating func move(
    to target: Double, at time: Duration, over duration: Duration = Self.standardDuration
  ) {
    if target == self.target { return }
    self = EasedValue(from: value(at: time), to: target, at: time, over: duration)
  }

  /// Stays at what is visible at a time.
  public mutating func freeze(at time: Duration) {
    self = EasedValue(value(at: time), at: time)
  }
}
