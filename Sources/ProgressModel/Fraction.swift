/// A part of a whole in `0...1`, counted in billionths.
///
/// As an integer, a feed's value is exact: it is stored, recorded and replayed to the same frame,
/// and only a complete whole equals 1.
public struct Fraction: Equatable, Comparable, Sendable {
  /// The number of billionths, in `0...1_000_000_000`.
  public let billionths: Int64

  /// Creates a fraction, clamped to `0...1`.
  public init(billionths: Int64) {
    self.billionths = max(0, min(billionths, Self.scale))
  }

  /// Creates `part / whole`, rounded down so that 1 is never claimed early. Nil if `whole` is 0.
  public init?(_ part: UInt64, of whole: UInt64) {
    if whole == 0 { return nil }
    if part >= whole {
      self = .whole
    } else {
      let product = part.multipliedFullWidth(by: UInt64(Self.scale))
      self.init(billionths: Int64(whole.dividingFullWidth(product).quotient))
    }
  }

  private static let scale: Int64 = 1_000_000_000
  /// The fraction 0.
  public static let zero = Fraction(billionths: 0)
  /// The fraction 1.
  public static let whole = Fraction(billionths: scale)

  /// The fraction as a number in `0...1`.
  public var value: Double { Double(billionths) / Double(Self.scale) }

  /// Orders fractions by size.
  public static func < (left: Fraction, right: Fraction) -> Bool {
    left.billionths < right.billionths
  }
}
