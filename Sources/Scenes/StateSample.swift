public import Base
public import ProgressModel

/// A session that shows one state of a run, for tests and previews of themes.
public enum StateSample: UInt8, CaseIterable, Sendable {
  case starting, running, unknownExtent, stalled, paused, finishing, done, restarting, failed
  case cancelled, interrupted

  /// The state's name.
  public var name: StaticBytes {
    switch self {
    case .starting: "starting"
    case .running: "running"
    case .unknownExtent: "unknown extent"
    case .stalled: "stalled"
    case .paused: "paused"
    case .finishing: "finishing"
    case .done: "done"
    case .restarting: "restarting"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    }
  }

  /// The state, and a time at which its transition has ended.
  ///
  /// - Parameter rules: the rules of the session.
  public func state(_ rules: ProgressRules) -> (state: ProgressState, time: Duration) {
    var state = ProgressState(rules: rules)
    func text(_ text: StaticBytes) -> SanitizedText { SanitizedText(ByteString(text)) }
    state.apply(.title(text("System update")), at: .zero)
    if self == .starting { return (state, .seconds(3)) }
    state.apply(.message(text("Installing firmware 4.2")), at: .zero)
    let total: UInt64 = 105_000_000
    if self != .unknownExtent {
      state.apply(.step(number: 2, count: 3, name: text("Installing")), at: .zero)
    }
    for half in 0...20 {
      let done = UInt64(half) * 2_900_000
      state.apply(
        .bytes(completed: done, total: self == .unknownExtent ? nil : total),
        at: .milliseconds(500 * half))
    }
    let end = Duration.milliseconds(10_500)
    switch self {
    case .stalled: return (state, .seconds(42))
    case .paused:
      state.apply(.paused(text("Waiting for network")), at: end)
    case .finishing:
      state.apply(.step(number: 3, count: 3, name: text("Verifying")), at: end)
      state.apply(.message(text("Verifying")), at: end)
      state.apply(.fraction(.whole), at: end)
    case .done, .restarting:
      state.apply(.done(text("Firmware 4.2 is installed")), at: end)
      if self == .restarting { state.apply(.restart(.milliseconds(17_500)), at: end) }
    case .failed:
      state.apply(.fail(text("No space left on device: /data")), at: end)
      state.apply(.code(text("28")), at: end)
    case .cancelled: state.apply(.cancel, at: end)
    case .interrupted: state.apply(.interruption, at: end)
    default: return (state, end)
    }
    return (state, end + .seconds(9))
  }
}
