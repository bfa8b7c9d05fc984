/// Writes a manual page in mdoc(7), with each sentence on a line of its own.
struct ManualPage {
  private(set) var text: String
  private var endsWithDisplay = false

  init(_ title: String, section: Int) {
    text = """
      .\\" Made by `make docs` from the settings table; do not edit.
      .Dd November 21, 2026
      .Dt \(title) \(section)
      .Os

      """
  }

  /// Adds a line that begins with a macro.
  mutating func macro(_ line: String) {
    text += "." + line + "\n"
    endsWithDisplay = line == "Ed"
  }

  /// Adds sentences.
  mutating func sentences(_ words: String) {
    if endsWithDisplay { macro("Pp") }
    endsWithDisplay = false
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 76 || Self.ends(line) {
        text += Self.escaped(line) + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { text += Self.escaped(line) + "\n" }
  }

  /// Adds lines as a literal display.
  mutating func display(_ lines: String) {
    macro("Bd -literal -offset indent")
    for line in lines.split(separator: "\n") { text += Self.escaped(String(line)) + "\n" }
    macro("Ed")
  }

  /// Adds a list of settings, each with its values and its default.
  mutating func rows(_ rows: [Row], asOptions: Bool) {
    macro("Bl -tag -width Ds")
    for row in rows {
      if !asOptions {
        macro("It Cm \(row.name)")
      } else if row.isFlag {
        macro("It Fl -\(row.name)\(row.isOn ? "=no" : "")")
      } else {
        macro("It Fl -\(row.name) Ar \(row.operand)")
      }
      sentences(row.help + ".")
      if !row.isFlag || !asOptions { sentences("Values: \(row.choices).") }
      if let fallback = row.fallback, !row.isFlag || !asOptions {
        sentences("Default: \(fallback).")
      }
      if asOptions, !row.isInFile { sentences("On the command line only.") }
    }
    macro("El")
  }

  /// An argument of a macro, as text that no macro is looked for in.
  static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("…", with: "...").replacing("\"", with: "\"\"") + "\""
  }

  private static func ends(_ line: String) -> Bool {
    line.hasSuffix(".") && !line.hasSuffix("...")
  }

  private static func escaped(_ line: String) -> String {
    let line = line.replacing("\\", with: "\\e")
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
