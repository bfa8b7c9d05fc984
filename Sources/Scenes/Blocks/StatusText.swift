public import Base
import Graphics
public import ProgressModel
public import Text

/// The words of a state, for output without pixels.
public struct StatusText: Equatable, Sendable {
  /// The current activity, or the outcome.
  public let message: ByteString
  /// Step, bytes, speed and time left; after the outcome, the next action.
  public let facts: ByteString
  /// The percentage with its sign, in the form of the language; empty if it is unknown.
  public let percent: ByteString

  /// Writes the words of a state at a time of the session.
  public init(_ state: ProgressState, at time: Duration, _ catalogue: Catalogue) {
    let input = SceneInput(state: state, time: time, canvas: Size(width: 1, height: 1))
    message = Self.text(Caption.message(input, CaptionSet()), catalogue)
    facts = Self.text(Caption.facts(input, CaptionSet()), catalogue)
    percent = state.phase == .active ? Self.text(Statement(Caption.percent(input)), catalogue) : ""
  }

  private static func text(_ statement: Statement, _ catalogue: Catalogue) -> ByteString {
    var text: [UInt8] = []
    for place in 0..<4 where statement[place] != .nothing {
      if !text.isEmpty { text += ByteString(" · ").bytes }
      catalogue.write(statement[place], to: &text)
    }
    return spaced(text)
  }

  /// Text without the spaces that only typesetting needs: U+00A0 and U+202F become blanks, U+2060
  /// goes.
  private static func spaced(_ text: [UInt8]) -> ByteString {
    var spaced = ByteString()
    var place = 0
    while place < text.count {
      let three =
        place + 3 <= text.count && text[place] == 0xe2 ? (text[place + 1], text[place + 2]) : (0, 0)
      if text[place] == 0xc2, place + 1 < text.count, text[place + 1] == 0xa0 {
        spaced.append(0x20)
        place += 2
      } else if three == (0x80, 0xaf) {
        spaced.append(0x20)
        place += 3
      } else if three == (0x81, 0xa0) {
        place += 3
      } else {
        spaced.append(text[place])
        place += 1
      }
    }
    return spaced
  }
}
