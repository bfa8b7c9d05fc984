import Base
import CLinux

// Regular expressions of the C library.
extension SystemCall {
  /// Compiles an expression. Returns its handle, or 0 and the C library's error text.
  static func compileExpression(_ pattern: ByteString) -> (handle: UInt, error: ByteString) {
    var message = [UInt8](repeating: 0, count: 128)
    var handle: UInt = 0
    // SAFETY: the array keeps its bytes valid during the call; the text in it ends with NUL.
    unsafe message.withUnsafeMutableBytes { memory in
      let text = unsafe memory.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe pattern.withCString {
        handle = unsafe linux_regex_compile($0, text, memory.count)
        return 0
      }
    }
    let error = ByteString(message)
    return (handle, error[0..<(error.firstIndex(of: 0) ?? error.count)])
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
