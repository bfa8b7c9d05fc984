import Base
import Configuration
import Foundation
import Scenes
import TestSupport
import Testing

@testable import ProgramSupport

@Suite(.waiting) struct ProgramTests {
  private let quick = [
    "--presenter", "null", "--feed", "-", "--outcome-time", "0", "--reveal.time", "0",
  ]

  @Test(
    arguments: [("50\ndone\n", 0), ("fail no space\n", 1), ("20\ncancel\n", 4)] as [(String, Int32)]
  )
  func exitStatus_tellsTheOutcome(feed: String, status: Int32) throws {
    let run = try ProgramRun(quick, input: feed)
    #expect(run.status == status)
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test(arguments: [("done", 0), ("fail", 1), ("auto", 1)] as [(String, Int32)])
  func endOfInput_meansWhatIsConfigured(meaning: String, status: Int32) throws {
    #expect(try ProgramRun(quick + ["--at-eof", meaning], input: "42\n").status == status)
  }

  @Test(
    arguments: [
      (["--bogus", "1"], 2, "unknown setting 'bogus'"),
      (["--style", "ring" + String(repeating: "+ring", count: 8)], 2, "up to 8"),
      (["--style", "rung"], 2, "use ring, rainbow"),
      (["nonsense"], 2, "unknown command 'nonsense'"), (["render"], 2, "use --output with"),
      (["render", "--output", "x.png"], 2, "give --script"),
      (["render", "--output", "/x/y.png", "--script", "/nowhere"], 2, "No such file"),
      (["--size", "0x5"], 2, "size: invalid value '0x5'"), (["--fps", "29.97"], 2, "whole number"),
      (["--hold-at", "1"], 2, "give --script"),
      (["send"], 2, "no record"),
      (["send", "nonsense", "hi"], 2, "unrecognized record 'nonsense hi'; fbprogress help send"),
      (["send", "unit", "MB"], 2, "unrecognized record 'unit MB'; did you mean 'units'?"),
      (["list", "--json"], 2, "config, status and --version print JSON"),
      (["--feed", "gauge:fd:9"], 2, "feed descriptor 9: Bad file descriptor"),
      (["send", "--feed", "fifo:/nowhere/feed", "42"], 3, "no reader"),
      (["--feed", "fifo:/nowhere/feed"], 2, "mkfifo"),
      (["--config", "/nowhere"], 2, "No such file"),
      (["--wait", "soon"], 2, "a number of seconds, or forever"),
      (["--presenter", "png", "--feed", "-"], 2, "use --output with"),
      (["render", "more"], 2, "takes no 'more'"), (["--feed", ""], 2, "feed: invalid value ''"),
      (["--feed", "fifo:"], 2, "feed: invalid value 'fifo:'"),
      (["--feed", "/dev"], 2, "a feed is a file or a FIFO"),
      (["--feed", "/dev/zero"], 2, "a feed is a file or a FIFO"),
      (["--feed", "fifo:/dev"], 2, "no FIFO: remove it"),
      (["--config", "/"], 2, "read /: Is a directory"),
      (["render", "--output", "x.png", "--script", "/"], 2, "read /: Is a directory"),
      (["send", " "], 2, "no record"), (["send", "--feed", "fifo:/dev/null", "1"], 3, "no FIFO"),
      (["--bo\ngus", "1"], 2, "'bo gus'"),
    ] as [([String], Int32, String)])
  func wrongUsage_isOneLine(arguments: [String], status: Int32, message: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.status == status)
    #expect(run.errors.hasPrefix("fbprogress: ") && run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  /// With `best-effort` no mistake in a record fails an update.
  @Test func wrongRecord_isNoFailure_withBestEffort() throws {
    let feed = "fifo:/nowhere/feed"
    let run = try ProgramRun(["send", "--best-effort", "--feed", feed, "nonsense", "hi"])
    #expect((run.status, run.errors) == (0, ""))
  }

  @Test func help_namesEverySetting() throws {
    let run = try ProgramRun(["--help"])
    #expect(run.status == 0)
    for key in ["--feed", "--style", "--reveal.preset", "--hold-at", "--outcome-time"] {
      #expect(run.output.contains("\n  \(key)"))
    }
    for style in SceneStyle.all {
      #expect(run.output.contains("\n  \(style.name)  \(style.summary)\n"))
    }
    #expect(try ProgramRun(["--version"]).output == "fbprogress 1.0.0\n")
    let versions = try ProgramRun(["--version", "--json"]).output
    let formats = #""feed":3,"settings":2,"script":1,"font-pack":1,"probe":1,"doctor":1,"config":1"#
    #expect(versions == #"{"version":"1.0.0",\#(formats),"status":1}"# + "\n")
  }

  @Test func list_tellsEveryStyle_andItsOptions() throws {
    let run = try ProgramRun(["list"])
    #expect(run.status == 0 && run.errors.isEmpty)
    var rest = run.output[...]
    // In the table's order, each setting below its style.
    for words in SceneStyle.all.flatMap({ style in
      ["\(style.name)  \(style.summary)"]
        + style.settings.flatMap { ["  --\($0.name)", "\($0.help)"] }
    }) {
      let place = try #require(rest.range(of: words), Comment(rawValue: words))
      rest = rest[place.upperBound...]
    }
  }

  @Test func installedConfiguration_isThatOfTheTable() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let installed = try String(
      contentsOf: root.appending(path: "etc/fbprogress.conf"), encoding: .utf8)
    #expect(try ProgramRun(["--print-config"]).output == installed, "make format writes it anew")
  }

  @Test func junk_isToldOnce_andLosesNothing() throws {
    let run = try ProgramRun(quick, input: "what\n\u{1b}[31mis\nthis\n50\ndone\n")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "fbprogress: feed standard input: 3 unrecognized records, the first one 'what'; "
        + "fbprogress --help lists the protocols and the records\n")
  }

  @Test func recordedSession_rendersTheSameFrames() throws {
    let scratch = try Scratch()
    let live = try ProgramRun(
      [
        "--presenter", "null", "--feed", "-", "--outcome-time", "0", "--record",
        scratch.path("a.script"),
      ],
      input: "10\nmessage hi\nbytes 5 9\nprogress 0.123456789\ndone all well\n")
    #expect(live.status == 0)
    let script = String(decoding: try scratch.read("a.script"), as: UTF8.self)
    #expect(script.split(separator: "\n").count == 5)
    // Replayed in real time, its recording is the same to the nanosecond.
    let again = try ProgramRun(
      [
        "--presenter", "null", "--script", scratch.path("a.script"), "--outcome-time", "0",
        "--record", scratch.path("b.script"),
      ])
    #expect(again.status == 0)
    #expect(String(decoding: try scratch.read("b.script"), as: UTF8.self) == script)
  }

  @Test func heldScript_showsTheFrameThatRenderDraws() throws {
    let scratch = try Scratch()
    try scratch.write("@0 30\n@0.2 80\n@5 done\n", to: "s")
    let common = ["--script", scratch.path("s"), "--size", "160x120"]
    #expect(
      try ProgramRun(["render", "--at", "0.3", "--output", scratch.path("expected.png")] + common)
        .status == 0)
    let process = try ChildProgram(
      ProgramRun.executable.path,
      ["--presenter", "png", "--hold-at", "0.3", "--output", scratch.path("held.png")] + common)
    defer { process.terminate() }
    let expected = try scratch.read("expected.png")
    #expect(eventually { (try? scratch.read("held.png")) == expected })
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
    #expect(process.status == 143)
  }

  @Test func manyTimes_areManyFiles() throws {
    let scratch = try Scratch()
    try scratch.write("@0 30\n", to: "s")
    let run = try ProgramRun(
      [
        "render", "--script", scratch.path("s"), "--size", "160x120", "--at", "0,0.1,0.1",
        "--output",
        scratch.path("f-%d.png"),
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scratch.read("f-1.png") == scratch.read("f-2.png"))
    #expect(try scratch.read("f-0.png") != scratch.read("f-1.png"))
  }

  /// A session of 3.5 seconds, the last of which shows the outcome: all of its frames, and one at
  /// the end.
  @Test(arguments: [(24, 81), (30, 101), (50, 167), (60, 201)])
  func wholeSession_hasAsManyFramesAsItLasts(rate: Int, count: Int) throws {
    let scratch = try Scratch()
    try scratch.write("@0 progress 0\n@1 progress 0.5\n@2 cancel\n", to: "s")
    let run = try ProgramRun([
      "render", "--script", scratch.path("s"), "--size", "16x12", "--fps", "\(rate)", "--output",
      scratch.path("all.apng"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try [UInt8](scratch.read("all.apng"))
    // Equal frames are merged to one of the same total duration, so the sum of the delays'
    // numerators counts frames.
    let said = bytes.ranges(of: "fcTL".utf8).reduce(0) {
      $0 + Int(bytes[$1.upperBound + 20]) << 8 + Int(bytes[$1.upperBound + 21])
    }
    #expect(said == count)
  }

  @Test func fifo_takesRecords_hasNoEnd_andGoesWithTheProgram() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("feed")
    let errors = Pipe()
    let process = try ChildProgram(
      ProgramRun.executable.path,
      [
        "--presenter", "null", "--feed", "fifo:\(fifo)", "--outcome-time", "0", "--record",
        scratch.path("r"),
      ], errors: .to(errors))
    defer { process.terminate() }
    #expect(eventually { FileManager.default.fileExists(atPath: fifo) })
    for words in [["25"], ["message", "two", "words"]] {
      #expect(try ProgramRun(["send", "--feed", "fifo:\(fifo)"] + words).status == 0)
    }
    // A writer that dies within a record must not spoil the next writer's.
    let half = try FileHandle(forWritingTo: URL(filePath: fifo))
    try half.write(contentsOf: Data("progress x".utf8))
    try half.close()
    Thread.sleep(forTimeInterval: 0.6)
    #expect(process.isRunning)
    #expect(try ProgramRun(["send", "--feed", "fifo:\(fifo)", "75"]).status == 0)
    #expect(try ProgramRun(["send", "--feed", "fifo:\(fifo)", "done"]).status == 0)
    process.waitUntilExit()
    #expect(process.status == 0)
    let record = String(decoding: try scratch.read("r"), as: UTF8.self)
    #expect(
      record.split(separator: "\n").map { $0.drop { $0 != " " } } == [
        " progress 0.25", " message two words", " progress 0.75", " done",
      ])
    #expect(!FileManager.default.fileExists(atPath: fifo))
    #expect(
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).contains(
        "incomplete records dropped: 1"))
  }

  @Test func file_isFollowed_restarted_andReplaced() throws {
    let scratch = try Scratch()
    try scratch.write("5\n", to: "f")
    let process = try ChildProgram(
      ProgramRun.executable.path,
      [
        "--presenter", "null", "--feed", scratch.path("f"), "--outcome-time", "0", "--record",
        scratch.path("r"),
      ])
    defer { process.terminate() }
    func waitFor(_ words: String) -> Bool {
      eventually {
        (try? scratch.read("r")).map { String(decoding: $0, as: UTF8.self).contains(words) }
          ?? false
      }
    }
    #expect(waitFor("progress 0.05\n"))
    try FileManager.default.removeItem(at: scratch.url.appending(path: "f"))
    try scratch.write("10\n", to: "f")
    #expect(waitFor("progress 0.1\n"))
    let handle = try FileHandle(forWritingTo: scratch.url.appending(path: "f"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("20\n".utf8))
    #expect(waitFor("progress 0.2\n"))
    try handle.truncate(atOffset: 0)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data("3\n".utf8))
    #expect(waitFor("progress 0.03\n"))
    try scratch.write("44", to: "g")
    // SAFETY: both paths are borrowed for the call.
    #expect(unsafe rename(scratch.path("g"), scratch.path("f")) == 0)
    #expect(waitFor("progress 0.44\n"))
    process.terminate()
    process.waitUntilExit()
  }

  @Test func idleScreen_wakesNobody() throws {
    let scratch = try Scratch()
    let process = try ChildProgram(
      ProgramRun.executable.path,
      [
        // Words wake once: after a while they say that the time left is unknown.
        "--presenter", "null", "--fonts", "none", "--stall-after", "3600", "--status", "off",
        "--feed", "fifo:\(scratch.path("feed"))",
      ])
    defer { process.terminate() }
    Thread.sleep(forTimeInterval: 1)
    #expect(try ProgramRun(["send", "--feed", "fifo:\(scratch.path("feed"))", "50"]).status == 0)
    Thread.sleep(forTimeInterval: 1)
    let processes = [process.processIdentifier] + process.children
    // The keeper, the guard, the broker and the presenter.
    #expect(processes.count == 4)
    func switches() throws -> [String] {
      try processes.map { process in
        try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(
          separator: "\n"
        )
        .filter { $0.hasPrefix("voluntary_ctxt_switches") }.joined()
      }
    }
    // On a busy machine the last frame may be late.
    var before = try switches()
    for _ in 0..<20 {
      Thread.sleep(forTimeInterval: 1)
      let now = try switches()
      if now == before { break }
      before = now
    }
    Thread.sleep(forTimeInterval: 5)
    #expect(try switches() == before)
    process.terminate()
    process.waitUntilExit()
  }

  @Test func killedPresenter_isReplaced_andAStormEnds() throws {
    let scratch = try Scratch()
    let errors = Pipe()
    let process = try ChildProgram(
      ProgramRun.executable.path,
      ["--presenter", "null", "--feed", "fifo:\(scratch.path("feed"))"],
      errors: .to(errors))
    defer { process.terminate() }
    var seen: Set<Int32> = []
    #expect(
      eventually {
        if let presenter = process.child("fbprogress-show"), seen.insert(presenter).inserted {
          kill(presenter, SIGKILL)
        }
        return seen.count == 7
      })
    Thread.sleep(forTimeInterval: 0.5)
    // No frames are shown any more, but the feed is still read.
    #expect(process.isRunning)
    #expect(try ProgramRun(["send", "--feed", "fifo:\(scratch.path("feed"))", "done"]).status == 0)
    process.waitUntilExit()
    #expect(process.status == 3)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("too often; until a reset, the feed is read, but not shown"))
  }
}
