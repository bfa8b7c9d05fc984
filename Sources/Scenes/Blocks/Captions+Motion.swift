import Base
import ProgressModel
import Text

extension SceneInput {
  /// The session time at which new words have replaced the former ones. The old ones fade out in 80
  /// ms, and 40 ms later the new ones fade in, in 120 ms. Those of a success wait until the shape
  /// has closed.
  var wordsEnd: Duration {
    let begin = shared.history.formerUntil
    let closes = state.phase == .done && begin <= state.outcomeBegan
    return begin + .milliseconds(closes ? 420 : 240)
  }

  /// The progress of a part of that change, in `0...1`: from a time before its end, milliseconds.
  func share(ofWordsFrom left: Int, over length: Int) -> Float {
    Float(ramp(from: wordsEnd - .milliseconds(left), over: .milliseconds(length), .linear))
  }
}

extension Captions {
  /// The next session time at which a caption may change without an event; nil for never.
  func nextChange(_ input: SceneInput) -> Duration? {
    guard !texts.isEmpty else { return nil }
    if let silence = input.state.stall(at: input.time) {
      let isTold = texts.contains { $0.caption.statement(input, set).tellsSilence }
      if !isTold { return nil }
      // The time is shown in seconds up to a minute, then in minutes.
      let unit = Duration.seconds(silence < .seconds(60) ? 1 : 60)
      let began = input.time - silence
      // A little later, so that rounding does not give the moment before.
      return began + unit * ((silence / unit).rounded(.down) + 1) + .milliseconds(1)
    }
    if input.state.phase.isOutcome, let restartsAt = input.state.restartsAt,
      restartsAt > input.time
    {
      // The countdown changes at whole seconds before its end.
      let left = (restartsAt - input.time).seconds.rounded(.up)
      return restartsAt - .seconds(left - 1) + .milliseconds(1)
    }
    guard input.state.mayChange(after: input.time) else {
      // After a while, a text reports the time left as unknown.
      let unknown = input.state.activeBegan.map { $0 + Caption.unknownAfter }
      if let unknown, unknown > input.time, let stall = input.state.stallsAt {
        return min(unknown, stall)
      }
      return input.state.stallsAt
    }
    let half = Duration.milliseconds(500)
    return half * ((input.time / half).rounded(.down) + 1)
  }
}
