import Base
import ProgressModel

/// A reader of JSON objects, one per line, by a table of meanings.
///
/// A row is `CONDITIONS>NAME VALUE`. Each row whose conditions hold gives the meaning of the native
/// record that begins with the name; without a name the value is a percentage. Blanks separate
/// conditions: `NAME=A|B` one of these values, `NAME!A|B` any other value, `NAME-` no value. In a
/// value `$NAME` stands for a value of the object, `&NAME` for one with blanks in place of
/// underscores. `(NAME/NAME)` is a fraction of integers. A row with a missing value gives nothing.
/// Values of the object are strings, numbers and `true`.
final class JSONTable: JSONReader {
  private let rows: [ByteString]

  /// Creates a reader at the start of a feed.
  init(_ rows: StaticBytes) { self.rows = ByteString(rows).split(at: 0x0a) }

  override func read(_ object: JSONFields, _ emit: (FeedOutput) -> Void) -> Bool {
    var isKnown = false
    for row in rows {
      guard let mark = row.firstIndex(of: UInt8(ascii: ">")) else { continue }
      var holds = true
      for condition in row[0..<mark].split(at: 0x20) where !Self.holds(condition, object) {
        holds = false
      }
      if !holds { continue }
      let end = Self.nameEnd(row, mark + 1)
      let template = row[(end + (row[end] == 0x20 ? 1 : 0))..<row.count]
      if template[0] == UInt8(ascii: "(") {
        guard let fraction = Self.fraction(template, object) else { continue }
        emit(.event(.fraction(fraction)))
        isKnown = true
      } else if let value = Self.value(template, object),
        native.read(value, of: row[(mark + 1)..<end], emit: emit)
      {
        isKnown = true
      }
    }
    return isKnown
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
  private static func value(_ template: ByteString, _ object: JSONFields) -> ByteString? {
    var filled = ByteString()
    var place = 0
    while place < template.count {
      let byte = template[place]
      place += 1
      guard byte == UInt8(ascii: "$") || byte == UInt8(ascii: "&") else {
        filled.append(byte)
        continue
      }
      let end = nameEnd(template, place)
      guard let value = object.plainValue(of: template[place..<end]) else { return nil }
      place = end
      for index in 0..<value.count {
        let isBlank = byte == UInt8(ascii: "&") && value[index] == UInt8(ascii: "_")
        filled.append(isBlank ? 0x20 : value[index])
      }
    }
    return filled
  }

  /// Returns the fraction of `(PART/WHOLE)`; nil if a value is missing or the part is the larger.
  private static func fraction(_ template: ByteString, _ object: JSONFields) -> Fraction? {
    let middle = nameEnd(template, 1)
    let end = nameEnd(template, middle + 1)
    guard let part = object.plainValue(of: template[1..<middle])?.wholeNumber,
      let whole = object.plainValue(of: template[(middle + 1)..<end])?.wholeNumber, part <= whole
    else { return nil }
    return Fraction(part, of: whole)
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
