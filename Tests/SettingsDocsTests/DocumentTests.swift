import Foundation
import SettingsDocs
import Testing

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

  @Test(arguments: ["fbprogress.1", "fbprogress.conf.5"]) func page_isCleanMdoc(page: String) throws
  {
    let file = Self.root.appending(path: "deploy/man/\(page)").path
    let lint = try Shell.output("mandoc", "-T", "lint", "-W", "style", file)
    // The pages refer to each other, and are not installed.
    let complaints = lint.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(complaints.isEmpty, "\(lint)")
    let shown = try Shell.output("mandoc", "-T", "utf8", file)
    #expect(shown.contains("fbprogress"))
  }

  @Test func eachCommandOfTheHelp_isDescribed() throws {
    let help = try Shell.output(Self.program.path, "--help")
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

  /// The program as the tests' build made it.
  private static var program: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.isExecutableFile(atPath: folder.appending(path: "fbprogress").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "fbprogress")
  }
}

/// Programs that are run to their end.
enum Shell {
  /// What a program writes, errors too.
  static func output(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
