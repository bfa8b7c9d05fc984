/// A text of at most eight digits, `%`, `.` and `:`, without heap memory.
struct DigitText: Equatable, Sendable {
  /// ASCII, the first character in the lowest byte; zeros after the last one.
  private(set) var characters: UInt64 = 0

  /// Creates an empty text.
  init() {}

  /// Creates a percentage, like `42%` or `99.87%`.
  ///
  /// - Parameters:
  ///   - value: the number in units of the last decimal, clamped to `0...999_999`: 42, or 9987 with
  ///     two decimals.
  ///   - decimals: the number of decimals, in `0...3`.
  init(percent value: Int, decimals: Int = 0) {
    var rest = UInt32(max(0, min(value, 999_999)))
    var place = decimals
    prepend(UInt8(ascii: "%"))
    repeat {
      prepend(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      place -= 1
      if place == 0 { prepend(UInt8(ascii: ".")) }
    } while rest > 0 || place >= 0
  }

  /// Appends an ASCII character. Characters without an outline are left out, and so is a ninth one.
  mutating func append(_ character: UInt8) {
    guard characters >> 56 == 0 && StrokedDigits.outline(of: character) != nil else { return }
    let end = (64 - characters.leadingZeroBitCount + 7) / 8 * 8
    characters |= UInt64(character) << UInt64(end)
  }

  private mutating func prepend(_ character: UInt8) {
    characters = characters << 8 | UInt64(character)
  }
}
