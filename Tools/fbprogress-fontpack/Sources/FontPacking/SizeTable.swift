/// How the bytes of a pack divide.
enum SizeTable {
  static func text(_ writer: PackWriter, path: String) -> String {
    let rows = writer.sections.map { ($0.name, $0.bytes.count) } + [("total", writer.file.count)]
    let lines = rows.map { name, count in
      let number = String(count)
      let gap = String(repeating: " ", count: max(1, 24 - name.count - number.count))
      return "  \(name)\(gap)\(number)"
    }
    return "\(path): bytes\n" + lines.joined(separator: "\n")
  }
}
