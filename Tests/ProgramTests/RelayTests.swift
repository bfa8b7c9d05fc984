import Foundation
import Testing

@testable import ProgramSupport

/// A pipe on standard input, and programs that write to a screen which is shown already.
@Suite(.waiting) struct RelayTests {
  private let scratch: Scratch
  private let feed: [String]

  init() throws {
    scratch = try Scratch()
    feed = ["--feed", "fifo:\(scratch.path("f"))"]
  }

  /// Starts a screen, and waits until it has read a record. It makes its status socket after its
  /// FIFO.
  private func screen(_ options: [String] = []) throws -> ChildProgram {
    let screen = try ChildProgram(
      ProgramRun.executable.path,
      ProgramRun.quick + status + feed + ["--record", scratch.path("r")] + options)
    #expect(try eventually { try ProgramRun(["send"] + feed + ["title Update"]).status == 0 })
    #expect(eventually { scratch.recordedEvents == ["title Update"] })
    return screen
  }

  private var status: [String] { ["--status", scratch.path("s")] }

  private func wrap(_ script: String) throws -> ProgramRun {
    try ProgramRun(feed + status + ["--outcome-time", "60", "wrap", "sh", "-c", script])
  }

  @Test(
    arguments: [("42\ndone\n", [], 0), ("42\n", [], 1), ("42\n", ["--at-eof", "stay"], 143)]
      as [(String, [String], Int32)])
  func pipe_isTheFeed(records: String, options: [String], status: Int32) throws {
    // The last one stays until it is stopped.
    let seconds = options.isEmpty ? 60 : 3
    let run = try ProgramRun(
      ProgramRun.quick + options, input: records,
      shell: "timeout --preserve-status \(seconds) \"$0\" \"$@\"")
    #expect(run.status == status)
    #expect(run.errors.contains("standard input, a pipe"), "\(run.errors)")
  }

  @Test func secondReaderOfAFIFO_isRefused() throws {
    let screen = try screen()
    defer { screen.terminate() }
    let second = try ProgramRun(ProgramRun.quick + feed)
    #expect(second.status == 2)
    #expect(second.errors.contains("another fbprogress reads it"), "\(second.errors)")
  }

  @Test func progressOfStandardInput_isSent() throws {
    let screen = try screen()
    let run = try ProgramRun(["send"] + feed + ["-"], input: "10%\n60%\n")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try ProgramRun(["send"] + feed + ["-"], input: "message Nearly\ndone\n").status == 0)
    screen.waitUntilExit()
    #expect(screen.status == 0)
    let events = scratch.recordedEvents
    #expect(events.contains("progress 0.6"), "\(events)")
    #expect(events.suffix(2) == ["message Nearly", "done"], "\(events)")
  }

  @Test(arguments: [([], 3), (["--best-effort"], 0)] as [([String], Int32)])
  func withoutAScreen_standardInputIsRefused_orDropped(options: [String], status: Int32) throws {
    let run = try ProgramRun(["send", "--timeout", "0.1"] + options + feed + ["-"], input: "42\n")
    #expect(run.status == status)
    #expect(run.errors.isEmpty == (status == 0), "\(run.errors)")
  }

  /// A command is a step of the screen's run: its outcome is not the run's, and its own steps are
  /// parts of its progress.
  @Test(arguments: ["20", "message Starting"])
  func wrappedCommand_isAStepOfARun(first: String) throws {
    let screen = try screen()
    #expect(try ProgramRun(["send"] + feed + [first]).status == 0)
    let run = try wrap("echo step 2/4 Copying; echo 50%; echo oops >&2; exit 3")
    #expect(run.status == 3)
    #expect(run.output == "step 2/4 Copying\n50%\n")
    #expect(run.errors.contains("a screen is shown"), "\(run.errors)")
    #expect(try ProgramRun(["send"] + feed + ["done"]).status == 0)
    screen.waitUntilExit()
    let events = scratch.recordedEvents
    #expect(events.suffix(3) == ["progress 0.375", "message oops", "done"], "\(events)")
    #expect(!events.contains { $0.hasPrefix("step") || $0.hasPrefix("code") }, "\(events)")
  }

  /// Several meters of a command, which are steps, do not end the plan of the screen's run.
  @Test func metersOfAWrappedCommand_leaveThePlan() throws {
    let screen = try screen()
    #expect(try ProgramRun(["send"] + feed + ["step 2/3 Write"]).status == 0)
    let run = try wrap("for meter in 1 2 3; do echo 1%; echo 50%; echo 100%; done")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try ProgramRun(["send"] + feed + ["done"]).status == 0)
    screen.waitUntilExit()
    let events = scratch.recordedEvents
    #expect(events.count { $0.hasPrefix("step") } == 1, "\(events)")
    #expect(events.count { $0.hasPrefix("progress") } >= 3, "\(events)")
  }

  /// A screen that stays shows the command's run with its outcome, while it waits and after an
  /// outcome.
  @Test func wrappedCommand_isTheRunOfAScreenThatWaits() throws {
    let screen = try screen(["--after-outcome", "stay"])
    defer { screen.terminate() }
    #expect(try wrap("echo step 1/2 Copying; exit 0").status == 0)
    #expect(eventually { scratch.recordedEvents.last == "done" })
    // The meter of rsync: each line has bytes and a speed.
    let lines =
      "printf '    1,048,576  10%%   10.00MB/s    0:00:09\\n"
      + "    5,242,880  50%%   10.00MB/s    0:00:05\\n'; exit 4"
    #expect(try wrap(lines).status == 4)
    #expect(eventually { scratch.recordedEvents.last == "fail" })
    let events = scratch.recordedEvents
    let second = events.drop { $0 != "reset" }
    #expect(second.contains("code 4"), "\(events)")
    #expect(second.contains { $0.hasPrefix("speed ") }, "\(events)")
    #expect(second.contains { $0.hasPrefix("bytes 5242880") || $0 == "progress 0.5" }, "\(events)")
  }

  /// A line that is no record causes one message, and no busy loop.
  @Test func otherLine_costsNoProcessorTime() throws {
    let screen = try screen()
    defer { screen.terminate() }
    let run = try ProgramRun(
      ["send"] + feed + ["-"], shell: "(echo Hello; sleep 2) | \"$0\" \"$@\"; times")
    #expect(run.errors.contains("unrecognized record 'Hello'"), "\(run.errors)")
    let spent = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(spent.hasPrefix("0m0."), "\(spent)")
  }

  /// A program that stands still holds no command up. Its newest lines are read later.
  @Test func stoppedProgram_holdsNoCommandUp() throws {
    let program = try ChildProgram(
      ProgramRun.executable.path,
      ProgramRun.quick + feed + ["--record", scratch.path("r"), "wrap", "sh", "-c"]
        + [
          """
          while [ ! -e \(scratch.path("go")) ]; do sleep 0.05; done
          seq 1000000; echo 'step 2/4 Copying'; echo 50%; echo >\(scratch.path("end"))
          """
        ])
    #expect(eventually { program.child("fbprogress-pass") != nil })
    program.signal(SIGSTOP)
    try scratch.write("", to: "go")
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("end")) })
    program.signal(SIGCONT)
    program.waitUntilExit()
    #expect(program.status == 0)
    #expect(scratch.recordedEvents.contains("step 2/4 Copying"))
  }
}
