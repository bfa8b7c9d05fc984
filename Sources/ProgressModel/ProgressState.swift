public import Animation

/// All that is known of a run. A frame is a function of this and a time.
///
/// `apply(_:at:)` is the only way in. Nothing here moves by itself: the state keeps when things began,
/// so whoever reads it can compute any moment, in any order, as often as wanted.
public struct ProgressState: Equatable, Sendable {
  /// Where the run stands.
  public internal(set) var phase = ProgressPhase.idle
  /// When the phase began, on the session's clock.
  public internal(set) var phaseBegan: Duration
  /// When the run began: at the start of the session or at the last reset.
  public internal(set) var began: Duration
  /// What was last said of the fraction; nil while it is not known.
  public internal(set) var fraction: Fraction?
  /// The fraction that the screen shows, in `0...1`, eased.
  public internal(set) var shown = EasedValue(0)
  /// Since when the run has been active with no fraction known; nil otherwise.
  public internal(set) var indeterminateSince: Duration?
  /// Bytes that are there, if the feed counts them.
  public internal(set) var completedBytes: UInt64?
  /// Bytes that there will be, if known.
  public internal(set) var totalBytes: UInt64?
  /// What is going on, or how it ended.
  public internal(set) var message = ProgressText.empty
  /// The style asked for by the feed; empty for the configured one.
  public internal(set) var style = ProgressText.empty
  /// The path of the picture asked for by the feed; empty for the configured one.
  public internal(set) var picture = ProgressText.empty
  /// Whether a fraction of 1 is an outcome. Otherwise only `done` is.
  public let finishesAtFull: Bool

  /// The most that a run without an outcome shows, so that 100 % is never a lie.
  public static let ceiling = Fraction(billionths: 990_000_000)

  /// Creates the state of a run of which nothing has been said.
  public init(at time: Duration = .zero, finishesAtFull: Bool = false) {
    (phaseBegan, began, self.finishesAtFull) = (time, time, finishesAtFull)
  }

  /// Takes in what a feed said at a time, which is never before the last one.
  ///
  /// - Returns: whether it was heard. Between an outcome and a reset nothing else is.
  @discardableResult public mutating func apply(_ event: ProgressEvent, at time: Duration) -> Bool {
    switch event {
    case .reset:
      let (style, picture) = (style, picture)
      self = ProgressState(at: time, finishesAtFull: finishesAtFull)
      (self.style, self.picture) = (style, picture)
      return true
    case .style(let name): style = name
    case .picture(let path): picture = path
    case _ where phase.isOutcome: return false
    case .message(let text): message = text
    case .fraction(let fraction):
      setFraction(fraction, at: time)
    case .bytes(let completed, let total):
      completedBytes = completed
      totalBytes = total == 0 ? nil : total
      setFraction(total.flatMap { Fraction(completed, of: $0) }, at: time)
    case .done(let text): finish(.done, text, at: time)
    case .fail(let text): finish(.failed, text, at: time)
    case .cancel: finish(.cancelled, .empty, at: time)
    case .interruption: finish(.interrupted, .empty, at: time)
    }
    return true
  }

  private mutating func setFraction(_ fraction: Fraction?, at time: Duration) {
    if phase == .idle { enter(.active, at: time) }
    self.fraction = fraction
    guard let fraction else {
      indeterminateSince = indeterminateSince ?? time
      return
    }
    if indeterminateSince != nil {
      // The first real progress after the endless arc starts from nothing, as in UCZProgressView.
      indeterminateSince = nil
      shown = EasedValue(0)
    }
    if fraction == .whole, finishesAtFull {
      finish(.done, .empty, at: time)
    } else {
      shown.move(to: (finishesAtFull ? fraction : min(fraction, Self.ceiling)).value, at: time)
    }
  }

  private mutating func finish(_ outcome: ProgressPhase, _ text: ProgressText, at time: Duration) {
    if indeterminateSince != nil {
      indeterminateSince = nil
      shown = EasedValue(0)
    }
    enter(outcome, at: time)
    if !text.isEmpty { message = text }
    switch outcome {
    case .done: shown.move(to: 1, at: time)
    case .cancelled: shown.move(to: 0, at: time)
    case .failed: shown.freeze(at: time)
    default: break
    }
  }

  private mutating func enter(_ phase: ProgressPhase, at time: Duration) {
    self.phase = phase
    phaseBegan = time
  }
}
