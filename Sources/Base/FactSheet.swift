/// Facts, in lines for people or as JSON for programs.
///
/// In lines, what an object says of itself stands on one, and what belongs to it below, indented.
public struct FactSheet {
  /// For whom it is.
  public enum Form: Sendable {
    /// For people.
    case lines
    /// For programs: one JSON object, RFC 8259.
    case json
  }

  /// What was written so far.
  public private(set) var text = ByteString()
  private let form: Form
  private var depth = 0
  // Whether nothing was said yet of the object, or in the list, that is open.
  private var isFirst = true

  /// Creates an empty sheet.
  public init(_ form: Form) { self.form = form }

  /// Adds an object: to a list, or as the whole sheet.
  ///
  /// - Parameter label: what sort of thing it is, for people.
  @inline(never)
  public mutating func object(_ label: StaticBytes, _ body: (inout FactSheet) -> Void) {
    begin(json: "{")
    if form == .lines {
      for _ in 0..<(2 * depth) { text.append(UInt8(ascii: " ")) }
      text += ByteString(label) + ":"
    }
    depth += 1
    body(&self)
    depth -= 1
    // An object without a list has not ended its line.
    if form == .lines, text.bytes.last != UInt8(ascii: "\n") { text += "\n" }
    end(json: "}")
  }

  /// Adds a list of objects to the object that is open, after all that it says of itself.
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

  /// Adds a fact to the object that is open: a text.
  @inline(never) public mutating func say(_ name: StaticBytes, _ value: ByteString) {
    key(name)
    if form == .lines { text += value } else { quote(value) }
  }

  /// Adds a number.
  public mutating func say(_ name: StaticBytes, _ value: some BinaryInteger) {
    key(name)
    text += ByteString(value)
  }

  /// Adds whether something is so.
  public mutating func say(_ name: StaticBytes, _ isSo: Bool) {
    key(name)
    text += form == .lines ? (isSo ? "yes" : "no") : (isSo ? "true" : "false")
  }

  private mutating func key(_ name: StaticBytes) {
    if form == .lines {
      text += (isFirst ? " " : ", ") + ByteString(name) + " "
    } else {
      if !isFirst { text += "," }
      quote(ByteString(name))
      text += ":"
    }
    isFirst = false
  }

  private mutating func begin(json: ByteString, isFirst isOnly: Bool? = nil) {
    if form == .json { text += (isOnly ?? isFirst ? "" : ",") + json }
    isFirst = true
  }

  private mutating func end(json: ByteString) {
    if form == .json { text += json }
    isFirst = false
  }

  private mutating func quote(_ value: ByteString) {
    text.append(UInt8(ascii: "\""))
    for byte in value.bytes {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      } else if (0x20..<0x7f).contains(byte) {
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
