public import Base
public import Graphics
public import ProgressModel

/// The facts about a screen that its parts need, the same in all frames.
struct ScreenFacts {
  /// Whether to leave out springs and movements.
  var reducesMotion = false
  /// Whether to show stalls.
  var showsStalls = true
  /// Whether texts run from right to left. Bars fill from the right then, and their riders lean the
  /// other way.
  var isMirrored = false
  /// Whether the texts are in the ring, as on round screens.
  var isBezel = false
  /// The place of number and signs that settings give; nil for the style's.
  var givenNumeral: GivenNumeral?
  /// The background; nil for a part without a screen.
  var backdrop: Backdrop?
}

/// The parameters of a frame.
public struct SceneInput {
  private(set) var shared: SharedState
  /// The state of the run.
  public var state: ProgressState {
    @inline(__always) get { shared.state }
    set { shared = SharedState(newValue) }
  }
  /// The time to show, on the session's clock.
  public var time: Duration
  /// The frame's size, pixels.
  public var canvas: Size
  /// The scene's rectangle on the frame, pixels.
  public var box: Rect
  /// Pixels per design point.
  public var scale: Double
  /// The picture to reveal after success; nil for none.
  public var picture: ImageReference?
  /// The facts about the screen.
  var screen = ScreenFacts()
  /// Whether the picture is being revealed from this part.
  var isOpening = false

  /// Creates the input of a whole screen, for a state without history.
  public init(
    state: ProgressState, time: Duration, canvas: Size, picture: ImageReference? = nil
  ) {
    self.init(SharedState(state), time: time, canvas: canvas, picture: picture)
  }

  /// Creates the input of a whole screen.
  public init(
    _ shared: SharedState, time: Duration, canvas: Size, picture: ImageReference? = nil
  ) {
    (self.shared, self.time, self.canvas, self.picture) = (shared, time, canvas, picture)
    (box, scale) = (Rect(canvas), 1)
  }

  /// This input for a part of the screen.
  func placed(in box: Rect, scale: Double) -> SceneInput {
    var input = self
    (input.box, input.scale) = (box, scale)
    return input
  }

  /// This input at another time.
  func at(_ time: Duration) -> SceneInput {
    var input = self
    input.time = time
    return input
  }

  /// A map to the canvas, or its mirror image in the box where texts run from right to left.
  @inline(never) func mirrored(_ place: Transform) -> Transform {
    if !screen.isMirrored { return place }
    var place = place
    place.right.x = -place.right.x
    place.origin.x = 2 * centre.x - place.origin.x
    return place
  }

  /// A rotation, in turns, as a mirror shows it where texts run from right to left.
  func mirrored(_ turns: Double) -> Double { screen.isMirrored ? -turns : turns }

  /// The box's center, pixels.
  var centre: Point { Point(x: box.x + box.width / 2, y: box.y + box.height / 2) }

  /// The displayed fraction.
  @inline(never) var shown: Double { state.shown.value(at: time) }

  /// Returns the lean of a shape that the displayed fraction pulls along.
  ///
  /// - Parameter isRelative: whether the relative lean is advanced, or the visible one. The other
  ///   one is of an earlier time.
  func sway(isRelative: Bool) -> Sway {
    var sway = shared.history.sway
    sway.advance(to: time, along: state.shown, isRelative: isRelative)
    return sway
  }

  /// The percentage, rounded down; 100 only after success.
  var percent: Int {
    if state.phase == .done { return 100 }
    let percent = Int((state.fraction?.value ?? 0) * 100 + 1e-6)
    return min(percent, state.rules.finishesAtFull ? 100 : 99)
  }

  /// The percentage of the displayed fraction, rounded down but for the rounding errors of Double.
  /// In `0...100`: the state may come from an invalid session file.
  @inline(never) var shownPercent: Int { Int(max(0, min(100 * shown + 1e-6, 100))) }

  /// A part of a bar, which fills from the right where texts run from right to left.
  @inline(never) func part(_ part: ClosedRange<Double>, of bar: Rect) -> Rect {
    var filled = bar
    filled.x += (screen.isMirrored ? 1 - part.upperBound : part.lowerBound) * bar.width
    filled.width *= part.upperBound - part.lowerBound
    return filled
  }

  /// Whether the outcome is displayed.
  var isOver: Bool { state.phase.isOutcome && time >= state.outcomeBegan }

  /// The part of a bar, in `0...1`, that a window covers while the fraction is unknown: it moves
  /// along the bar with a period of two seconds.
  var window: ClosedRange<Double> {
    let end = 1.3 * cycle(of: 2)
    return max(0, end - 0.3)...max(max(0, end - 0.3), min(1, end))
  }

  /// The color of the background if it is an outcome's own; nil for the usual one.
  var outcomeGround: Color? { screen.backdrop?.phaseGround(self) }

  /// The color of an unfilled part on the present background.
  func track(_ usual: Color) -> Color {
    guard let ground = outcomeGround else { return usual }
    return usual.mixed(
      with: ground.mixed(with: ground.ink, by: 0.2), by: Float(ramp(from: state.outcomeBegan)))
  }

  /// The displayed fraction; after a cancellation the last one before it.
  var lastShown: Double {
    state.phase == .cancelled && time >= state.phaseBegan ? state.shown.start : shown
  }

  /// The session time at which the color of an active run's state has its final value.
  var stateColorRest: Duration {
    let paused = state.pausedAt.map { $0 + StateColors.change + Sign.duration } ?? state.began
    guard screen.showsStalls, let stall = state.lastStall(at: time) else { return paused }
    return max(paused, (stall.ended ?? stall.began) + StateColors.change)
  }

  /// The weight of indeterminate motion, in `0...1`; 0 shows progress alone.
  @inline(never) var indeterminacy: Double { state.indeterminacy.value(at: time) }

  /// The phase of a periodic motion, in `0..<1`. It stops when the run has failed or was
  /// interrupted.
  ///
  /// - Parameter period: the duration of a cycle, seconds.
  func cycle(of period: Double) -> Double {
    guard let since = state.indeterminateSince else { return 0 }
    let isOver = state.phase == .failed || state.phase == .interrupted
    let now = isOver ? min(time, state.outcomeBegan) : time
    if now <= since { return 0 }
    let turns = (now - since - state.standstill(at: now)).seconds / slowed(period)
    return turns - turns.rounded(.down)
  }

  /// A period, seconds; four times as long with reduced motion.
  func slowed(_ period: Double) -> Double { screen.reducesMotion ? 4 * period : period }

  /// The progress of an interruption's transition, in `0...1`.
  var interruptionProgress: Double {
    state.phase == .interrupted ? ramp(from: state.outcomeBegan) : 0
  }

  /// The fraction up to which an interrupted line is solid. At most 0.8, so some dashes always
  /// follow.
  var whole: Double { min(shown * (1 - indeterminacy), 0.8) }
}

/// The stage of a scene.
enum SceneAct {
  /// No record of the run has arrived.
  case idle
  /// The run begins; with the time since its beginning.
  case intro(Duration)
  /// The progress is displayed.
  case running
  /// The outcome's animation plays, with the time since its beginning.
  case ending(Duration)
}

extension SceneInput {
  /// The stage of a scene.
  ///
  /// - Parameter intro: the duration of the scene's beginning.
  func act(intro: Duration = .zero) -> SceneAct {
    guard let began = state.activeBegan else { return .idle }
    if isOver {
      return .ending(time - state.outcomeBegan)
    }
    return time < began + intro ? .intro(max(time - began, .zero)) : .running
  }

  /// The time into the beginning at which the run was cancelled.
  ///
  /// - Parameter intro: the duration of the scene's beginning.
  func introReached(of intro: Duration) -> Duration {
    min(intro, max(.zero, state.phaseBegan - (state.activeBegan ?? state.phaseBegan)))
  }

  /// The eased progress, in `0...1`, of a transition.
  @inline(never) func ramp(
    from began: Duration, over duration: Duration = EasedValue.standardDuration,
    _ timing: TimingFunction = .standard
  ) -> Double {
    timing.value(at: duration.fraction(at: time, from: began))
  }

  /// The opacity of the stall mark: 0 without a stall, otherwise pulsating with a period of four
  /// seconds.
  var stallMark: Float {
    guard screen.showsStalls, let stall = state.lastStall(at: time) else { return 0 }
    func breath(_ time: Duration) -> Double {
      0.45 - 0.45 * Arc.direction(turns: (time - stall.began).seconds / 4).x
    }
    guard let ended = stall.ended else { return Float(breath(time)) }
    return Float(
      EasedValue(from: breath(ended), to: 0, at: ended, over: EasedValue.standardDuration)
        .value(at: time))
  }

  /// The disc that marks a stall at the head of a line, pixels.
  ///
  /// - Parameter width: the line's width, design points. The mark interrupts a thin line.
  func mark(at head: Point, onLine width: Double) -> Annulus {
    Annulus(centre: head, innerRadius: 0, outerRadius: max(0.3 * width, 2.5) * scale)
  }
}

/// The eased progress of a part of a timeline, which begins and ends at given seconds.
@inline(never)
func progress(
  _ seconds: Double, _ range: ClosedRange<Double>, _ timing: TimingFunction = .linear
) -> Double {
  timing.value(at: (seconds - range.lowerBound) / (range.upperBound - range.lowerBound))
}

extension Transform {
  /// The nearest fraction of a line, from (0, 0) to the right, whose end lies between two columns.
  /// So a mark at the end moves by whole pixels and keeps its mask.
  func snapped(_ fraction: Double, of length: Double) -> Double {
    let pixels = length * right.x
    if fraction <= 0 || fraction >= 1 || pixels == 0 { return fraction }
    let end = origin.x + fraction * pixels
    return max(0, min(1, fraction + (end.rounded() - end) / pixels))
  }
}
