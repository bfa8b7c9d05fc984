import Base
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

@Suite struct StatusTextTests {
  private static func said(_ text: String) -> SanitizedText {
    SanitizedText(ByteString(Array(text.utf8)))
  }

  private static func status(_ events: [ProgressEvent]) -> StatusText {
    var state = ProgressState()
    for event in events { state.apply(event, at: .seconds(1)) }
    return StatusText(state, at: .seconds(2), Catalogue())
  }

  @Test func run_hasMessageFactsAndPercentage() {
    let status = Self.status([
      .message(Self.said("Installing")),
      .bytes(completed: 5_000_000, total: 10_000_000),
    ])
    #expect(status.message == "Installing")
    #expect(status.facts == "5.0 MB of 10.0 MB")
    #expect(status.percent == "50%")
  }

  @Test func spacesOfTypesetting_areBlanksOrNothing() {
    // No-break space, narrow no-break space, word joiner; and bytes that only look like them.
    let status = Self.status([
      .message(Self.said("a\u{a0}b\u{202f}c\u{2060}d é… \u{2061}")),
      .fraction(Fraction(billionths: 1)),
    ])
    #expect(status.message.description.hasPrefix("a b cd é…"), "\(status.message)")
    for space in ["\u{a0}", "\u{202f}", "\u{2060}"] {
      #expect(!status.message.description.contains(space))
    }
  }

  @Test func outcome_hasNoPercentage() {
    let status = Self.status([
      .fraction(Fraction(billionths: 500_000_000)), .done(.empty),
    ])
    #expect(status.message == "Done")
    #expect(status.percent == "")
  }
}
