public import Base

// At a desk texts are ordinary strings. (What ships has none: docs/adr/0005-text-is-bytes.md.)
extension ByteString: CustomStringConvertible {
  /// Creates the text of a string.
  public init(_ string: String) { self.init(Array(string.utf8)) }

  /// The text as a string; what is not UTF-8 is shown as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension StaticBytes: CustomStringConvertible {
  /// The words as a string.
  public var description: String { ByteString(self).description }
}
