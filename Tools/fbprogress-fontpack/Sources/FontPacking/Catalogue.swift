import Foundation

/// The texts of one language: lines `key = value` of a file in `share/locale`.
struct Catalogue {
  /// What the file is named after, as BCP 47 has it: `pt-BR`.
  let language: String
  /// In the file's order.
  private(set) var entries: [(key: String, value: String, line: Int)] = []

  init(path: String) throws(PackingError) {
    let text = try TextFile.read(path)
    language = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let equals = line.firstIndex(of: "=") else {
        throw PackingError("\(path):\(place + 1): '\(line)' has no '='; write key = value")
      }
      let value = Self.trimmed(line[line.index(after: equals)...])
      entries.append((String(Self.trimmed(line[..<equals])), String(value), place + 1))
    }
  }

  // A no-break blank is part of the value.
  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (character: Character) in
      character == " " || character == "\t" || character == "\r" || character == "\r\n"
    }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

/// Files of text.
enum TextFile {
  /// - Throws: `PackingError`, also if the file is not UTF-8.
  static func read(_ path: String) throws(PackingError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PackingError("\(path): can't be read")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw PackingError("\(path): is not UTF-8")
    }
    return text
  }
}
