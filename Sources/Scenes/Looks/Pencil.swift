import Base
import Configuration
import Graphics
import ProgressModel

extension SceneStyle {
  /// A circle that opens into a line, along which a pencil draws the progress.
  public static let pencil = SceneStyle(
    name: "pencil", summary: "a circle becomes a line, and its arrow a pencil that draws on it",
    makeScene: { Pencil($0) }, intro: { _ in Pencil.intro })
}

/// The pencil bar (ANIMATIONS.md §6). Design points from the top left corner of a view of 200 × 80.
final class Pencil: Scene {
  let ground: Color
  static let intro = Duration.milliseconds(950)
  var extent: SceneExtent { .block(Size(width: 320, height: 240)) }
  private let isSmooth: Bool
  let width: Double
  private let ink: Color
  private let fillInk: Color
  private let trackInk: Color
  private let doneInk: Color
  private let failInk: Color
  private let bodyInk: Color?
  // The colors of states, which go with number and signs; nil for the original's look.
  private let colors: StateColors?
  var showsNumber: Bool { colors != nil }
  /// In units of 2.4 points.
  var room: SceneRoom? {
    showsNumber ? SceneRoom(half: 44, above: 4.8, below: 33.5, isBar: true) : nil
  }
  /// The pencil's lean, in turns, the largest change of it with the speed, and the height of its
  /// bobbing.
  private let lean: Double
  private let sway: Double
  private let bob: Double
  var followsSpeed: Bool { sway > 0 || bob > 0 }

  init(_ settings: SceneSettings) {
    isSmooth = settings.given.has("smooth", .pencilVariant)
    width = settings.number(.pencilLineWidth)
    lean = settings.number(.pencilLean) / 360
    sway = settings.number(.pencilSway) / 360
    bob = settings.number(.pencilBob)
    ink = settings.paint(.pencilColor)
    bodyInk = settings.color(.pencilBodyColor)
    trackInk = settings.paint(.pencilTrackColor)
    fillInk = settings.paint(.pencilDoneColor)
    doneInk = settings.paint(.pencilTickColor)
    colors = settings.flag(.pencilNumber) ? StateColors(settings) : nil
    failInk = settings.paint(.pencilFailColor)
    ground = settings.paint(.pencilBackground)
  }

  /// The positions of all figures at a time.
  struct Pose {
    var line: PencilLine
    /// The tool's shape, between two figures, and the progress from the first to the second.
    var tool: (from: PencilFigure, to: PencilFigure, part: Double) = (.arrow, .arrow, 0)
    var anchor = PencilLine.middle
    /// In turns clockwise.
    var turns = 0.0
    var toolAlpha: Float = 1
    /// The ends of the drawn part, relative to the line.
    var drawn = 0.0...0.0
    var drawnColor: Color
    var lineColor: Color
    var toolColor: Color
    var drawnAlpha: Float = 1
    /// The part of the circle that is gone in a countdown.
    var drained = 0.0
    var alpha: Float = 1
    /// The time since the cross appeared; nil without one.
    var cross: Duration?
  }

  // MARK: - Drawing

  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let pose = pose(input)
    let (scale, place) = (input.scale, place(input))
    let width = width * scale
    drawLine(pose, place, width, into: &list)
    if pose.drawn.upperBound > 0, pose.drawnAlpha > 0 {
      let path = list.path(place) { pose.line.draw(pose.drawn, with: &$0) }
      list.stroke(
        path, width: width, with: pose.drawnColor, alpha: pose.drawnAlpha * pose.alpha)
    }
    if let cross = pose.cross, showsNumber {
      Sign.cross.draw(
        around: place.apply(PencilLine.middle), diameter: 2 * PencilLine.radius * scale,
        width: self.width * 1.3 * scale, color: failInk,
        part: TimingFunction.easeOut.value(at: Sign.duration.fraction(at: cross, from: .zero)),
        into: &list)
    } else if let cross = pose.cross {
      Glyph.cross.draw(
        around: place.apply(PencilLine.middle), base: 56 * scale, color: failInk, since: cross,
        into: &list)
    }
    let path = list.movablePath(
      Transform(
        moving: Point(x: 0, y: 0), to: place.apply(pose.anchor), scale: scale,
        turns: input.mirrored(pose.turns))
    ) { PencilFigure.draw(pose.tool.from, pose.tool.to, pose.tool.part, with: &$0) }
    if let bodyInk, pose.tool.to == .pencil {
      list.fill(
        path, with: bodyInk,
        alpha: pose.toolAlpha * pose.alpha * Float(pose.tool.from == .pencil ? 1 : pose.tool.part))
    }
    list.stroke(path, width: width, with: pose.toolColor, alpha: pose.toolAlpha * pose.alpha)
  }

  func numeral(_ input: SceneInput) -> NumeralPlace? {
    guard showsNumber else { return nil }
    if let given = input.screen.givenNumeral { return given.place(input) }
    let unit = 2.4 * input.scale
    let centre = place(input).apply(Point(x: 100, y: PencilLine.level + 9.8 * 2.4))
    let hasNumber = input.time >= input.state.introEnd
    return NumeralPlace(
      centre: centre, em: 10 * unit, width: 60 * unit, diameter: 24 * unit,
      stroke: width * input.scale, hasNumber: hasNumber)
  }

  /// The transform from design points to the canvas. The center of the required room is above that
  /// of the view.
  func place(_ input: SceneInput) -> Transform {
    input.mirrored(
      Transform(moving: Point(x: 100, y: 10), to: input.centre, scale: input.scale))
  }

  private func drawLine(
    _ pose: Pose, _ place: Transform, _ width: Double, into list: inout DisplayList
  ) {
    if pose.line.isCircle {
      let radius = PencilLine.radius * place.down.y
      let circle = Annulus(
        centre: place.apply(PencilLine.middle), innerRadius: radius - width / 2,
        outerRadius: radius + width / 2)
      return list.fill(circle, with: pose.lineColor, drained: pose.drained, track: trackInk)
    }
    let path = list.path(place) { pose.line.draw(0...1, with: &$0) }
    list.stroke(path, width: width, with: pose.lineColor, alpha: pose.alpha)
  }

  // MARK: - Poses

  func pose(_ input: SceneInput) -> Pose {
    switch input.act(intro: Self.intro) {
    case .idle: return introPose(at: .zero)
    case .intro(let since): return introPose(at: since)
    case .running: return writingPose(input)
    case .ending(let since):
      switch input.state.phase {
      case .cancelled:
        let isShort = input.introReached(of: Self.intro) < Self.intro
        if showsNumber, !isShort { return interruptedPose(input, since: since) }
        return cancelledPose(input, since: since)
      case .interrupted: return interruptedPose(input, since: since)
      default: return finishedPose(input, since: since)
      }
    }
  }

  private func introPose(at time: Duration) -> Pose {
    var pose = Pose(line: .circle, drawnColor: fillInk, lineColor: trackInk, toolColor: ink)
    if time <= .zero { return pose }
    pose.line = isSmooth ? .unrolling(time.seconds) : .bowed(time.seconds)
    let risen = progress(time.seconds, 0...0.25, .easeOut)
    pose.tool = (.arrow, .pencil, isSmooth ? risen : 1)
    pose.anchor.y -= 100 * risen
    pose.turns = lean * progress(time.seconds, 0.25...0.45, .easeInEaseOut)
    let flown = progress(time.seconds, 0.45...0.95, .easeIn)
    if flown > 0 {
      let top = pose.anchor
      pose.anchor = Self.flight(
        from: top, by: Point(x: top.x / 2, y: top.y + 20), to: Self.anchor(at: 0), flown)
    }
    return pose
  }

  /// The pencil's anchor while it writes: 2 points beside and 9 points above the line's end, for
  /// the leaning tip.
  private static func anchor(at fraction: Double) -> Point {
    Point(x: 2 + PencilLine.width * fraction, y: PencilLine.level - 9)
  }

  /// A point of a quadratic Bézier curve.
  private static func flight(
    from start: Point, by control: Point, to end: Point, _ part: Double
  ) -> Point {
    let left = 1 - part
    return Point(
      x: left * left * start.x + 2 * left * part * control.x + part * part * end.x,
      y: left * left * start.y + 2 * left * part * control.y + part * part * end.y)
  }

  private func writingPose(_ input: SceneInput) -> Pose {
    let state = input.state
    var pose = Pose(line: .straight, drawnColor: fillInk, lineColor: trackInk, toolColor: ink)
    pose.tool = (.pencil, .pencil, 0)
    pose.turns = lean
    // Without a known fraction the pencil moves to and fro, and draws a short piece around itself.
    let endless = input.indeterminacy
    let wandered = 0.5 - 0.5 * Arc.direction(turns: input.cycle(of: 3)).x
    func mixed(_ known: Double, _ unknown: Double) -> Double { known + (unknown - known) * endless }
    var shown = showsNumber ? input.lastShown : input.shown
    if endless == 0 { shown = place(input).snapped(shown, of: PencilLine.width) }
    if let colors {
      pose.drawnColor = colors.color(input, usual: fillInk, done: doneInk, failed: failInk)
    }
    pose.drawn = mixed(0, max(0, wandered - 0.1))...mixed(shown, min(1, wandered + 0.1))
    pose.anchor = Self.anchor(at: mixed(shown, wandered))
    if input.screen.reducesMotion { return pose }
    if followsSpeed, input.time < settled(state) {
      let pull = input.sway(isRelative: false)
      // In hundredths of a degree, so that tiny movements end.
      pose.turns += (pull.lean * sway * 36_000).rounded() / 36_000
      let swing = Arc.direction(turns: (input.time - state.introEnd).seconds * 6).y
      pose.anchor.y -= bob * (0.5 + 0.5 * swing) * min(1, 10 * abs(pull.speed))
    }
    return pose
  }

  /// The pose of success or failure: the line curls up into the circle.
  private func finishedPose(_ input: SceneInput, since time: Duration) -> Pose {
    let isDone = input.state.phase == .done
    var pose = writingPose(input)
    let seconds = time.seconds
    pose.line =
      seconds >= 0.7 ? .circle : isSmooth ? .curling(seconds - 0.2) : .closing(seconds - 0.2)
    pose.drawnAlpha = 1 - Float(progress(time.seconds, 0.2...0.7))
    let tinted = Float(input.ramp(from: input.state.outcomeBegan, over: .milliseconds(700)))
    pose.lineColor = trackInk.mixed(
      with: isDone ? doneInk : failInk, by: showsNumber || isDone ? tinted : 0)
    if isDone {
      if showsNumber { pose.drained = input.drained }
      pose.toolColor = ink.mixed(with: doneInk, by: tinted)
      pose.turns *= 1 - progress(time.seconds, 0...0.2, .easeInEaseOut)
      let flown = progress(time.seconds, 0.3...0.7, .easeIn)
      pose.anchor = Self.flight(
        from: pose.anchor, by: Point(x: 250, y: PencilLine.level + 91), to: PencilLine.middle,
        flown)
      pose.turns += flown
      pose.tool = (.pencil, .tick, max(0, min((flown - 0.4) / 0.4, 1)))
    } else {
      if !showsNumber {
        pose.drawnColor = fillInk.mixed(
          with: failInk, by: Float(input.ramp(from: input.state.outcomeBegan)))
      }
      pose.anchor.y += 600 * seconds * seconds
      pose.turns += (105.0 / 360 - lean) * progress(time.seconds, 0...0.7, .easeIn)
      // Where texts are below the line, it is gone before it reaches them.
      pose.toolAlpha = 1 - Float(progress(time.seconds, showsNumber ? 0.05...0.25 : 0.3...0.7))
      if seconds >= 0.7 { pose.cross = time - .milliseconds(700) }
    }
    return pose
  }

  /// The pose of a cancellation: the drawn part shrinks, then the intro runs backwards.
  private func cancelledPose(_ input: SceneInput, since time: Duration) -> Pose {
    let reached = input.introReached(of: Self.intro)
    // A writing pencil goes back to the start first, where it stands as at the end of the intro.
    let beginning = reached == Self.intro ? EasedValue.standardDuration : .zero
    if time < beginning {
      var pose = writingPose(input)
      pose.turns += (lean - pose.turns) * input.ramp(from: input.state.outcomeBegan, .linear)
      return pose
    }
    let back = time - beginning
    return introPose(at: reached - back * (Self.intro / .milliseconds(500)))
  }

  /// The pose of an interruption: the pencil lies down, and everything becomes pale.
  private func interruptedPose(_ input: SceneInput, since time: Duration) -> Pose {
    var pose = writingPose(input)
    let gone = input.ramp(from: input.state.outcomeBegan)
    pose.turns += (78.0 / 360 - lean) * gone
    if !showsNumber { pose.alpha = 1 - 0.25 * Float(gone) }
    return pose
  }
}
