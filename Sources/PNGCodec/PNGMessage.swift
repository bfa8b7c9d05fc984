import Base

enum PNGMessage {
  /// What libpng says went wrong, in its own words: the characters of an array of C up to NUL.
  static func text<Characters: BitwiseCopyable>(_ message: Characters) -> ByteString {
    // SAFETY: only bytes of the copy are read.
    unsafe withUnsafeBytes(of: message) { unsafe ByteString(Array($0.prefix { $0 != 0 })) }
  }
}
