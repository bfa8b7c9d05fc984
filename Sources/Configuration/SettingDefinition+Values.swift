import Base

extension SettingDefinition.Kind {
  /// The named timing functions and their control points.
  static let curves: [(name: StaticBytes, points: SIMD4<Double>)] = [
    ("linear", [0, 0, 1, 1]),
    ("ease-in", [0.42, 0, 1, 1]),
    ("ease-out", [0, 0, 0.58, 1]),
    ("ease-in-ease-out", [0.42, 0, 0.58, 1]),
    ("default", [0.25, 0.1, 0.25, 1]),
  ]

  /// Whether a text is a value.
  func allows(_ text: ByteString) -> Bool {
    switch self {
    case .number(let range, _):
      return DecimalNumber(text.bytes.span).map { range.contains($0.doubleValue) } ?? false
    case .count(let range, _):
      guard let number = DecimalNumber(text.bytes.span)?.doubleValue else { return false }
      return number == number.rounded() && range.contains(number)
    case .choice(let words): return words.contains(text)
    case .list(let words):
      let parts = text.split(at: UInt8(ascii: "+"))
      return parts.count <= 8 && parts.allSatisfy { words.contains($0) }
    case .flag: return text == "yes" || text == "no"
    case .text, .texts, .path, .paths: return true
    case .color:
      return Self.color(text.bytes.span) != nil
        || PaletteColor.allCases.contains { text == $0.rawValue }
    case .curve: return Self.curve(text) != nil
    case .box: return Self.box(text) != nil
    }
  }

  /// The allowed values, for errors and help: "a number from 0.1 to 100, pt".
  var choices: ByteString {
    switch self {
    case .number(let range, let unit):
      return Self.span("a number", range, unit)
    case .count(let range, let unit):
      return Self.span("a whole number", range, unit)
    case .choice(let words): return words.joined(by: ", ")
    case .list(let words): return words.joined(by: ", ") + ", or up to 8 joined by +"
    case .path: return "PATH"
    case .paths: return "PATH[:PATH...], none"
    case .flag: return "yes, no"
    case .text(let word), .texts(let word): return word.bytes
    case .color: return "#RRGGBB, or a palette color such as accent"
    case .curve:
      var list = ByteString()
      for curve in Self.curves { list.append(curve.name, after: ", ") }
      return list + ", or x1,y1,x2,y2"
    case .box: return "LEFT TOP WIDTH HEIGHT in percent of the screen, or none"
    }
  }

  private static func span(
    _ kind: StaticBytes, _ range: ClosedRange<Double>, _ unit: ByteString
  ) -> ByteString {
    var text = ByteString(kind) + " from " + short(range.lowerBound) + " to "
    text += short(range.upperBound)
    text.append(unit, after: unit.isEmpty ? "" : ", ")
    return text
  }

  /// Returns a number rounded to thousandths, without trailing zeros.
  private static func short(_ number: Double) -> ByteString {
    let thousandths = UInt64((abs(number) * 1_000).rounded())
    return DecimalNumber(isNegative: number < 0, significand: thousandths, exponent: -3).text
  }

  static func color(_ text: Span<UInt8>) -> UInt32? {
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

  static func box(_ text: ByteString) -> SIMD4<Double>? {
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

  static func curve(_ text: ByteString) -> SIMD4<Double>? {
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
