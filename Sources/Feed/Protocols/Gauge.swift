import Base
import ProgressModel

extension FeedProtocol {
  /// The input of `dialog --gauge`, and the output of `pv -n`.
  public static let gauge = FeedProtocol(
    name: "gauge", summary: "dialog and whiptail --gauge, pv -n: a percentage a line, XXX blocks",
    makeReader: { Gauge() })
}

/// A reader of a number per line, and of blocks: `XXX`, a number, a text, `XXX`. See
/// `docs/feeds/gauge.md`.
final class Gauge: RecordReader {
  private let table = LineTable(
    """
    - XXX
    . %c
    . %e %c
    B %b
    B %e %b
    """)
  /// The text of the open block; nil outside of blocks.
  private var text: ByteString?
  private var hasNumber = false

  private var isLate = false

  override var isWithinBlock: Bool { text != nil }

  override func blockIsLate() { isLate = true }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    // The writer of a block that never ends may have died. A late block takes no outcome as text,
    // and after its number no other native line.
    if isLate, NativeLines.isControl(record) || hasNumber && !NativeLines.events(record).isEmpty {
      forget()
    }
    var facts = RecordFacts()
    let letter = table.match(record, isCut: isCut, into: &facts)
    if letter == UInt8(ascii: "-") {
      if let text { emit(.event(.message(SanitizedText(text)))) }
      text = text == nil ? "" : nil
      (hasNumber, isLate) = (false, false)
    } else if text != nil, letter == nil || hasNumber {
      // A block may lack its number, and its text may be a number.
      hasNumber = true
      text?.append(ByteString(record), after: " ")
      if let count = text?.count, count > SanitizedText.capacity {
        text = text?[0..<SanitizedText.capacity]
      }
    } else if let percent = facts.fraction {
      hasNumber = true
      emit(.event(.fraction(percent)))
    } else if letter == UInt8(ascii: "B"),
      let count = record.extracting(Self.last(record)...).wholeNumber, count > 100
    {
      // No percentage exceeds 100, but `pv -n -b` counts bytes.
      emit(.event(.bytes(completed: count, total: nil)))
    } else {
      emit(.unknown)
    }
  }

  /// Returns the start of the record's last word.
  private static func last(_ record: Span<UInt8>) -> Int {
    var start = record.count
    while start > 0, record[start - 1] != 0x20 { start -= 1 }
    return start
  }

  override func forget() { (text, hasNumber, isLate) = (nil, false, false) }
}
