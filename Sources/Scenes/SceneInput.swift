import Animation
public import Durations
public import Graphics
public import ProgressModel

/// What a frame is a function of.
public struct SceneInput: Sendable {
  /// What is known of the run.
  public var state: ProgressState
  /// The moment to show, on the session's clock.
  public var time: Duration
  /// The size of the frame.
  public var canvas: Size
  /// Where on the frame the scene is.
  public var box: Rect
  /// Pixels of a design point.
  public var scale: Double
  /// The picture to reveal when all is done, if there is one.
  public var picture: ImageReference?
  /// Whether the picture is being revealed.
  var isOpening = false
  /// Whether springs and flights are to be left out.
  var reducesMotion = false
  /// Whether a text of its own tells how it ended.
  var tellsOutcomeApart = false
  /// Whether a stall is to be seen.
  var showsStalls = true

  /// Gathers what the frame of a whole screen is a function of.
  public init(
    state: ProgressState, time: Duration, canvas: Size, picture: ImageReference? = nil
  ) {
    (self.state, self.time, self.canvas, self.picture) = (state, time, canvas, picture)
    (box, scale) = (Rect(canvas), 1)
  }

  /// The same for a part of the screen.
  func placed(in box: Rect, scale: Double) -> SceneInput {
    var input = self
    (input.box, input.scale) = (box, scale)
    return input
  }

  /// The same at another time.
  func at(_ time: Duration) -> SceneInput {
    var input = self
    input.time = time
    return input
  }

  /// The box's centre.
  var centre: Point { Point(x: box.x + box.width / 2, y: box.y + box.height / 2) }

  /// The fraction to be seen.
  var shown: Double { state.shown.value(at: time) }

  /// How far endless motion has taken the place of progress, in `0...1`.
  var indeterminacy: Double { state.indeterminacy.value(at: time) }

  /// How far something endless is on its way around, in `0..<1`, that takes so long, seconds. It stands once the run has
  /// failed or broken off.
  func cycle(of period: Double) -> Double {
    guard let since = state.indeterminateSince else { return 0 }
    let isOver = state.phase == .failed || state.phase == .interrupted
    let now = isOver ? min(time, state.outcomeBegan) : time
    let turns = max(0, (now - since).seconds / period)
    return turns - turns.rounded(.down)
  }

  /// How far a run that was cut short has come apart, in `0...1`.
  var brokenness: Double {
    state.phase == .interrupted ? ramp(from: state.outcomeBegan) : 0
  }

  /// Up to where the line of such a run stays whole. There are always some dashes behind it.
  var whole: Double { min(shown * (1 - indeterminacy), 0.8) }
}

/// Where in its course a scene is.
enum SceneAct {
  /// Nothing has been heard of the run.
  case idle
  /// It begins: so long ago.
  case intro(Duration)
  /// Progress shows.
  case running
  /// It has ended, as the state's phase says, and that plays: since so long.
  case ending(Duration)
}

extension SceneInput {
  /// Where in its course a scene is that takes so long to begin.
  func act(intro: Duration = .zero) -> SceneAct {
    guard let began = state.activeBegan else { return .idle }
    if state.phase.isOutcome, time >= state.outcomeBegan {
      return .ending(time - state.outcomeBegan)
    }
    return time < began + intro ? .intro(max(time - began, .zero)) : .running
  }

  /// How far a scene that takes so long to begin had come when it was called off.
  func introReached(of intro: Duration) -> Duration {
    min(intro, max(.zero, state.phaseBegan - (state.activeBegan ?? state.phaseBegan)))
  }

  /// How far something has gone, in `0...1`, that began at a time and takes so long.
  func ramp(
    from began: Duration, over duration: Duration = EasedValue.standardDuration,
    _ timing: TimingFunction = .standard
  ) -> Double {
    timing.value(at: duration.fraction(at: time, from: began))
  }

  /// How much shows of what moves: 1, unless the run is stalled. Then it breathes, once in two seconds, down to 0.6.
  var liveliness: Float {
    guard showsStalls, let stall = state.lastStall(at: time) else { return 1 }
    func breath(_ time: Duration) -> Double {
      0.8 + 0.2 * Arc.direction(turns: (time - stall.began).seconds / 2).x
    }
    guard let ended = stall.ended else { return Float(breath(time)) }
    return Float(
      EasedValue(from: breath(ended), to: 1, at: ended, over: EasedValue.standardDuration)
        .value(at: time))
  }
}
