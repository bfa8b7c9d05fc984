import Foundation
import Testing

@testable import ProgramSupport

/// The commands of `on-done` and `on-fail`.
@Suite(.waiting) struct OutcomeCommandTests {
  private let scratch: Scratch
  private var log: String { scratch.path("log") }
  private var commands: [String] {
    [
      "--on-done", "echo done $FBPROGRESS_OUTCOME >>\(log)",
      "--on-fail", "echo fail $FBPROGRESS_OUTCOME >>\(log); exit 3",
    ]
  }
  private var lines: [String] {
    ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").map(
      String.init)
  }

  private func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  init() throws { scratch = try Scratch() }

  @Test(arguments: [
    ("50\ndone\n", "done done", 0), ("50\nfail no space\n", "fail failed", 1),
    ("50\ncancel\n", "fail cancelled", 4), ("50\n", "fail interrupted", 1),
  ])
  func command_isThatOfTheOutcome(input: String, line: String, status: Int32) throws {
    for sandbox in ["yes", "kill"] {
      let run = try ProgramRun(
        ProgramRun.quick + ["--feed", "-", "--sandbox", sandbox] + commands, input: input)
      #expect(run.status == status, "\(run.errors)")
    }
    #expect(lines == [line, line])
  }

  /// The shell sees no text of a feed, and has the rights that the program was started with.
  @Test func command_hasAllRights_andNoTextOfAFeed() throws {
    let seen = "env; grep -E '^(Seccomp|NoNewPrivs|SigBlk)' /proc/self/status"
    let run = try ProgramRun(
      ProgramRun.quick + ["--feed", "-", "--on-done", "(\(seen)) >\(log)"],
      input: "title $(touch \(scratch.path("evil")))\nmessage SECRET\ndone\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(lines.contains("FBPROGRESS_OUTCOME=done") && lines.contains("Seccomp:\t0"), "\(lines)")
    #expect(lines.contains("NoNewPrivs:\t0") && lines.contains("SigBlk:\t0000000000000000"))
    #expect(!lines.contains { $0.contains("SECRET") } && !has("evil"))
  }

  @Test func wrappedCommand_decides() throws {
    for (command, line) in [("true", "done done"), ("false", "fail failed")] {
      _ = try ProgramRun(["wrap"] + ProgramRun.quick + commands + ["--", command])
      #expect(lines.last == line)
    }
  }

  /// With `after-outcome = stay` a command runs once for each outcome, and a signal runs none.
  @Test func eachRun_runsItsCommand() throws {
    let program = try ChildProgram(
      ProgramRun.executable.path,
      ProgramRun.quick + ["--feed", "fifo:\(scratch.path("f"))", "--after-outcome", "stay"]
        + commands, errors: .dropped)
    #expect(eventually { has("f") })
    let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    for (line, count) in [("50\ndone\n", 1), ("reset\n20\nfail x\n", 2)] {
      try fifo.write(contentsOf: Data(line.utf8))
      #expect(eventually { lines.count == count }, "\(lines)")
    }
    try fifo.write(contentsOf: Data("reset\n20\n".utf8))
    program.terminate()
    program.waitUntilExit()
    #expect(lines == ["done done", "fail failed"])
  }
}
