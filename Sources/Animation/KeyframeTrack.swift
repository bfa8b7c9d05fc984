public import Base

/// A number that passes through given values at given times and keeps the last.
///
/// The corresponding Core Animation class is `CAKeyframeAnimation` in linear mode.
public struct KeyframeTrack: Sendable {
  /// A value, the time at which the track reaches it, and the timing function on the way there.
  public struct Keyframe: Sendable {
    let time: Duration
    let value: Double
    let timing: TimingFunction

    /// Creates a keyframe.
    ///
    /// - Parameters:
    ///   - time: since the track's start.
    ///   - timing: the easing from the previous keyframe; unused in the first.
    public init(_ time: Duration, _ value: Double, _ timing: TimingFunction = .linear) {
      (self.time, self.value, self.timing) = (time, value, timing)
    }
  }

  private let keyframes: [Keyframe]

  /// Creates a track. Traps without keyframes and if a time is less than the previous one.
  public init(_ keyframes: [Keyframe]) {
    precondition(!keyframes.isEmpty, "a track needs a keyframe")
    precondition(
      (1..<keyframes.count).allSatisfy { keyframes[$0 - 1].time <= keyframes[$0].time },
      "times go back")
    self.keyframes = keyframes
  }

  /// The time of the last keyframe, since the track's start.
  public var duration: Duration { keyframes[keyframes.count - 1].time }

  /// Returns the value at a time since the track's start.
  public func value(at time: Duration) -> Double {
    var before = keyframes[0]
    for keyframe in keyframes {
      if time < keyframe.time {
        if time <= before.time { return before.value }
        let part = (keyframe.time - before.time).fraction(at: time, from: before.time)
        return before.value + (keyframe.value - before.value) * keyframe.timing.value(at: part)
      }
      before = keyframe
    }
    return before.value
  }
}
