import DecimalText

/// A setting's value, read.
public enum SettingValue: Equatable, Sendable {
  /// A number within its range.
  case number(Double)
  /// Which of its words, from 0.
  case choice(Int)
  /// Yes or no.
  case flag(Bool)
  /// A text, as UTF-8: strings are not compared, which would need Unicode's tables.
  case text([UInt8])
  /// 0xRRGGBB.
  case color(UInt32)
  /// A timing function's control points.
  case curve(SIMD4<Double>)
}

extension SettingDefinition {
  /// The names of timing functions and their control points.
  static let curves: [(name: StaticString, points: SIMD4<Double>)] = [
    ("linear", [0, 0, 1, 1]),
    ("ease-in", [0.42, 0, 1, 1]),
    ("ease-out", [0, 0, 0.58, 1]),
    ("ease-in-ease-out", [0.42, 0, 0.58, 1]),
    ("default", [0.25, 0.1, 0.25, 1]),
  ]

  /// Reads a value; nil when it is none of this setting's.
  func value(of text: [UInt8]) -> SettingValue? {
    switch kind {
    case .number(let range, _):
      guard let number = DecimalNumber(text.span)?.doubleValue, range.contains(number) else {
        return nil
      }
      return .number(number)
    case .choice(let words):
      return words.firstIndex { $0.description.utf8.elementsEqual(text) }.map { .choice($0) }
    case .flag:
      if "yes".utf8.elementsEqual(text) { return .flag(true) }
      return "no".utf8.elementsEqual(text) ? .flag(false) : nil
    case .text: return .text(text)
    case .color: return Self.color(text).map { .color($0) }
    case .curve: return Self.curve(text).map { .curve($0) }
    }
  }

  /// What values there are, for an error: "a number from 0.1 to 100, pt".
  public var choices: String {
    switch kind {
    case .number(let range, let unit):
      "a number from " + Self.short(range.lowerBound) + " to " + Self.short(range.upperBound)
        + (unit.utf8CodeUnitCount == 0 ? "" : ", " + unit.description)
    case .choice(let words): words.map { $0.description }.joined(separator: ", ")
    case .flag: "yes, no"
    case .text(let word): word.description
    case .color: "#RRGGBB"
    case .curve:
      Self.curves.map { $0.name.description }.joined(separator: ", ") + ", or x1,y1,x2,y2"
    }
  }

  /// A number to the thousandth, without needless digits.
  static func short(_ number: Double) -> String {
    let thousandths = Int64((abs(number) * 1_000).rounded())
    var digits = String(thousandths % 1_000 + 1_000).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
    let places = digits.isEmpty ? "" : "." + String(decoding: Array(digits), as: UTF8.self)
    return (number < 0 ? "-" : "") + String(thousandths / 1_000) + places
  }

  private static func color(_ text: [UInt8]) -> UInt32? {
    guard text.count == 7, text[0] == UInt8(ascii: "#") else { return nil }
    var color: UInt32 = 0
    for byte in text.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): color = color << 4 | UInt32(byte & 0xf)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        color = color << 4 | UInt32(byte & 0xf) + 9
      default: return nil
      }
    }
    return color
  }

  private static func curve(_ text: [UInt8]) -> SIMD4<Double>? {
    for curve in curves where curve.name.description.utf8.elementsEqual(text) {
      return curve.points
    }
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var points = SIMD4<Double>()
    for (index, part) in parts.enumerated() {
      guard let number = DecimalNumber(Array(part).span)?.doubleValue, abs(number) <= 10 else {
        return nil
      }
      points[index] = number
    }
    return (0...1).contains(points[0]) && (0...1).contains(points[2]) ? points : nil
  }
}
