/// The bytes of a string literal without NUL, as a pointer to the first one.
///
/// Tables and calls have hundreds of them. A `StaticString` is three times as large.
@safe public struct StaticBytes: ExpressibleByStringLiteral, Equatable, @unchecked Sendable {
  // SAFETY: a literal's bytes live as long as the program, and a NUL ends them.
  let start: UnsafePointer<UInt8>

  /// Creates the bytes of a literal.
  @inline(__always) public init(stringLiteral text: StaticString) {
    unsafe start = text.utf8Start
  }

  /// Whether there are none.
  public var isEmpty: Bool { unsafe start.pointee == 0 }

  /// How many bytes there are.
  @inline(never) public var count: Int {
    var count = 0
    while unsafe start[count] != 0 { count += 1 }
    return count
  }

  /// Whether both are the same bytes.
  @inline(never) public static func == (left: StaticBytes, right: StaticBytes) -> Bool {
    var index = 0
    while unsafe left.start[index] == right.start[index] {
      if unsafe left.start[index] == 0 { return true }
      index += 1
    }
    return false
  }
}
