import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import ProgramSupport

/// `--presenter terminal` on terminals with graphics: the program's frames, decoded again.
@Suite(.waiting) struct TerminalFramesTests {
  private static let cell = PixelSize(width: 8, height: 16)
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs the program in a session of its own on a terminal.
  private func start(
    _ arguments: [String], on terminal: PseudoTerminal, type: String = "xterm-256color"
  ) throws -> ChildProgram {
    let words = ([ProgramRun.executable.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let settings = "unset NO_COLOR\nexport TERM=\(type) LANG=C.UTF-8\n"
    try scratch.write(settings + words + "\n", to: "run")
    return try ChildProgram(
      "/bin/sh",
      ["-c", "exec setsid --ctty --wait sh \(scratch.path("run")) <>\(terminal.path) >&0 2>&1"])
  }

  /// The frame of a script at a time, as `render` draws it.
  private func frame(_ script: String, at time: String, _ size: PixelSize) throws -> Pixmap {
    let run = try ProgramRun([
      "render", "--script", script, "--at", time, "--size", "\(size.width)x\(size.height)",
      "--output", scratch.path("frame.png"),
    ])
    try #require(run.status == 0, "\(run.errors)")
    return try PNGDecoder.decode(Array(scratch.read("frame.png")).span)
  }

  private func difference(_ screen: TerminalScreen, _ frame: borrowing Pixmap) -> Int? {
    var largest = 0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        guard let shown = screen.canvas[y * screen.size.width + x] else { return nil }
        for shift in [0, 8, 16] as [UInt32] {
          largest = max(largest, abs(Int(shown >> shift & 255) - Int(frame[x, y] >> shift & 255)))
        }
      }
    }
    return largest
  }

  /// Where a part has more than 256 colors, Sixel has steps of 2 or 3 percents, up to 8 levels.
  @Test(arguments: [(TerminalScreen.Ability.kitty, 0, 24), (.sixel, 9, 23)])
  func frames_areThoseOfRender(
    ability: TerminalScreen.Ability, tolerance: Int, rows: Int
  ) throws {
    let script = scratch.path("script")
    try scratch.write("@0 title Firmware\n@0 message Installing\n@0.1 42\n@9 done\n", to: "script")
    let terminal = PseudoTerminal(columns: 80, rows: 24, cell: Self.cell, ability)
    defer { terminal.hangUp() }
    let before = terminal.line
    let program = try start(
      ["--presenter", "terminal", "--script", script, "--hold-at", "2"], on: terminal)
    let expected = try frame(script, at: "2", PixelSize(width: 640, height: rows * 16))
    #expect(
      eventually { difference(terminal.screen, expected).map { $0 <= tolerance } == true },
      "\(difference(terminal.screen, expected) as Any), \(terminal.screen.flaws.prefix(3))")
    #expect(terminal.screen.isAlternate && terminal.screen.flaws.isEmpty)
    // Keys are no records, and Ctrl-C ends it.
    terminal.type(Array("what\r".utf8))
    terminal.type([3])
    program.waitUntilExit()
    #expect(eventually { !terminal.screen.isAlternate && terminal.screen.hasCursor })
    let screen = terminal.screen
    #expect(screen.pictureCount == 0)
    #expect(terminal.line == before && terminal.typed == 0)
    #expect(!String(decoding: screen.text, as: UTF8.self).contains("what"))
  }

  /// The report of a frame may come after its timeout; the last answer is awaited nevertheless.
  @Test func lateReport_isNotTheLastAnswer() throws {
    let script = scratch.path("script")
    try scratch.write("@0 message Installing\n@9 done\n", to: "script")
    let terminal = PseudoTerminal(
      columns: 80, rows: 24, cell: Self.cell, .kitty, firstReportDelay: 2.5)
    defer { terminal.hangUp() }
    let program = try start(
      ["--presenter", "terminal", "--script", script, "--hold-at", "2"], on: terminal)
    #expect(eventually { terminal.drawnCount > 0 })
    Thread.sleep(forTimeInterval: 2.2)
    terminal.type([3])
    program.waitUntilExit()
    Thread.sleep(forTimeInterval: 3)
    #expect(terminal.typed == 0 && !terminal.screen.isAlternate)
  }

  /// A presenter that is killed is followed by another one, which restores the terminal, too.
  @Test func killedPresenter_isReplaced() throws {
    let script = scratch.path("script")
    try scratch.write("@0 message Installing\n@0.1 42\n@99 done\n", to: "script")
    let terminal = PseudoTerminal(columns: 80, rows: 24, cell: Self.cell, .kitty)
    defer { terminal.hangUp() }
    let before = terminal.line
    let program = try start(
      ["--presenter", "terminal", "--script", script, "--hold-at", "2"], on: terminal)
    let expected = try frame(script, at: "2", PixelSize(width: 640, height: 384))
    #expect(eventually { difference(terminal.screen, expected) == 0 })
    let count = terminal.drawnCount
    // The presenter is the process that waits for SIGWINCH itself.
    let kill = try ProgramRun(
      [terminal.path.replacing("/dev/", with: "")],
      shell: "ps -t \"$1\" -o pid=,comm= | awk '/fbprogress-show/ {print $1}' | xargs kill -9")
    #expect(kill.status == 0, "\(kill.errors)")
    #expect(eventually { terminal.drawnCount > count })
    #expect(eventually { difference(terminal.screen, expected) == 0 })
    terminal.type([3])
    program.waitUntilExit()
    #expect(eventually { !terminal.screen.isAlternate && terminal.screen.hasCursor })
    #expect(terminal.line == before)
  }

  /// Text is what other terminals get, and those whose keys are the feed.
  @Test(arguments: [
    (TerminalScreen.Ability.nothing, "xterm", ["--feed", "fifo:FEED"]),
    (.kitty, "linux", ["--feed", "fifo:FEED"]), (.kitty, "xterm", ["--feed", "-"]),
    (.kitty, "xterm", ["--terminal-graphics", "none", "--feed", "fifo:FEED"]),
  ])
  func text_isTheRest(ability: TerminalScreen.Ability, type: String, words: [String]) throws {
    let terminal = PseudoTerminal(columns: 80, rows: 24, cell: Self.cell, ability)
    defer { terminal.hangUp() }
    let before = terminal.line
    let program = try start(
      ["--presenter", "terminal", "--outcome-time", "0"]
        + words.map { $0.replacing("FEED", with: scratch.path("feed")) },
      on: terminal, type: type)
    if words.contains("-") {
      terminal.type(Array("42\ndone\n".utf8))
    } else {
      #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("feed")) })
      for record in ["42", "done"] {
        let sent = try ProgramRun(["send", "--feed", "fifo:\(scratch.path("feed"))", record])
        #expect(sent.status == 0, "\(sent.errors)")
      }
    }
    program.waitUntilExit()
    #expect(program.status == 0)
    // The terminal may read the last bytes after the program's end.
    #expect(eventually { text(of: terminal).contains("Done") })
    let screen = terminal.screen
    #expect(!screen.isAlternate && screen.drawnCount == 0 && screen.flaws.isEmpty)
    #expect(terminal.line == before && terminal.typed == 0)
  }

  private func text(of terminal: PseudoTerminal) -> String {
    String(decoding: terminal.screen.text, as: UTF8.self)
  }
}
