import Base

/// Decides the time at which the next frame is drawn, and the time that it shows.
///
/// A frame is drawn for the next vertical blank, computed in whole periods from the last known one.
/// Without vertical blanks, the times of the frames take their place, so frames keep the mode's
/// rate although every flip completes at once. A late frame skips to the next vertical blank; the
/// session's time never slows down.
struct FrameScheduler: Sendable {
  /// The time that the last frame was drawn for, on the system's clock.
  private(set) var last: Duration?

  /// The time at which a frame drawn now would be displayed, on the system's clock.
  func target(at now: Duration, period: Duration, verticalBlank: Duration?) -> Duration {
    guard let beat = verticalBlank ?? last else { return now }
    let periods = Int(max(0, min(1e9, ((now - beat) / period).rounded(.down)))) + 1
    let target = beat + period * periods
    // A vertical blank that is reported late must not give the same target twice.
    if let last, target <= last + period / 2 { return target + period }
    return target
  }

  /// The earliest time to draw the next frame; nil if only the driver limits that. Without vertical
  /// blanks it is the last frame's time.
  func earliest(verticalBlank: Duration?) -> Duration? {
    verticalBlank == nil ? last : nil
  }

  /// The shortest time between frames at a frame rate, in whole periods.
  func interval(period: Duration, mostFrames: Double) -> Duration {
    // Refresh rates differ slightly from their names: 59.94 Hz counts as 60.
    period * Int(max(1, (.seconds(1) / mostFrames / period - 0.05).rounded(.up)))
  }

  /// The first time on the vertical blanks of a target that is not before a time.
  func moment(notBefore time: Duration, onBeatOf target: Duration, period: Duration) -> Duration {
    if time <= target { return target }
    return target + period * Int(min(1e9, ((time - target) / period - 0.05).rounded(.up)))
  }

  /// Records the time that a frame was drawn for.
  mutating func drew(for target: Duration) { last = target }
}
