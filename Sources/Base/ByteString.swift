/// An array of bytes that holds text: mostly UTF-8, never checked.
///
/// Paths, kernel names, feeds and messages pass through it unchanged. It has no notion of
/// characters, so it needs no Unicode tables, and a path that is not UTF-8 keeps its bytes
/// (docs/adr/0005-text-is-bytes.md). Indices are byte offsets from 0.
public struct ByteString: ByteText, Equatable, Sendable {
  /// The bytes, owned by the string.
  public private(set) var bytes: [UInt8]

  /// Creates a byte string from an array of bytes.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Creates the decimal digits of an integer, after "-" if it is negative.
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

  /// Compares two byte strings byte for byte.
  @_disfavoredOverload @inline(never) public static func == (left: ByteString, right: ByteString)
    -> Bool
  {
    left.bytes == right.bytes
  }

  // MARK: - Queries

  /// The byte string itself.
  @inline(__always) public var byteString: ByteString { self }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Whether the byte string has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The byte at an offset. Traps outside.
  public subscript(index: Int) -> UInt8 { bytes[index] }

  /// A copy of the bytes in a range of offsets. Traps outside.
  public subscript(range: Range<Int>) -> ByteString { ByteString(bytes.span.extracting(range)) }

  /// Compares the bytes with a literal's without a copy; preferred for literals.
  public static func == (left: ByteString, right: StaticBytes) -> Bool { left.bytes.span == right }

  /// Compares the bytes with a literal's without a copy; true if they differ.
  public static func != (left: ByteString, right: StaticBytes) -> Bool {
    !(left.bytes.span == right)
  }

  /// The value of the bytes as ASCII digits; nil for any other byte, for none, and above 2⁶⁴ − 1.
  public var wholeNumber: UInt64? { bytes.span.wholeNumber }

  /// Returns whether the byte string begins with a prefix.
  @_disfavoredOverload public func hasPrefix(_ prefix: ByteString) -> Bool { has(prefix, at: 0) }

  /// Returns whether the byte string begins with a literal.
  public func hasPrefix(_ prefix: StaticBytes) -> Bool { has(prefix, at: 0) }

  /// Returns whether the byte string ends with a literal.
  public func hasSuffix(_ suffix: StaticBytes) -> Bool { has(suffix, at: count - suffix.count) }

  /// Returns whether a byte string stands at an offset, which may be outside.
  @_disfavoredOverload @inline(never) public func has(_ other: ByteString, at place: Int) -> Bool {
    if place < 0 || place + other.count > count { return false }
    for index in 0..<other.count where bytes[place + index] != other.bytes[index] { return false }
    return true
  }

  /// Returns whether a literal stands at an offset, which may be outside.
  @inline(never) public func has(_ other: StaticBytes, at place: Int) -> Bool {
    let length = other.count
    if place < 0 || place + length > count { return false }
    for index in 0..<length where bytes[place + index] != other[index] { return false }
    return true
  }

  /// Returns the offset of the first occurrence of a byte; nil if absent.
  @inline(never) public func firstIndex(of byte: UInt8) -> Int? {
    for index in 0..<count where bytes[index] == byte { return index }
    return nil
  }

  /// Returns the offset of the last occurrence of a byte; nil if absent.
  @inline(never) public func lastIndex(of byte: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if bytes[index] == byte { return index }
    }
    return nil
  }

  /// Splits the bytes at each separator. Keeps empty parts; without a separator, the only part is
  /// the whole.
  @inline(never) public func split(at separator: UInt8) -> [ByteString] {
    if firstIndex(of: separator) == nil { return [self] }
    var parts: [ByteString] = []
    var start = 0
    for index in 0...count where index == count || bytes[index] == separator {
      parts.append(self[start..<index])
      start = index + 1
    }
    return parts
  }

  /// Returns the bytes without those at both ends that `isBlank` accepts.
  public func trimmed(_ isBlank: (UInt8) -> Bool) -> ByteString {
    self[trimmed(0..<count, isBlank)]
  }

  /// Returns a range of offsets without those at both ends whose bytes `isBlank` accepts.
  public func trimmed(_ range: Range<Int>, _ isBlank: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  // MARK: - Concatenation

  /// Appends a byte string.
  @inline(never) public static func += (left: inout ByteString, right: consuming some ByteText) {
    left.bytes += right.byteString.bytes
  }

  /// Appends a literal's bytes.
  @inline(never) public static func += (left: inout ByteString, right: StaticBytes) {
    var index = 0
    while right[index] != 0 {
      left.bytes.append(right[index])
      index += 1
    }
  }

  /// Concatenates a byte string and a literal.
  @inline(never) public static func + (
    left: consuming ByteString, right: StaticBytes
  ) -> ByteString {
    left += right
    return left
  }

  /// Concatenates a literal and a byte string.
  @inline(never) public static func + (
    left: StaticBytes, right: consuming ByteString
  ) -> ByteString {
    ByteString(left) + right
  }

  /// Appends a byte.
  @inline(never) public mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends a list item, after a separator unless the byte string is empty.
  @_disfavoredOverload @inline(never)
  public mutating func append(_ item: ByteString, after separator: StaticBytes) {
    if !isEmpty { self += separator }
    self += item
  }

  /// Appends a literal as a list item.
  @inline(never) public mutating func append(_ item: StaticBytes, after separator: StaticBytes) {
    if !isEmpty { self += separator }
    self += item
  }
}

/// A byte string, and no literal: the compiler would make a byte string of each literal beside `+`.
public protocol ByteText {
  /// The byte string.
  var byteString: ByteString { get }
}

extension ByteText {
  /// Concatenates two byte strings.
  @inline(never) public static func + (
    left: consuming Self, right: consuming some ByteText
  ) -> ByteString {
    var text = left.byteString
    text += right
    return text
  }
}

extension ByteString? {
  /// The byte string; an empty one for nil.
  public var orEmpty: ByteString { self ?? ByteString() }
}

extension [ByteString] {
  /// The byte strings with a separator between them.
  @inline(never) public func joined(by separator: StaticBytes) -> ByteString {
    var list = ByteString()
    for item in self { list.append(item, after: separator) }
    return list
  }
}
