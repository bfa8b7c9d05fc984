import Base
import CLinux

// Regular expressions of the C library.
extension SystemCall {
  /// Compiles an expression. Returns its handle, or 0 and the text of the error.
  static func compileExpression(_ pattern: ByteString) -> (handle: UInt, error: ByteString) {
    var (handle, mistake) = unsafe (UInt(0), UnsafePointer<CChar>?.none)
    _ = unsafe pattern.withCString {
      handle = unsafe linux_regex_compile($0, &mistake)
      return 0
    }
    // SAFETY: the texts are literals.
    return (handle, unsafe mistake.map { unsafe ByteString(cString: $0) }.orEmpty)
  }

  /// Writes the offsets of the first match and its groups. Returns the number of offsets; 0 without
  /// a match.
  static func matchExpression(
    _ handle: UInt, _ text: ByteString, into places: inout [Int32]
  ) -> Int {
    // SAFETY: the handle is from `compileExpression`. The array's memory is valid for the call.
    unsafe places.withUnsafeMutableBufferPointer { memory in
      unsafe text.withCString {
        unsafe Int(linux_regex_match(handle, $0, memory.baseAddress, Int32(memory.count)))
      } ?? 0
    }
  }
}
