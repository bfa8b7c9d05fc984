public import Base

@testable public import Configuration

// Values by name, for tests with tables of their own and for names that a test computes.
extension Settings {
  /// A number, or its fallback.
  public func number(_ name: ByteString) -> Double? { table.index(name).flatMap { number(at: $0) } }
  /// The text of a value, or of its fallback.
  public func text(_ name: ByteString) -> ByteString? { table.index(name).flatMap { text(at: $0) } }
  /// A color, 0xRRGGBB.
  public func color(_ name: ByteString, isMonochrome: Bool = false) -> UInt32? {
    table.index(name).flatMap { color(at: $0, isMonochrome: isMonochrome) }
  }
  /// An area, percent of the screen.
  public func box(_ name: ByteString) -> SIMD4<Double>? {
    table.index(name).flatMap { box(at: $0) }
  }
  /// Whether a value was set.
  public func isSet(_ name: ByteString) -> Bool {
    table.index(name).map { values[$0] != nil } ?? false
  }
}
