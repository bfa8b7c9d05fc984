import Base
import ProgressModel

extension FeedProtocol {
  /// The output of `zypper --xmlout`.
  ///
  /// Source: zypper, `src/output/OutXML.cc`. A value of -1 is unknown.
  public static let zypper = FeedProtocol(
    name: "zypper", summary: "zypper --xmlout",
    form: .chatty,
    makeReader: { Zypper() })
}

/// A reader of XML elements on lines of their own. Packages are steps: their names begin with
/// "(1/5)".
final class Zypper: TableReader {
  init() {
    super.init(
      """
      - <progress id="%*" name="%*" done="%*
      s <progress id="%*" name="(%k/%n) %<%*%>" value="%p"/>
      s <progress id="%*" name="(%k/%n) %<%*%>"/>
      m <progress id="%*" name="%<%*%>" value="%p"/>
      m <progress id="%*" name="%<%*%>"/>
      - <download url="%*" percent="-1"%*
      x <download url="%<%*%>" percent="%p" rate="%v"/>
      x <download url="%<%*%>" percent="%p" rate="%*
      - <download url="%*
      m <message type="%w">%<%*%></message>
      """)
  }

  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    facts.stepName = Self.unescaped(facts.stepName)
    switch facts.words {
    case .message(let text)?: facts.words = .message(Self.unescaped(text))
    case .detail(let text)?: facts.words = .detail(Self.unescaped(text))
    default: break
    }
    return true
  }

  /// Returns a text without the character references that libzypp's xml::escape writes.
  private static func unescaped(_ text: SanitizedText) -> SanitizedText {
    guard text.utf8.firstIndex(of: UInt8(ascii: "&")) != nil else { return text }
    let references: [(StaticBytes, UInt8)] = [
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&lt;", UInt8(ascii: "<")),
      ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ]
    var plain = ByteString()
    var place = 0
    while place < text.utf8.count {
      var (length, byte) = (1, text.utf8[place])
      for (reference, character) in references where text.utf8.has(reference, at: place) {
        (length, byte) = (reference.count, character)
      }
      plain.append(byte)
      place += length
    }
    return SanitizedText(plain)
  }
}
