/// Words of the program's own, none of which has a NUL.
///
/// It is where they begin, and nothing else: there are hundreds of them in tables and calls, and a `StaticString` is three times as
/// large.
@safe public struct Words: ExpressibleByStringLiteral, @unchecked Sendable {
  // SAFETY: a literal's bytes live as long as the program, and a NUL ends them.
  let start: UnsafePointer<UInt8>

  /// The words of a literal.
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
}
