/// A decimal number, kept exactly as significand × 10^exponent.
///
/// A feed's "42.7" has no exact binary fraction, and reading it correctly rounded needs big
/// integers. In decimal it is exact, prints back unchanged, and scales to fixed-point units
/// (billionths, nanoseconds) without rounding.
public struct DecimalNumber: Equatable, Sendable {
  /// True for a number below zero, and for "-0".
  public let isNegative: Bool
  /// The digits as one integer. Digits after the 19th significant one are dropped.
  public let significand: UInt64
  /// The power of ten by which the significand is multiplied.
  public let exponent: Int

  /// Creates ± significand × 10^exponent.
  public init(isNegative: Bool = false, significand: UInt64, exponent: Int = 0) {
    self.isNegative = isNegative
    self.significand = significand
    self.exponent = exponent
  }

  /// Parses `[+-] digits [. digits] [e [+-] digits]` or `[+-] inf[inity]`, all of the text.
  ///
  /// Nil for anything else: "", ".", "nan", "1,5", "0x10", blanks. Infinity gets an exponent that
  /// saturates every conversion.
  public init?(_ text: Span<UInt8>) {
    var position = 0
    let isNegative = Self.takeSign(text, &position)
    if Self.saysInfinity(text, from: position) {
      self.init(isNegative: isNegative, significand: 1, exponent: Self.infiniteExponent)
      return
    }
    var significand: UInt64 = 0
    var exponent = 0
    var digits = 0
    var seenPoint = false
    while position < text.count {
      if text[position] == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else if let digit = Self.digit(text[position]) {
        digits += 1
        if significand < 1_000_000_000_000_000_000 {
          significand = significand * 10 + UInt64(digit)
          exponent -= seenPoint ? 1 : 0
        } else {
          exponent += seenPoint ? 0 : 1
        }
      } else {
        break
      }
      position += 1
    }
    guard digits > 0 else { return nil }
    if position < text.count {
      guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
      position += 1
      let isSmall = Self.takeSign(text, &position)
      guard let power = Self.takeDigits(text, &position), position == text.count else { return nil }
      exponent += isSmall ? -power : power
    }
    self.init(isNegative: isNegative, significand: significand, exponent: exponent)
  }

  /// Returns the number × 10^power, rounded to nearest (halves away from zero) and clamped to ±
  /// `limit`, which is at least 0.
  public func scaled(byPowerOfTen power: Int, limit: Int64 = .max) -> Int64 {
    var magnitude = significand
    var remaining = magnitude == 0 ? 0 : exponent + power
    let bound = UInt64(limit)
    while remaining > 0, magnitude <= bound {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      magnitude = overflow ? .max : product
      remaining -= 1
    }
    while remaining < 0, magnitude > 0 {
      // Truncating divisions compose, so only the last one has to round.
      magnitude = remaining == -1 ? (magnitude + 5) / 10 : magnitude / 10
      remaining += 1
    }
    let held = Int64(min(magnitude, bound))
    return isNegative ? -held : held
  }

  /// The number as a Double, correctly rounded up to 15 digits and exponents within ±22.
  public var doubleValue: Double {
    var power = 1.0
    var value = Double(significand)
    var places = min(abs(exponent), 330)
    while places > 0, power < 1e22 {
      power *= 10
      places -= 1
    }
    value = exponent < 0 ? value / power : value * power
    for _ in 0..<places { value = exponent < 0 ? value / 10 : value * 10 }
    return isNegative ? -value : value
  }

  /// The shortest plain spelling, such as "-0.25" or "12": no exponent, no trailing zeros after the
  /// point.
  public var text: ByteString {
    var (whole, places) = (significand, exponent)
    while places < 0, whole % 10 == 0 {
      whole /= 10
      places += 1
    }
    let digits = ByteString(whole)
    var text = ByteString()
    if isNegative { text.append(UInt8(ascii: "-")) }
    // The index of the decimal point; at least one digit precedes it.
    let point = digits.count + places
    for place in min(point - 1, 0)..<max(point, digits.count) {
      if place == point { text.append(UInt8(ascii: ".")) }
      let isZero = place < 0 || place >= digits.count
      text.append(isZero ? UInt8(ascii: "0") : digits[place])
    }
    return text
  }

  private static let infiniteExponent = 1_000

  /// Returns the value of an ASCII digit; nil for any other byte.
  static func digit(_ byte: UInt8) -> UInt8? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? byte - UInt8(ascii: "0") : nil
  }

  /// Consumes an optional sign; true for minus.
  private static func takeSign(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    guard position < text.count else { return false }
    let byte = text[position]
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return false }
    position += 1
    return byte == UInt8(ascii: "-")
  }

  /// Consumes digits and returns their value, clamped to 0...10000; nil without a digit.
  private static func takeDigits(_ text: Span<UInt8>, _ position: inout Int) -> Int? {
    var number: Int?
    while position < text.count, let digit = digit(text[position]) {
      number = min((number ?? 0) * 10 + Int(digit), 10_000)
      position += 1
    }
    return number
  }

  /// Returns whether the text from `start` on is "inf" or "infinity", in any case.
  private static func saysInfinity(_ text: Span<UInt8>, from start: Int) -> Bool {
    if text.count - start != 3, text.count - start != 8 { return false }
    var word = ByteString()
    for position in start..<text.count { word.append(text[position] | 0x20) }
    return word == "inf" || word == "infinity"
  }
}
