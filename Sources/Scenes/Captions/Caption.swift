public import Base
public import Configuration
import Graphics
import Text

/// A text of the screen: its content, and its default place.
public final class Caption: Sendable {
  /// Its part of the settings.
  public let part: ScreenPart
  /// The name.
  public var name: StaticBytes { part.rawValue }
  /// One line about its content.
  public let summary: StaticBytes
  /// Its place in the arrangement of the screen; nil for a caption that settings place in a box.
  let slot: Composition.Slot?
  /// The em in a box without one of its own, percent of the screen's short side.
  let size: Double
  /// The most lines in a box without a number of its own.
  let lines: Int
  /// The importance, which selects its default color and font.
  let tone: Tone
  /// A caption that is empty while this one is not; nil for none.
  public let alternative: ScreenPart?
  /// Whether it has the colors of outcomes and stalls.
  let tellsOutcome: Bool
  /// The importance of a caption.
  enum Tone {
    case headline, body, muted
  }

  /// Its content. Pure.
  let statement: @Sendable (SceneInput) -> Statement

  init(
    _ part: ScreenPart, _ summary: StaticBytes, slot: Composition.Slot? = nil,
    size: Double = 4, lines: Int = 1, tone: Tone = .body, insteadOf alternative: ScreenPart? = nil,
    tellsOutcome: Bool = false,
    statement: @escaping @Sendable (SceneInput) -> Statement
  ) {
    (self.part, self.summary, self.slot, self.size) = (part, summary, slot, size)
    (self.lines, self.tone, self.tellsOutcome, self.statement) = (
      lines, tone, tellsOutcome, statement
    )
    self.alternative = alternative
  }

  /// Its settings.
  public var settings: [SettingDefinition] {
    SettingsTable.program.definitions(of: part.rawValue)
  }
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

/// The content of a caption: up to four utterances in a row.
struct Statement: Equatable {
  var first = Utterance.nothing
  var second = Utterance.nothing
  var third = Utterance.nothing
  var fourth = Utterance.nothing

  init(
    _ first: Utterance, _ second: Utterance = .nothing, _ third: Utterance = .nothing,
    _ fourth: Utterance = .nothing
  ) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// Whether it has the time since the last record.
  var tellsSilence: Bool {
    Self.isSilence(first) || Self.isSilence(second) || Self.isSilence(third)
      || Self.isSilence(fourth)
  }

  /// Whether another statement is the same but for figures, such as bytes that count.
  func hasSameWords(as other: Statement) -> Bool {
    first.hasSameWords(as: other.first) && second.hasSameWords(as: other.second)
      && third.hasSameWords(as: other.third) && fourth.hasSameWords(as: other.fourth)
  }

  private static func isSilence(_ utterance: Utterance) -> Bool {
    if case .stalled = utterance { true } else { false }
  }

  /// The statement without its least important utterance: the third, then the second, then the
  /// first; nil if it has only one.
  var shortened: Statement? {
    let count =
      (first == .nothing ? 0 : 1) + (second == .nothing ? 0 : 1) + (third == .nothing ? 0 : 1)
      + (fourth == .nothing ? 0 : 1)
    if count < 2 { return nil }
    var short = self
    if third != .nothing {
      short.third = .nothing
    } else if second != .nothing {
      short.second = .nothing
    } else {
      short.first = .nothing
    }
    return short
  }

  /// Appends the statement as UTF-8, with dots between utterances.
  func write(in catalogue: Catalogue, to text: inout [UInt8]) {
    write(first, in: catalogue, to: &text)
    write(second, in: catalogue, to: &text)
    write(third, in: catalogue, to: &text)
    write(fourth, in: catalogue, to: &text)
  }

  private func write(_ utterance: Utterance, in catalogue: Catalogue, to text: inout [UInt8]) {
    if utterance == .nothing { return }
    if !text.isEmpty {
      // A line that breaks here ends with the dot. U+2068 after it: the line decides on the place
      // of a leading number, not the text before it.
      let dot: [_ of UInt8] = [0xc2, 0xa0, 0xc2, 0xb7, 0x20, 0xe2, 0x81, 0xa8]
      for index in dot.indices { text.append(dot[index]) }
    }
    catalogue.write(utterance, to: &text)
  }
}
