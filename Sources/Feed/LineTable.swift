import Base
import ProgressModel

/// The records of a line protocol as a table. The first row that matches gives the meaning.
///
/// A row is a letter, an optional `@K/N`, a blank and a pattern. The letter is the meaning of the
/// text: `m` message, `t` title, `x` detail, `l` log, `k` fact of the identity, `s` name of the
/// step, `g` names of all steps, `o` error code, `e` next action, `d` done, `f` failed, `c`
/// cancelled, `r` reset, `p` paused, `z` resumed, `y` style, `i` picture, `w` weights, `M` decimal
/// and `I` binary units, `u` progress of unknown extent, `a` restart and `h` usual duration in
/// `%e`, `q` end, `n` new root, `.` only numbers count, `-` known but without meaning, `C` message
/// whose numbers count if an earlier record of the kind proves them, `A` `B` defined by the
/// protocol. `@K/N` makes the record part of step K of N. A K above 1 is ignored if no step came
/// before. With K = 0 the pattern's `%k` is the step.
///
/// A pattern matches a whole record. A blank matches one or more blanks or the end, `%%` a percent
/// sign, other characters themselves. See `Numeral` for numbers.
/// - `%p` a percentage, `%c` a percentage of at most 100.5, `%f` a fraction in `0...1`
/// - `%b` completed bytes (`%B` if blanks may separate thousands), `%t` total bytes
/// - `%v` bytes per second (`%V` if kB means KiB), `%h` hours:minutes:seconds, `%e` seconds
/// - `%k` number of the step, `%n` number of steps, `%a` items done, `%A` all items
/// - `%=` a bar: the longest run of bytes other than letters, digits, `]` and `|`
/// - `%w` a word, `%*` anything; both as short as the rest of the pattern allows
/// - `%~` letters in either case, up to the next other byte; the pattern has them in lower case
/// - `%:` a colon, an equals sign or a blank, `%/` a slash or `of`; blanks may stand around each
/// - `%<` `%>` the start and end of the text, `%s` the rest as text, `%S` the same unless blank
struct LineTable {
  private let rows: [UInt8]
  // The offsets of each row, and the first byte of a record that matches it.
  private var index: [Row] = []

  private struct Row {
    let start: Int
    let end: Int
    let first: First
    /// Whether the pattern has a percent sign, so that most lines cannot match it.
    let hasPercent: Bool
  }

  /// The first byte of a record after blanks.
  private enum First: Equatable {
    case byte(UInt8)
    /// A digit, a sign, a point, or a letter of "inf".
    case number
    /// A letter in either case, here in lower case.
    case letter(UInt8)
    case any
  }

  init(_ rows: StaticBytes) {
    self.rows = ByteString(rows).bytes
    // Most rows are longer than 16 bytes.
    index.reserveCapacity(self.rows.count / 16)
    var start = 0
    for place in 0...self.rows.count where place == self.rows.count || self.rows[place] == 0x0a {
      if place > start {
        let hasPercent = (start..<(place - 1)).contains {
          self.rows[$0] == UInt8(ascii: "%") && self.rows[$0 + 1] == UInt8(ascii: "%")
        }
        let first = first(start, place)
        index.append(Row(start: start, end: place, first: first, hasPercent: hasPercent))
      }
      start = place + 1
    }
  }

  private func first(_ start: Int, _ end: Int) -> First {
    let place = start + (rows[start + 1] == UInt8(ascii: "@") ? 6 : 2)
    if place >= end { return .any }
    if rows[place] != UInt8(ascii: "%") { return rows[place] == 0x20 ? .any : .byte(rows[place]) }
    switch rows[place + 1] {
    case UInt8(ascii: "%"): return .byte(rows[place + 1])
    case UInt8(ascii: "~"): return .letter(rows[place + 2])
    case UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "w"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "s"), UInt8(ascii: "S"):
      return .any
    default: return .number
    }
  }

  private static func mayBegin(_ row: First, _ byte: UInt8) -> Bool {
    switch row {
    case .byte(let first): first == byte
    case .letter(let first): first == byte | 0x20
    case .number: byte <= UInt8(ascii: "9") || byte | 0x20 == UInt8(ascii: "i")
    case .any: true
    }
  }

  /// Returns the letter of the row that a record matches; nil if none does.
  ///
  /// - Parameters:
  ///   - name: the first word of the record, if the record holds only what follows it: the name
  ///     that a pattern begins with; empty for patterns that begin with a number.
  ///   - isCut: whether the end of the record is missing. Then only texts are read, since the first
  ///     half of a number is another number.
  ///   - facts: empty facts, to be filled. Returned, their copies take a fifth of a record's time.
  func match(
    _ record: Span<UInt8>, of name: ByteString? = nil, isCut: Bool, into facts: inout RecordFacts
  ) -> UInt8? {
    let start = skipBlanks(record, 0)
    let byte = name?.bytes.first ?? (start < record.count ? record[start] : 0)
    // Bounds the time: several parts of any length would take the cube of the record's length.
    var steps = 4_096 + 64 * record.count
    var hasPercent = false
    for place in record.indices where record[place] == UInt8(ascii: "%") { hasPercent = true }
    for entry in index where Self.mayBegin(entry.first, byte) && (hasPercent || !entry.hasPercent) {
      if steps <= 0 { return nil }
      let (row, end) = (entry.start, entry.end)
      var place = row + 1
      if rows[place] == UInt8(ascii: "@") {
        facts.isStepImplied = rows[place + 1] != UInt8(ascii: "0")
        facts.number = UInt64(rows[place + 1] & 15)
        facts.count = UInt64(rows[place + 3] & 15)
        place += 4
      }
      var match = Match(end: end, steps: steps)
      let letter = rows[row]
      if !isCut || Self.isText(letter), let pattern = pattern(place + 1, end, after: name),
        fits(pattern, record, start, &match, &facts)
      {
        let text =
          match.start.map { SanitizedText(record.extracting($0..<max($0, match.stop))) } ?? .empty
        if facts.say(letter, text) { return letter }
      }
      facts = RecordFacts()
      steps = match.steps
    }
    return nil
  }

  /// Returns the offset of a pattern's rest after a name; nil if the pattern has another name.
  private func pattern(_ start: Int, _ end: Int, after name: ByteString?) -> Int? {
    guard let name else { return start }
    if name.isEmpty { return rows[start] == UInt8(ascii: "%") ? start : nil }
    let rest = start + name.count
    guard rest <= end, ByteString(rows)[start..<rest] == name else { return nil }
    if rest == end { return rest }
    return rows[rest] == 0x20 ? rest + 1 : nil
  }

  private struct Match {
    let end: Int
    var start: Int?
    var stop = 0
    // The number of offsets left to try for parts of any length, in all rows together.
    var steps: Int
  }

  private static func isText(_ letter: UInt8) -> Bool {
    letter | 2 == UInt8(ascii: "f") || letter == UInt8(ascii: "m") || letter == UInt8(ascii: "t")
      || letter == UInt8(ascii: "x") || letter == UInt8(ascii: "l")
  }

  /// Matches the rest of a record with the rest of a row.
  private func fits(
    _ row: Int, _ record: Span<UInt8>, _ start: Int, _ match: inout Match,
    _ facts: inout RecordFacts
  ) -> Bool {
    var (row, place, isEitherCase) = (row, start, false)
    while row < match.end {
      let letter = rows[row]
      row += 1
      if letter < UInt8(ascii: "a") { isEitherCase = false }
      if letter == 0x20 {
        let next = skipBlanks(record, place)
        if next == place, place < record.count { return false }
        place = next
      } else if letter != UInt8(ascii: "%") {
        guard place < record.count,
          record[place] == letter || isEitherCase && record[place] | 0x20 == letter
        else { return false }
        place += 1
      } else {
        let kind = rows[row]
        row += 1
        switch kind {
        case UInt8(ascii: "*"), UInt8(ascii: "w"):
          // The shortest match: the first offset from which the rest matches.
          let isWord = kind == UInt8(ascii: "w")
          if isWord { place += 1 }
          while place <= record.count, !isWord || !Self.isBlank(record[place - 1]) {
            // Another attempt stores all values anew, except units, which a number may lack.
            let units = facts.units
            if fits(row, record, place, &match, &facts) { return true }
            facts.units = units
            match.steps -= 1
            if match.steps <= 0 { return false }
            place += 1
          }
          return false
        case UInt8(ascii: "B"):
          // The longest match: blanks separate thousands or columns.
          for blankLimit in stride(from: 4, through: 0, by: -1) {
            let units = facts.units
            if let next = Self.number(kind, record, place, blankLimit: blankLimit, &facts),
              fits(row, record, next, &match, &facts)
            {
              return true
            }
            facts.units = units
            match.steps -= 1
            if match.steps <= 0 { return false }
          }
          return false
        case UInt8(ascii: "="):
          let start = place
          while place < record.count, Self.isBar(record[place]) { place += 1 }
          if place == start { return false }
        case UInt8(ascii: "~"): isEitherCase = true
        case UInt8(ascii: ":"), UInt8(ascii: "/"):
          guard let next = mark(kind, record, place) else { return false }
          place = next
        case UInt8(ascii: "<"): match.start = place
        case UInt8(ascii: ">"): match.stop = place
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
          (match.start, match.stop) = (place, record.count)
          if kind == UInt8(ascii: "S"), skipBlanks(record, place) == record.count { return false }
          place = record.count
        case UInt8(ascii: "%"):
          guard place < record.count, record[place] == kind else { return false }
          place += 1
        default:
          guard let next = Self.number(kind, record, place, &facts) else { return false }
          place = next
        }
      }
    }
    return skipBlanks(record, place) == record.count
  }

  /// Returns the end of a mark between words or numbers, with the blanks around it; nil if none.
  private func mark(_ kind: UInt8, _ record: Span<UInt8>, _ start: Int) -> Int? {
    var place = skipBlanks(record, start)
    if place < record.count, record[place] == kind || kind == 0x3a && record[place] == 0x3d {
      place += 1
    } else if kind == 0x2f {
      guard place + 3 < record.count, record.extracting(place..<(place + 3)) == "of " else {
        return nil
      }
      place += 2
    } else if place == start, place < record.count {
      return nil
    }
    return skipBlanks(record, place)
  }

  private func skipBlanks(_ record: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < record.count, Self.isBlank(record[place]) { place += 1 }
    return place
  }

  private static func isBar(_ byte: UInt8) -> Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return !isLetter && RecordFacts.digit(byte) == nil && byte != UInt8(ascii: "]")
      && byte != UInt8(ascii: "|")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
