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

  /// The number of bytes, found by a search for the NUL.
  @inline(never) public var count: Int {
    var count = 0
    while unsafe start[count] != 0 { count += 1 }
    return count
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
