import Foundation
import Testing

@testable import ProgramSupport

/// `--presenter terminal` without a terminal: files, pipes and clocks.
@Suite(.waiting) struct TerminalPresenterTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func file_getsLines() throws {
    let log = scratch.path("log")
    let run = try ProgramRun(
      ["--presenter", "terminal", "--output", log, "--feed", "-", "--outcome-time", "0"],
      input: "42\nmessage Copying\nfail disk full\n")
    #expect(run.status == 1)
    #expect(String(decoding: try scratch.read("log"), as: UTF8.self) == "disk full\n")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func fileThatCannotBeOpened_isOneLine_atOnce() throws {
    let start = Date()
    let run = try ProgramRun(
      ["--presenter", "terminal", "--output", "/nowhere/log", "--feed", "-"],
      input: "42\n43\ndone\n")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("fbprogress: terminal: open /nowhere/log"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    #expect(Date().timeIntervalSince(start) < 20)
  }

  @Test func heldClock_wakesNothing() throws {
    try Data("@0 50\n@9 done\n".utf8).write(to: URL(filePath: scratch.path("script")))
    let run = try ProgramRun(
      [
        "timeout", "3", ProgramRun.executable.path, "--presenter", "terminal", "--script",
        scratch.path("script"), "--hold-at", "1",
      ], shell: "\"$@\"; grep -q . /dev/null; times")
    // The second line of `times` has the children's user and system time.
    let used = run.output.split(separator: "\n").last { $0.contains("m") } ?? ""
    #expect(used.hasPrefix("0m0."), "\(run.output)")
    #expect(run.output.contains("50%"), "\(run.output)")
  }

  @Test func wrap_needsAnotherPlaceForText() throws {
    let run = try ProgramRun(["--presenter", "terminal", "wrap", "true"])
    #expect(run.status == 2)
    #expect(run.errors.contains("give --output"), "\(run.errors)")
    let log = scratch.path("log")
    let other = try ProgramRun([
      "--presenter", "terminal", "--output", log, "--outcome-time", "0", "wrap", "sh", "-c",
      "echo out; exit 3",
    ])
    #expect(other.status == 3 && other.output == "out\n")
    #expect(String(decoding: try scratch.read("log"), as: UTF8.self).contains("Failed"))
  }

  @Test func pipe_getsLines_withoutEscapes() throws {
    let run = try ProgramRun(
      ["--presenter", "terminal", "--feed", "-", "--outcome-time", "0"],
      shell: "(echo 42; sleep 1.5; echo message Copying; sleep 0.2; echo done) | \"$0\" \"$@\"")
    #expect(run.status == 0)
    let text = run.output
    #expect(
      text == "42% Starting …\n42% Copying\nDone\n" || text.hasSuffix("42% Copying\nDone\n"),
      "\(text)")
    #expect(!text.utf8.contains(0x1b))
  }
}
