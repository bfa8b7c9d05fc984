public import Base
public import Configuration
import Graphics
import Text

/// A text of the screen: what it says, and where it stands if nobody sets that.
public final class Caption: Sendable {
  /// Its name, which its rows of the settings table begin with.
  public let name: StaticBytes
  /// One line on what it says.
  public let summary: StaticBytes
  /// Where it stands, as written in settings; `none` for nowhere.
  let box: StaticBytes
  /// The em, percent of the screen's short side.
  let size: StaticBytes
  /// How many lines it may have.
  let lines: StaticBytes
  /// How much of its ink shows.
  let alpha: Float
  /// The name of another one that says nothing while this one does; empty for none.
  public let alternative: StaticBytes
  /// Whether it has the colours of outcomes and stalls.
  let tellsOutcome: Bool
  /// What it says. Pure.
  let statement: @Sendable (SceneInput) -> Statement

  init(
    _ name: StaticBytes, _ summary: StaticBytes, box: StaticBytes = "none",
    size: StaticBytes = "4", lines: StaticBytes = "1", alpha: Float = 1,
    insteadOf alternative: StaticBytes = "", tellsOutcome: Bool = false,
    statement: @escaping @Sendable (SceneInput) -> Statement
  ) {
    (self.name, self.summary, self.box, self.size) = (name, summary, box, size)
    (self.lines, self.alpha, self.tellsOutcome, self.statement) = (
      lines, alpha, tellsOutcome, statement
    )
    self.alternative = alternative
  }

  /// Its rows of the settings table.
  public var settings: [SettingDefinition] {
    [
      .init("box", .box, .value(box), of: name, help: "Area of the text"),
      .init(
        "anchor", .choice(of: BoxAnchor.self), .value("centre"), of: name,
        help: "Position of the text in its area"),
      .init(
        "size", .number(0.5...100, unit: "percent of the screen's short side"), .value(size),
        of: name, help: "Font size"),
      .init(
        "lines", .count(1...20, unit: ""), .value(lines), of: name,
        help: "Most lines; longer texts end with an ellipsis"),
      .init(
        "color", .color, .absent, of: name,
        help: "Text color; default: contrasts with the background"),
    ]
  }
}

/// What a caption shows: up to four things in a row.
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

  /// Whether it tells for how long there were no news.
  var tellsSilence: Bool {
    Self.isSilence(first) || Self.isSilence(second) || Self.isSilence(third)
      || Self.isSilence(fourth)
  }

  private static func isSilence(_ utterance: Utterance) -> Bool {
    if case .stalled = utterance { true } else { false }
  }

  /// It without what can be missed first where there is no room for all: the third thing, then the second, then the first; nil where
  /// there is but one left.
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

  /// Writes it in a language, a dot between any two things.
  func write(in catalogue: Catalogue, to text: inout [UInt8]) {
    write(first, in: catalogue, to: &text)
    write(second, in: catalogue, to: &text)
    write(third, in: catalogue, to: &text)
    write(fourth, in: catalogue, to: &text)
  }

  private func write(_ utterance: Utterance, in catalogue: Catalogue, to text: inout [UInt8]) {
    if utterance == .nothing { return }
    if !text.isEmpty {
      // A line that breaks here ends with the dot. Behind it U+2068: where a number goes that comes first is for the line to say, not
      // for what was said before.
      let dot: [_ of UInt8] = [0xc2, 0xa0, 0xc2, 0xb7, 0x20, 0xe2, 0x81, 0xa8]
      for index in dot.indices { text.append(dot[index]) }
    }
    catalogue.write(utterance, to: &text)
  }
}
