public import Base

/// A parsed value of a setting.
public enum SettingValue: Equatable, Sendable {
  /// A number or an integer within its range.
  case number(Double)
  /// One of the setting's words.
  case choice(StaticBytes)
  /// Yes or no.
  case flag(Bool)
  /// A text, a list, or paths.
  case text(ByteString)
  /// A color, 0xRRGGBB.
  case color(UInt32)
  /// A color of the palette.
  case paletteColor(PaletteColor)
  /// The control points of a timing function: x1, y1, x2, y2.
  case curve(SIMD4<Double>)
  /// Left, top, width and height, percent of the screen; width 0 for none.
  case box(SIMD4<Double>)
}

extension SettingDefinition {
  /// The named timing functions and their control points.
  static let curves: [(name: StaticBytes, points: SIMD4<Double>)] = [
    ("linear", [0, 0, 1, 1]),
    ("ease-in", [0.42, 0, 1, 1]),
    ("ease-out", [0, 0, 0.58, 1]),
    ("ease-in-ease-out", [0.42, 0, 0.58, 1]),
    ("default", [0.25, 0.1, 0.25, 1]),
  ]

  /// Parses a value; nil if the setting does not allow it.
  func value(of text: ByteString) -> SettingValue? {
    switch kind {
    case .number(let range, _):
      guard let number = DecimalNumber(text.bytes.span)?.doubleValue, range.contains(number) else {
        return nil
      }
      return .number(number)
    case .count(let range, _):
      guard let number = DecimalNumber(text.bytes.span)?.doubleValue, number == number.rounded(),
        Double(range.lowerBound) <= number, number <= Double(range.upperBound)
      else { return nil }
      return .number(number)
    case .choice(let words):
      for word in words where text == word { return .choice(word) }
      return nil
    case .list(let words):
      let parts = text.split(at: UInt8(ascii: "+"))
      if parts.count > SettingDefinition.listLimit { return nil }
      for part in parts where !words.contains(where: { part == $0 }) {
        return nil
      }
      return .text(text)
    case .flag:
      if text == "yes" { return .flag(true) }
      return text == "no" ? .flag(false) : nil
    case .text, .texts, .path, .paths: return .text(text)
    case .color:
      for color in PaletteColor.allCases where text == color.rawValue {
        return .paletteColor(color)
      }
      return Self.color(text).map { .color($0) }
    case .curve: return Self.curve(text).map { .curve($0) }
    case .box: return Self.box(text).map { .box($0) }
    }
  }

  /// The allowed values, for errors and help: "a number from 0.1 to 100, pt".
  public var choices: ByteString {
    switch kind {
    case .number(let range, let unit):
      return Self.span("a number", Self.short(range.lowerBound), Self.short(range.upperBound), unit)
    case .count(let range, let unit):
      return Self.span(
        "a whole number", ByteString(range.lowerBound), ByteString(range.upperBound), unit)
    case .choice(let words):
      var list = ByteString()
      for word in words { list.append(ByteString(word), after: ", ") }
      return list
    case .list(let words):
      var list = ByteString()
      for word in words { list.append(ByteString(word), after: ", ") }
      return list + ", or up to 8 joined by +"
    case .path: return "PATH"
    case .paths: return "PATH[:PATH...], none"
    case .flag: return "yes, no"
    case .text(let word), .texts(let word): return ByteString(word)
    case .color: return "#RRGGBB, or a palette color such as accent"
    case .curve:
      var list = ByteString()
      for curve in Self.curves { list.append(ByteString(curve.name), after: ", ") }
      return list + ", or x1,y1,x2,y2"
    case .box: return "LEFT TOP WIDTH HEIGHT in percent of the screen, or none"
    }
  }

  private static func span(
    _ what: ByteString, _ first: ByteString, _ last: ByteString, _ unit: StaticBytes
  ) -> ByteString {
    var text = what + " from " + first + " to " + last
    text.append(ByteString(unit), after: unit.isEmpty ? "" : ", ")
    return text
  }

  /// Returns a number rounded to thousandths, without trailing zeros.
  private static func short(_ number: Double) -> ByteString {
    let thousandths = UInt64((abs(number) * 1_000).rounded())
    return DecimalNumber(isNegative: number < 0, significand: thousandths, exponent: -3).text
  }

  private static func color(_ text: ByteString) -> UInt32? {
    guard text.count == 7, text[0] == UInt8(ascii: "#") else { return nil }
    var color: UInt32 = 0
    for place in 1..<7 {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): color = color << 4 | UInt32(byte & 0xf)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        color = color << 4 | UInt32(byte & 0xf) + 9
      default: return nil
      }
    }
    return color
  }

  private static func box(_ text: ByteString) -> SIMD4<Double>? {
    if text == "none" { return .zero }
    var box = SIMD4<Double>()
    var count = 0
    for part in text.split(at: UInt8(ascii: " ")) where !part.isEmpty {
      guard count < 4, let number = DecimalNumber(part.bytes.span)?.doubleValue,
        (0...100).contains(number)
      else { return nil }
      box[count] = number
      count += 1
    }
    let isInside = box[0] + box[2] <= 100 && box[1] + box[3] <= 100
    return count == 4 && isInside && box[2] > 0 && box[3] > 0 ? box : nil
  }

  private static func curve(_ text: ByteString) -> SIMD4<Double>? {
    for curve in curves where text == curve.name { return curve.points }
    let parts = text.split(at: UInt8(ascii: ","))
    guard parts.count == 4 else { return nil }
    var points = SIMD4<Double>()
    for (index, part) in parts.enumerated() {
      guard let number = DecimalNumber(part.bytes.span)?.doubleValue, abs(number) <= 10 else {
        return nil
      }
      points[index] = number
    }
    return (0...1).contains(points[0]) && (0...1).contains(points[2]) ? points : nil
  }
}
