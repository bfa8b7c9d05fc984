/// A part of a whole in `0...1`, counted in billionths.
///
/// Counting instead of computing makes what a feed says exact: it is stored, recorded and replayed to
/// the same frame, and "1" is reached only when all of it is there.
public struct Fraction: Equatable, Comparable, Sendable {
  /// In `0...1_000_000_000`.
  public let billionths: Int64

  /// Creates a fraction, held within the whole.
  public init(billionths: Int64) {
    self.billionths = max(0, min(billionths, Self.scale))
  }

  /// Creates `part / whole`, rounded down: a whole is never claimed early. Nil when `whole` is 0.
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
  /// Nothing of it.
  public static let zero = Fraction(billionths: 0)
  /// All of it.
  public static let whole = Fraction(billionths: scale)

  /// The fraction as a number in `0...1`.
  public var value: Double { Double(billionths) / Double(Self.scale) }

  /// Orders by size.
  public static func < (left: Fraction, right: Fraction) -> Bool {
    left.billionths < right.billionths
  }
}
