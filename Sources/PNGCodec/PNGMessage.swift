import Base

enum PNGMessage {
  /// Returns libpng's message: the bytes of a C array up to NUL.
  static func text<Characters: BitwiseCopyable>(_ message: Characters) -> ByteString {
    // SAFETY: only bytes of the copy are read.
    unsafe withUnsafeBytes(of: message) { unsafe ByteString(Array($0.prefix { $0 != 0 })) }
  }
}
