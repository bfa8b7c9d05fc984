public import Base
import Configuration
import Graphics
import ProgressModel

extension Screen {
  /// The session time at which the outcome's animations of all parts end.
  func played(_ input: SceneInput) -> Duration {
    var end = input.state.began
    if showsJobs(input) {
      end = max(end, jobsRest(input.state))
    } else {
      for index in parts.indices {
        end = max(end, parts[index].outcomeEnd(placed(input, index)))
      }
    }
    if let help = shownHelp(input) { end = max(end, help.end(input)) }
    end = max(end, signsRest(input), textsRest(input))
    if !facts.reducesMotion { return end }
    return max(end, input.state.outcomeBegan + EasedValue.standardDuration)
  }

  /// The session time at which new words have faded in.
  private func textsRest(_ input: SceneInput) -> Duration {
    fadesTexts ? input.wordsEnd : input.state.began
  }

  /// The session time at which the tiles of jobs are at rest. Only the bar of the whole moves.
  private func jobsRest(_ state: ProgressState) -> Duration {
    state.phase.isOutcome
      ? max(state.settled, state.outcomeBegan + StateColors.change)
      : state.settled
  }

  /// The session time at which the signs and colors of the state are at rest.
  private func signsRest(_ input: SceneInput) -> Duration {
    let state = input.state
    if !hasSigns { return state.began }
    switch state.phase {
    case .active:
      var input = input
      input.screen = facts
      return input.stateColorRest
    case .cancelled, .interrupted: return state.outcomeBegan + Sign.duration
    default: return state.began
    }
  }

  /// The session time at which the outcome's animation ends, with the picture's reveal.
  public func outcomeEnd(_ input: SceneInput) -> Duration {
    opens(input).map { $0 + reveal.duration } ?? played(input)
  }

  /// The highest useful frame rate, frames per second: up to 60 while a run begins or ends, low
  /// with reduced motion and while a stalled run only pulsates.
  public func mostFrames(_ input: SceneInput) -> Double {
    // Animated pictures have their own frame rate.
    let own = mostOwnFrames(input)
    return backdrop.motion(input).map { max(own, min(frameRate, $0.mostFrames)) } ?? own
  }

  /// The highest useful frame rate without the frames of pictures.
  private func mostOwnFrames(_ input: SceneInput) -> Double {
    let state = input.state
    if facts.reducesMotion { return min(frameRate, Self.stillFrameRate) }
    if state.phase.isOutcome { return input.time < outcomeEnd(input) ? 60 : frameRate }
    if let began = state.activeBegan, input.time < max(state.introEnd, began) { return 60 }
    if input.time < textsRest(input) { return frameRate }
    if let stands = state.restTime(at: input.time), input.time >= stands {
      return min(frameRate, Self.stillFrameRate)
    }
    // Even motion between rare records is slow: about a pixel a frame, unless more moves.
    let isSlow =
      state.shown.isSteady
      && parts.indices.allSatisfy { parts[$0].rest(placed(input, $0)) != nil }
    return isSlow ? min(frameRate, Self.steadyFrameRate) : frameRate
  }

  private static var stillFrameRate: Double { 6 }
  private static var steadyFrameRate: Double { 12 }

  /// The earliest session time, from the input's on, at which a frame may differ from the input's
  /// if no event follows; nil for never.
  public func nextMotion(_ input: SceneInput) -> Duration? {
    let own = nextOwnMotion(input)
    // The revealed picture covers all others.
    if let opens = opens(input), input.time >= opens + reveal.duration { return own }
    return earlier(own, backdrop.motion(input)?.next)
  }

  /// The time of the next motion without the frames of pictures; nil for none.
  private func nextOwnMotion(_ input: SceneInput) -> Duration? {
    let state = input.state
    let opened = opens(input).map { $0 + reveal.duration }
    if let opened, input.time >= opened { return nil }
    // An outcome counts as shown at its end, so frames have to lead there.
    var rest =
      state.phase.isOutcome ? outcomeEnd(input) : max(signsRest(input), textsRest(input))
    if facts.reducesMotion, !state.phase.isOutcome {
      rest = max(rest, state.introEnd + EasedValue.standardDuration)
    }
    for index in parts.indices {
      let own = showsJobs(input) ? jobsRest(state) : parts[index].rest(placed(input, index))
      guard let end = own ?? state.restTime(at: input.time)
      else { return input.time }
      rest = max(rest, end)
    }
    if facts.showsStalls, !showsJobs(input), let stall = state.lastStall(at: input.time) {
      guard let ended = stall.ended else { return input.time }
      rest = max(rest, ended + EasedValue.standardDuration)
    }
    if input.time < rest { return input.time }
    var next = texts?.captions.nextChange(input)
    if facts.showsStalls || backdrop.tellsStalls { next = earlier(next, state.stallsAt) }
    // A screen of a few lines has no shape then.
    let hasShape = hasSigns && arrangement.layout != .tiny && !showsJobs(input)
    if hasShape, state.phase == .done { next = earlier(next, Countdown(placed(input, 0))?.next) }
    return next
  }
}
