import Base
import ProgressModel

extension FeedProtocol {
  /// The input of `zenity --progress` and `yad --progress`.
  public static let zenity = FeedProtocol(
    name: "zenity", summary: "zenity and yad --progress: a percentage a line, # and a text",
    makeReader: { Zenity() })
}

/// A reader of percentages and of texts, which have the escapes of C strings.
final class Zenity: TableReader {
  init() {
    super.init(
      """
      m #%s
      u pulsate:true
      - pulsate:false
      . %p
      . %p%%%*
      """)
  }

  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    if case .message(let text)? = facts.words { facts.words = .message(Self.unescaped(text)) }
    return true
  }

  /// Returns a text without its escapes. Line ends become blanks, as other controls do.
  private static func unescaped(_ text: SanitizedText) -> SanitizedText {
    let bytes = text.utf8.bytes
    guard bytes.contains(UInt8(ascii: "\\")) else { return text }
    var plain = ByteString()
    var place = 0
    while place < bytes.count {
      var byte = bytes[place]
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
        place += 1
        // An escaped letter is a control character, which becomes a blank.
        byte =
          bytes[place] | 0x20 >= UInt8(ascii: "a") && bytes[place] != UInt8(ascii: "\\")
          ? 0x20 : bytes[place]
      }
      plain.append(byte)
      place += 1
    }
    return SanitizedText(plain)
  }
}
