import Base
import Configuration
import Graphics
import Text

/// The room that a scene needs around its origin in the landscape arrangement, in hundredths of
/// the short side.
public struct SceneRoom: Equatable, Sendable {
  /// To the left and to the right.
  var half: Double
  var above: Double
  var below: Double
  /// A scale factor of the texts.
  var text = 1.0
  /// Whether the scene is a bar, which never has texts beside it.
  var isBar = false
  /// Whether the scene is a ring that has room for the texts of a round screen.
  var isBezel = false

  /// A round figure of the usual diameter.
  static let disc = SceneRoom(half: 20, above: 20, below: 20)
  /// A bar across the screen, with the number above it.
  static let strip = SceneRoom(half: 44, above: 0, below: 26.8, text: 1.1, isBar: true)
}

/// The places of the scene and of the texts on a canvas. A pure function of the canvas, the
/// settings and the scene's room.
struct Composition {
  /// A place for a text.
  enum Slot: Int {
    case headline, message, facts, warning
  }

  let layout: LayoutChoice
  /// A hundredth of the short side, pixels.
  let unit: Double
  /// The scene's origin, pixels, and its size relative to the landscape arrangement.
  private(set) var origin = Point(x: 0, y: 0)
  private(set) var sceneScale = 1.0
  /// The lines' positions: text size, the center of the first line, both in units.
  private var sizes: SIMD4<Double> = .zero
  private var centres: SIMD4<Double> = .zero
  /// The left edge and the width of the texts, pixels, and their alignment.
  private var left = 0.0
  private var width = 0.0
  private var anchor = 0.5
  private let canvas: Size

  /// The smallest em of headline, message, facts and warning: pixels, and millimeters.
  private static let leastPixels: SIMD4<Double> = [18, 14, 12, 12]
  private static let leastMillimeters: SIMD4<Double> = [2.8, 2.2, 1.8, 1.8]
  /// The lines' heights, and the gap before each, relative to the landscape arrangement, in units.
  private static let heights: SIMD4<Double> = [6.4, 5.2, 4.2, 0]
  private static let gaps: SIMD4<Double> = [5.4, 0.6, 1.7, 0]
  private static let ems: SIMD4<Double> = [5.2, 3.7, 3.0, 2.8]

  /// Its rows of the settings table.
  static let settings: [SettingDefinition] = [
    .init(
      "layout", .choice(of: LayoutChoice.self), .value("auto"),
      help: "Arrangement of animation and texts; auto: by the screen's shape and size")
  ]

  /// Arranges a screen.
  ///
  /// - Parameters:
  ///   - choice: the arrangement.
  ///   - room: the scene's room; nil for one that fills a rectangle.
  ///   - density: pixels per millimeter; nil if unknown.
  ///   - factor: a scale factor of everything.
  ///   - hasTexts: whether there are texts; without them the scene is in the middle.
  init(
    _ choice: LayoutChoice, _ room: SceneRoom?, canvas: Size, density: Double?, factor: Double,
    hasTexts: Bool
  ) {
    self.canvas = canvas
    let short = canvas.shortSide
    layout = choice == .auto ? Self.layout(of: canvas, density) : choice
    unit = short / 100 * factor
    let room = room ?? .disc
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
    if room.isBar { text *= layout == .bar ? 1.5 : layout == .small ? 1.45 : 1 }
    if layout == .portrait { text *= 1.3 }
    if layout == .square { text *= 1.5 }

    if layout == .tiny {
      origin = Point(x: canvas.width / 2, y: 0)
      return
    }
    if !hasTexts {
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
        sceneScale = min(50 / 40, 80 / (2 * room.half))
        origin.y += (8 - room.below * sceneScale) * unit
      }
    } else if layout == .square, !room.isBar {
      sizes = [9, 0, 7.4, 0]
      centres = [79.5, 0, 91, 0]
      place(at: 0.5, left: 6, wide - 12, wide)
      origin = Point(x: canvas.width / 2, y: (5 + room.above * sceneScale) * unit)
    } else if beside {
      sizes = layout == .bar ? [12, 8.6, 7.4, 0] : [8, 6.4, 5.6, 0]
      let scene = 2 * room.half * sceneScale
      let gap = layout == .bar ? 12.0 : 8
      var start = 9.0
      var side = wide - start - scene - gap - 6
      if layout == .bar {
        side = min(side, 214)
        // A screen that is less wide has smaller texts.
        sizes *= max(0.6, min(1, side / 130))
        start = (wide - scene - gap - side) / 2
      }
      let pitch = sizes * Self.heights / Self.ems
      let between = sizes[0] / Self.ems[0] * Self.gaps
      let height = pitch[0] + between[1] + pitch[1] + between[2] + pitch[2]
      let top = (high - height) / 2
      centres[0] = top + pitch[0] / 2
      centres[1] = top + pitch[0] + between[1] + pitch[1] / 2
      centres[2] = top + height - pitch[2] / 2
      place(at: 0, left: start + scene + gap, side, wide)
      origin = Point(
        x: (start + room.half * sceneScale) * unit,
        y: (high / 2 + (room.above - room.below) / 2 * sceneScale) * unit)
    } else {
      let least = Self.growth(Self.ems * text * unit, density)
      text *= least
      sizes = Self.ems * text
      let texts = text * (Self.heights.sum() + Self.gaps.sum())
      let scene = (room.above + room.below) * sceneScale
      let margin = 6.0
      // What does not fit becomes smaller: first the scene.
      let fit = min(1, (high - 2 * margin - texts) / scene)
      sceneScale *= max(0.4, fit)
      let height = texts + scene * max(0.4, fit)
      let middle = (layout == .portrait ? 0.485 : 0.497) * high
      let top = max(min(margin, (high - height) / 2), middle - height / 2)
      var line = top + height - texts
      for index in 0..<3 {
        line += Self.gaps[index] * text
        centres[index] = line + Self.heights[index] * text / 2
        line += Self.heights[index] * text
      }
      centres[3] = high - 7.6
      if centres[3] - sizes[3] < line + 2 { sizes[3] = 0 }
      place(
        at: 0.5, left: 0, min(layout == .portrait ? 88 : 120 * text / room.text, wide - 12), wide)
      left = (canvas.width - width) / 2
      origin = Point(x: canvas.width / 2, y: (top + room.above * sceneScale) * unit)
      return
    }
    let growth = Self.growth(sizes * unit, density)
    sizes *= growth
  }

  private mutating func place(
    at anchor: Double, left: Double, _ width: Double, _ wide: Double
  ) {
    self.anchor = anchor
    self.width = min(width, wide) * unit
    self.left = anchor == 0.5 ? (canvas.width - self.width) / 2 : left * unit
  }

  /// The arrangement for a screen.
  static func layout(of canvas: Size, _ density: Double?) -> LayoutChoice {
    let short = canvas.shortSide
    let millimeters = density.map { short / $0 } ?? .infinity
    let ratio = canvas.width / canvas.height
    if short < 96 { return .tiny }
    if ratio > 2.4 { return .bar }
    if short <= 320 || millimeters < 45, ratio <= 1.3, ratio >= 1 / 1.15 { return .square }
    if short < 400 || millimeters < 60, ratio > 1.3 { return .small }
    return ratio < 1 / 1.15 ? .portrait : .landscape
  }

  /// The factor that makes texts of given ems, pixels, legible; at most 1.5.
  private static func growth(_ ems: SIMD4<Double>, _ density: Double?) -> Double {
    var growth = 1.0
    for index in 0..<3 where ems[index] > 0 {
      let least = max(leastPixels[index], leastMillimeters[index] * (density ?? 0))
      growth = max(growth, least / ems[index])
    }
    return min(growth, 1.5)
  }

  /// The frame of a text; nil if the arrangement leaves it out.
  ///
  /// - Parameter linesBefore: the lines by which the text is moved down.
  func frame(_ slot: Slot, linesBefore: Int = 0) -> TextFrame? {
    if layout == .tiny { return tinyFrame(slot) }
    let index = slot.rawValue
    let size = sizes[index] * unit
    if size <= 0 { return nil }
    // Fonts of some scripts are higher than their line.
    let high = 1.6 * size
    let lines = slot == .message ? 2 : 1
    var (left, width) = (left, width)
    if layout == .round, slot == .facts {
      // The circle is narrower there.
      width *= 0.75
      left = (canvas.width - width) / 2
    }
    let pitch = sizes[1] * 5.2 / 3.7 * unit * Double(linesBefore)
    // A second line of a message grows downwards.
    let rise = slot == .message ? 0.61 * size : high / 2
    let top = centres[index] * unit - rise + pitch
    return TextFrame(
      box: Rect(x: left, y: top, width: width, height: high * Double(lines)), size: size,
      anchor: Point(x: anchor, y: slot == .message ? 0 : 0.5), lineLimit: lines)
  }

  private func tinyFrame(_ slot: Slot) -> TextFrame? {
    let places = TinyLayout(canvas)
    switch slot {
    case .headline:
      return TextFrame(
        box: places.besideSign, size: 1.35 * places.em, anchor: Point(x: 0, y: 0.5), lineLimit: 1)
    case .facts:
      return TextFrame(
        box: places.beside, size: places.em, anchor: Point(x: 1, y: 0.5), lineLimit: 2)
    case .message:
      return TextFrame(
        box: places.below, size: places.em, anchor: Point(x: 0, y: 1), lineLimit: 2)
    case .warning: return nil
    }
  }

  /// The rectangle above the texts, for scenes that fill one, pixels.
  var freeArea: Rect {
    let frame = frame(.headline)
    let bottom = layout == .bar || layout == .small ? nil : frame?.box.y
    return Layout.whole(0, 0, canvas.width, bottom ?? canvas.height)
  }
}
