import Foundation
import TestSupport
import Testing

@Suite struct ThemeTests {
  /// A folder for a test, with files in it.
  private func folder(_ files: [String: Data]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "theme-\(UUID())")
    for (name, data) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return folder
  }

  /// The colour in a corner of a rendered picture, as PNG tells: drawn by the program, read by its own decoder elsewhere; here
  /// pictures are only compared.
  private func picture(_ arguments: [String], in folder: URL) throws -> (Data, ProgramRun) {
    let script = folder.appending(path: "script")
    try Data("@0 40\n".utf8).write(to: script)
    let output = folder.appending(path: "\(UUID()).png")
    let run = try ProgramRun(
      [
        "render", "--script", script.path, "--size", "64x48", "--at", "3", "--output", output.path,
      ] + arguments)
    return ((try? Data(contentsOf: output)) ?? Data(), run)
  }

  @Test func shippedThemesAreWithoutMistakes() throws {
    let names = try Shared.names(in: "themes")
    #expect(Set(names).isSuperset(of: ["plain", "night", "pencil", "minimal-565", "recovery"]))
    for name in names {
      let run = try ProgramRun(["check", Shared.folder.appending(path: "themes/\(name)").path])
      #expect((run.status, run.errors) == (0, ""), "\(name)")
    }
  }

  @Test func everyMistakeIsToldOf() throws {
    let folder = try folder([
      "theme.conf": Data(
        """
        style = ring
        # A section.
        [title]
        box = 5 5 90
        colour = #ffffff
        anchor = centre
        [background]
        image = there.png
        nonsense
        [logo]
        image = broken.png
        """.utf8),
      "broken.png": Data("no picture".utf8),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ProgramRun(["check", folder.path])
    let file = folder.appending(path: "theme.conf").path
    let lines = run.errors.split(separator: "\n").map { $0.dropFirst("fbprogress: ".count) }
    #expect(run.status == 2)
    #expect(lines.count == 5)
    for (line, words) in zip(
      lines,
      [
        ":4: title.box can't be '5 5 90'; it is LEFT TOP WIDTH HEIGHT in percent",
        ":5: there is no setting 'title.colour'; there are title.box, title.anchor",
        ":8: background.image: ", ":9: 'nonsense' has no '='; write key = value",
        ":11: logo.image: \(folder.appending(path: "broken.png").path): not a PNG",
      ])
    {
      #expect(line.hasPrefix(file + words), "\(line)")
    }
  }

  @Test func othersWinOverAThemeWhoeverNamesIt() throws {
    let folder = try folder([
      "themes/green/theme.conf": Data("[background]\ncolor = #00ff00\n".utf8),
      "blue.conf": Data("theme = green\nbackground.color = #0000ff\n".utf8),
      "green.conf": Data("theme = green\n".utf8), "none.conf": Data(),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    func colour(_ config: String, _ more: [String] = []) throws -> Data {
      let (data, run) = try picture(
        [
          "--config", folder.appending(path: config).path, "--theme-folders",
          folder.appending(path: "themes").path,
        ] + more, in: folder)
      #expect((run.status, run.errors) == (0, ""))
      return data
    }
    let plain = try colour("none.conf")
    let green = try colour("none.conf", ["--background.color", "#00ff00"])
    let blue = try colour("none.conf", ["--background.color", "#0000ff"])
    #expect(Set([plain, green, blue]).count == 3)
    #expect(try colour("green.conf") == green)
    #expect(try colour("blue.conf") == blue)
    #expect(try colour("blue.conf", ["--background.color", "#00ff00"]) == green)
    #expect(try colour("none.conf", ["--theme", "green"]) == green)
    #expect(
      try colour("none.conf", ["--theme", folder.appending(path: "themes/green").path]) == green)
    #expect(try colour("green.conf", ["--theme", "none"]) == plain)
  }

  @Test func aThemeThatIsNotThereIsToldOf() throws {
    let run = try ProgramRun(["render", "--theme", "nowhere"])
    #expect(run.status == 2)
    #expect(run.errors.contains("there is no theme 'nowhere' in /etc/fbprogress/themes:"))
  }

  @Test func picturesAreCountedFromTheThemesFolder() throws {
    let folder = try folder([
      "theme/theme.conf": Data("[background]\nimage = back.png\n".utf8),
      "lost/theme.conf": Data("[background]\nimage = back.png\n".utf8),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    // A picture of the program's own making.
    let (data, _) = try picture(["--background.color", "#00ff00"], in: folder)
    try data.write(to: folder.appending(path: "theme/back.png"))
    let (shown, run) = try picture(
      ["--theme", folder.appending(path: "theme").path], in: folder)
    #expect((run.status, run.errors) == (0, ""))
    let (plain, _) = try picture([], in: folder)
    #expect(shown != plain)
    // One that is lost is told of, and the screen goes on without it.
    let (lost, told) = try picture(["--theme", folder.appending(path: "lost").path], in: folder)
    #expect(told.status == 0)
    #expect(told.errors.contains("lost/back.png"))
    #expect(lost == plain)
  }

  @Test(arguments: [
    ("none.fbfont", "No such file"), ("bad.fbfont", "not a font pack; it is left out"),
  ])
  func fontsThatCannotBeReadAreToldOf(name: String, words: String) throws {
    let folder = try folder(["bad.fbfont": Data(repeating: 7, count: 100)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (data, run) = try picture(
      ["--fonts", folder.appending(path: name).path], in: folder)
    #expect(run.status == 0)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(data == (try picture(["--fonts", "none"], in: folder)).0)
  }

  @Test func wordsAreThoseOfTheLanguage() throws {
    let folder = try folder([:])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let common = [
      "--fonts", Shared.folder.appending(path: "fonts/default.fbfont").path, "--locale-folder",
      Shared.folder.appending(path: "locale").path, "--warning.box", "5 30 90 40",
    ]
    let (english, _) = try picture(common + ["--locale", "en"], in: folder)
    let (german, run) = try picture(common + ["--locale", "de_AT.UTF-8"], in: folder)
    #expect(run.errors == "")
    #expect(english != german)
    let (unknown, told) = try picture(common + ["--locale", "tlh"], in: folder)
    #expect(unknown == english)
    #expect(told.errors.contains("no tlh.conf in"))
  }
}
