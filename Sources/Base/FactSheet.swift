/// Writes facts as indented lines for people or as JSON for programs.
///
/// As lines, an object's own facts form one line, and the objects that belong to it follow below,
/// indented.
public struct FactSheet {
  /// The output format.
  public enum Form: Sendable {
    /// Indented lines, for people.
    case lines
    /// One JSON object (RFC 8259), for programs.
    case json
  }

  /// The text written so far; complete after the outermost object.
  public private(set) var text = ByteString()
  private let form: Form
  private var depth = 0
  // Whether the open object or list is still empty.
  private var isFirst = true

  /// Creates an empty sheet.
  public init(_ form: Form) { self.form = form }

  /// Writes an object: into the open list, or as the whole sheet.
  ///
  /// - Parameter label: the object's kind, printed in lines only.
  @inline(never)
  public mutating func object(_ label: StaticBytes, _ body: (inout FactSheet) -> Void) {
    begin(json: "{")
    if form == .lines {
      for _ in 0..<(2 * depth) { text.append(UInt8(ascii: " ")) }
      text += label
      text += ":"
    }
    depth += 1
    body(&self)
    depth -= 1
    // An object without a list has not ended its line yet.
    if form == .lines, text.bytes.last != UInt8(ascii: "\n") { text += "\n" }
    end(json: "}")
  }

  /// Writes a list of objects into the open object. Must follow the object's own facts.
  @inline(never)
  public mutating func list(_ name: StaticBytes, _ body: (inout FactSheet) -> Void) {
    if form == .lines {
      if text.bytes.last != UInt8(ascii: "\n") { text += "\n" }
      return body(&self)
    }
    key(name)
    begin(json: "[", isFirst: true)
    body(&self)
    end(json: "]")
  }

  /// Writes a text into the open object. JSON escapes each byte outside printable ASCII as
  /// `\u00XX`.
  @_disfavoredOverload @inline(never)
  public mutating func say(_ name: StaticBytes, _ value: ByteString) {
    key(name)
    if form == .lines { text += value } else { quote(value) }
  }

  /// Writes a literal into the open object.
  @inline(never) public mutating func say(_ name: StaticBytes, _ value: StaticBytes) {
    say(name, ByteString(value))
  }

  /// Writes a safe text into the open object. JSON keeps its UTF-8.
  @inline(never) public mutating func say(_ name: StaticBytes, _ text: SanitizedText) {
    key(name)
    if form == .lines { self.text += text.utf8 } else { quote(text.utf8, isUTF8: true) }
  }

  /// Writes a number into the open object; `null` without one.
  @inline(never) public mutating func say(_ name: StaticBytes, _ number: DecimalNumber?) {
    key(name)
    if let number { text += number.text } else { text += "null" }
  }

  /// Writes an integer into the open object.
  @inline(never) public mutating func say(_ name: StaticBytes, _ value: some BinaryInteger) {
    key(name)
    text += ByteString(value)
  }

  /// Writes a Boolean into the open object: "yes" or "no" in lines, `true` or `false` in JSON.
  @inline(never) public mutating func say(_ name: StaticBytes, _ isSo: Bool) {
    key(name)
    text += form == .lines ? (isSo ? "yes" : "no") : (isSo ? "true" : "false")
  }

  private mutating func key(_ name: StaticBytes) {
    let isLine = form == .lines
    text += isLine ? (isFirst ? " " : ", ") : (isFirst ? "\"" : ",\"")
    text += name
    text += isLine ? " " : "\":"
    isFirst = false
  }

  private mutating func begin(json: StaticBytes, isFirst isOnly: Bool? = nil) {
    if form == .json {
      if !(isOnly ?? isFirst) { text += "," }
      text += json
    }
    isFirst = true
  }

  private mutating func end(json: StaticBytes) {
    if form == .json { text += json }
    isFirst = false
  }

  private mutating func quote(_ value: ByteString, isUTF8: Bool = false) {
    text.append(UInt8(ascii: "\""))
    for byte in value.bytes {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      } else if (0x20..<0x7f).contains(byte) || isUTF8 && byte >= 0x80 {
        text.append(byte)
      } else {
        text += "\\u00"
        for digit in [byte >> 4, byte & 15] {
          text.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
