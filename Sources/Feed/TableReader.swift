import Base
import ProgressModel

/// Reads lines whose meanings stand in a table.
class TableReader: RecordReader {
  private let table: LineTable
  private let isChatty: Bool
  private var hasSteps = false

  /// Creates a reader at the start of a feed.
  ///
  /// - Parameter isChatty: whether lines may hold escape sequences of terminals, which are removed.
  init(_ table: StaticBytes, isChatty: Bool = false) {
    self.table = LineTable(table)
    self.isChatty = isChatty
    super.init()
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if isChatty, let plain = TerminalText.plain(record) {
      if !plain.isEmpty { read(plain: plain.span, isCut: isCut, emit: emit) }
    } else {
      read(plain: record, isCut: isCut, emit: emit)
    }
  }

  @inline(never) private func read(
    plain record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void
  ) {
    guard let said = table.facts(of: record, isCut: isCut) else {
      emit(.malformed(SanitizedText(record)))
      return
    }
    var facts = said.facts
    if let number = facts.number {
      // What only implies its step may be the first that is said, and then the only one.
      if facts.isStepImplied, number > 1, !hasSteps {
        (facts.number, facts.count) = (nil, nil)
      } else {
        hasSteps = true
      }
    }
    guard interpret(said.letter, &facts), facts.emit(emit) else {
      emit(.malformed(SanitizedText(record)))
      return
    }
    if said.letter == UInt8(ascii: "q") { emit(.end) }
    if said.letter == UInt8(ascii: "n") { emit(.newRoot) }
  }

  /// Makes of a record's facts what the protocol means by them; false when it means nothing.
  func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool { true }

  override func forget() { hasSteps = false }
}
