public import Base

/// The settings as a table of text, a line each, with an index by name.
///
/// A line is `SCOPE NAME KIND [= VALUE [| VALUE...]]; HELP`.
/// - SCOPE: `t` for everywhere, `f` for all places but themes, `c` for the command line only.
/// - KIND: `number LEAST MOST [UNIT]`, `count LEAST MOST [UNIT]`, `choice WORD...`,
///   `list WORD...`, `text FORM`, `texts FORM`, `flag`, `path`, `paths`, `color`, `curve`, `box` or
///   `anchor`.
/// - VALUE: the fallback. Of two, the first one is that of the preset `kiosk` or of the palette
///   `light`, the second one that of `seed` or `dark`. In a section of several names, each of them
///   may have its own.
///
/// A line `[NAME NAME...]` begins a section: the lines below it are settings of each of its names,
/// `NAME.KEY`.
public final class SettingsTable: Sendable {
  /// A setting.
  struct Row: Sendable {
    /// The section; empty for none.
    let section: StaticText
    /// The place of the section among those of the line; nil for a single one.
    let place: Int?
    /// The line, from the scope's letter to the end of the help.
    let line: StaticText
    /// The end of the key in the line. The key begins at 2.
    let keyEnd: Int
    let hash: UInt32

    var name: ByteString {
      let key = line[2..<keyEnd].bytes
      return section.count == 0 ? key : section.bytes + "." + key
    }

    func isNamed(_ name: ByteString) -> Bool {
      let (key, start) = (line[2..<keyEnd], section.count == 0 ? 0 : section.count + 1)
      return name.count == start + key.count && key.isPart(of: name, at: start)
        && section.isPart(of: name, at: 0) && (start == 0 || name[start - 1] == UInt8(ascii: "."))
    }

    var scope: SettingDefinition.Scope {
      switch line[0] {
      case UInt8(ascii: "t"): .everywhere
      case UInt8(ascii: "f"): .notInThemes
      default: .commandLine
      }
    }
  }

  /// The settings of the program; a build lacks those of its absent parts.
  public static let program = SettingsTable(
    [feeds, displays, terminals, commands, screen],
    parts: [
      Traits.texts ? captions : "", ring, rainbow, spinner, Traits.looks ? pencil : "",
      Traits.looks ? bubble : "", Traits.looks ? wave : "",
    ])

  /// The form of the kind `anchor`.
  fileprivate static let anchor: StaticString =
    "choice top-left top top-right left centre right bottom-left bottom bottom-right"

  let rows: [Row]
  private let commonCount: Int
  /// A hash table: the number of a row and 1 in the first free slot from the hash on; 0 for none.
  private let slots: [UInt16]

  /// Reads a table.
  ///
  /// - Parameter parts: the settings of captions and styles.
  public init(_ common: [StaticString], parts: [StaticString] = []) {
    var rows: [Row] = []
    rows.reserveCapacity(320)
    for text in common { Self.read(StaticText(text), into: &rows) }
    commonCount = rows.count
    for text in parts { Self.read(StaticText(text), into: &rows) }
    var slots = [UInt16](repeating: 0, count: Self.slotCount)
    for (number, row) in rows.enumerated() {
      var slot = Int(row.hash % UInt32(Self.slotCount))
      while slots[slot] != 0 { slot = (slot + 1) % Self.slotCount }
      slots[slot] = UInt16(number + 1)
    }
    (self.rows, self.slots) = (rows, slots)
  }

  private static func read(_ text: StaticText, into rows: inout [Row]) {
    var sections: [StaticText] = []
    var first = rows.count
    func add(_ line: StaticText, _ section: StaticText, place: Int?) {
      let end = line.firstIndex(of: 0x20, from: 2)
      rows.append(
        Row(
          section: section, place: place, line: line, keyEnd: end,
          hash: hash(hash(emptyHash, section), line[2..<end])))
    }
    func endSection() {
      let lines = first..<rows.count
      for place in sections.indices.dropFirst() {
        for row in lines { add(rows[row].line, sections[place], place: place) }
      }
      first = rows.count
      sections.removeAll(keepingCapacity: true)
    }
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start)
      if text[start] == UInt8(ascii: "[") {
        endSection()
        while start < end - 1 {
          let word = min(text.firstIndex(of: 0x20, from: start + 1), end - 1)
          sections.append(text[(start + 1)..<word])
          start = word
        }
      } else {
        add(
          text[start..<end], sections.first ?? text[0..<0], place: sections.count > 1 ? 0 : nil)
      }
      start = end + 1
    }
    endSection()
  }

  // MARK: - Names

  /// The definitions of all settings, in the order of the table.
  public var definitions: [SettingDefinition] { definitions { _ in true } }

  /// The definitions of all settings but those of captions and styles.
  public var common: [SettingDefinition] { definitions { $0 < commonCount } }

  /// The definitions of the settings of a section.
  public func definitions(of section: StaticBytes) -> [SettingDefinition] {
    definitions { rows[$0].section.bytes == section }
  }

  private func definitions(_ belongs: (_ row: Int) -> Bool) -> [SettingDefinition] {
    var found: [SettingDefinition] = []
    for row in rows.indices where belongs(row) { found.append(SettingDefinition(rows[row])) }
    return found
  }

  /// The definition of a name; nil for other names.
  public func definition(_ name: ByteString) -> SettingDefinition? {
    index(name).map { SettingDefinition(rows[$0]) }
  }

  /// The kind of a name, also below an arrangement's name, with its words; nil for other names.
  func form(of name: ByteString) -> StaticText? {
    (index(name) ?? LayoutChoice.split(name).flatMap { index($0.rest) }).map { rows[$0].form }
  }

  /// The row of a name.
  func index(_ name: ByteString) -> Int? {
    var hash = Self.emptyHash
    for byte in name.bytes { hash = Self.hash(hash, byte) }
    return index(hash).flatMap { rows[$0].isNamed(name) ? $0 : nil }
  }

  /// The row of a key. Traps for a name that the table does not have.
  func index(of key: StaticBytes, in section: StaticBytes = "") -> Int {
    var hash = Self.emptyHash
    for text in [section, key] {
      var index = 0
      while text[index] != 0 {
        hash = Self.hash(hash, text[index])
        index += 1
      }
    }
    guard let index = index(hash) else { preconditionFailure("no such setting") }
    return index
  }

  /// The row of the preset of a section; nil for none.
  func preset(of section: StaticText) -> Int? {
    index(Self.hash(Self.hash(Self.emptyHash, section), StaticText("preset")))
  }

  private func index(_ hash: UInt32) -> Int? {
    var slot = Int(hash % UInt32(Self.slotCount))
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if rows[row].hash == hash { return row }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  private static let slotCount = 512
  // FNV-1a, so that keys in camel case and names have the same hash: `ringLineWidth` and
  // `ring.line-width`. No two names of the table have the same one.
  private static let emptyHash: UInt32 = 0x811c_9dc5

  @inline(__always) private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") { return hash }
    return (hash ^ UInt32(byte | 0x20)) &* 0x0100_0193
  }

  @_optimize(speed) private static func hash(_ hash: UInt32, _ text: StaticText) -> UInt32 {
    var hash = hash
    for index in 0..<text.count { hash = Self.hash(hash, text[index]) }
    return hash
  }
}

// MARK: - Fields

extension SettingsTable.Row {
  /// The fallback, or the two of which a preset or the palette selects one; nil for none.
  var fallbacks: (first: StaticText, second: StaticText?)? {
    let head = head
    var start = head.firstIndex(of: UInt8(ascii: "="), from: 0)
    func next() -> StaticText? {
      if start == head.count { return nil }
      let (first, end) = (start + 2, head.firstIndex(of: UInt8(ascii: "|"), from: start + 1))
      start = end
      return head[first..<(end == head.count ? end : end - 1)]
    }
    guard var first = next() else { return nil }
    if let place {
      for _ in 0..<place { first = next() ?? first }
      return (first, nil)
    }
    return (first, next())
  }

  /// The kind and its words.
  var form: StaticText {
    let head = head
    let equals = head.firstIndex(of: UInt8(ascii: "="), from: 0)
    let form = head[0..<(equals == head.count ? equals : equals - 1)]
    return form == "anchor" ? StaticText(SettingsTable.anchor) : form
  }

  /// The help text.
  var help: ByteString { line[(keyEnd + head.count + 3)..<line.count].bytes }

  /// Kind and values.
  private var head: StaticText {
    line[(keyEnd + 1)..<line.firstIndex(of: UInt8(ascii: ";"), from: keyEnd)]
  }
}
