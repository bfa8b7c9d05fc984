import Foundation
import Testing

@testable import ProgramSupport

/// The lines of `--presenter terminal` on a real terminal: tmux tells the content of its screen.
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
    try send("message Installing 日本")
    try send("bytes 5000000 10000000")
    let line = "\n50% Installing 日本 · 5.0 MB of 10.0 MB\n"
    #expect(eventually { screen().contains(line) }, "\(screen())")
    #expect(screen().hasPrefix("before\n"), "\(screen())")
    try send("done")
    #expect(eventually { screen().contains("status 0") }, "\(screen())")
    let lines = screen().split(separator: "\n")
    #expect(lines.suffix(2) == ["Done", "status 0"], "\(lines)")
  }
}
