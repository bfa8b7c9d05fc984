/// A text as Linux has it: bytes, mostly UTF-8, that nobody promises to be.
///
/// Paths, kernel names, feeds and messages pass through it unchanged. It knows nothing of characters, so it
/// needs none of Unicode's tables, and a path that is not UTF-8 stays the path that it is
/// (docs/adr/0005-text-is-bytes.md). Places in it are counted in bytes, from 0.
public struct ByteString: Equatable, Sendable {
  /// The bytes.
  public private(set) var bytes: [UInt8]

  /// Creates a text of these bytes.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Creates a text of a copy of these bytes.
  @inline(never) public init(_ bytes: Span<UInt8>) {
    self.bytes = []
    self.bytes.reserveCapacity(bytes.count)
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }

  /// Creates a whole number's decimal digits, with a minus below zero.
  public init(_ number: some BinaryInteger) {
    self.init(magnitude: UInt64(number.magnitude), isNegative: number < 0)
  }

  @inline(never) private init(magnitude: UInt64, isNegative: Bool) {
    var digits: [UInt8] = []
    var rest = magnitude
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if isNegative { digits.append(UInt8(ascii: "-")) }
    digits.reverse()
    bytes = digits
  }

  /// Whether two are the same, byte for byte.
  @_disfavoredOverload @inline(never) public static func == (left: ByteString, right: ByteString)
    -> Bool
  {
    left.bytes == right.bytes
  }

  // MARK: - Looking

  /// How many bytes there are.
  public var count: Int { bytes.count }

  /// Whether there are none.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The byte at a place. Traps outside.
  public subscript(index: Int) -> UInt8 { bytes[index] }

  /// The bytes in a range of places. Traps outside.
  public subscript(range: Range<Int>) -> ByteString { ByteString(bytes.span.extracting(range)) }

  /// Whether these are a literal's bytes. Preferred for literals, since it copies nothing.
  public static func == (left: ByteString, right: StaticBytes) -> Bool { left.bytes.span == right }

  /// Whether these are not a literal's bytes.
  public static func != (left: ByteString, right: StaticBytes) -> Bool {
    !(left.bytes.span == right)
  }

  /// The number that it spells as ASCII digits only; nil for anything else and above 2⁶⁴ − 1.
  public var wholeNumber: UInt64? { bytes.span.wholeNumber }

  /// Whether it begins with these bytes.
  @inline(never) public func hasPrefix(_ prefix: ByteString) -> Bool {
    count >= prefix.count && self[0..<prefix.count] == prefix
  }

  /// Whether it ends with these bytes.
  @inline(never) public func hasSuffix(_ suffix: ByteString) -> Bool {
    count >= suffix.count && self[(count - suffix.count)..<count] == suffix
  }

  /// The first place of a byte; nil where there is none.
  @inline(never) public func firstIndex(of byte: UInt8) -> Int? {
    for index in 0..<count where bytes[index] == byte { return index }
    return nil
  }

  /// The last place of a byte; nil where there is none.
  @inline(never) public func lastIndex(of byte: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if bytes[index] == byte { return index }
    }
    return nil
  }

  /// The parts between separators, empty ones too; all of it where there is none.
  @inline(never) public func split(at separator: UInt8) -> [ByteString] {
    var parts: [ByteString] = []
    var start = 0
    for index in 0...count where index == count || bytes[index] == separator {
      parts.append(self[start..<index])
      start = index + 1
    }
    return parts
  }

  /// What is left without such bytes at both ends.
  public func trimmed(_ isBlank: (UInt8) -> Bool) -> ByteString {
    var (start, end) = (0, count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return self[start..<end]
  }

  // MARK: - Putting together

  /// Adds a text at the end.
  @inline(never) public static func += (left: inout ByteString, right: consuming ByteString) {
    left.bytes += right.bytes
  }

  /// One text after the other.
  @inline(never) public static func + (
    left: consuming ByteString, right: consuming ByteString
  ) -> ByteString {
    left += right
    return left
  }

  /// Adds a byte at the end.
  @inline(never) public mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds an item to a list: after a separator, unless it is the first.
  @inline(never) public mutating func append(_ item: ByteString, after separator: ByteString) {
    if !isEmpty { self += separator }
    self += item
  }
}
