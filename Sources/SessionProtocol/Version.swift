package import Base

/// The versions of the program and of its input and output formats. docs/STABILITY.md has the
/// guarantees of each.
package enum Version {
  /// The program's semantic version, as in CHANGELOG.md.
  package static let number: StaticBytes = "1.0.0"

  /// The formats that other programs read or write, each with a version of its own.
  private static let grammars: [(name: StaticBytes, version: Int)] = [
    ("feed", 3), ("settings", 2), ("script", 1), ("font-pack", 1), ("probe", 1),
    ("doctor", 1), ("config", 1), ("status", 1),
  ]

  /// The output of `--version`. A build without some parts names these.
  package static func text(_ form: FactSheet.Form) -> ByteString {
    let absent = Traits.absentNames
    if form == .lines {
      let first = ByteString("fbprogress ") + number + "\n"
      return absent.isEmpty ? first : first + "without: " + absent + "\n"
    }
    var sheet = FactSheet(form)
    sheet.object("version") { sheet in
      sheet.say("version", number)
      for grammar in grammars { sheet.say(grammar.name, grammar.version) }
      if !absent.isEmpty { sheet.say("without", absent) }
    }
    return sheet.text + "\n"
  }
}
