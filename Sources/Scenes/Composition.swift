import Base
import Configuration
import Graphics
import Text

/// The places of the scene and of the texts on a canvas. A pure function of the canvas, the
/// settings and the scene's room.
struct Composition {
  /// A place for a text.
  enum Slot: Int {
    case headline, message, facts, warning, identity
  }

  let layout: LayoutChoice
  /// A hundredth of the short side, pixels.
  let unit: Double
  /// The scene's origin, pixels, and its size relative to the landscape arrangement.
  private(set) var origin = Point(x: 0, y: 0)
  private(set) var sceneScale = 1.0
  /// The lines' positions: text size, the center of the first line, both in units.
  private(set) var sizes: SIMD4<Double> = .zero
  private var centres: SIMD4<Double> = .zero
  /// The left edge and the width of the texts, pixels, and their alignment.
  private(set) var left = 0.0
  private(set) var width = 0.0
  private(set) var anchor = 0.5
  let canvas: Size
  // Whether the texts are in the scene.
  private let isBezel: Bool
  /// Whether texts run from right to left: then the texts beside the scene are on its left.
  let isMirrored: Bool
  /// The square of the help card's code, pixels; nil without a card. The width and the em of the
  /// address beside it, pixels.
  private(set) var card: Rect?
  private(set) var (cardTextWidth, cardTextSize) = (0.0, 0.0)
  // The most lines of the message beside which a line of facts about the machine has room.
  private(set) var identityLimit = 0

  /// The lines' heights, and the gap before each, relative to the landscape arrangement, in units.
  static let heights: SIMD4<Double> = [6.4, 5.2, 4.2, 0]
  // Between the middles of lines, 5.8 and 7: the message belongs to the headline.
  private static let gaps: SIMD4<Double> = [5.4, 0, 2.3, 0]
  static let ems: SIMD4<Double> = [5.2, 3.7, 3.0, 2.8]
  /// The least height of the card, pixels.
  private static let leastCard = 30.0
  /// The distance of the first line's middle from the top of a frame that grows down, ems.
  static let rise = 0.61

  /// Arranges a screen.
  ///
  /// - Parameters:
  ///   - choice: the arrangement.
  ///   - room: the scene's room; nil for one that fills a rectangle.
  ///   - density: pixels per millimeter; nil if unknown.
  ///   - factor: a scale factor of everything.
  ///   - hasTexts: whether the screen has texts; without them the scene is in the middle.
  ///   - hasCard: whether a card is below the texts. The scene is smaller then.
  ///   - hasCode: whether the card has a code; otherwise it has lines, of which it may have fewer.
  ///   - isMirrored: whether texts run from right to left.
  init(
    _ choice: LayoutChoice, _ room: SceneRoom?, canvas: Size, density: Double?, factor: Double,
    hasTexts: Bool, hasCard: Bool = false, hasCode: Bool = true, isMirrored: Bool = false
  ) {
    (self.canvas, self.isMirrored) = (canvas, isMirrored)
    let short = canvas.shortSide
    unit = short / 100 * factor
    let room = room ?? .disc
    let chosen = choice == .auto ? Self.layout(of: canvas, density) : choice
    // Only wide screens have room for texts beside a high scene.
    let isNarrow = chosen == .bar && !room.isBar && canvas.width < 1.6 * short
    layout = isNarrow ? .landscape : chosen
    isBezel = room.isBezel
    let (wide, high) = (canvas.width / unit, canvas.height / unit)
    var text = room.text
    let beside = !room.isBar && (layout == .bar || layout == .small)
    switch layout {
    case .bar: sceneScale = room.isBar ? 1.5 : 74 / 40
    case .small: sceneScale = room.isBar ? 1.45 : 60 / 40
    case .portrait: sceneScale = 58 / 40
    case .square: sceneScale = 66 / 40
    case .round: sceneScale = 93 / 40
    default: break
    }
    if room.isBar || layout == .portrait {
      // A bar keeps to the margins.
      sceneScale = min(sceneScale, (wide - 12) / (2 * room.half))
    }
    // The card's side and the gap above it, relative to the texts.
    var (cardSide, cardGap) = hasCard ? (20.0, 3.6) : (0, 0)
    if hasCard { sceneScale *= room.isBar ? 0.85 : 26 / 40 }
    if room.isBar { text *= layout == .bar ? 1.5 : layout == .small ? 1.45 : 1 }
    if layout == .portrait { text *= 1.3 }
    if layout == .square { text *= 1.5 }

    if layout == .tiny {
      origin = Point(x: canvas.width / 2, y: 0)
      return
    }
    if !Traits.texts || !hasTexts {
      origin = Point(
        x: canvas.width / 2,
        y: canvas.height / 2 + (room.above - room.below) / 2 * sceneScale * unit)
      return
    }
    if layout == .round {
      sizes = [8.2, 0, 7.2, 0]
      centres = [68.5, 0, 79, 0]
      place(at: 0.5, left: 0, 66, wide)
      origin = Point(x: canvas.width / 2, y: canvas.height / 2)
      if !room.isBezel {
        // Above the texts, within the circle.
        sceneScale = min(50 / 40, 88 / (2 * room.half))
        // The group is in the middle, and the texts of a high scene are not lower than in a ring.
        let up = max(0, (40.6 - (room.above + room.below) * sceneScale) / 2)
        centres -= [up, 0, up, 0]
        origin.y += (8 - up - room.below * sceneScale) * unit
      }
    } else if layout == .square, !room.isBar {
      sizes = [9, 0, 7.4, 0]
      centres = [79.5, 0, 91, 0]
      place(at: 0.5, left: 6, wide - 12, wide)
      origin = Point(x: canvas.width / 2, y: (5 + room.above * sceneScale) * unit)
    } else if beside {
      sizes = layout == .bar ? [12, 8.6, 7.4, 6.6] : [8, 6.4, 5.6, 0]
      sizes *= Self.growth(sizes * unit, density)
      let scene = 2 * room.half * sceneScale
      let gap = layout == .bar ? 12.0 : 8
      var start = 9.0
      var side = wide - start - scene - gap - 6
      if layout == .bar {
        // A screen that is less wide has smaller texts; one with a card has none that are larger.
        let usual = side - (hasCard ? 74 - scene : 0)
        side = min(side, 214)
        sizes *= max(0.6, min(1, usual / 130))
        start = (wide - scene - gap - side) / 2
      }
      let pitch = sizes * Self.heights / Self.ems
      let between = sizes[0] / Self.ems[0] * Self.gaps
      let height = pitch[0] + between[1] + pitch[1] + between[2] + pitch[2]
      // Up to three of these lines. A log leaves room for the message's second line.
      let cardHeight = hasCard ? min(30, high - 8 - height - (hasCode ? 4 : 2 * pitch[1])) : 0
      let top = (high - height - (hasCard ? cardHeight + 4 : 0)) / 2
      centres[0] = top + pitch[0] / 2
      centres[1] = top + pitch[0] + between[1] + pitch[1] / 2
      centres[2] = top + height - pitch[2] / 2
      centres[3] = high - 7.6
      enlargeWarning(density)
      // A second line of the message moves the facts down.
      if centres[3] - sizes[3] / 2 < top + height + pitch[1] + 1 { sizes[3] = 0 }
      setCard(left: start + scene + gap, top: top + height + 4, side: cardHeight, text: side)
      place(at: 0, left: start + scene + gap, side, wide)
      origin = Point(
        x: (start + room.half * sceneScale) * unit,
        y: (high / 2 + (room.above - room.below) / 2 * sceneScale) * unit)
      if isMirrored {
        (anchor, left) = (1, canvas.width - left - width)
        origin.x = canvas.width - origin.x
        card = card.map { $0.mirrored(in: canvas) }
      }
      return
    } else {
      let least = Self.growth(Self.ems * text * unit, density)
      text *= least
      sizes = Self.ems * text
      // On the smallest screens message and facts are legible only if they are nearly as large as
      // the headline.
      for index in 1..<3 { sizes[index] = max(sizes[index], min(11 / unit, 0.8 * sizes[0])) }
      let lines = Self.heights * sizes / Self.ems
      let texts = lines.sum() + text * Self.gaps.sum()
      let scene = (room.above + room.below) * sceneScale
      let margin = 6.0
      if hasCard, !hasCode {
        // Two lines remain.
        let least = max(2.74 * sizes[2], Self.leastCard / unit) / text
        cardSide = max(least, min(cardSide, (high - 2 * margin - texts - scene) / text - cardGap))
      }
      let cardHeight = text * (cardSide + cardGap)
      // If the parts do not fit, the scene shrinks first.
      let fit = min(1, (high - 2 * margin - texts - cardHeight) / scene)
      sceneScale *= max(0.4, fit)
      let height = texts + scene * max(0.4, fit) + cardHeight
      let middle = (hasCard ? 0.51 : layout == .portrait ? 0.485 : 0.497) * high
      let top = max(min(margin, (high - height) / 2), middle - height / 2)
      var line = top + height - texts - cardHeight
      for index in 0..<3 {
        line += Self.gaps[index] * text
        centres[index] = line + lines[index] / 2
        line += lines[index]
      }
      centres[3] = high - 7.6
      enlargeWarning(density)
      // The warning is left out if a second line of the message would move the facts into it.
      let second = lines[1]
      if hasCard || centres[3] - sizes[3] / 2 < line + max(2 + sizes[3] / 2, second) {
        sizes[3] = 0
      }
      // The warning, a line higher then, stays apart from the group.
      let rest = (centres[3] - centres[2]) / second - 2.3
      if sizes[3] > 0, rest >= 0 { identityLimit = rest < 1 ? 1 : 2 }
      // Code and address are centered together.
      let whole = text * (cardSide + 2.4 + 34)
      setCard(
        left: (wide - whole) / 2, top: line + text * cardGap, side: text * cardSide,
        text: whole)
      place(
        at: 0.5, left: 0, min(layout == .portrait ? 88 : 120 * text / room.text, wide - 12), wide)
      left = (canvas.width - width) / 2
      if isMirrored, layout != .portrait { card = card.map { $0.mirrored(in: canvas) } }
      origin = Point(x: canvas.width / 2, y: (top + room.above * sceneScale) * unit)
      return
    }
    sizes *= Self.growth(sizes * unit, density)
    // Larger lines need a larger distance.
    centres[0] = min(centres[0], centres[2] - (sizes[0] + sizes[2]) / 2)
  }

  /// Sets the card's place, in units, and the width of code and address. A lower card than
  /// `leastCard` has no room for two lines.
  private mutating func setCard(left: Double, top: Double, side: Double, text width: Double) {
    if side * unit < Self.leastCard { return }
    card = Layout.whole(
      left * unit, top * unit, (left + side) * unit, (top + side) * unit)
    cardTextWidth = (width - side - 2.4) * unit
    cardTextSize = sizes[2] * unit
  }

  private mutating func place(
    at anchor: Double, left: Double, _ width: Double, _ wide: Double
  ) {
    self.anchor = anchor
    self.width = min(width, wide) * unit
    self.left = anchor == 0.5 ? (canvas.width - self.width) / 2 : left * unit
  }

  /// Makes the warning legible, but not larger than the facts.
  private mutating func enlargeWarning(_ density: Double?) {
    let least = max(12, 1.8 * (density ?? 0)) / unit
    if sizes[3] > 0 { sizes[3] = max(sizes[3], min(sizes[2], least)) }
  }

  /// The frame of a text; nil if the arrangement leaves it out.
  ///
  /// - Parameter linesBefore: the lines by which the text is moved down; negative for up.
  func frame(_ slot: Slot, linesBefore: Int = 0) -> TextFrame? {
    if layout == .tiny {
      guard var frame = TinyLayout(canvas).frame(slot) else { return nil }
      if isMirrored {
        frame.box = frame.box.mirrored(in: canvas)
        frame.anchor.x = 1 - frame.anchor.x
      }
      return frame
    }
    if slot == .identity, identityLimit == 0 { return nil }
    // They have the warning's place, and the warning is a line higher then.
    let index = min(slot.rawValue, Slot.warning.rawValue)
    let size = sizes[index] * unit
    if size <= 0 { return nil }
    // Fonts of some scripts are higher than their line.
    let high = 1.6 * size
    let pitch = linePitch
    // A second line moves the facts down, and the card, if both fit.
    let lowest = (centres[2] + sizes[2] / 2) * unit + pitch
    let cardEnd = card.map { $0.y + $0.height + pitch + 2 * unit } ?? 0
    let lines = slot == .message && max(lowest, cardEnd) <= canvas.height ? 2 : 1
    // Beside the scene, the facts may have a second line, too.
    let growsDown = slot == .message || slot == .facts && anchor != 0.5
    var (left, width) = (left, width)
    if layout == .round, slot == .facts {
      // The circle is narrower there.
      width *= isBezel ? 0.75 : 0.95
      left = (canvas.width - width) / 2
    }
    // A second line of a message grows downwards.
    let rise = growsDown ? Self.rise * size : high / 2
    let top = centres[index] * unit - rise + pitch * Double(linesBefore)
    return TextFrame(
      box: Rect(
        x: left, y: top, width: width, height: high * Double(growsDown ? max(lines, 2) : 1)),
      size: size, anchor: Point(x: anchor, y: growsDown ? 0 : 0.5), lineLimit: lines)
  }

  /// The rectangle above the texts, for scenes that fill one, pixels.
  var freeArea: Rect {
    let frame = frame(.headline)
    let bottom = layout == .bar || layout == .small ? nil : frame?.box.y
    return Layout.whole(0, 0, canvas.width, bottom ?? canvas.height)
  }
}
