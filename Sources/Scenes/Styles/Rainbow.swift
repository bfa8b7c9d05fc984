import Animation
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A bar of drifting hues.
  public static let rainbow = SceneStyle(
    name: "rainbow", summary: "a bar of drifting hues", settings: Rainbow.settings,
    makeScene: { settings in
      let rainbow = Rainbow(settings)
      return Scene(draw: rainbow.draw, rest: rainbow.rest, outcomeEnd: rainbow.outcomeEnd)
    })
}

/// The rainbow bar (ANIMATIONS.md §4). The colours span the whole width, and the bar shows the first part of them.
struct Rainbow: Sendable {
  private let isSmooth: Bool
  /// Where the bar stands: 0 at the top, 1 in the middle, 2 at the bottom.
  private let anchor: Int
  private let offset: Double
  private let height: Double
  private let background: Color
  private let step: Duration
  private let freezes: Bool

  /// 72 steps of 5°, and red again.
  private static let stopCount = 73
  /// How long a failed bar takes to lose its colours, and then to go.
  private static let fading = (colors: EasedValue.standardDuration, bar: Duration.milliseconds(500))

  static let settings: [SettingDefinition] = [
    .init(
      "rainbow.preset", .choice(["seed", "kiosk"]), .value("kiosk"),
      help: "The bar's measures: as its first authors drew it, or to be read from three metres"),
    .init(
      "rainbow.variant", .choice(["seed", "smooth"]), .preset(seed: "seed", kiosk: "smooth"),
      help: "Whether the colours move by blending steps of 5 degrees, or evenly"),
    .init(
      "rainbow.anchor", .choice(["top", "middle", "bottom"]), .preset(seed: "top", kiosk: "middle"),
      help: "From where the bar's place is measured"),
    .init(
      "rainbow.y", .number(-2_000...2_000, unit: "points"), .preset(seed: "22", kiosk: "0"),
      help: "How far down from there the bar is"),
    .init(
      "rainbow.height", .number(0.1...1_000, unit: "points"), .preset(seed: "1", kiosk: "12"),
      help: "The bar's height, at least two pixels; 272 points are the screen's short side"),
    .init("rainbow.background", .color, .value("#000000"), help: "The colour around the bar"),
    .init(
      "rainbow.step", .number(0.001...10, unit: "seconds"), .value("0.08"),
      help: "How long the colours take to move on by 5 degrees"),
    .init("rainbow.freeze", .flag, .value("no"), help: "Whether the colours stop when all is done"),
  ]

  init(_ settings: Settings) {
    isSmooth = settings.choice("rainbow.variant") == 1
    anchor = settings.choice("rainbow.anchor") ?? 0
    offset = settings.number("rainbow.y") ?? 0
    height = settings.number("rainbow.height") ?? 0
    background = Color(settings.color("rainbow.background") ?? 0)
    step = .seconds(settings.number("rainbow.step") ?? 0)
    freezes = settings.flag("rainbow.freeze")
  }

  // MARK: - What a frame shows

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let (state, time) = (input.state, input.time)
    list.fill(.rectangle(Rect(input.canvas)), with: background)
    var bar = box(input)
    var alpha: Float = 1
    var whiteness: Float = 0
    if let since = state.indeterminateSince {
      // How much there will be is not known: a window wanders over the colours, once in two seconds.
      let turns = (time - since).seconds / 2
      let left = (turns - turns.rounded(.down)) * 1.3 - 0.3
      bar.x = max(left, 0) * bar.width
      bar.width = min(left + 0.3, 1) * bar.width - bar.x
    } else {
      bar.width *= state.shown.value(at: time)
    }
    if state.phase == .failed {
      whiteness = Float(
        EasedValue(from: 0, to: 1, at: state.phaseBegan, over: Self.fading.colors).value(at: time))
      alpha =
        1
        - Float(
          EasedValue(
            from: 0, to: 1, at: state.phaseBegan + Self.fading.colors, over: Self.fading.bar
          ).value(at: time))
    } else if state.phase == .interrupted {
      alpha =
        1 - 0.4
        * Float(
          EasedValue(
            from: 0, to: 1, at: state.phaseBegan, over: EasedValue.standardDuration
          ).value(at: time))
    }
    if bar.width <= 0 || alpha <= 0 { return }
    let moved = ((stop(state).map { min($0, time) } ?? time) - state.began).seconds
    let paint =
      isSmooth ? even(input, moved, whiteness, &list) : stepped(input, moved, whiteness, &list)
    list.fill(.rectangle(bar), with: paint, alpha: alpha)
  }

  /// The whole bar; its top and height on whole pixels.
  private func box(_ input: SceneInput) -> Rect {
    let height = max(2, (height * input.scale).rounded())
    let room = input.canvas.height - height
    let top = (room * Double(anchor) / 2 + offset * input.scale).rounded()
    return Rect(x: 0, y: max(0, min(top, room)), width: input.canvas.width, height: height)
  }

  /// The seed's colours: every step the stops move on by one, and between steps each blends into the next (§4.3).
  private func stepped(
    _ input: SceneInput, _ moved: Double, _ whiteness: Float, _ list: inout DisplayList
  ) -> Paint {
    let steps = moved / step.seconds
    let whole = steps.rounded(.down)
    let part = Float(steps - whole)
    let count = Self.stopCount
    let shift = Int(whole.truncatingRemainder(dividingBy: Double(count)))
    return list.gradient(
      from: Point(x: 0, y: 0), to: Point(x: input.canvas.width, y: 0), count: count
    ) { index in
      let color = Self.color(index - shift).mixed(with: Self.color(index - shift - 1), by: part)
      return ColorStop(
        place: Float(index) / Float(count - 1), color: Self.faded(color, by: whiteness))
    }
  }

  /// True hues, moving evenly: one turn in as many steps.
  private func even(
    _ input: SceneInput, _ moved: Double, _ whiteness: Float, _ list: inout DisplayList
  ) -> Paint {
    let turns = moved / (step.seconds * Double(Self.stopCount))
    let left = (turns - turns.rounded(.down)) * input.canvas.width
    return list.gradient(
      from: Point(x: left, y: 0), to: Point(x: left + input.canvas.width, y: 0), repeats: true,
      count: 7
    ) { index in
      ColorStop(
        place: Float(index) / 6, color: Self.faded(Color(hue: Double(index) / 6), by: whiteness))
    }
  }

  private static func color(_ index: Int) -> Color {
    let place = index % stopCount
    return Color(hue: Double(place < 0 ? place + stopCount : place) / Double(stopCount - 1))
  }

  /// A colour without some of its saturation.
  private static func faded(_ color: Color, by whiteness: Float) -> Color {
    color.mixed(with: Color(0xff_ffff), by: whiteness)
  }

  // MARK: - When it moves

  /// When the colours stop: at the end of the step in which they are told to, or never.
  private func stop(_ state: ProgressState) -> Duration? {
    guard state.phase == .interrupted || state.phase == .done && freezes else { return nil }
    let steps = ((state.phaseBegan - state.began).seconds / step.seconds).rounded(.up)
    return state.began + step * steps
  }

  func rest(_ input: SceneInput) -> Duration? {
    let state = input.state
    switch state.phase {
    case .idle: return state.began
    case .failed, .cancelled, .interrupted: return outcomeEnd(input)
    case .done: return stop(state).map { max($0, state.shown.end) }
    case .active:
      let isEmpty = state.indeterminateSince == nil && state.shown.target == 0
      return isEmpty ? state.shown.end : nil
    }
  }

  func outcomeEnd(_ input: SceneInput) -> Duration {
    let state = input.state
    switch state.phase {
    case .failed: return state.phaseBegan + Self.fading.colors + Self.fading.bar
    case .interrupted:
      return max(
        state.shown.end, state.phaseBegan + EasedValue.standardDuration, stop(state) ?? .zero)
    default: return max(state.phaseBegan, state.shown.end)
    }
  }
}
