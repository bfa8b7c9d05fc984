import Base
import ProgressModel

/// A reader of JSON objects, one per line, by a table of meanings.
///
/// A row is `CONDITIONS>LINE`. Each row whose conditions hold gives its native line. Blanks
/// separate conditions: `NAME=A|B` one of these values, `NAME!A|B` any other value, `NAME-` no
/// value. In a line `$NAME` stands for a value, `&NAME` for a value with blanks in place of
/// underscores, and `(NAME/NAME)` for a fraction of integers. A row with a missing value gives no
/// line. Values are strings, numbers and `true`.
final class JSONTable: JSONLines {
  private let rows: [ByteString]

  /// Creates a reader at the start of a feed.
  init(_ rows: StaticBytes) { self.rows = ByteString(rows).split(at: 0x0a) }

  override func lines(_ object: JSONFields) -> ByteString {
    var lines = ByteString()
    for row in rows {
      guard let mark = row.firstIndex(of: UInt8(ascii: ">")) else { continue }
      var holds = true
      for condition in row[0..<mark].split(at: 0x20) where !Self.holds(condition, object) {
        holds = false
      }
      if holds, let line = Self.line(row[(mark + 1)..<row.count], object) { lines += line + "\n" }
    }
    return lines
  }

  private static func holds(_ condition: ByteString, _ object: JSONFields) -> Bool {
    let mark = nameEnd(condition, 0)
    let value = object.plainValue(of: condition[0..<mark])
    if condition[mark] == UInt8(ascii: "-") { return value == nil }
    guard let value else { return false }
    let isWanted = condition[mark] == UInt8(ascii: "=")
    for one in condition[(mark + 1)..<condition.count].split(at: UInt8(ascii: "|"))
    where one == value {
      return isWanted
    }
    return !isWanted
  }

  /// Fills in a template; nil if a value is missing.
  private static func line(_ template: ByteString, _ object: JSONFields) -> ByteString? {
    var line = ByteString()
    var place = 0
    while place < template.count {
      let byte = template[place]
      place += 1
      switch byte {
      case UInt8(ascii: "$"), UInt8(ascii: "&"):
        let end = nameEnd(template, place)
        guard let value = object.plainValue(of: template[place..<end]) else { return nil }
        if byte == UInt8(ascii: "$") {
          line += value
        } else {
          for index in 0..<value.count {
            line.append(value[index] == UInt8(ascii: "_") ? 0x20 : value[index])
          }
        }
        place = end
      case UInt8(ascii: "("):
        let middle = nameEnd(template, place)
        let end = nameEnd(template, middle + 1)
        guard let part = object.plainValue(of: template[place..<middle])?.wholeNumber,
          let whole = object.plainValue(of: template[(middle + 1)..<end])?.wholeNumber,
          part <= whole, let fraction = Fraction(part, of: whole)
        else { return nil }
        line += Script.billionths(fraction.billionths)
        place = end + 1
      default: line.append(byte)
      }
    }
    return line
  }

  /// Returns the end of the name that begins at `start`.
  private static func nameEnd(_ text: ByteString, _ start: Int) -> Int {
    var place = start
    while place < text.count,
      text[place] == UInt8(ascii: "_")
        || text[place] | 0x20 >= UInt8(ascii: "a")
          && text[place] | 0x20 <= UInt8(ascii: "z")
    {
      place += 1
    }
    return place
  }
}

extension JSONFields {
  /// Returns the first value of a field if it is a string, a number or `true`; nil otherwise.
  fileprivate func plainValue(of name: ByteString) -> ByteString? {
    for index in 0..<count where self.name(index) == name && isPlain(index) {
      return value(index)
    }
    return nil
  }
}
