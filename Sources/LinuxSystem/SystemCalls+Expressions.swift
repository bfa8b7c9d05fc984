import Base
import CLinux

// The C library's regular expressions.
extension SystemCall {
  /// A compiled expression's handle, or 0 and what is wrong with it.
  static func compileExpression(_ pattern: ByteString) -> (handle: UInt, error: ByteString) {
    var message = [UInt8](repeating: 0, count: 128)
    var handle: UInt = 0
    // SAFETY: the array lends its bytes for the length of the call; the text in it ends with NUL.
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

  /// Writes the places of a match and its groups; how many numbers were written.
  static func matchExpression(
    _ handle: UInt, _ text: ByteString, into places: inout [Int32]
  ) -> Int {
    // SAFETY: the handle is one that `compileExpression` gave; the array lends its numbers for the length of the call.
    unsafe places.withUnsafeMutableBufferPointer { memory in
      unsafe text.withCString {
        unsafe Int(linux_regex_match(handle, $0, memory.baseAddress, Int32(memory.count)))
      } ?? 0
    }
  }
}
