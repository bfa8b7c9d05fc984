import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The place of the number in a scene, and of the signs that replace it.
public struct NumeralPlace: Sendable {
  /// The center of the number's height, pixels.
  var centre: Point
  /// The em of the digits, pixels, unless they need a smaller one.
  var em: Double
  /// The room for the widest number, pixels.
  var width: Double
  /// The diameter that signs relate to, and the width of their strokes, pixels.
  var diameter: Double
  var stroke: Double
  /// Whether the number shows; otherwise only signs do.
  var hasNumber = true
  /// The alignment: 1/2 for the middle, 0 and 1 for the left and the right edge of `width`. The
  /// middle of `width` is `centre.x`.
  var anchor = 0.5
  /// The color of the number; nil for the palette's.
  var color: Color?
}

/// The place that settings give the number and the signs, instead of one in the figure.
final class GivenNumeral: Sendable {
  private let numeral: NumeralPlace

  /// Reads the settings of the number in an area, pixels.
  init(_ settings: SceneSettings, in area: Rect) {
    let em = settings.em(of: .percent, usual: 8)
    let anchor = settings.anchor(of: .percent)
    // The digits' height, which the anchor moves in the box.
    let height = 0.727 * em
    numeral = NumeralPlace(
      centre: Point(
        x: area.x + area.width / 2,
        y: area.y + height / 2 + max(0, area.height - height) * anchor.y),
      em: em, width: area.width, diameter: 1.8 * em, stroke: 0.1 * em, anchor: anchor.x,
      color: settings.color(of: .percent))
  }

  /// The place of the number, or of the sign that replaces it.
  func place(_ input: SceneInput) -> NumeralPlace {
    var place = numeral
    let state = input.state
    if state.phase != .active || state.pausedAt != nil {
      // The sign begins where the number does.
      let half = Sign.half(state.phase) * place.diameter + place.stroke / 2
      place.centre.x += (half - place.width / 2) * (1 - 2 * place.anchor)
    }
    return place
  }
}

/// The number in a scene: the percentage, an amount, or the seconds until a restart.
///
/// Each digit has its own outline, so a change costs the cells of the digits that changed.
final class Numeral {
  private let typesetters: Typesetters
  private let (fonts, smallFonts): (FontStack, FontStack)
  private var unitBytes: [UInt8] = []
  private var line: [UInt8] = []
  private var digits: [SetText] = []
  private let unit = SetText()
  // The content that was set, and its place.
  private var set: (content: Utterance, place: SIMD4<Double>) = (.nothing, .zero)
  private var count = 0
  private var hasUnit = false

  /// The most characters of a number.
  private static let limit = 10

  init(_ typesetters: Typesetters) {
    self.typesetters = typesetters
    (fonts, smallFonts) = (typesetters.lettering.numeral, typesetters.lettering.fonts)
  }

  /// The content at a time.
  static func content(_ input: SceneInput) -> Utterance {
    let state = input.state
    guard state.phase == .active, state.activeBegan != nil else { return .nothing }
    if state.isIndeterminate { return amount(input) }
    return state.fraction == nil ? .nothing : .percent(input.percent, hasSteps: false)
  }

  /// The bytes so far, without their total. A command that counts no bytes begins with none, too.
  static func amount(_ input: SceneInput) -> Utterance {
    guard let bytes = input.state.figures(at: input.time).bytes, bytes > 0 else { return .nothing }
    return .bytes(
      bytes, of: nil, units: input.state.units == .binary ? .binary : .decimal, ofStep: false)
  }

  /// Draws the number.
  ///
  /// - Parameters:
  ///   - ink: the color of the digits.
  ///   - muted: the color of the unit.
  func draw(
    _ content: Utterance, at place: NumeralPlace, ink: Color, muted: Color, alpha: Float = 1,
    into list: inout DisplayList
  ) {
    if content == .nothing || alpha <= 0 { return }
    let key = SIMD4(place.centre.x, place.centre.y, place.em, place.width + place.anchor)
    if content != set.content || key != set.place {
      set = (content, key)
      layOut(content, at: place)
    }
    for index in 0..<count {
      list.fill(digits[index], with: place.color ?? ink, alpha: alpha)
    }
    if hasUnit { list.fill(unit, with: place.color ?? muted, alpha: alpha) }
  }

  /// Places digits and unit.
  private func layOut(_ content: Utterance, at place: NumeralPlace) {
    line.removeAll(keepingCapacity: true)
    typesetters.lettering.catalogue.write(content, to: &line)
    // The digits with separators among them; the rest is the unit.
    let first = line.firstIndex(where: Self.isDigit) ?? line.count
    let end = line.lastIndex(where: Self.isDigit).map { $0 + 1 } ?? first
    count = min(end - first, Self.limit)
    let leads = first > 0
    unitBytes.removeAll(keepingCapacity: true)
    var index = 0
    while index < line.count {
      if index == first { index = end }
      if index >= line.count { break }
      let blank = blank(at: index)
      if blank == 0 { unitBytes.append(line[index]) }
      index += max(blank, 1)
    }
    hasUnit = !unitBytes.isEmpty
    var isPercent = false
    if case .percent = content { isPercent = true }

    // The size at which the widest state fits: "100" and the sign. In a ring, a unit has more room
    // below the number.
    let isBelow = !isPercent && hasUnit && place.anchor == 0.5 && place.width < 3 * place.em
    var em = isBelow ? place.em * 0.65 : place.em
    var wide = 0.0
    for index in first..<(first + count) { wide += width(at: index) }
    // All digits have the same width.
    let most = isPercent && count > 0 ? max(3 * width(at: first), wide) : wide
    let (usual, least) = isBelow ? (0.36, 0.8 * Self.leastSize) : (0.44, Self.leastSize)
    let share = max(usual, min(1, least / em))
    let unitText = unitBytes
    let unitWidth = hasUnit ? typesetters[.regular].width(of: unitText.span) * share : 0
    let gap = isPercent ? 0.03 : 0.1
    let beside = isBelow || !hasUnit ? 0 : unitWidth + gap
    em = min(em, place.width / max(most + beside, 0.1))
    // Digits and sign are centered together, with 74 % of the sign's width, but do not leave the
    // place.
    let counted = wide + 0.74 * beside
    let before = leads ? 0.26 * beside : 0
    let free = max(0, place.width - (wide + beside) * em)
    let start =
      place.anchor == 0.5
      ? (place.width - counted * em) / 2 - before * em
      : (place.width - (wide + beside) * em) * place.anchor
    var x = place.centre.x - place.width / 2 + max(0, min(start, free))
    let lift = isBelow ? 0.22 * em : 0
    let baseline = (place.centre.y - lift + fonts.capHeight * em / 2).rounded()
    if hasUnit {
      let size = em * share
      let below = baseline + (smallFonts.capHeight + 0.28) * size + 0.16 * em
      let left =
        isBelow
        ? x + (wide - unitWidth) * em * place.anchor
        : leads ? x : x + (wide + gap) * em
      put(
        .regular, smallFonts, unitText.span, at: Point(x: left, y: isBelow ? below : baseline),
        size, as: unit)
      if leads, !isBelow { x += beside * em }
    }
    while digits.count < count { digits.append(SetText()) }
    for index in 0..<count {
      let place = first + index
      let bytes = line
      put(
        .numeral, fonts, bytes.span.extracting(place..<(place + 1)),
        at: Point(x: x, y: baseline), em, as: digits[index])
      x += width(at: place) * em
    }
  }

  private func put(
    _ face: Typesetters.Face, _ fonts: FontStack, _ text: Span<UInt8>, at start: Point,
    _ em: Double, as result: SetText
  ) {
    let high = 3 * em
    typesetters[face].set(
      text,
      in: TextFrame(
        box: Rect(x: start.x, y: start.y - fonts.ascent(0) * em, width: 40 * em, height: high),
        size: em, anchor: Point(x: 0, y: 0), lineLimit: 1), as: result)
  }

  private func width(at index: Int) -> Double {
    let bytes = line
    return typesetters[.numeral].width(of: bytes.span.extracting(index..<(index + 1)))
  }

  /// The least size of a percent sign, pixels: a smaller one is a dot. No sign is larger than the
  /// digits.
  static var leastSize: Double { 11 }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The number of bytes of the space or joiner at an index of the line; 0 for another character.
  private func blank(at index: Int) -> Int {
    if line[index] == 0x20 { return 1 }
    if index + 1 < line.count, line[index] == 0xc2, line[index + 1] == 0xa0 { return 2 }
    guard index + 2 < line.count, line[index] == 0xe2 else { return 0 }
    let isJoiner = line[index + 1] == 0x81 && line[index + 2] == 0xa0
    let isNarrow = line[index + 1] == 0x80 && line[index + 2] == 0xaf
    return isJoiner || isNarrow ? 3 : 0
  }
}
