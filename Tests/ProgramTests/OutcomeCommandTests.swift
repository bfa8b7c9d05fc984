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

  /// The command has the rights that the program was started with, and no byte of a feed.
  @Test func command_hasAllRights_andNoByteOfAFeed() throws {
    let mine = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--feed", "-", "--on-done", "(env; cat; cat /proc/self/status) >\(log)",
      ], shell: "(printf 'message MINE\\n50\\ndone\\n'; sleep 1; echo EVIL) | \"$0\" \"$@\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(eventually { lines.contains { $0.hasPrefix("Seccomp:") } }, "\(lines)")
    #expect(
      lines.contains("FBPROGRESS_OUTCOME=done") && lines.contains("SigBlk:\t0000000000000000"))
    #expect(!lines.contains { $0.contains("MINE") || $0.contains("EVIL") }, "\(lines)")
    for name in ["Seccomp:", "NoNewPrivs:", "CapEff:"] {
      let line = mine.split(separator: "\n").first { $0.hasPrefix(name) }
      #expect(lines.contains(String(line ?? "")), "\(lines)")
    }
  }

  /// The caller of a wrapped command has its status. Frames are drawn of a script on any machine.
  @Test func commandAndScript_runNothing() throws {
    try scratch.write("@0 50\n@0.1 done\n", to: "script")
    let script = ["--size", "64x64", "--script", scratch.path("script")]
    let quick = ProgramRun.quick + commands
    for words in [
      ["wrap"] + quick + ["--", "true"], ["render", "--at", "3"] + quick + script, quick + script,
    ] {
      let run = try ProgramRun(words)
      #expect(run.status == 0 && lines.isEmpty, "\(run.errors)")
    }
  }

  /// With `after-outcome = stay` a command runs once for each outcome, also in a session that is
  /// continued.
  @Test func eachRun_runsItsCommandOnce() throws {
    let session = "/run/fbprogress-\(getpid()).session"
    defer { try? FileManager.default.removeItem(atPath: session) }
    let words =
      ProgramRun.quick + [
        "--feed", "fifo:\(scratch.path("f"))", "--after-outcome", "stay", "--on-exit", "keep",
        "--resume", session,
      ] + commands
    for lineGroups in [["50\ndone\n", "reset\n20\nfail x\n"], []] {
      let program = try ChildProgram(ProgramRun.executable.path, words, errors: .dropped)
      #expect(eventually { has("f") })
      for (index, records) in lineGroups.enumerated() {
        let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
        try fifo.write(contentsOf: Data(records.utf8))
        #expect(eventually { lines.count == index + 1 }, "\(lines)")
      }
      if lineGroups.isEmpty { Thread.sleep(forTimeInterval: 2.5) }
      program.terminate()
      program.waitUntilExit()
      #expect(lines == ["done done", "fail failed"])
    }
  }

  /// A signal while an outcome is shown runs none.
  @Test func signal_runsNothing() throws {
    let program = try ChildProgram(
      ProgramRun.executable.path,
      ProgramRun.quick + [
        "--feed", "fifo:\(scratch.path("f"))", "--outcome-time", "60", "--record",
        scratch.path("r"),
      ] + commands, errors: .dropped)
    #expect(eventually { has("f") })
    let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    try fifo.write(contentsOf: Data("50\ndone\n".utf8))
    #expect(eventually { scratch.recordedEvents.contains("done") })
    program.terminate()
    program.waitUntilExit()
    #expect(program.status == 143 && lines.isEmpty, "\(lines)")
  }
}
