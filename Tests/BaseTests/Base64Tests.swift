import Base
import Foundation
import TestSupport
import Testing

@Suite struct Base64Tests {
  @Test func text_isThatOfTheStandard() {
    // RFC 4648 §10, and all bytes.
    for (bytes, text) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] as [(String, String)] {
      #expect(ByteString(base64: Array(bytes.utf8)).bytes == Array(text.utf8))
    }
    var random = SeededGenerator(seed: 64)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(ByteString(base64: bytes).bytes == Array(Data(bytes).base64EncodedString().utf8))
    }
  }
}
