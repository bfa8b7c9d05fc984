public import Base
public import Configuration
import Graphics
import Text

/// A text of the screen: its content, and its default place.
public struct Caption: Sendable {
  /// The importance of a caption, which selects its default color and font.
  enum Tone {
    case headline, body, muted
  }

  /// Its part of the settings.
  public let part: ScreenPart
  /// One line about its content.
  public let summary: StaticBytes
  /// Its place in the arrangement of the screen; nil for a caption that settings place in a box.
  var slot: Arrangement.Slot?
  /// The em in a box without one of its own, percent of the screen's short side.
  var size = 4.0
  /// The most lines in a box without a number of its own.
  var lines = 1
  var tone = Tone.body
  /// A caption that is empty while this one is not; nil for none.
  public private(set) var alternative: ScreenPart?
  /// Whether it has the colors of outcomes and stalls.
  var tellsOutcome = false

  /// The name.
  public var name: StaticBytes { part.rawValue }
  /// Its settings.
  public var settings: [SettingDefinition] {
    SettingsTable.program.definitions(of: part.rawValue)
  }
}

/// The captions that a screen has, as far as the content of others depends on them.
struct CaptionSet {
  /// Whether a separate caption shows the outcome.
  var hasOutcome = false
  /// Whether the title's caption shows, and names pauses and outcomes.
  var titleTellsState = false
  /// Whether the language has a title of its own.
  var hasTitle = false
  /// Whether the screen has a line for the message; otherwise the message replaces the facts.
  var hasMessage = true
  /// Whether the screen has room for a few lines only.
  var isTiny = false
}

extension Utterance {
  /// Whether both are the same, but for figures.
  fileprivate func hasSameWords(as other: Utterance) -> Bool {
    switch (self, other) {
    case (.percent, .percent), (.bytes, .bytes), (.speed, .speed), (.left, .left),
      (.usual, .usual), (.stalled, .stalled), (.restart, .restart):
      true
    default: self == other
    }
  }
}

/// A text as facts: up to four in a row.
struct Statement: Equatable {
  private var parts: [4 of Utterance]

  init(
    _ first: Utterance, _ second: Utterance = .nothing, _ third: Utterance = .nothing,
    _ fourth: Utterance = .nothing
  ) {
    parts = [first, second, third, fourth]
  }

  /// A fact; `.nothing` in a place without one.
  subscript(place: Int) -> Utterance { parts[place] }

  static func == (one: Statement, other: Statement) -> Bool {
    one.agrees(with: other) { $0 == $1 }
  }

  /// Whether another statement is the same but for figures, such as bytes that count.
  func hasSameWords(as other: Statement) -> Bool {
    agrees(with: other) { $0.hasSameWords(as: $1) }
  }

  private func agrees(
    with other: Statement, _ areSame: (Utterance, Utterance) -> Bool
  ) -> Bool {
    for place in parts.indices where !areSame(parts[place], other.parts[place]) { return false }
    return true
  }

  /// Whether it has the time since the last record.
  var tellsSilence: Bool {
    for place in parts.indices {
      if case .stalled = parts[place] { return true }
    }
    return false
  }

  /// The statement without its least important fact: the third, then the second, then the first;
  /// nil if it has only one.
  var shortened: Statement? {
    var short = self
    var count = 0
    for place in parts.indices where parts[place] != .nothing { count += 1 }
    if count < 2 { return nil }
    let place = parts[2] != .nothing ? 2 : parts[1] != .nothing ? 1 : 0
    short.parts[place] = .nothing
    return short
  }

  /// Appends the statement as UTF-8, with dots between facts.
  func write(in catalogue: Catalogue, to text: inout [UInt8]) {
    for place in parts.indices where parts[place] != .nothing {
      if !text.isEmpty {
        // A line that breaks here ends with the dot. U+2068 after it: the line decides on the
        // place of a leading number, not the text before it.
        let dot: [_ of UInt8] = [0xc2, 0xa0, 0xc2, 0xb7, 0x20, 0xe2, 0x81, 0xa8]
        for index in dot.indices { text.append(dot[index]) }
      }
      catalogue.write(parts[place], to: &text)
    }
  }
}
