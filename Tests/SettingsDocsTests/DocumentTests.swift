import Foundation
import SettingsDocs
import Testing

@testable import ProgramSupport

/// What is written from the settings table, and stands below `deploy`.
@Suite struct DocumentTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: SettingsDocuments.all.map { $0.path }) func file_isUpToDate(path: String) throws
  {
    let text = try #require(SettingsDocuments.all.first { $0.path == path }).text
    let file = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    #expect(file == text, "run make docs")
  }

  @Test func eachSetting_isInEveryFileThatItBelongsTo() throws {
    let texts = Dictionary(uniqueKeysWithValues: SettingsDocuments.all.map { ($0.path, $0.text) })
    let settings = try #require(texts["deploy/man/fbprogress.conf.5"])
    let program = try #require(texts["deploy/man/fbprogress.1"])
    #expect(SettingsDocuments.keys.count > 100)
    for key in SettingsDocuments.keys {
      #expect(settings.contains(".It Cm \(key)\n") || program.contains(".It Fl -\(key)"))
      for name in ["fbprogress.bash", "_fbprogress"] {
        #expect(texts["deploy/completions/\(name)"]?.contains("--\(key)") == true, "\(key) \(name)")
      }
      let fish = try #require(texts["deploy/completions/fbprogress.fish"])
      #expect(fish.contains("-l \(key) ") || fish.contains("'--\(key)=no'"), "\(key)")
    }
  }

  @Test func eachCommandOfTheHelp_isDescribed() throws {
    let help = try ProgramRun(["--help"]).output
    var commands: [String] = []
    for line in help.split(separator: "\n") where line.hasPrefix("  fbprogress ") {
      let words = line.split(separator: " ").dropFirst().drop { $0.hasPrefix("[") }
      if let word = words.first, word.allSatisfy(\.isLetter), word.first?.isLowercase == true,
        line.contains("  fbprogress [OPTIONS]  ") == false
      {
        commands.append(String(word))
      }
    }
    #expect(commands.sorted() == SettingsDocuments.commands.sorted())
  }
}
