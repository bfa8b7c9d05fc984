import ByteStrings
import CPNG

enum PNGMessage {
  /// What libpng says went wrong, in its own words.
  static func text(_ image: png_image) -> ByteString {
    // SAFETY: the message is an array inside the structure, ended by NUL; only its bytes are copied.
    var copy = unsafe image
    return unsafe withUnsafeBytes(of: &copy.message) {
      unsafe ByteString(Array($0.prefix { $0 != 0 }))
    }
  }
}
