import Base
import ProgressModel

/// Lines as people write them into a feed without a named protocol, beside those of native.
enum Everyday {
  /// Outcomes, each a whole line without its last mark; and the percentages of statistics.
  private static let table = LineTable(
    """
    - %p%% of %*
    d %~done
    d %~success
    d %~finished
    d %~complete
    f %~failed
    f %~fail%:%s
    f %~failed: %s
    f %~error: %s
    c %~canceled
    c %~cancelled
    c %~aborted
    """)

  /// Returns whether a record is a percentage of something: "99% of the size".
  static func isStatistic(_ record: Span<UInt8>) -> Bool {
    var facts = RecordFacts()
    return table.match(record, isCut: false, into: &facts) == UInt8(ascii: "-")
  }

  /// Emits the outcome of a record; false if it is none.
  static func readOutcome(
    _ record: Span<UInt8>, _ isCut: Bool, emit: (FeedOutput) -> Void
  ) -> Bool {
    var end = record.count
    while end > 0, record[end - 1] == UInt8(ascii: ".") || record[end - 1] == UInt8(ascii: "!") {
      end -= 1
    }
    var facts = RecordFacts()
    _ = table.match(record.extracting(first: end), isCut: isCut, into: &facts)
    // "Errors: 0" is a count.
    if case .fail(let text)? = facts.words, text.utf8.wholeNumber != nil { return false }
    return facts.words != nil && facts.emit(emit)
  }

  /// The digit 0 in Arabic, Persian, Devanagari, Thai and full width.
  private static let zeros: [UInt32] = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

  /// Returns a record with digits and percent signs of ASCII, and without quotation marks and byte
  /// order marks; nil if it is the same.
  static func plain(_ record: Span<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    var place = 0
    while place < record.count {
      let length = min(
        record[place] < 0xc0 ? 1 : record[place] < 0xe0 ? 2 : record[place] < 0xf0 ? 3 : 4,
        record.count - place)
      var scalar = UInt32(record[place]) & (length == 1 ? 0xff : 0x1f)
      for next in 1..<max(length, 1) { scalar = scalar << 6 | UInt32(record[place + next] & 0x3f) }
      if let zero = zeros.first(where: { scalar &- $0 < 10 }) {
        plain.append(UInt8(scalar - zero) + 0x30)
      } else if scalar == 0x66a || scalar == 0xff05 {
        plain.append(UInt8(ascii: "%"))
      } else if scalar != 0xfeff, scalar != 0x22 {
        for next in place..<(place + length) { plain.append(record[next]) }
      }
      place += length
    }
    return plain.count == record.count ? nil : plain
  }
}
