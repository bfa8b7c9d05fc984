package import Base

/// The program's version, and those of what others write for it. What each promises is in docs/STABILITY.md.
package enum Version {
  /// Semantic version, as in CHANGELOG.md.
  package static let number: StaticBytes = "0.1.0"

  /// What is written for the program, each with a version of its own.
  private static let grammars: [(name: StaticBytes, version: Int)] = [
    ("feed", 2), ("settings", 1), ("script", 1), ("font-pack", 1), ("probe", 1),
  ]

  /// What `--version` prints.
  package static func text(_ form: FactSheet.Form) -> ByteString {
    if form == .lines { return "fbprogress " + ByteString(number) + "\n" }
    var sheet = FactSheet(form)
    sheet.object("version") { sheet in
      sheet.say("version", ByteString(number))
      for grammar in grammars { sheet.say(grammar.name, grammar.version) }
    }
    return sheet.text + "\n"
  }
}
