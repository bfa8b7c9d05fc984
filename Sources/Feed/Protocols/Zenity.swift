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
    if case .message(let text)? = facts.words {
      facts.words = .message(SanitizedText(JSONFields.text(text.utf8.bytes)))
    }
    return true
  }
}
