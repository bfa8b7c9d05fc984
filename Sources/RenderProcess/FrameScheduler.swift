import Base

/// Decides when the next frame is drawn, and for which moment.
///
/// Frames are drawn for the coming vertical blank, counted from the last one that is known, in whole periods. Where
/// the driver has no vertical blank, the moments of the frames themselves are the beat, so that frames come at the
/// mode's pace though every flip completes at once. A frame that comes too late skips to the next moment; time
/// itself never slows.
struct FrameScheduler: Sendable {
  /// The moment that the last frame was drawn for.
  private(set) var last: Duration?

  /// The moment that a frame drawn now would show.
  func target(at now: Duration, period: Duration, verticalBlank: Duration?) -> Duration {
    guard let beat = verticalBlank ?? last else { return now }
    let periods = Int(max(0, min(1e9, ((now - beat) / period).rounded(.down)))) + 1
    let target = beat + period * periods
    // A blank reported a little late must not make one moment be drawn twice.
    if let last, target <= last + period / 2 { return target + period }
    return target
  }

  /// From when on the next frame may be drawn: once the last one has its moment, where nothing else holds it up.
  func earliest(verticalBlank: Duration?) -> Duration? {
    verticalBlank == nil ? last : nil
  }

  /// The time from one frame to the next, in whole periods, where so many frames a second are wanted at most.
  func interval(period: Duration, mostFrames: Double) -> Duration {
    // A refresh rate is hardly ever the one that its name says: 59.94 Hz go for 60.
    period * Int(max(1, (.seconds(1) / mostFrames / period - 0.05).rounded(.up)))
  }

  /// The moment of the first frame, on the beat of another one, that is no earlier than a time.
  func moment(notBefore time: Duration, onBeatOf target: Duration, period: Duration) -> Duration {
    if time <= target { return target }
    return target + period * Int(min(1e9, ((time - target) / period - 0.05).rounded(.up)))
  }

  /// Notes that a frame was drawn.
  mutating func drew(for target: Duration) { last = target }
}
