import Configuration
import Foundation
import TestSupport
import Testing

@testable import CommandLine
@testable import ProgramSupport

/// Commands that tell about the program: `help`, `list themes`, `config`, and mistyped ones.
@Suite(.waiting) struct CommandTests {
  private static let themes =
    Shared.folder.appending(path: "themes").path

  @Test(
    arguments: ProgramCommand.all.map { "\($0.name)" }.filter { $0 != "plymouth" && $0 != "help" })
  func help_isTheSameInEachForm(command: String) throws {
    let run = try ProgramRun(["help", command])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("  fbprogress \(command)"))
    #expect(try ProgramRun([command, "--help"]).output == run.output)
    #expect(try ProgramRun([command, "-h"]).output == run.output)
    #expect(try ProgramRun(["--help", command]).output == run.output)
  }

  @Test func help_ofTheProgram_isTheSameInEachForm() throws {
    let text = try ProgramRun(["--help"]).output
    #expect(text.contains("\n  fbprogress send RECORD"))
    for words in [["help"], ["-h"], ["help", "-h"]] {
      let run = try ProgramRun(words)
      #expect(run.status == 0 && run.output == text, "\(words)")
    }
    #expect(try ProgramRun(["-V"]).output == ProgramRun(["--version"]).output)
    // The words behind wrap's command are that command's.
    #expect(try ProgramRun(["--presenter", "null", "wrap", "echo", "-h"]).output == "-h\n")
  }

  @Test func help_namesSettingsThatExist() {
    for command in ProgramCommand.all {
      for name in "\(command.settings)".split(separator: " ") {
        #expect(
          SettingsTable.program.common.contains { "\($0.name)" == name },
          "\(command.name): \(name)")
      }
    }
  }

  @Test(
    arguments: [
      (["rendr"], "unknown command 'rendr'; did you mean 'render'?"),
      (["help", "lst"], "unknown command 'lst'; did you mean 'list'?"),
      (["nonsense"], "unknown command 'nonsense'; use wrap, render, "),
      (["config", "x"], "config takes no 'x'; fbprogress help config shows its use"),
      (["list", "theme"], "list takes no 'theme'; fbprogress help list"),
      (["--stile", "ring"], "unknown setting 'stile'; did you mean 'style'?"),
      (["--theme", "nihgt"], "; did you mean 'night'?"),
      (["--feed", "natve:-"], "feed: unknown protocol 'natve'; did you mean 'native'?"),
      (["--feed", "xyz:fifo"], "feed: unknown protocol 'xyz'; fbprogress --help lists"),
      (["--theme", "nowhere"], "; fbprogress list themes prints all"),
      (
        ["render", "--script", "/dev/null", "--at", "1", "--output", "x.xyz"],
        "use FILE.png, FILE-%d.png"
      ),
      (["render", "--script", "/dev/null", "--at", "1", "--output", "a.b/x.jpg"], "'a.b/x.jpg'"),
      (["sheet", "--output", "x.apng"], "output: unknown type of 'x.apng'; use FILE.png"),
      (["--presenter", "png", "--output", "x.jpg"], "use FILE.png, FILE-%d.png, "),
      (["--presenter", "png"], "output: no file for pictures; use --output with FILE.png, "),
    ] as [([String], String)])
  func mistake_isOneLineWithTheCure(arguments: [String], message: String) throws {
    let run = try ProgramRun(["--config", "/dev/null", "--theme-folders", Self.themes] + arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  /// fbprogress runs fbprogress-desk from its own folder, or else from PATH. Without it, one line
  /// names it, and a terminal shows text.
  @Test func commandOfTheDesk_runsThere() throws {
    let scratch = try Scratch()
    let board = scratch.path("fbprogress")
    try installProgram(ProgramRun.executable.path, at: board)
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(
        words, shell: "cd \(scratch.url.path) && PATH=\(scratch.path("bin")) exec \(board) \"$@\"")
    }
    for words in [["render"], ["list"], ["check", "x"], ["sheet"], ["--presenter", "png"]] {
      let alone = try ProgramRun(words, shell: "exec \(board) \"$@\"")
      let reason =
        ": only in fbprogress-desk, a package of its own: exec: No such file or directory\n"
      let name = words.joined(separator: " ").replacing(" x", with: "").replacing("--", with: "")
      #expect(alone.status == 2 && alone.errors == "fbprogress: \(name)\(reason)")
    }
    let lines = try ProgramRun(
      ["--presenter", "terminal", "--feed", "-", "--outcome-time", "0"],
      shell: "printf '50\\ndone\\n' | exec \(board) \"$@\"")
    #expect(lines.status == 0 && lines.output.hasSuffix("Done\n"), "\(lines.errors)")
    // A configuration that is a pipe is left to the program that runs.
    try scratch.makeProgram("cat \"$2\"", at: "bin/fbprogress-desk")
    let piped = try ProgramRun(
      ["--config", "/dev/stdin", "list"],
      shell: "export PATH=\(scratch.path("bin")):$PATH; printf x | \(board) \"$@\"")
    #expect(piped.output == "x")
    // A link to the program itself, and a program that calls it, end.
    try scratch.makeProgram("exec \(board) \"$@\"", at: "bin/fbprogress-desk")
    #expect(try run("list").errors.hasSuffix(": Too many levels of symbolic links\n"))
    try scratch.makeProgram("echo path \"$@\"", at: "bin/fbprogress-desk")
    #expect(try run("list", "themes").output == "path list themes\n")
    try scratch.makeProgram("echo beside \"$@\"; exit 7", at: "fbprogress-desk")
    let beside = try run("render", "--at", "1")
    #expect(beside.output == "beside render --at 1\n" && beside.status == 7)
  }

  @Test func listThemes_printsThoseThatANameFinds() throws {
    let scratch = try Scratch()
    for name in ["b/zebra", "b/night", "a/zebra", "a/empty"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appending(path: name), withIntermediateDirectories: true)
      if name != "a/empty" { try scratch.write("style = ring\n", to: "\(name)/theme.conf") }
    }
    let folders = "\(scratch.path("a")):\(scratch.path("b"))"
    let run = try ProgramRun(["list", "themes", "--theme-folders", folders])
    #expect(
      run.output == "night\t\(scratch.path("b/night"))\nzebra\t\(scratch.path("a/zebra"))\n")
    // Without a setting, the shipped ones are found beside the program, too.
    let shipped = try ProgramRun(["list", "themes"]).output.split(separator: "\n")
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.themes) {
      #expect(shipped.contains { $0.hasPrefix("\(name)\t/") }, "\(shipped)")
    }
  }

  @Test func folder_isATheme() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "mine"), withIntermediateDirectories: true)
    try scratch.write("style = wave\n", to: "mine/theme.conf")
    let run = try ProgramRun(
      ["--theme", "./mine", "config"], shell: "cd \(scratch.url.path) && exec \"$0\" \"$@\"")
    #expect(run.output.contains("\n./mine/theme.conf:1\tstyle = wave\n"), "\(run.errors)")
  }

  @Test func config_printsEachValueWithItsSource() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "t/tea"), withIntermediateDirectories: true)
    try scratch.write(
      "style = wave\n[ring]\ncolor = #102030\n[portrait.title]\nsize = 9\n", to: "t/tea/theme.conf")
    try scratch.write("# mine\ntheme = tea\n\nring.color = #405060\nframe-rate = 9\n", to: "c")
    try scratch.write("quiet fbprogress.stall-after=7 fbprogress.frame-rate=8\n", to: "cmdline")
    let arguments = [
      "config", "--config", scratch.path("c"), "--theme-folders", scratch.path("t"), "--frame-rate",
      "7",
      "--feed", "-", "--feed", "json:fd:3",
    ]
    let mount = """
      exec unshare -rm sh -c 'mount --bind "$0" /proc/cmdline && exec "$@"' \
      \(scratch.path("cmdline")) \
      env -i LANG=de_DE.UTF-8 "$0" "$@"
      """
    let run = try ProgramRun(arguments, shell: mount)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    for line in [
      "\(scratch.path("t/tea/theme.conf")):1\tstyle = wave", "\(scratch.path("c")):2\ttheme = tea",
      "\(scratch.path("c")):4\u{9}ring.color = #405060", "kernel command line\tstall-after = 7",
      "option\tframe-rate = 7", "option\tfeed = -", "option\tfeed = json:fd:3",
      "environment\tlocale = de",
      "\(scratch.path("t/tea/theme.conf")):5\tportrait.title.size = 9", "default\twait = 30",
    ] {
      #expect(lines.contains(line), "\(line): \(lines)")
    }
    #expect(lines.filter { $0.contains("\tframe-rate = ") }.count == 1)
    #expect(!lines.contains { $0.contains("\tscript") })
    // The values make a file that gives the same settings.
    let values = lines.map { $0.split(separator: "\t")[1] + "\n" }.joined()
    try scratch.write(values, to: "again")
    let again = try ProgramRun(["config", "--config", scratch.path("again")])
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      again.output.split(separator: "\n").map { $0.split(separator: "\t")[1] + "\n" }.sorted()
        == lines.map { $0.split(separator: "\t")[1] + "\n" }.sorted())
    let json = try ProgramRun(arguments + ["--json"], shell: mount).output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let settings = try #require(object["settings"] as? [[String: String]])
    #expect(settings.count == lines.count)
    #expect(settings.contains(["key": "frame-rate", "value": "7", "source": "option"]))
  }
}
