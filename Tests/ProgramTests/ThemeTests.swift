import Foundation
import TestSupport
import Testing

@testable import ProgramSupport

@Suite struct ThemeTests {
  /// Makes a folder with files.
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

  /// Renders a frame to a PNG file, for comparison.
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

  @Test func shippedThemes_areThese() throws {
    let names = try Shared.names(in: "themes")
    // `ThemeDocumentationTests` checks each of these.
    #expect(
      names.sorted() == [
        "aurora", "detailed", "handheld", "minimal-565", "mono", "night", "paper", "plain",
        "recovery", "signal",
      ])
  }

  /// A picture behind a text or behind the animation is a mistake; one beside them, or of the whole
  /// screen, is none.
  @Test func pictureBehindATextOrTheAnimation_isToldOf() throws {
    let folder = try folder(["script": Data("@0 40\n".utf8)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = folder.appending(path: "logo.png").path
    let run = try ProgramRun([
      "render", "--script", folder.appending(path: "script").path, "--at", "1", "--size", "64x32",
      "--output", picture,
    ])
    #expect(run.status == 0, "\(run.errors)")
    func errors(_ settings: String) throws -> [Substring] {
      let theme = folder.appending(path: "theme.conf")
      try Data("style = ring\n\(settings)\n".utf8).write(to: theme)
      return try ProgramRun(["check", folder.path]).errors.split(separator: "\n")
    }
    let whole = "background.image = logo.png\npicture1.image = logo.png\npicture1.fit = cover"
    #expect(try errors(whole) == [])
    let small = "[tiny.logo]\nbox = none\n[square.logo]\nbox = none\n[bar.logo]\nbox = none"
    #expect(try errors("logo.image = logo.png\nlogo.box = 2 2 20 8\n\(small)") == [])
    let behind = try errors("logo.image = logo.png\nlogo.box = 40 70 20 20")
    #expect(
      behind.contains { $0.contains("running: logo is behind message; move one (en); so in ") },
      "\(behind)")
    // One cure is one line, in however many states.
    let pale = try errors("ground = #202020\npalette = dark\nmessage.color = #303030")
    #expect(
      pale.count { $0.contains("message has a contrast of 1.") } == 1 && pale.count < 12,
      "\(pale)")
    let misspelled = try errors("[portrat]\ntitle.size = 4\nstyle = wave\n[]\nnothing = 1")
    #expect(misspelled.count == 2, "\(misspelled)")
    #expect(misspelled[0].contains(":2: unknown section 'portrat'; did you mean 'portrait'?"))
    #expect(misspelled[1].contains(":6: unknown setting 'nothing'"))
    let failed = try errors(
      "picture2.image = logo.png\npicture2.box = 45 30 10 10\npicture2.state = failed")
    #expect(failed.contains { $0.contains("failed: picture2 is behind scene; move one") })
    #expect(!failed.contains { $0.contains("running") }, "\(failed)")
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
        ":4: title.box: invalid value '5 5 90'; use LEFT TOP WIDTH HEIGHT in percent",
        ":5: unknown setting 'title.colour'; did you mean 'title.color'?",
        ":8: background.image: ", ":9: 'nonsense' has no '='; write key = value",
        ":11: logo.image: \(folder.appending(path: "broken.png").path): not a readable PNG",
      ])
    {
      #expect(line.hasPrefix(file + words), "\(line)")
    }
  }

  @Test func allThatCanBeWrongIsToldOf() throws {
    let folder = try folder([
      "theme.conf": Data(
        """
        [nosuch]
        [message]
        lines = 2.5
        box = 5 10 90 20
        lines = 2
        lines = 3
        [title]
        box = 5 15 90 20
        []
        fonts = bad.fbfont
        output = x.png
        theme = night
        [logo
        nothing.at-all = 1
        """.utf8),
      "bad.fbfont": Data("no font".utf8),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ProgramRun(["check", folder.path])
    let file = folder.appending(path: "theme.conf").path
    let lines = run.errors.split(separator: "\n").map { $0.dropFirst("fbprogress: ".count) }
    #expect(run.status == 2)
    for (line, words) in zip(
      lines,
      [
        ":1: unknown section 'nosuch'; known sections: ",
        ":3: message.lines: invalid value '2.5'; use a whole number from 1 to 20",
        ":6: message.lines is set twice",
        ":10: fonts: \(folder.appending(path: "bad.fbfont").path): not a font pack",
        ":11: 'output' does not belong in a theme; set it in /etc/fbprogress.conf",
        ":12: 'theme' does not belong in a theme",
        ":13: '[logo' has no ']'",
        ":14: unknown setting 'logo.nothing.at-all'; known settings: logo.",
        ": the boxes of title and message overlap; move one",
      ])
    {
      #expect(line.hasPrefix(file + words), "\(line)")
    }
    #expect(lines.count == 9)
  }

  /// A folder of the name is what was meant, even if the name resembles that of a shipped theme.
  @Test func themeInTheCurrentFolder_isNamed() throws {
    let folder = try folder(["mine/theme.conf": Data("style = ring\n".utf8)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ProgramRun(
      ["--theme", "mine", "config"], shell: "cd '\(folder.path)' && exec \"$0\" \"$@\"")
    #expect(run.status == 2)
    #expect(run.errors.contains("unknown theme 'mine' in "), "\(run.errors)")
    #expect(run.errors.hasSuffix("; its folder is ./mine\n"), "\(run.errors)")
  }

  /// An invalid kernel parameter cannot be corrected while a system starts, so it is ignored.
  @Test(arguments: [
    ("fbprogress.theme=nowhere", "theme: unknown theme 'nowhere'"),
    ("fbprogress.background.color=green", "background.color: invalid value 'green'"),
    ("fbprogress.colour=x", "unknown setting 'colour'"),
  ])
  func aWrongKernelParameterIsLeftOut(parameter: String, words: String) throws {
    let folder = try folder([
      "config": Data("background.color = #0000ff\n".utf8),
      "cmdline": Data("quiet \(parameter) ro\n".utf8), "script": Data("@0 40\n".utf8),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> String { folder.appending(path: name).path }
    let common = [
      "render", "--script", file("script"), "--size", "64x48", "--at", "3", "--config",
      file("config"), "--output",
    ]
    let plain = try ProgramRun(common + [file("plain.png")])
    #expect((plain.status, plain.errors) == (0, ""))
    let run = try ProgramRun(
      common + [file("told.png")],
      shell:
        "exec unshare -rm sh -c 'mount --bind \(file("cmdline")) /proc/cmdline && exec \"$0\" \"$@\"' "
        + "\"$0\" \"$@\"")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("fbprogress: kernel command line: " + words), "\(run.errors)")
    #expect(
      try Data(contentsOf: URL(filePath: file("told.png")))
        == Data(contentsOf: URL(filePath: file("plain.png"))))
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
    #expect(run.errors.contains("unknown theme 'nowhere' in /etc/fbprogress/themes:"))
  }

  @Test func picturesAreCountedFromTheThemesFolder() throws {
    let folder = try folder([
      "theme/theme.conf": Data("[background]\nimage = back.png\n".utf8),
      "lost/theme.conf": Data("[background]\nimage = back.png\n".utf8),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    // The program makes the picture itself.
    let (data, _) = try picture(["--background.color", "#00ff00"], in: folder)
    try data.write(to: folder.appending(path: "theme/back.png"))
    let (shown, run) = try picture(
      ["--theme", folder.appending(path: "theme").path], in: folder)
    #expect((run.status, run.errors) == (0, ""))
    let (plain, _) = try picture([], in: folder)
    #expect(shown != plain)
    // A missing picture is logged, and the screen works without it.
    let (lost, told) = try picture(["--theme", folder.appending(path: "lost").path], in: folder)
    #expect(told.status == 0)
    #expect(told.errors.contains("lost/back.png"))
    #expect(lost == plain)
  }

  @Test(arguments: [
    ("none.fbfont", "fonts: open /"), ("bad.fbfont", "not a font pack; ignored"),
  ])
  func fontsThatCannotBeReadAreToldOf(name: String, words: String) throws {
    let folder = try folder(["bad.fbfont": Data(repeating: 7, count: 100)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (data, run) = try picture(
      ["--fonts", folder.appending(path: name).path], in: folder)
    #expect(run.status == 0)
    #expect(run.errors.contains(words), "\(run.errors)")
    // The words are set with the pack in the program.
    let (empty, quiet) = try picture(["--fonts", "none"], in: folder)
    #expect(quiet.errors == "")
    #expect(data != empty)
  }

  /// A program in a folder of its own finds what is beside it, and has words without anything.
  @Test func filesBesideTheProgramAreFound() throws {
    let root = try folder(["bin/script": Data("@0 message Hello Ж世界\n@0 40\n".utf8)])
    defer { try? FileManager.default.removeItem(at: root) }
    let program = root.appending(path: "bin/fbprogress")
    for suffix in ["", "-desk"] {
      try installProgram(ProgramRun.executable.path + suffix, at: program.path + suffix)
    }
    func run(_ arguments: String...) throws -> (data: Data, errors: String) {
      let output = root.appending(path: "\(UUID()).png").path
      let run = try ProgramRun(
        [
          "render", "--script", root.appending(path: "bin/script").path, "--size", "320x200",
          "--at", "3", "--output", output,
        ] + arguments, shell: "exec \"\(program.path)\" \"$@\"")
      return ((try? Data(contentsOf: URL(filePath: output))) ?? Data(), run.errors)
    }
    let alone = try run()
    let han = "Han: fbprogress-font-zh-cn, -zh-tw or -ja);"
    #expect(alone.errors.contains("missing characters U+0416 U+4E16 U+754C (Cyrillic, " + han))
    #expect(try alone.data != run("--fonts", "none").data)
    #expect(try run("--theme", "night").errors.contains("unknown theme 'night'"))
    try FileManager.default.createDirectory(
      at: root.appending(path: "share"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Shared.folder, to: root.appending(path: "share/fbprogress"))
    let beside = try run()
    #expect(beside.errors.contains("missing characters U+4E16 U+754C (" + han))
    #expect(beside.data != alone.data)
    #expect(try !run("--theme", "night").errors.contains("unknown theme"))
    #expect(try !run("--locale", "de").errors.contains("words:"))
    #expect(try run("--locale", "de", "--locale-folder", "/nowhere").errors.contains("words:"))
    // A theme adds its own files to the shipped ones, which are named by their installed place.
    let shipped = "/usr/share/fbprogress"
    let both = try run(
      "--locale", "de", "--locale-folder", "/nowhere:\(shipped)/locale", "--fonts",
      "\(shipped)/fonts/default.fbfont:\(shipped)/fonts/world.fbfont")
    #expect(!both.errors.contains("fbfont") && !both.errors.contains("words:"), "\(both.errors)")
    #expect(both.data == (try run("--locale", "de")).data)
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
    // A theme's own texts take precedence; missing ones come from the language.
    let words = folder.appending(path: "theme/words")
    try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
    try Data("warning = Achtung\n".utf8).write(to: words.appending(path: "de.conf"))
    try Data("locale-folder = words:\(Shared.folder.appending(path: "locale").path)\n".utf8)
      .write(to: folder.appending(path: "theme/theme.conf"))
    let themed = [
      "--fonts", common[1], "--theme", folder.appending(path: "theme").path, "--warning.box",
      "5 30 90 40",
    ]
    let (own, quiet) = try picture(themed + ["--locale", "de"], in: folder)
    #expect((quiet.status, quiet.errors) == (0, ""))
    #expect(own != german)
    #expect(try picture(themed + ["--locale", "en"], in: folder).0 == english)
  }
}
