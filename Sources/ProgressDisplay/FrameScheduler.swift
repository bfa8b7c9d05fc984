import Durations

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

  /// Notes that a frame was drawn.
  mutating func drew(for target: Duration) { last = target }
}
