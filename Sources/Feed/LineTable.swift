import ByteStrings
import DecimalText
import ProgressModel

/// What the lines of a protocol mean, as a table: the first row whose pattern a whole record fits says it.
///
/// A row is a letter, perhaps `@K/N`, a blank and a pattern. The letter says what its text becomes: `m` message, `t` title, `x`
/// detail, `s` the step's name, `d` `f` `c` outcomes, `r` reset, `y` style, `i` picture, `w` weights, `q` the feed's
/// end, `n` a new root, `u` progress of unknown extent, `.` only its numbers count, `-` known, and says nothing; `A` and `B` are the
/// protocol's own. `@K/N` says that this is step K of N; a K above 1 is left out where no step came before it.
///
/// In a pattern a blank stands for one blank or more, or the record's end; other characters for themselves, and:
/// `%p` a percentage, `%P` one that may have a comma, `%f` a fraction in `0...1`, `%b` `%t` bytes that are
/// there and in all, `%v` bytes in a second (`%V` where K is 1024 though it is written kB), `%k` `%n` a step and how many there
/// are, `%e` seconds, `%w` a word, `%*` anything, `%<` `%>` the text's ends, `%s` the rest as text, `%S` one that is not
/// empty, `%%` the character. A word and anything are as short as what follows allows.
struct LineTable {
  private let rows: [UInt8]

  init(_ rows: Words) { self.rows = ByteString(rows).bytes }

  /// What a record says, and the letter of its row; nil when it fits none.
  ///
  /// - Parameter isCut: whether its end is missing: then only texts are taken from it, since half a number is
  ///   another number.
  func facts(of record: Span<UInt8>, isCut: Bool) -> (facts: RecordFacts, letter: UInt8)? {
    var row = 0
    while row < rows.count {
      var end = row
      while end < rows.count, rows[end] != 0x0a { end += 1 }
      var place = row + 1
      var facts = RecordFacts()
      if rows[place] == UInt8(ascii: "@") {
        facts.number = UInt64(rows[place + 1] & 15)
        facts.count = UInt64(rows[place + 3] & 15)
        place += 4
      }
      var match = Match(end: end)
      let letter = rows[row]
      if !isCut || Self.isText(letter),
        fits(place + 1, record, skipBlanks(record, 0), &match, &facts)
      {
        let text =
          match.start.map { ProgressText(record.extracting($0..<max($0, match.stop))) } ?? .empty
        if facts.say(letter, text) { return (facts, letter) }
      }
      row = end + 1
    }
    return nil
  }

  private struct Match {
    let end: Int
    var start: Int?
    var stop = 0
  }

  private static func isText(_ letter: UInt8) -> Bool {
    letter | 2 == UInt8(ascii: "f") || letter == UInt8(ascii: "m") || letter == UInt8(ascii: "t")
      || letter == UInt8(ascii: "x")
  }

  /// Whether the rest of a record fits the rest of a row.
  private func fits(
    _ row: Int, _ record: Span<UInt8>, _ start: Int, _ match: inout Match,
    _ facts: inout RecordFacts
  ) -> Bool {
    var (row, place) = (row, start)
    while row < match.end {
      let letter = rows[row]
      row += 1
      if letter == 0x20 {
        let next = skipBlanks(record, place)
        if next == place, place < record.count { return false }
        place = next
      } else if letter != UInt8(ascii: "%") {
        guard place < record.count, record[place] == letter else { return false }
        place += 1
      } else {
        let kind = rows[row]
        row += 1
        switch kind {
        case UInt8(ascii: "*"), UInt8(ascii: "w"):
          // As short as it can be: the first place from which the rest fits.
          let isWord = kind == UInt8(ascii: "w")
          if isWord { place += 1 }
          while place <= record.count, !isWord || !Self.isBlank(record[place - 1]) {
            let before = (match, facts)
            if fits(row, record, place, &match, &facts) { return true }
            (match, facts) = before
            place += 1
          }
          return false
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
          guard let next = number(kind, record, place, &facts) else { return false }
          place = next
        }
      }
    }
    return skipBlanks(record, place) == record.count
  }

  /// Reads a number of a kind from a place on, and keeps it; where it ends, or nil when there is none.
  private func number(
    _ kind: UInt8, _ record: Span<UInt8>, _ start: Int, _ facts: inout RecordFacts
  ) -> Int? {
    var end = start
    switch kind {
    case UInt8(ascii: "p"), UInt8(ascii: "f"), UInt8(ascii: "e"):
      while end < record.count, Self.isNumeric(record[end]) { end += 1 }
      let word = record.extracting(start..<end)
      if kind == UInt8(ascii: "e") {
        guard let silence = word.scaledNumber(places: 9), silence >= 0 else { return nil }
        facts.silence = silence
      } else if kind == UInt8(ascii: "p") {
        guard let number = word.scaledNumber(places: 7) else { return nil }
        facts.fraction = Fraction(billionths: number)
      } else {
        // "progress 42" may mean 42 % or may be a bug; showing a full bar for it would be a lie.
        guard let number = word.scaledNumber(places: 9), (0...1_000_000_000).contains(number)
        else { return nil }
        facts.fraction = Fraction(billionths: number)
      }
    case UInt8(ascii: "P"):
      var digits = ByteString()
      while end < record.count {
        let byte = record[end] == UInt8(ascii: ",") ? UInt8(ascii: ".") : record[end]
        if RecordFacts.digit(byte) == nil, byte != UInt8(ascii: ".") { break }
        digits.append(byte)
        end += 1
      }
      guard let number = digits.bytes.span.scaledNumber(places: 7) else { return nil }
      facts.fraction = Fraction(billionths: number)
    case UInt8(ascii: "k"), UInt8(ascii: "n"):
      while end < record.count, RecordFacts.digit(record[end]) != nil { end += 1 }
      guard let number = record.extracting(start..<end).wholeNumber else { return nil }
      if kind == UInt8(ascii: "k") { facts.number = number } else { facts.count = number }
    default:
      guard
        let bytes = ByteCount(record, from: start, kilo: kind == UInt8(ascii: "V") ? 1_024 : 1_000)
      else { return nil }
      end = bytes.end
      switch kind {
      case UInt8(ascii: "b"): facts.completed = bytes.count
      case UInt8(ascii: "t"): facts.total = bytes.count
      default: facts.speed = bytes.count
      }
    }
    return end
  }

  private func skipBlanks(_ record: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < record.count, Self.isBlank(record[place]) { place += 1 }
    return place
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a byte may be part of what `DecimalNumber` reads.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    if RecordFacts.digit(byte) != nil { return true }
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return true
    default:
      let letter = byte | 0x20
      return letter == UInt8(ascii: "e") || letter == UInt8(ascii: "i")
        || letter == UInt8(ascii: "n")
        || letter == UInt8(ascii: "f") || letter == UInt8(ascii: "t") || letter == UInt8(ascii: "y")
    }
  }
}

/// A number of bytes as tools print it: "1,234,567", "1.2MiB", "741k", "12 MB".
///
/// A unit with an i counts by 1024, as does a letter alone (curl, wget); with B alone it counts by 1000.
struct ByteCount {
  let count: UInt64
  /// Where it ends in the record.
  let end: Int

  init?(_ record: Span<UInt8>, from start: Int, kilo: UInt64) {
    var digits = ByteString()
    var place = start
    var isExact = true
    while place < record.count {
      let byte = record[place]
      if byte == UInt8(ascii: ".") {
        isExact = false
      } else if RecordFacts.digit(byte) == nil {
        guard byte == UInt8(ascii: ","), !digits.isEmpty else { break }
        place += 1
        continue
      }
      digits.append(byte)
      place += 1
    }
    var unit = place
    if unit < record.count, record[unit] == 0x20 { unit += 1 }
    // A no-break space, in UTF-8.
    if unit + 1 < record.count, record[unit] == 0xc2, record[unit + 1] == 0xa0 { unit += 2 }
    var power = 0
    if unit < record.count {
      switch record[unit] {
      case UInt8(ascii: "k"), UInt8(ascii: "K"): power = 1
      case UInt8(ascii: "M"): power = 2
      case UInt8(ascii: "G"): power = 3
      case UInt8(ascii: "T"): power = 4
      default: break
      }
    }
    var base: UInt64 = 1_024
    if power > 0 {
      var next = unit + 1
      let isBinary = next < record.count && record[next] == UInt8(ascii: "i")
      if isBinary { next += 1 }
      let hasByte = next < record.count && record[next] == UInt8(ascii: "B")
      if hasByte { next += 1 }
      // "12 Gnus": after a blank a letter alone is no unit.
      if unit == place || hasByte { place = next } else { power = 0 }
      if hasByte, !isBinary { base = kilo }
    } else if unit == place, unit < record.count, record[unit] == UInt8(ascii: "B") {
      place += 1
    }
    end = place
    if isExact, power == 0 {
      guard let count = digits.wholeNumber else { return nil }
      self.count = count
      return
    }
    guard let thousandths = digits.bytes.span.scaledNumber(places: 3), thousandths < .max else {
      return nil
    }
    var count = UInt64(thousandths)
    for _ in 0..<power {
      let (product, overflow) = count.multipliedReportingOverflow(by: base)
      if overflow { return nil }
      count = product
    }
    self.count = count / 1_000
  }
}
