import Base
import ProgressModel

extension FeedProtocol {
  /// What is written to `zenity --progress` and `yad --progress`.
  public static let zenity = FeedProtocol(
    name: "zenity", summary: "zenity and yad --progress: a percentage a line, # and a text",
    makeReader: { Zenity() })
}

/// Decodes percentages and texts, of which the latter have escapes as C's strings do.
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

  /// A text without its escapes; a line's end in it is a blank, as controls are.
  private static func unescaped(_ text: SanitizedText) -> SanitizedText {
    let bytes = text.utf8.bytes
    guard bytes.contains(UInt8(ascii: "\\")) else { return text }
    var plain = ByteString()
    var place = 0
    while place < bytes.count {
      var byte = bytes[place]
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
        place += 1
        // Letters stand for controls.
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
