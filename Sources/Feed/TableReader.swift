import Base
import ProgressModel

/// A reader of lines by a `LineTable`.
class TableReader: RecordReader {
  private let table: LineTable
  private let isChatty: Bool
  private var hasSteps = false
  // The last frame of a tool's meter; nil if that is a sign of work.
  private var resting: SIMD4<Int64>?
  private var counter = Counter()
  private var hasProof = false
  // The meaning of bare numbers; nil if they are percentages.
  private var scale: NumberScale?

  /// Creates a reader at the start of a feed.
  ///
  /// - Parameters:
  ///   - isChatty: whether to remove terminal escape sequences from lines.
  ///   - guessesFractions: whether the numbers of rows `A` may be fractions.
  init(_ table: StaticBytes, isChatty: Bool = false, guessesFractions: Bool = false) {
    self.table = LineTable(table)
    self.isChatty = isChatty
    scale = guessesFractions ? .unknown : nil
    super.init()
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if isChatty, let plain = TerminalText.plain(record) {
      if plain.isEmpty { return }
      read(plain: plain.span, isCut: isCut) {
        emit($0 == .unknown ? .malformed(SanitizedText(plain.span)) : $0)
      }
    } else {
      read(plain: record, isCut: isCut, emit: emit)
    }
  }

  @inline(never) private func read(
    plain record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void
  ) {
    var facts = RecordFacts()
    guard let letter = table.match(record, isCut: isCut, into: &facts) else {
      emit(.unknown)
      return
    }
    if letter == UInt8(ascii: "A"), let before = scale {
      scale?.adapt(&facts)
      // A number alone that is the first fraction may be half a percent.
      if before != scale, scale == .fractions, !isChatty { return }
    }
    hasProof = letter == UInt8(ascii: "C")
    if hasProof, !counter.admits(&facts) { return emit(.unknown) }
    if let number = facts.number {
      // A record that only implies its step may be the first, and then the only one, with a step.
      if facts.isStepImplied, number > 1, !hasSteps {
        (facts.number, facts.count) = (nil, nil)
      } else {
        hasSteps = true
      }
    }
    let amounts = isChatty ? facts.restingAmounts : nil
    if amounts != nil, amounts == resting { return }
    guard interpret(letter, &facts), facts.emit(emit) else {
      emit(.unknown)
      return
    }
    resting = amounts
  }

  /// Emits the outputs of a value by the name of its record, such as a text of `message`.
  ///
  /// - Parameter name: the first word of a pattern; empty for a number alone.
  /// - Returns: false, without outputs, if no row has the name or the value does not fit.
  func read(_ value: ByteString, of name: ByteString, emit: (FeedOutput) -> Void) -> Bool {
    var facts = RecordFacts()
    return table.match(value.bytes.span, of: name, isCut: false, into: &facts) != nil
      && facts.emit(emit)
  }

  /// Adapts the values of a record to the protocol; false if they have no meaning.
  func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool { true }

  override func forget() {
    (hasSteps, resting, counter) = (false, nil, Counter())
    scale = scale.map { _ in .unknown }
  }

  override func reject() { resting = nil }

  override var isProven: Bool { hasProof }
}
