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

  /// Starts a screen, and waits until it reads its FIFO.
  private func screen() throws -> ChildProgram {
    let screen = try ChildProgram(
      ProgramRun.executable.path, ProgramRun.quick + feed + ["--record", scratch.path("r")])
    #expect(try eventually { try ProgramRun(["send"] + feed + ["title Update"]).status == 0 })
    return screen
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

  /// The command is a step of the screen's run: its outcome is not the run's.
  @Test func wrappedCommand_feedsTheScreenThatIsShown() throws {
    let screen = try screen()
    let run = try ProgramRun(
      feed + ["--outcome-time", "60", "wrap"] + [
        "sh", "-c", "echo 10%; echo 30%; echo oops >&2; exit 3",
      ])
    #expect(run.status == 3)
    #expect(run.output == "10%\n30%\n")
    #expect(run.errors.contains("a screen is shown"), "\(run.errors)")
    #expect(try ProgramRun(["send"] + feed + ["done"]).status == 0)
    screen.waitUntilExit()
    let events = scratch.recordedEvents
    #expect(events.suffix(3) == ["progress 0.3", "message oops", "done"], "\(events)")
  }
}
