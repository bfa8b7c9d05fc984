import Base
import Configuration
import Graphics
import Text

/// The places of the scene and of the texts on a canvas. A pure function of the canvas, the
/// settings and the scene's room.
struct Arrangement {
  /// A place for a text.
  enum Slot: Int {
    case headline, message, facts, warning, identity
  }

  let layout: LayoutChoice
  let canvas: Size
  /// A hundredth of the short side, pixels.
  let unit: Double
  /// Whether texts run from right to left: then the texts beside the scene are on its left.
  let isMirrored: Bool
  /// The scene's origin, pixels, and its size relative to the landscape layout.
  private(set) var origin: Point
  private(set) var sceneScale: Double
  /// The ems of headline, message, facts and warning, and the middles of their first lines, units.
  /// A line of em 0 is left out.
  private(set) var (ems, middles): (SIMD4<Double>, SIMD4<Double>) = (.zero, .zero)
  /// The left edge and the width of the texts, pixels, and their alignment.
  private(set) var (left, width, anchor) = (0.0, 0.0, 0.5)
  /// The square of the help card's code, pixels; nil without a card. The width and the em of the
  /// address beside it, pixels.
  private(set) var card: Rect?
  private(set) var (cardTextWidth, cardTextSize) = (0.0, 0.0)
  /// The number of lines of the message from which on a line of facts about the machine has no
  /// room.
  private(set) var identityLimit = 0
  /// The scene's room.
  let room: SceneRoom
  private let density: Double?
  /// Whether the card has a code; nil without a card.
  private let hasCode: Bool?

  /// The ems of lines below the scene, and the heights of all lines, units.
  private static let ems: SIMD4<Double> = [5.2, 3.7, 3.0, 2.8]
  private static let heights: SIMD4<Double> = [6.4, 5.2, 4.2, 0]
  /// The gaps before the headline and before the facts. The message belongs to the headline.
  private static let headlineGap = 5.4, factsGap = 2.3
  /// The least distance of scene and texts from the screen's edges, units.
  private static let margin = 6.0
  /// The least height of the card, pixels: two lines.
  private static let leastCard = 30.0
  /// The distance of the first line's middle from the top of a frame that grows down, ems.
  static let rise = 0.61

  /// Arranges a screen.
  ///
  /// - Parameters:
  ///   - choice: the layout.
  ///   - room: the scene's room; nil for one that fills a rectangle.
  ///   - density: pixels per millimeter; nil if unknown.
  ///   - factor: a scale factor of everything.
  ///   - hasTexts: whether the screen has texts; without them the scene is in the middle.
  ///   - hasCode: whether the card below the texts has a code; otherwise it has lines, of which it
  ///     may have fewer; nil without a card. The scene is smaller with one.
  ///   - isMirrored: whether texts run from right to left.
  init(
    _ choice: LayoutChoice, _ room: SceneRoom?, canvas: Size, density: Double?, factor: Double,
    hasTexts: Bool, hasCode: Bool? = nil, isMirrored: Bool = false
  ) {
    let short = canvas.shortSide
    unit = short / 100 * factor
    let isBar = room?.isBar ?? false
    let chosen = choice == .auto ? Self.layout(of: canvas, density) : choice
    // Only wide screens have room for texts beside a high scene.
    let isNarrow = chosen == .bar && !isBar && canvas.width < 1.6 * short
    layout = isNarrow ? .landscape : chosen
    (self.canvas, self.isMirrored, self.density) = (canvas, isMirrored, density)
    (self.room, self.hasCode) = (room ?? .disc, hasCode)
    let row = LayoutRow.of(layout)
    sceneScale = isBar ? row.bar : row.figure
    origin = Point(x: canvas.width / 2, y: 0)
    // A bar keeps to the margins.
    if isBar || layout == .portrait {
      sceneScale = min(sceneScale, (wide - 2 * Self.margin) / (2 * self.room.half))
    }
    if hasCode != nil { sceneScale *= isBar ? 0.85 : 0.65 }
    if layout == .tiny { return }
    if !Traits.texts || !hasTexts {
      origin.y = canvas.height / 2 + sceneOffset
      return
    }
    switch isBar && layout != .round ? .below : row.place {
    case .below: placeBelow(row)
    case .beside: placeBeside(row)
    case .fixed: placeFixed(row)
    }
  }

  /// The canvas, units.
  private var wide: Double { canvas.width / unit }
  private var high: Double { canvas.height / unit }

  /// The distance from the middle of the scene down to its origin, pixels.
  private var sceneOffset: Double { (room.above - room.below) / 2 * sceneScale * unit }

  /// The heights of the lines, units.
  var pitches: SIMD4<Double> { Self.heights * ems / Self.ems }

  /// Places two lines at the fixed places of a layout: in a ring, or below a large figure.
  private mutating func placeFixed(_ row: LayoutRow) {
    (ems, middles) = (row.ems, row.middles)
    if layout == .square {
      width = (wide - 12) * unit
      origin.y = (5 + room.above * sceneScale) * unit
    } else {
      width = min(66, wide) * unit
      origin.y = canvas.height / 2
      if !room.isBezel {
        // Above the texts, within the circle.
        sceneScale = min(1.25, 88 / (2 * room.half))
        // The group is in the middle, and the texts of a high scene are not lower than in a ring.
        let up = max(0, (40.6 - (room.above + room.below) * sceneScale) / 2)
        middles -= [up, 0, up, 0]
        origin.y += (8 - up - room.below * sceneScale) * unit
      }
    }
    left = (canvas.width - width) / 2
    ems *= Self.growth(ems * unit, density)
    // Larger lines need a larger distance.
    middles[0] = min(middles[0], middles[2] - (ems[0] + ems[2]) / 2)
  }

  /// Places the texts beside the scene.
  private mutating func placeBeside(_ row: LayoutRow) {
    ems = row.ems
    ems *= Self.growth(ems * unit, density)
    let scene = 2 * room.half * sceneScale
    let gap = layout == .bar ? 12.0 : 8
    var start = 9.0
    var side = wide - start - scene - gap - Self.margin
    if layout == .bar {
      // A screen that is less wide has smaller texts; one with a card has none that are larger.
      let usual = side - (hasCode == nil ? 0 : 74 - scene)
      side = min(side, 214)
      ems *= max(0.6, min(1, usual / 130))
      start = (wide - scene - gap - side) / 2
    }
    let pitches = pitches
    let factsGap = ems[0] / Self.ems[0] * Self.factsGap
    let height = pitches.sum() + factsGap
    // Up to three of these lines. A log leaves room for the message's second line.
    let card = hasCode.map { min(30, high - 8 - height - ($0 ? 4 : 2 * pitches[1])) } ?? 0
    let top = (high - height - (hasCode == nil ? 0 : card + 4)) / 2
    let bottom = stack(from: top, pitches, factsGap)
    placeWarning()
    // A second line of the message moves the facts down.
    if warningTop < bottom + pitches[1] + 1 { ems[3] = 0 }
    (anchor, left, width) = (0, (start + scene + gap) * unit, min(side, wide) * unit)
    setCard(left: start + scene + gap, top: top + height + 4, side: card, text: side)
    origin = Point(
      x: (start + room.half * sceneScale) * unit, y: canvas.height / 2 + sceneOffset)
    if !isMirrored { return }
    (anchor, left) = (1, canvas.width - left - width)
    origin.x = canvas.width - origin.x
    self.card = self.card.map { $0.mirrored(in: canvas) }
  }

  /// Places the texts below the scene, as a group in the middle of the screen.
  private mutating func placeBelow(_ row: LayoutRow) {
    var text = room.text * (room.isBar ? row.barText : row.text)
    text *= Self.growth(Self.ems * text * unit, density)
    ems = Self.ems * text
    // On the smallest screens message and facts are legible only if they are nearly as large as
    // the headline.
    for index in 1..<3 { ems[index] = max(ems[index], min(11 / unit, 0.8 * ems[0])) }
    let pitches = pitches
    let texts = pitches.sum() + text * (Self.headlineGap + Self.factsGap)
    let scene = (room.above + room.below) * sceneScale
    let free = high - 2 * Self.margin - texts
    // The card's side and the gap above it, relative to the texts.
    var (side, gap) = hasCode == nil ? (0, 0) : (20.0, 3.6)
    if hasCode == false {
      // Two lines remain.
      let least = max(2.74 * ems[2], Self.leastCard / unit) / text
      side = max(least, min(side, (free - scene) / text - gap))
    }
    let card = text * (side + gap)
    // If the parts do not fit, the scene shrinks first.
    let fit = max(0.4, min(1, (free - card) / scene))
    sceneScale *= fit
    let height = texts + scene * fit + card
    let middle = (hasCode != nil ? 0.51 : layout == .portrait ? 0.485 : 0.497) * high
    let top = max(min(Self.margin, (high - height) / 2), middle - height / 2)
    let bottom = stack(
      from: top + height - texts - card + text * Self.headlineGap, pitches, text * Self.factsGap)
    placeWarning()
    // The warning is left out if a second line of the message would move the facts into it.
    if hasCode != nil || warningTop < bottom + max(2 + ems[3] / 2, pitches[1]) { ems[3] = 0 }
    // The warning, a line higher then, stays apart from the group.
    let rest = (middles[3] - middles[2]) / pitches[1] - 2.3
    if ems[3] > 0, rest >= 0 { identityLimit = rest < 1 ? 1 : 2 }
    let most = layout == .portrait ? 88 : 120 * text / room.text
    width = min(most, wide - 2 * Self.margin) * unit
    left = (canvas.width - width) / 2
    origin.y = (top + room.above * sceneScale) * unit
    // Code and address are centered together.
    let whole = text * (side + 2.4 + 34)
    setCard(left: (wide - whole) / 2, top: bottom + text * gap, side: text * side, text: whole)
    if isMirrored, layout != .portrait { self.card = self.card.map { $0.mirrored(in: canvas) } }
  }

  /// Places the first three lines one below the other, from a top edge on.
  ///
  /// - Returns: the lower edge.
  private mutating func stack(
    from top: Double, _ pitches: SIMD4<Double>, _ factsGap: Double
  ) -> Double {
    var line = top
    for index in 0..<3 {
      if index == 2 { line += factsGap }
      middles[index] = line + pitches[index] / 2
      line += pitches[index]
    }
    return line
  }

  /// Places the warning at the lower edge. It is legible, but not larger than the facts.
  private mutating func placeWarning() {
    middles[3] = high - 7.6
    let least = max(12, 1.8 * (density ?? 0)) / unit
    if ems[3] > 0 { ems[3] = max(ems[3], min(ems[2], least)) }
  }

  private var warningTop: Double { middles[3] - ems[3] / 2 }

  /// Sets the card's place, in units, and the width of code and address. A card of less than two
  /// lines is left out.
  private mutating func setCard(left: Double, top: Double, side: Double, text width: Double) {
    if side * unit < Self.leastCard { return }
    card = Layout.whole(left * unit, top * unit, (left + side) * unit, (top + side) * unit)
    cardTextWidth = (width - side - 2.4) * unit
    cardTextSize = ems[2] * unit
  }
}
