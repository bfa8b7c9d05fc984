import Foundation
import Testing

@testable import ProgramSupport

/// `--match`: lines without a known protocol, read by the user's patterns.
@Suite(.waiting) struct MatchTests {
  private func words(
    _ patterns: [String], _ lines: String, wrap: Bool = false
  ) throws -> (words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    let options =
      ProgramRun.quick + ["--record", scratch.path("r")] + patterns.flatMap { ["--match", $0] }
    let run =
      wrap
      ? try ProgramRun(options + ["wrap", "printf", lines])
      : try ProgramRun(options + ["--feed", "-", "--at-eof", "done"], input: lines)
    return (scratch.recordedEvents, run)
  }

  @Test(
    arguments: [
      ([#"^at (?<percent>[0-9.]+) of 100"#], "at 42.5 of 100\n", ["progress 0.425"]),
      ([#"(?<current>[0-9]+) of (?<total>[0-9]+) (things)"#], "3 of 4 things\n", ["progress 0.75"]),
      ([#"(?<current>[0-9]+) of (?<total>[0-9]+) things"#], "5 of 4 things\n", []),
      (
        [#"(?<current>[^ ]+)/(?<total>[^ ]+) at (?<speed>[^ ]+)/s"#], "1.5MiB/3MiB at 2kB/s\n",
        ["units MiB", "bytes 1572864 3145728", "speed 2000"]
      ),
      (
        [#"^(?<message>[[:alpha:]]+) <(?<percent>[0-9]+)>"#], "Flashing <7>\n",
        ["progress 0.07", "message Flashing"]
      ),
      ([#"(?<fail>no [])(] room)"#], "no ( room\n", ["fail no ( room"]),
      ([#"^(?<percent>[0-9]+)!|^(?<fail>E[0-9]+)"#], "5!\nE17\n", ["progress 0.05", "fail E17"]),
      (
        [#"x(?<percent>[0-9]+)"#, #"y(?:-)?(?<percent>[0-9]+)"#], "y7\nx8\n",
        ["progress 0.07", "progress 0.08"]
      ),
      // Protocols read lines that no pattern matches; patterns are tried first.
      (
        [#"^(?<percent>[0-9]+) left"#], "message a\n50 left\nPROGRESS 60\n",
        ["message a", "progress 0.5", "progress 0.6"]
      ),
      ([#"^[0-9]+% (?<message>.*)"#], "50% or so\n", ["message or so"]),
    ] as [([String], String, [String])])
  func pattern_saysThis(patterns: [String], lines: String, said: [String]) throws {
    let (words, run) = try words(patterns, lines)
    #expect(words.filter { $0 != "done" } == said, "\(run.errors)")
  }

  @Test func commandsOutput_isMatched_andItsStatusIsTheOutcome() throws {
    let (words, run) = try words(
      [#"sector (?<current>[0-9]+) of (?<total>[0-9]+)"#, "(?<fail>oops)"],
      #"sector 1 of 4\noops\nsector 3 of 4\n"#, wrap: true)
    #expect(run.status == 0, "\(run.errors)")
    #expect(words == ["bytes 0", "progress 0.25", "message oops", "progress 0.75", "done"])
  }

  @Test(
    arguments: [
      ("(?<percent>[0-9]+", "match: "), ("(?<percent>[0-9+)", "match: "),
      ("[0-9]+", "no named group"), ("(?<part>[0-9]+)", "an unknown one"), ("(?<percent", "group"),
    ])
  func badPattern_isOneClearLine(pattern: String, said: String) throws {
    let run = try ProgramRun(ProgramRun.quick + ["--match", pattern, "--feed", "-"])
    #expect(run.status == 2)
    #expect(run.errors.contains(said) && run.errors.contains(pattern), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test(arguments: ["file", "theme"]) func setting_isReadFromAFile(kind: String) throws {
    let scratch = try Scratch()
    let line = "match = ^at (?<percent>[0-9]+)\n"
    try scratch.write(line, to: kind == "file" ? "conf" : "theme.conf")
    if kind == "theme" { try scratch.write("theme = \(scratch.url.path)\n", to: "conf") }
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--config", scratch.path("conf"), "--record", scratch.path("r"), "--feed", "-", "--at-eof",
        "done",
      ], input: "at 42\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(scratch.recordedEvents == ["progress 0.42", "done"])
  }
}
