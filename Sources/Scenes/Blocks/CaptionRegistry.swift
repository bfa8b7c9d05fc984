import Base
import Configuration
import ProgressModel
import Text

extension Caption {
  /// Every caption; none in a build without texts. A new one is a line here, and one below.
  public static let all: [Caption] = Traits.texts ? captions : []

  private static let captions: [Caption] = [
    Caption(
      part: .title, summary: "Title, then the outcome", slot: .headline, size: 5.5,
      tone: .headline, tellsOutcome: true),
    Caption(
      part: .message, summary: "Current activity, then the outcome's message", slot: .message,
      size: 5, lines: 2),
    Caption(
      part: .facts, summary: "Step, bytes, speed and time left", slot: .facts, size: 3.8,
      lines: 2, tone: .muted, tellsOutcome: true),
    Caption(part: .detail, summary: "Details of the current activity", tone: .muted),
    Caption(part: .step, summary: "Number of the step"),
    Caption(part: .percent, summary: "Percentage"),
    Caption(part: .bytes, summary: "Bytes"),
    Caption(part: .speed, summary: "Speed"),
    Caption(part: .left, summary: "Time left"),
    Caption(
      part: .stall, summary: "Time since the last record", tone: .muted, alternative: .left,
      tellsOutcome: true),
    Caption(
      part: .warning, summary: "Warning not to turn off the device", slot: .warning,
      tone: .muted),
    Caption(part: .identity, summary: "Facts about the machine", slot: .identity, tone: .muted),
    Caption(
      part: .outcome, summary: "Outcome", tone: .headline, alternative: .warning,
      tellsOutcome: true),
  ]

  // MARK: - Contents

  /// The content on a screen with a set of captions.
  func statement(_ input: SceneInput, _ screen: CaptionSet) -> Statement {
    switch part {
    case .title: Self.title(input, screen)
    case .message: Self.message(input, screen)
    case .facts: Self.facts(input, screen)
    case .identity: Self.identity(input)
    case .detail: Statement(.text(input.state.detail.utf8))
    case .step: Statement(Self.step(input))
    case .bytes: Statement(Self.bytes(input.state.figures(at: input.time), input.state))
    case .speed: Statement(Self.speed(input.state.figures(at: input.time), input.state))
    case .left: Statement(Self.left(input.state.figures(at: input.time), input.state, input.time))
    case .stall: Statement(Self.stalled(input))
    case .warning: Statement(input.state.phase == .active ? .phrase(.warning) : .nothing)
    case .outcome: Statement(Self.outcome(input.state.phase))
    default: Statement(.nothing)
    }
  }

  /// The title; in a pause and after an outcome the state's name, unless another caption shows the
  /// outcome. Without a title, the current activity.
  static func title(_ input: SceneInput, _ screen: CaptionSet) -> Statement {
    let state = input.state
    if screen.titleTellsState {
      if state.phase.isOutcome { return Statement(outcome(state.phase)) }
      if state.pausedAt != nil { return Statement(.paused("")) }
    }
    let given = state.title.utf8
    if !given.isEmpty { return Statement(.text(given)) }
    if screen.hasTitle || !screen.titleTellsState { return Statement(.phrase(.title)) }
    return Statement(activity(input))
  }

  /// The current activity, or the message of the outcome; in a pause its reason.
  static func message(_ input: SceneInput, _ screen: CaptionSet) -> Statement {
    let state = input.state
    let given = state.message.utf8
    if screen.titleTellsState {
      if screen.isTiny, state.phase.isOutcome {
        let restart = restart(state, input.time)
        if restart != .nothing { return Statement(restart) }
      }
      if state.phase.isOutcome {
        return Statement(.text(given.isEmpty ? state.title.utf8 : given))
      }
      if state.pausedAt != nil { return Statement(.text(state.pauseReason.utf8)) }
      if screen.isTiny, state.phase == .active {
        if state.stall(at: input.time) != nil { return Statement(stalled(input)) }
        return Statement(.text(given.isEmpty ? state.title.utf8 : given))
      }
      // Without a title the activity stands in its place.
      return Statement(state.title.isEmpty && !screen.hasTitle ? .nothing : activity(input))
    }
    if !state.phase.isOutcome || !given.isEmpty { return Statement(activity(input)) }
    return Statement(screen.hasOutcome ? .nothing : outcome(state.phase))
  }

  /// The first four facts about the machine.
  static func identity(_ input: SceneInput) -> Statement {
    let facts = input.state.identity
    func fact(_ index: Int) -> Utterance {
      if index >= facts.count { return .nothing }
      return .text(facts[index].key.utf8 + " " + facts[index].value.utf8)
    }
    return Statement(fact(0), fact(1), fact(2), fact(3))
  }

  private static func activity(_ input: SceneInput) -> Utterance {
    let given = input.state.message.utf8
    if !given.isEmpty { return .text(given) }
    return input.state.phase == .idle ? .phrase(.waiting) : .nothing
  }

  static func outcome(_ phase: ProgressPhase) -> Utterance {
    switch phase {
    case .idle, .active: .nothing
    case .done: .phrase(.done)
    case .failed: .phrase(.failed)
    case .cancelled: .phrase(.cancelled)
    case .interrupted: .phrase(.interrupted)
    }
  }

  /// The known facts of a run, or those that follow its outcome.
  static func facts(_ input: SceneInput, _ screen: CaptionSet) -> Statement {
    let (state, time) = (input.state, input.time)
    if screen.titleTellsState, !screen.hasMessage, let message = messageAsFacts(input, screen) {
      return message
    }
    if state.phase.isOutcome {
      // The outcome's name stands in the title's place, so the title moves here.
      let showsTitle =
        screen.titleTellsState && !state.title.isEmpty && !state.message.isEmpty
      return Statement(
        state.next.isEmpty ? .nothing : .text(state.next.utf8),
        state.phase == .failed && !state.code.isEmpty ? .code(state.code.utf8) : .nothing,
        showsTitle ? .text(state.title.utf8) : .nothing, restart(state, time))
    }
    let told = state.figures(at: time)
    if screen.titleTellsState { return mainFacts(input, told, isTiny: screen.isTiny) }
    let last: Utterance
    if state.pausedAt != nil {
      last = .paused(state.pauseReason.utf8)
    } else {
      last = state.stall(at: time).map { .stalled(whole($0.seconds)) } ?? left(told, state, time)
    }
    return Statement(step(input), bytes(told, state), speed(told, state), last)
  }

  /// The message in the place of the facts, on a screen without a line for it. Before and after a
  /// run and in a pause it is more useful than the facts. A countdown has priority.
  private static func messageAsFacts(_ input: SceneInput, _ screen: CaptionSet) -> Statement? {
    let state = input.state
    let isRunning = state.phase == .active && state.pausedAt == nil
    if isRunning || restart(state, input.time) != .nothing { return nil }
    if state.phase == .idle { return Statement(.phrase(.waiting)) }
    let message = message(input, screen)
    return message == Statement(.nothing) || message == Statement(.text("")) ? nil : message
  }

  /// The facts below a title that names the state: few, since the picture has the percentage.
  private static func mainFacts(
    _ input: SceneInput, _ told: DisplayedFigures, isTiny: Bool
  ) -> Statement {
    let (state, time) = (input.state, input.time)
    if let silence = state.stall(at: time) {
      return Statement(isTiny ? .nothing : .stalled(whole(silence.seconds)))
    }
    let step = step(input)
    // Without a total the picture has the amount.
    let bytes =
      step == .nothing && !state.isIndeterminate ? bytes(told, state) : .nothing
    if state.pausedAt != nil { return Statement(step, bytes) }
    var left = left(told, state, time)
    let speed = told.left == nil || step == .nothing ? speed(told, state) : .nothing
    if left == .phrase(.leftUnknown), step != .nothing || speed != .nothing { left = .nothing }
    return Statement(step, bytes, speed, left)
  }

  /// The time until the system restarts; `.nothing` after that.
  private static func restart(_ state: ProgressState, _ time: Duration) -> Utterance {
    guard let restartsAt = state.restartsAt, restartsAt > time else { return .nothing }
    return .restart(whole((restartsAt - time).seconds.rounded(.up)))
  }

  private static func step(_ input: SceneInput) -> Utterance {
    let steps = input.state.steps
    guard input.state.phase == .active, steps.count > 0 else { return .nothing }
    return .step(max(1, steps.number), of: steps.count, steps.name.utf8)
  }

  static func percent(_ input: SceneInput) -> Utterance {
    if input.state.phase == .idle || input.state.isIndeterminate { return .nothing }
    return .percent(input.shownPercent, hasSteps: input.state.steps.count > 0)
  }

  private static func bytes(_ told: DisplayedFigures, _ state: ProgressState) -> Utterance {
    guard let done = told.bytes, done > 0 || state.totalBytes != nil else { return .nothing }
    return .bytes(
      done, of: state.totalBytes, units: units(state), ofStep: state.steps.count > 0)
  }

  private static func speed(_ told: DisplayedFigures, _ state: ProgressState) -> Utterance {
    guard let speed = told.speed, speed >= 1 else { return .nothing }
    return .speed(UInt64(min(speed, 1e18)), units: units(state))
  }

  private static func units(_ state: ProgressState) -> UnitSystem {
    state.units == .binary ? .binary : .decimal
  }

  /// The time from a run's start until the text reports the time left as unknown.
  static let unknownAfter = Duration.seconds(5)

  /// The time from a run's start in which the text gives the run's usual duration, and the least
  /// usual duration for that, seconds: a shorter run would end before the text is read.
  static let usualFor = 10.0, leastUsual = 60.0

  /// The time left, or after a while the text that it is unknown. The usual duration instead at the
  /// start, and of a run that takes longer than usual.
  private static func left(
    _ told: DisplayedFigures, _ state: ProgressState, _ time: Duration
  ) -> Utterance {
    let usual = state.usual?.seconds ?? 0
    if let left = told.left {
      // In the half seconds in which figures change, too.
      let tick = (time.seconds * 2).rounded(.down) / 2
      let isStart = tick - (state.activeBegan ?? time).seconds < usualFor && usual >= leastUsual
      let seconds = whole((isStart ? usual : left).rounded(.up))
      return isStart ? .usual(seconds) : .left(seconds)
    }
    guard state.phase == .active, state.pausedAt == nil, state.stall(at: time) == nil,
      let began = state.activeBegan,
      time - began >= unknownAfter
    else { return .nothing }
    return usual > 0 ? .usual(whole(usual.rounded(.up))) : .phrase(.leftUnknown)
  }

  /// The integer part of a number, clamped: the state may come from an invalid session file.
  private static func whole(_ number: Double) -> Int { number >= 0 ? Int(min(number, 1e9)) : 0 }

  private static func stalled(_ input: SceneInput) -> Utterance {
    input.state.stall(at: input.time).map { .stalled(whole($0.seconds)) } ?? .nothing
  }
}
