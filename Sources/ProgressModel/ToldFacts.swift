import Animation
public import Base

/// Figures as they are told in words: none changes more than about twice in a second, so that people can read them.
///
/// What was news at a time is told until half a second later, whatever comes; from then on the newest, as it is at whole
/// halves of a second, until there are news again.
public struct ToldFacts: Equatable, Sendable {
  /// How long it still takes, seconds; nil while that is not known.
  public internal(set) var left: Double?
  /// Bytes a second; nil while that is not known.
  public internal(set) var speed: Double?
  /// Bytes that are there; nil where nobody counts them.
  public internal(set) var bytes: UInt64?
}

/// What was told last: when, and the figures, below 0 for none.
struct Telling: Equatable, Sendable {
  /// Time, left, speed, bytes; in a vector, because that is written, read and copied as one.
  var values: SIMD4<Double> = [-1, -1, -1, -1]

  /// How long it is told at least, seconds.
  static let step = 0.5

  /// Whether something else may be told.
  func isOver(at now: Double) -> Bool { values[0] < 0 || now - values[0] >= Self.step }
}

extension ProgressState {
  /// The figures to tell at a time.
  public func told(at time: Duration) -> ToldFacts {
    guard isMoving(at: time) else {
      return ToldFacts(bytes: phase == .active ? completedBytes : nil)
    }
    let now = time.seconds
    if telling.isOver(at: now) {
      let tick = max((now / Telling.step).rounded(.down) * Telling.step, news.last)
      return newest(at: .seconds(tick))
    }
    // Below 0 for none; and what came over a wire may be no number.
    let values = telling.values
    return ToldFacts(
      left: values[1] >= 0 ? values[1] : nil, speed: values[2] >= 0 ? values[2] : nil,
      bytes: values[3] >= 0 ? UInt64(min(values[3], 0x1p60)) : nil)
  }

  /// Whether something else may be told after a time, before the feed counts as stalled, though there are no news.
  public func tellsMore(after time: Duration) -> Bool {
    guard phase == .active, pausedAt == nil else { return false }
    // For how long nothing is said is told, too.
    if stall(at: time) != nil || !telling.isOver(at: time.seconds) { return true }
    return left.isKnown || statedSpeed == nil && flow.rate() != nil
  }

  /// Takes note of what is to be told from a time on, unless it is too early.
  mutating func tell(at time: Duration) {
    guard phase == .active, telling.isOver(at: time.seconds) else { return }
    let facts = newest(at: time)
    telling.values = [
      time.seconds, facts.left ?? -1, facts.speed ?? -1,
      facts.bytes.map { Double(min($0, 1 << 60)) } ?? -1,
    ]
  }

  private func newest(at time: Duration) -> ToldFacts {
    ToldFacts(
      left: timeLeft(at: time)?.seconds, speed: speed(at: time), bytes: completedBytes)
  }
}
