import Foundation
import Testing

@testable import ProgramSupport

/// `--presenter terminal` on a real terminal emulator: tmux tells the content of its screen.
@Suite(.waiting) struct TmuxTests {
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
}
