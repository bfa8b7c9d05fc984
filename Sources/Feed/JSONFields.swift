package import Base

/// The fields of a JSON object that is a whole record. A nested object or array is one value. A
/// field on a line of its own, as objects with line ends have it, is an object, too.
package struct JSONFields {
  private let bytes: [UInt8]
  private var place = 0
  /// The start and end of each field's name and value, without quotation marks.
  private var places: [Int] = []
  /// Whether the record is a whole object; false for a field on a line of its own.
  package private(set) var isObject = false

  /// Parses a record; nil if it is no object.
  package init?(_ record: Span<UInt8>) {
    bytes = ByteString(record).bytes
    // RFC 7464: RS precedes an object of a sequence.
    if bytes.first == 0x1e { place = 1 }
    // An event of a server names its data.
    if ByteString(bytes).hasPrefix("data:") { place = 5 }
    isObject = take("{")
    var more = !isObject || !take("}")
    while more {
      guard take("\""), readString(), take(":"), take("\"") ? readString() : readValue() else {
        return nil
      }
      more = take(",") && isObject
      if !more, isObject, !take("}") { return nil }
    }
    skipBlanks()
    if place < bytes.count { return nil }
  }

  /// The number of fields.
  package var count: Int { places.count / 4 }

  /// Returns the name of a field.
  package func name(_ index: Int) -> ByteString {
    ByteString(bytes)[places[4 * index]..<places[4 * index + 1]]
  }

  /// Returns the value of a field: the text of a string, or any other value as written.
  package func value(_ index: Int) -> ByteString {
    let (start, end) = (places[4 * index + 2], places[4 * index + 3])
    let value = ByteString(bytes)[start..<end]
    return isString(index) ? Self.text(value.bytes) : value
  }

  /// Returns whether the value of a field is `true` or a nonempty string.
  func isSaid(_ index: Int) -> Bool {
    isString(index) ? places[4 * index + 3] > places[4 * index + 2] : value(index) == "true"
  }

  /// Returns whether the value of a field is an empty string or array, or null.
  package func isAbsent(_ index: Int) -> Bool {
    let value = value(index)
    return value.isEmpty || !isString(index) && (value == "null" || value == "[]")
  }

  /// Returns whether the value of a field is a string, a number or `true`.
  func isPlain(_ index: Int) -> Bool {
    if isString(index) { return true }
    let first = bytes[places[4 * index + 2]]
    // Neither null nor false, nor an object or array.
    return first != UInt8(ascii: "n") && first != UInt8(ascii: "f")
      && first | 0x20 != UInt8(ascii: "{")
  }

  private func isString(_ index: Int) -> Bool {
    bytes[places[4 * index + 2] - 1] == UInt8(ascii: "\"")
  }

  /// Returns the value of the first field with a name; nil if absent or null.
  @inline(never) package func value(of name: StaticBytes) -> ByteString? {
    for index in 0..<count where self.name(index) == name {
      let value = value(index)
      return value == "null" ? nil : value
    }
    return nil
  }

  @inline(never) private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  @inline(never) private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(truncatingIfNeeded: mark.value) else {
      return false
    }
    place += 1
    return true
  }

  /// Reads the rest of a string after its opening quotation mark.
  @inline(never) private mutating func readString() -> Bool {
    places.append(place)
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        places.append(place)
        place += 1
        return true
      }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  /// Reads a number, a word, or a whole object or array.
  @inline(never) private mutating func readValue() -> Bool {
    let start = place
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      // Braces and brackets differ by 0x20.
      let isEnd = byte | 0x20 == UInt8(ascii: "}")
      if depth == 0, isEnd || byte == UInt8(ascii: ",") { break }
      place += 1
      if byte | 0x20 == UInt8(ascii: "{") { depth += 1 }
      if isEnd { depth -= 1 }
      if byte == UInt8(ascii: "\"") {
        if !readString() { return false }
        places.removeLast(2)
      }
    }
    var end = place
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    places.append(start)
    places.append(end)
    return depth == 0 && end > start
  }

  /// Returns the text of a string without escapes. Invalid escapes become invalid UTF-8.
  static func text(_ string: [UInt8]) -> ByteString {
    var text = ByteString()
    var place = 0
    while place < string.count {
      let byte = string[place]
      place += 1
      guard byte == UInt8(ascii: "\\"), place < string.count else {
        text.append(byte)
        continue
      }
      let escape = string[place]
      place += 1
      if escape != UInt8(ascii: "u") {
        // Sanitizing turns all controls into blanks.
        let isLetter = escape | 0x20 >= UInt8(ascii: "a") && escape != UInt8(ascii: "\\")
        text.append(isLetter ? 0x20 : escape)
        continue
      }
      var scalar = unit(string, place) ?? 0xd800
      place += 4
      if scalar & 0xfc00 == 0xd800, let low = unit(string, place + 2), low & 0xfc00 == 0xdc00,
        string[place] == UInt8(ascii: "\\"), string[place + 1] == UInt8(ascii: "u")
      {
        scalar = 0x10000 + (scalar & 0x3ff) << 10 + low & 0x3ff
        place += 6
      }
      append(scalar, to: &text)
    }
    return text
  }

  /// Returns the value of four hexadecimal digits.
  private static func unit(_ string: [UInt8], _ start: Int) -> UInt32? {
    guard start + 4 <= string.count else { return nil }
    var unit: UInt32 = 0
    for place in start..<(start + 4) {
      let letter = string[place] | 0x20
      if let digit = RecordFacts.digit(string[place]) {
        unit = unit << 4 | UInt32(digit)
      } else if letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "f") {
        unit = unit << 4 | UInt32(letter - UInt8(ascii: "a") + 10)
      } else {
        return nil
      }
    }
    return unit
  }

  private static func append(_ scalar: UInt32, to text: inout ByteString) {
    if scalar < 0x80 {
      // A line feed would begin another line.
      text.append(UInt8(max(scalar, 0x20)))
      return
    }
    var shift: UInt32 = scalar < 0x800 ? 6 : scalar < 0x10000 ? 12 : 18
    let mark: UInt32 = shift == 6 ? 0xc0 : shift == 12 ? 0xe0 : 0xf0
    text.append(UInt8(truncatingIfNeeded: scalar >> shift | mark))
    while shift > 0 {
      shift -= 6
      text.append(UInt8(scalar >> shift & 0x3f | 0x80))
    }
  }
}
