/// A string literal without NUL characters, as a pointer to its first byte.
///
/// Tables and calls hold hundreds of literals, and a `StaticString` is three times as large.
@safe public struct StaticBytes: ExpressibleByStringLiteral, Equatable, @unchecked Sendable {
  // SAFETY: a literal's bytes live as long as the program, and a NUL ends them.
  let start: UnsafePointer<UInt8>

  /// Creates the bytes of a literal, which must contain no NUL character.
  @inline(__always) public init(stringLiteral text: StaticString) {
    unsafe start = text.utf8Start
  }

  /// Whether the literal is empty.
  public var isEmpty: Bool { unsafe start.pointee == 0 }

  /// The byte at an index, at most `count`; there it is 0.
  @inline(__always) public subscript(index: Int) -> UInt8 { unsafe start[index] }

  /// The number of bytes, found by a search for the NUL.
  @inline(never) public var count: Int {
    var count = 0
    while unsafe start[count] != 0 { count += 1 }
    return count
  }

  /// Calls a function with the bytes.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Compares two literals byte for byte.
  @inline(never) public static func == (left: StaticBytes, right: StaticBytes) -> Bool {
    var index = 0
    while unsafe left.start[index] == right.start[index] {
      if unsafe left.start[index] == 0 { return true }
      index += 1
    }
    return false
  }
}

/// A part of a string literal, for tables that are too long to copy.
@safe public struct StaticText: @unchecked Sendable {
  // SAFETY: a literal's bytes live as long as the program; slices are checked when they are made.
  private let start: UnsafePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  /// Creates the text of a whole literal.
  public init(_ text: StaticString) {
    unsafe (start, count) = (text.utf8Start, text.utf8CodeUnitCount)
  }

  private init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    unsafe (self.start, self.count) = (start, count)
  }

  /// A byte. The caller keeps the index below `count`.
  @inline(__always) public subscript(index: Int) -> UInt8 { unsafe start[index] }

  /// A part of the text.
  public subscript(range: Range<Int>) -> StaticText {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe StaticText(start + range.lowerBound, range.count)
  }

  /// The first index of a byte from an index on; `count` without one.
  @_optimize(speed) @inline(never) public func firstIndex(of byte: UInt8, from first: Int) -> Int {
    var index = first
    let (ones, all): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while index + 8 <= count {
      // SAFETY: eight bytes are left. A byte of the difference is 0 where the byte is found.
      let difference =
        unsafe UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ ones &* UInt64(byte)
      let found = (difference &- ones) & ~difference & all
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index
  }

  /// Returns whether the text stands at an offset, which may be outside.
  public func isPart(of other: ByteString, at place: Int) -> Bool {
    if place < 0 || place + count > other.count { return false }
    for index in 0..<count where self[index] != other[place + index] { return false }
    return true
  }

  /// Calls a function with the bytes.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Compares the text with a literal.
  public static func == (left: StaticText, right: StaticBytes) -> Bool {
    left.withBytes { $0 == right }
  }

  /// A copy of the bytes.
  public var bytes: ByteString {
    unsafe ByteString(Array(UnsafeBufferPointer(start: start, count: count)))
  }
}
