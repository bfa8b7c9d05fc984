import Animation
public import Base
public import Graphics
public import ProgressModel
import Synchronization

/// A state that inputs share, since to copy it for each of them costs more than most frames do.
public final class SharedState {
  /// What is known of the run.
  public var state: ProgressState { didSet { number = Self.nextNumber } }
  /// Another number for every other state, for as long as the program runs.
  private(set) var number = SharedState.nextNumber

  private static let count = Atomic<Int>(0)
  private static var nextNumber: Int { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Creates a state to be shared.
  public init(_ state: ProgressState) { self.state = state }
}

/// What a frame is a function of.
public struct SceneInput {
  private var shared: SharedState
  /// What is known of the run.
  public var state: ProgressState {
    @inline(__always) _read { yield shared.state }
    set { shared = SharedState(newValue) }
  }
  /// The number of the state.
  var stateNumber: Int { shared.number }
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
    self.init(SharedState(state), time: time, canvas: canvas, picture: picture)
  }

  /// Gathers the same for a state that stays as it is while the input is in use.
  public init(
    _ shared: SharedState, time: Duration, canvas: Size, picture: ImageReference? = nil
  ) {
    (self.shared, self.time, self.canvas, self.picture) = (shared, time, canvas, picture)
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
    if now <= since { return 0 }
    let turns = (now - since - state.standstill(at: now)).seconds / slowed(period)
    return turns - turns.rounded(.down)
  }

  /// How long something endless takes, of which the usual time is given: with less motion four times as long.
  func slowed(_ period: Double) -> Double { reducesMotion ? 4 * period : period }

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

  /// How much shows of the mark of a stall: nothing, unless the run is stalled. Then it breathes, once in four seconds.
  var stallMark: Float {
    guard showsStalls, let stall = state.lastStall(at: time) else { return 0 }
    func breath(_ time: Duration) -> Double {
      0.45 - 0.45 * Arc.direction(turns: (time - stall.began).seconds / 4).x
    }
    guard let ended = stall.ended else { return Float(breath(time)) }
    return Float(
      EasedValue(from: breath(ended), to: 0, at: ended, over: EasedValue.standardDuration)
        .value(at: time))
  }

  /// The disc that marks a stall at the head of a line.
  ///
  /// - Parameter width: the line's, design points. A thin one is interrupted by the mark.
  func mark(at head: Point, onLine width: Double) -> Annulus {
    Annulus(centre: head, innerRadius: 0, outerRadius: max(0.3 * width, 2.5) * scale)
  }
}
