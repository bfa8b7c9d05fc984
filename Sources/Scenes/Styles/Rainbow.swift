import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A bar of moving hues.
  public static let rainbow = SceneStyle(
    name: "rainbow", summary: "a bar of drifting hues, as wide as the screen",
    makeScene: { Rainbow($0) })
}

/// The rainbow bar (ANIMATIONS.md §4). The hues span the whole width, and the bar shows the first
/// part of them.
final class Rainbow: Scene {
  let ground: Color
  var extent: SceneExtent { .strip }
  private let isSmooth: Bool
  private let isPill: Bool
  private let anchor: Double
  private let offset: Double
  private let height: Double
  private let tint: Float
  private let track: Float
  let step: Duration
  let freezes: Bool
  let hasGlyph: Bool
  // The colors of states, which go with number and signs; nil for the original's look.
  private let colors: StateColors?
  private let trackInk: Color
  var room: SceneRoom? { colors == nil ? nil : .strip }
  /// The hues around the color circle, tinted.
  private let hues: [ColorStop]
  // The color of all hues after a failure.
  private let pale: Color
  // Whether the bar has one color: as grays, hues would be as light as the unfilled bar.
  private let isMonochrome: Bool

  /// 72 steps of 5°, and red again.
  private static let stopCount = 73
  private static let dashCount = 24
  /// The time in which a failed bar loses its colors, and the time in which it then disappears.
  static let fading = (colors: EasedValue.standardDuration, bar: Duration.milliseconds(500))

  init(_ settings: SceneSettings) {
    isSmooth = settings.given.has("smooth", .rainbowVariant)
    isPill = settings.flag(.rainbowPill)
    anchor =
      settings.given.has("top", .rainbowAnchor)
      ? 0 : settings.given.has("bottom", .rainbowAnchor) ? 1 : 0.5
    offset = settings.number(.rainbowY)
    height = settings.number(.rainbowHeight)
    tint = Float(settings.number(.rainbowTint))
    track = Float(settings.number(.rainbowTrack))
    ground = settings.paint(.rainbowBackground)
    step = settings.time(.rainbowStep)
    freezes = settings.flag(.rainbowFreeze)
    hasGlyph = settings.flag(.rainbowGlyph)
    colors = settings.flag(.rainbowNumber) ? StateColors(settings) : nil
    isMonochrome = settings.output.isMonochrome
    trackInk = settings.paint(.rainbowTrackColor)
    hues = (0...6).map { [tint, ground] in Self.hue($0, tint, on: ground) }
    pale = Self.hue(0, 1, on: ground).color
  }

  /// The color with contrast to the ground: white or black.
  private var mark: Color { Color(ground.light < 0.5 ? 0xff_ffff : 0) }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    if let colors { return drawStates(input, colors, into: &list) }
    let state = input.state
    let bar = bar(input)
    var alpha: Float = 1
    var whiteness = tint
    if state.phase == .failed {
      let began = state.outcomeBegan
      whiteness += (1 - tint) * Float(input.ramp(from: began, over: Self.fading.colors))
      alpha *= 1 - Float(input.ramp(from: began + Self.fading.colors, over: Self.fading.bar))
    } else if state.phase == .interrupted {
      alpha *= 1 - 0.25 * Float(input.interruptionProgress)
    }
    drawTrack(input, bar, alpha: state.phase == .interrupted ? 1 : alpha, into: &list)
    if alpha > 0 {
      let paint = colored(input, whiteness, &list)
      let endless = input.indeterminacy
      let whole = state.phase == .interrupted ? input.whole : input.shown
      let known = alpha * Float(1 - endless)
      let left = Float(1 - input.interruptionProgress)
      drawPart(0...whole, of: bar, paint, alpha: known, input, into: &list)
      drawPart(
        whole...max(whole, input.shown), of: bar, paint, alpha: known * left, input, into: &list)
      // Without a known fraction, a window moves over the hues.
      drawPart(
        input.window, of: bar, paint, alpha: alpha * Float(endless) * left, input, into: &list)
    }
    drawGlyph(input, bar, into: &list)
  }

  /// Draws the state by colors and signs: hues in progress and after success, otherwise one color.
  private func drawStates(
    _ input: SceneInput, _ colors: StateColors, into list: inout DisplayList
  ) {
    let bar = bar(input)
    let broken = Float(input.interruptionProgress)
    list.fill(shape(bar, &list), with: input.track(trackInk), alpha: track * (1 - broken))
    let hues = colored(input, tint, &list)
    // The share of one color that hides the hues.
    let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
    let plain = colors.color(input, usual: clear, done: clear, failed: colors.failure)
    var color = plain
    // Mixing with a clear color darkens; undo that.
    if plain.alpha > 0, plain.alpha < 1 { color.parts /= plain.alpha }
    color.alpha = 1
    let shown = input.lastShown
    let endless = input.indeterminacy
    func draw(_ part: ClosedRange<Double>, _ alpha: Float, _ list: inout DisplayList) {
      if plain.alpha < 1 { drawPart(part, of: bar, hues, alpha: alpha, input, into: &list) }
      drawPart(part, of: bar, .color(color), alpha: alpha * plain.alpha, input, into: &list)
    }
    draw(min(shown, input.drained)...shown, Float(1 - endless) * (1 - broken), &list)
    draw(input.window, Float(endless) * (1 - broken), &list)
    for index in 0..<(broken > 0 ? Self.dashCount : 0) {
      let isLit = Double(index) < shown * Double(Self.dashCount)
      list.fill(
        shape(dash(index, of: bar, input), &list),
        with: isLit ? colors.warning : input.track(trackInk), alpha: broken)
    }
    guard hasGlyph, let began = glyphBegan(input.state), input.time >= began,
      let place = numeral(input)
    else { return }
    let isDone = input.state.phase == .done
    (isDone ? Sign.tick : .cross).draw(
      input, at: place, color: isDone ? colors.success : colors.failure, from: began, into: &list)
  }

  func numeral(_ input: SceneInput) -> NumeralPlace? {
    if colors == nil { return nil }
    if let given = input.screen.givenNumeral { return given.place(input) }
    let unit = input.scale * 2.72
    let bar = bar(input)
    return NumeralPlace(
      centre: Point(x: bar.x + bar.width / 2, y: bar.y - (5 + 0.727 * 13.5) * unit),
      em: 27 * unit, width: 84 * unit, diameter: 50 * unit, stroke: 3 * unit)
  }

  private func drawPart(
    _ part: ClosedRange<Double>, of bar: Rect, _ paint: Paint, alpha: Float, _ input: SceneInput,
    into list: inout DisplayList
  ) {
    let seen = input.part(part, of: bar)
    if seen.width > 0, alpha > 0 { list.fill(shape(seen, &list), with: paint, alpha: alpha) }
  }

  /// Draws the unfilled bar; dashes after an interruption.
  private func drawTrack(
    _ input: SceneInput, _ bar: Rect, alpha: Float, into list: inout DisplayList
  ) {
    let broken = Float(input.interruptionProgress)
    if alpha > 0, broken < 1, track > 0 {
      list.fill(shape(bar, &list), with: mark, alpha: track * alpha * (1 - broken))
    }
    if broken == 0 { return }
    let period = bar.width / Double(Self.dashCount)
    // A pill's round end needs room.
    let first =
      input.whole * Double(Self.dashCount) + 0.25 + (isPill ? bar.height / 2 / period : 0)
    for index in 0..<Self.dashCount where Double(index) >= first || input.whole == 0 {
      list.fill(.rectangle(dash(index, of: bar, input)), with: mark, alpha: 0.75 * broken)
    }
  }

  /// A dash of an interrupted bar.
  private func dash(_ index: Int, of bar: Rect, _ input: SceneInput) -> Rect {
    let period = bar.width / Double(Self.dashCount)
    let place = input.screen.isMirrored ? Self.dashCount - 1 - index : index
    return Rect(
      x: bar.x + (Double(place) + 0.25) * period, y: bar.y, width: period / 2, height: bar.height)
  }

  /// Draws the tick or the cross, in a gap of the bar.
  private func drawGlyph(_ input: SceneInput, _ bar: Rect, into list: inout DisplayList) {
    guard hasGlyph, let began = glyphBegan(input.state), input.time >= began else { return }
    let isDone = input.state.phase == .done
    // Within its box at the peak of its pulse, too, even if the bar is near an edge.
    let room = min(input.box.width, input.box.height)
    let base = min(max(5 * bar.height, 26 * input.scale), 0.9 * room)
    let (top, bottom) = (input.box.y + base / 1.8, input.box.y + input.box.height - base / 1.8)
    let centre = Point(
      x: bar.x + bar.width / 2, y: max(top, min(bottom, bar.y + bar.height / 2)))
    let size = base / 2 * Pulse.asRun.size(at: input.time - began)
    list.fillDisc(
      centre, radius: size, with: ground,
      alpha: Float(Pulse.asRun.alpha(at: input.time - began)))
    Glyph.of(success: isDone).draw(
      around: centre, base: base, color: mark, since: input.time - began, into: &list)
  }

  private func glyphBegan(_ state: ProgressState) -> Duration? {
    state.phase == .done || state.phase == .failed ? state.outcomeBegan : nil
  }

  private func shape(_ bar: Rect, _ list: inout DisplayList) -> Shape {
    if !isPill { return .rectangle(bar) }
    // A line with round ends, whose middle is as long as the bar; at fraction 0, a dot.
    let y = bar.y + bar.height / 2
    let path = list.path {
      $0.move(to: Point(x: bar.x, y: y))
      $0.line(to: Point(x: bar.x + bar.width, y: y))
    }
    return .stroke(path, style: StrokeStyle(width: bar.height))
  }

  /// The whole bar, pixels; its top and height are whole pixels.
  func bar(_ input: SceneInput) -> Rect {
    let box = input.box
    let height = max(2, (height * input.scale).rounded())
    let room = max(0, box.height - height)
    let top = (room * anchor + offset * input.scale).rounded()
    let inset = isPill ? height : 0
    return Rect(
      x: box.x + inset, y: box.y.rounded() + max(0, min(top, room.rounded(.down))),
      width: max(0, box.width - 2 * inset), height: height)
  }

  /// The hues at a time; one color for displays of few grays.
  @inline(never) private func colored(
    _ input: SceneInput, _ whiteness: Float, _ list: inout DisplayList
  ) -> Paint {
    if isMonochrome { return .color(mark) }
    let until = stop(input.state).map { min($0, input.time) } ?? input.time
    let passed = until - input.state.began - input.state.standstill(at: until)
    let moved = input.screen.reducesMotion ? 0 : passed.seconds
    return isSmooth
      ? even(input, moved, whiteness, &list) : stepped(input, moved, whiteness, &list)
  }

  /// The seed's hues: each step moves the stops on by one, and between steps each blends into the
  /// next (§4.3).
  private func stepped(
    _ input: SceneInput, _ moved: Double, _ whiteness: Float, _ list: inout DisplayList
  ) -> Paint {
    let steps = moved / step.seconds
    let whole = steps.rounded(.down)
    let part = Float(steps - whole)
    let count = Self.stopCount
    let shift = Int(whole) % count
    return list.gradient(
      from: Point(x: input.box.x, y: 0), to: Point(x: input.box.x + input.box.width, y: 0),
      count: count
    ) { index in
      let color = Self.color(index - shift).mixed(with: Self.color(index - shift - 1), by: part)
      return ColorStop(
        place: Float(index) / Float(count - 1), color: Self.faded(color, by: whiteness))
    }
  }

  /// Exact hues that move evenly: one turn in the time of `stopCount` steps.
  private func even(
    _ input: SceneInput, _ moved: Double, _ whiteness: Float, _ list: inout DisplayList
  ) -> Paint {
    let turns = moved / (step.seconds * Double(Self.stopCount))
    let left = input.box.x + (turns - turns.rounded(.down)) * input.box.width
    let (start, end) = (Point(x: left, y: 0), Point(x: left + input.box.width, y: 0))
    let part = whiteness == tint ? 0 : (whiteness - tint) / (1 - tint)
    return list.gradient(from: start, to: end, repeats: true, count: hues.count) {
      ColorStop(place: hues[$0].place, color: hues[$0].color.mixed(with: pale, by: part))
    }
  }

  private static func color(_ index: Int) -> Color {
    let place = index % stopCount
    return Color(hue: Double(place < 0 ? place + stopCount : place) / Double(stopCount - 1))
  }
}
