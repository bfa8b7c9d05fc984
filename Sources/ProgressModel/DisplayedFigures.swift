public import Base

/// The figures to display as text, held long enough to be read: each changes at most about twice
/// per second.
///
/// The figures of an event stay for half a second, whatever events follow. After that they are
/// those of the current half second of the session's clock, until the next event.
public struct DisplayedFigures: Equatable, Sendable {
  /// The estimated time left, seconds; nil if unknown.
  public internal(set) var left: Double?
  /// The speed, bytes per second; nil if unknown.
  public internal(set) var speed: Double?
  /// The completed bytes; nil if the feed does not count bytes.
  public internal(set) var bytes: UInt64?
}

/// The figures held since the last event that was displayed.
struct HeldFigures: Equatable, Sendable {
  /// Time (seconds, session's clock), time left, speed and bytes; below 0: none. One vector,
  /// because a vector is written, read and copied as one.
  var values: SIMD4<Double> = [-1, -1, -1, -1]

  /// The least time that figures stay, seconds.
  static let step = 0.5

  init() {}

  /// Holds figures from a time on.
  init(_ told: DisplayedFigures, at time: Duration) {
    values = [
      time.seconds, told.left ?? -1, told.speed ?? -1,
      told.bytes.map { Double(min($0, 1 << 60)) } ?? -1,
    ]
  }

  /// Returns whether other figures may replace these.
  func isOver(at now: Double) -> Bool { values[0] < 0 || now - values[0] >= Self.step }
}

extension ProgressState {
  /// Returns the figures to display at `time`. Except for the bytes, all are nil unless the run is
  /// active and neither paused nor stalled.
  public func figures(at time: Duration) -> DisplayedFigures {
    guard isMoving(at: time) else {
      return DisplayedFigures(bytes: phase == .active ? completedBytes : nil)
    }
    let now = time.seconds
    if heldFigures.isOver(at: now) {
      let tick = max((now / HeldFigures.step).rounded(.down) * HeldFigures.step, stallTimer.last)
      return newest(at: .seconds(tick))
    }
    // Below 0 means none. The wire format admits up to 2e19, which `UInt64` does not.
    let values = heldFigures.values
    return DisplayedFigures(
      left: values[1] >= 0 ? values[1] : nil, speed: values[2] >= 0 ? values[2] : nil,
      bytes: values[3] >= 0 ? UInt64(min(values[3], 0x1p60)) : nil)
  }

  /// Returns whether the displayed figures may change after `time` although no event arrives.
  public func mayChange(after time: Duration) -> Bool {
    guard phase == .active, pausedAt == nil else { return false }
    // A stalled run displays the length of its silence.
    if stall(at: time) != nil || !heldFigures.isOver(at: time.seconds) { return true }
    return left.isKnown || statedSpeed == nil && byteRate.rate() != nil
  }

  /// Holds the figures of `time`, unless those held are too recent.
  mutating func holdFigures(at time: Duration) {
    guard phase == .active, heldFigures.isOver(at: time.seconds) else { return }
    heldFigures = HeldFigures(newest(at: time), at: time)
  }

  private func newest(at time: Duration) -> DisplayedFigures {
    DisplayedFigures(
      left: timeLeft(at: time)?.seconds, speed: speed(at: time), bytes: completedBytes)
  }
}
