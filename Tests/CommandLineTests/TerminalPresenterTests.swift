import Foundation
import Testing

/// `--presenter terminal` on a real terminal emulator: what tmux says is on its screen.
@Suite(.waiting) struct TerminalPresenterTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs tmux. Its server outlives the call, so its output goes to a file rather than a pipe.
  private func tmux(_ arguments: String) throws -> String {
    let program = try ChildProgram(
      "/bin/sh",
      [
        "-c",
        "TERM=xterm-256color LANG=C.UTF-8 exec tmux -S \(scratch.path("tmux")) -f /dev/null"
          + " \(arguments) >\(scratch.path("tmux.out")) 2>&1 </dev/null",
      ], errors: .dropped)
    program.waitUntilExit()
    return String(decoding: try scratch.read("tmux.out"), as: UTF8.self)
  }

  @Test func screen_showsTheRun_andKeepsTheOutcome() throws {
    let fifo = scratch.path("feed")
    let command =
      "printf 'before\\n'; LANG=C.UTF-8 \(ProgramRun.executable.path) --presenter terminal"
      + " --feed fifo:\(fifo) --outcome-time 0; echo status $?; sleep 60"
    try Data(command.utf8).write(to: URL(filePath: scratch.path("command")))
    _ = try tmux("-u new-session -d -x 50 -y 12 'sh \(scratch.path("command"))'")
    defer { _ = try? tmux("kill-server") }
    #expect(eventually { FileManager.default.fileExists(atPath: fifo) })
    func send(_ record: String) throws {
      #expect(try ProgramRun(["send", "--feed", "fifo:\(fifo)", record]).status == 0)
    }
    func screen() -> String { (try? tmux("capture-pane -p")) ?? "" }
    try send("title Firmware 日本")
    try send("message Installing")
    try send("bytes 5000000 10000000")
    #expect(
      eventually { screen().contains("▏ 50%\nInstalling · 5.0 MB of 10.0 MB") },
      "\(screen())")
    #expect(screen().hasPrefix("before\nFirmware 日本\n▕████"), "\(screen())")
    // A long text takes one line still.
    try send("message " + String(repeating: "long ", count: 40))
    #expect(eventually { screen().contains("long…") }, "\(screen())")
    try send("done")
    #expect(eventually { screen().contains("status 0") }, "\(screen())")
    let lines = screen().split(separator: "\n")
    #expect(lines.count == 5, "\(lines)")
    #expect(lines[2].hasSuffix("▏ ✓") && lines[3] == "Done" && lines[4] == "status 0", "\(lines)")
  }

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
