public import Base
public import Configuration
public import Graphics
import ProgressModel
public import Text

/// The whole screen: one or several styles side by side, captions, and the picture that is revealed
/// at the end.
public final class Screen {
  let parts: [any Scene]
  private let cells: [Rect]
  private let canvas: Size
  // The rectangle that the parts share.
  private let room: Rect
  let arrangement: Arrangement
  // Whether the only part is placed by the arrangement, instead of filling a rectangle.
  let isComposed: Bool
  // A constant in a build without texts, so that the compiler drops their code.
  var texts: ScreenTexts? { Traits.texts ? givenTexts : nil }
  private let givenTexts: ScreenTexts?
  // Whether the styles leave room for tiles of several jobs.
  private let hasTiles: Bool
  // Whether a part shows the state by colors and signs.
  let hasSigns: Bool
  let colors: StateColors
  // The colors on the background before an outcome.
  let usualColors: StateColors
  let backdrop: Backdrop
  private let factor: Double
  let reveal: Reveal
  // The facts that parts need.
  let facts: ScreenFacts
  // Whether texts cross-fade.
  let fadesTexts: Bool
  let frameRate: Double

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - styles: style names, joined by `+`; empty or with an unknown name, the settings' styles
  ///     are used.
  ///   - settings: the settings of the screen and its parts.
  ///   - output: the facts about the output.
  ///   - canvas: the canvas's size, pixels.
  ///   - density: pixels per millimeter; nil if unknown.
  ///   - lettering: fonts and texts; without them the screen has no captions.
  ///   - load: loads a picture and returns its place; nil if it cannot be read.
  public init(
    _ styles: ByteString, _ settings: Settings, on output: OutputFacts = OutputFacts(),
    canvas: Size, density: Double? = nil, lettering: Lettering? = nil,
    load: (PicturePlan) -> ScreenPicture? = { _ in nil }
  ) {
    let typesetters = Traits.texts ? lettering.map { Typesetters($0) } : nil
    self.canvas = canvas
    let usual = Arrangement.layout(of: canvas, density)
    let section = settings.choice(.layout, as: LayoutChoice.self)
    let settings = SceneSettings(settings.adapted(to: section == .auto ? usual : section))
    let isMirrored = typesetters?.lettering.catalogue.isRightToLeft ?? false
    let physical = settings.flag(.physicalSize) ? Self.physicalFactor(canvas, density) : 1
    let factor = settings.number(.scale) * physical
    (settings.output, settings.canvas) = (output, canvas)
    (settings.factor, settings.isMirrored) = (factor, isMirrored)
    settings.typesetters = typesetters
    let choice = settings.choice(.layout, as: LayoutChoice.self)
    var layout = choice == .auto ? usual : choice
    let sceneBox = settings.sceneBox
    let scenes = Self.styles(styles, settings.given).map { $0.makeScene(settings) }
    hasSigns = scenes.contains { $0.room != nil }
    if layout == .tiny, sceneBox == nil {
      // The originals keep their look on screens of any size.
      parts = hasSigns ? [TinyBar(settings)] : scenes
      if !hasSigns { layout = .landscape }
    } else {
      parts = scenes
    }
    backdrop = Backdrop(settings, usual: parts[0].ground, load: load)
    self.factor = factor
    colors = StateColors(settings)
    usualColors = colors.suited(to: backdrop)
    isComposed = sceneBox == nil && parts.count == 1 && parts[0].room != nil
    let makeArrangement = { [parts, layout] hasCode in
      Arrangement(
        layout, parts.count == 1 ? parts[0].room : nil, canvas: canvas, density: density,
        factor: factor, hasTexts: typesetters != nil, hasCode: hasCode, isMirrored: isMirrored)
    }
    arrangement = makeArrangement(nil)
    hasTiles = isComposed && layout != .tiny && layout != .round && layout != .square
    let withCard =
      isComposed ? makeArrangement(settings.given.text(.supportURL) != nil) : nil
    givenTexts = typesetters.map { [arrangement] in
      ScreenTexts($0, settings, arrangement, withCard: withCard)
    }
    let numeralBox = typesetters == nil ? nil : settings.box(of: .percent)
    room = sceneBox ?? (typesetters == nil ? Rect(canvas) : arrangement.freeArea)
    cells = Layout.cells(room, parts.map { $0.extent })
    reveal = Reveal(settings)
    facts = ScreenFacts(
      reducesMotion: settings.reducesMotion,
      showsStalls: settings.flag(.stallLook) && !settings.reducesMotion, isMirrored: isMirrored,
      isBezel: isComposed && layout == .round && parts[0].room?.isBezel == true
        && typesetters != nil,
      givenNumeral: numeralBox.map { GivenNumeral(settings, in: $0) }, backdrop: backdrop)
    fadesTexts = typesetters != nil && !facts.reducesMotion && output.grayBits == 0
    frameRate = settings.number(.frameRate)
  }

  /// Whether tiles of jobs have the place of the styles.
  func showsJobs(_ input: SceneInput) -> Bool {
    texts != nil && hasTiles && !input.state.jobs.isEmpty
  }

  /// The captions of a frame: those around the help card while it is visible.
  func captions(of input: SceneInput) -> Captions? {
    if let help = shownHelp(input) { return help.captions }
    return texts?.captions
  }

  /// The help card, if a frame has one.
  func shownHelp(_ input: SceneInput) -> HelpCard? {
    guard let help = texts?.help, help.isShown(input) else { return nil }
    return help
  }

  /// The first defect of a drawn text; nil for none.
  public var flaw: TextFlaw? { texts?.captions.flaw }

  // MARK: - Drawing

  /// Draws a frame. The same input gives the same list.
  ///
  /// - Parameters:
  ///   - input: the frame's parameters.
  ///   - list: the list to append to.
  public func draw(_ input: SceneInput, into list: inout DisplayList) {
    backdrop.draw(input, into: &list)
    let ground = backdrop.color(input)
    let opens = opens(input)
    if let opens, input.time >= opens + reveal.duration {
      return reveal.draw(input, on: nil, into: &list)
    }
    let isOpening = opens.map { input.time >= $0 } ?? false
    let opening = isOpening && !facts.reducesMotion ? openingPart(input) : nil
    let isPalette = backdrop.isPalette(input)
    let suited = suitedColors(input)
    if showsJobs(input) {
      texts?.tiles.draw(input, on: ground, suited, into: &list)
    }
    for index in parts.indices where !showsJobs(input) {
      // Each part has colors that contrast with its own ground.
      if parts[index].ground != parts[0].ground, !backdrop.hidesGrounds(input) {
        list.fill(.rectangle(cells[index]), with: parts[index].ground)
      }
      var placed = placed(input, index)
      placed.isOpening = opening?.index == index
      draw(index, placed, into: &list)
    }
    let former = formerCaptions(input)
    captions(of: input)?.draw(
      input, on: ground, isPalette: isPalette, isPlain: backdrop.isPlain && parts.count == 1,
      after: former, into: &list)
    shownHelp(input)?.draw(input, ink: suited.ink, muted: suited.muted, into: &list)
    texts?.plan?.draw(input, on: ground, suited, into: &list)
    texts?.tail?.draw(input, newest: suited.ink, others: suited.muted, into: &list)
    if !showsJobs(input) {
      drawNumeral(input, on: ground, into: &list)
      drawStallMarks(input, into: &list)
    }
    if let former {
      captions(of: input)?.drawFading(former, on: ground, isPalette: isPalette, into: &list)
    }
    guard let opens, isOpening else { return }
    if facts.reducesMotion {
      reveal.fade(input, on: ground, since: input.time - opens, into: &list)
    } else {
      let ring = opening?.ring ?? Annulus(centre: canvas.centre, innerRadius: 0, outerRadius: 0)
      reveal.draw(
        input, on: ground, from: ring, since: input.time - opens, into: &list)
    }
  }

  /// Draws a part. With reduced motion it is one of three stills: before the run, the run, the
  /// outcome. Each fades in while the previous one fades out.
  private func draw(_ index: Int, _ input: SceneInput, into list: inout DisplayList) {
    let (part, state) = (parts[index], input.state)
    guard facts.reducesMotion, state.activeBegan != nil else {
      return part.draw(input, into: &list)
    }
    let isOver = input.isOver
    let over = isOver ? Float(input.ramp(from: state.outcomeBegan)) : 0
    let hasBegun = !isOver || state.outcomeBegan >= state.introEnd
    let running = hasBegun ? Float(input.ramp(from: state.introEnd)) : 0
    if running < 1, over < 1 {
      var before = input
      before.state = ProgressState(at: state.began, rules: state.rules)
      list.layer(alpha: 1 - running) { part.draw(before, into: &$0) }
    }
    if running > 0, over < 1 {
      let run = input.at(isOver ? state.outcomeBegan : input.time)
      list.layer(alpha: running * (1 - over)) { part.draw(run, into: &$0) }
    }
    if over > 0 {
      let end = input.at(max(input.time, part.outcomeEnd(input)))
      list.layer(alpha: over) { part.draw(end, into: &$0) }
    }
  }

  func placed(_ input: SceneInput, _ index: Int) -> SceneInput {
    let extent = parts[index].extent
    var placed: SceneInput
    if isComposed {
      var scale = arrangement.unit * arrangement.sceneScale
      var origin = arrangement.origin
      if let help = texts?.help {
        let moved = help.moved(input)
        let end = help.arrangement
        scale += (end.unit * end.sceneScale - scale) * moved
        origin.x += (end.origin.x - origin.x) * moved
        origin.y += (end.origin.y - origin.y) * moved
      }
      let box = Layout.box(extent, at: origin, unit: scale, of: canvas)
      placed = input.placed(in: box, scale: Layout.scale(extent, unit: scale))
    } else {
      let box = Layout.box(cells[index], extent, of: room)
      placed = input.placed(in: box, scale: Layout.scale(extent, in: box, of: canvas) * factor)
    }
    placed.screen = facts
    return placed
  }

  /// The session time at which the picture's reveal begins; nil for never.
  func opens(_ input: SceneInput) -> Duration? {
    if input.state.phase != .done || input.picture == nil { return nil }
    return played(input) + reveal.delay
  }

  /// The first part with a ring for the reveal; nil if the reveal starts at the screen's center.
  private func openingPart(_ input: SceneInput) -> (index: Int, ring: Annulus)? {
    for index in parts.indices {
      if let ring = parts[index].opening(placed(input, index)) { return (index, ring) }
    }
    return nil
  }
}
