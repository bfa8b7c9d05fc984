import ByteStrings
import ProgressModel

/// A decoder of lines whose meaning stands in a table.
public class TableDecoder: RecordDecoder {
  private let table: LineTable
  private let isChatty: Bool
  private var hasSteps = false

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameter isChatty: whether lines have escape sequences of terminals in them, which are taken out.
  init(_ table: Words, isChatty: Bool = false) {
    self.table = LineTable(table)
    self.isChatty = isChatty
    super.init()
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if isChatty, hasEscapes(record) {
      let plain = withoutEscapes(record)
      if !plain.isEmpty { read(plain: plain.span, isCut: isCut, emit: emit) }
    } else {
      read(plain: record, isCut: isCut, emit: emit)
    }
  }

  @inline(never) private func read(
    plain record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void
  ) {
    guard let said = table.facts(of: record, isCut: isCut) else {
      emit(.malformed(ProgressText(record)))
      return
    }
    var facts = said.facts
    if let number = facts.number {
      // What only implies its step may be the first that is said, and then the only one.
      let isImplied = said.letter != UInt8(ascii: "s")
      if isImplied, number > 1, !hasSteps {
        (facts.number, facts.count) = (nil, nil)
      } else {
        hasSteps = true
      }
    }
    guard interpret(said.letter, &facts), facts.emit(emit) else {
      emit(.malformed(ProgressText(record)))
      return
    }
    if said.letter == UInt8(ascii: "q") { emit(.end) }
    if said.letter == UInt8(ascii: "n") { emit(.newRoot) }
  }

  /// Makes of a record's facts what the protocol means by them; false when it means nothing.
  func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool { true }

  override func forget() { hasSteps = false }

  private func hasEscapes(_ record: Span<UInt8>) -> Bool {
    for index in record.indices where record[index] == 0x1b || record[index] == 0x08 { return true }
    return false
  }

  /// The record without control sequences (ECMA-48: ESC [ parameters, a final byte; ESC and one more byte).
  private func withoutEscapes(_ record: Span<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var place = 0
    while place < record.count {
      let byte = record[place]
      place += 1
      if byte == 0x1b {
        guard place < record.count, record[place] == UInt8(ascii: "[") else {
          place += 1
          continue
        }
        place += 1
        while place < record.count, !(0x40...0x7e).contains(record[place]) { place += 1 }
        place += 1
      } else if byte != 0x08 {
        plain.append(byte)
      }
    }
    return plain
  }
}
