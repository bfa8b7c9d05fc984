import Foundation
import Testing

@testable import ProgramSupport

/// Records of several targets, through the whole program.
@Suite(.waiting) struct JobSessionTests {
  /// The outcome's picture of the tiles comes to its end, and the program with it.
  @Test func outcome_isShown() throws {
    let run = try ProgramRun(
      ["--presenter", "null", "--feed", "native:-", "--outcome-time", "0.1"],
      input: "job a 10\njob a fail disk full\n")
    #expect(run.status == 1 && !run.errors.contains("not shown"), "\(run.errors)")
  }

  /// The exit status of a wrapped command is the outcome.
  @Test func wrappedCommand_decidesItself() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "wrap", "sh", "-c",
        "echo job a 5; echo job a fail; sleep 0.3",
      ])
    #expect(run.status == 0, "\(run.errors)")
    let words = scratch.recordedEvents
    #expect(words == ["bytes 0", "job a progress 0.05", "job a fail", "done"], "\(words)")
  }

  /// Thousands of jobs' records at once: those that differ only in digits are all read.
  @Test func flood_losesNoJob() throws {
    let scratch = try Scratch()
    var lines = ""
    for round in 0..<400 { for job in 10..<30 { lines += "job \(job) \(round / 4)\n" } }
    for job in 10..<30 { lines += "job \(job) done\n" }
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "native:-", "--at-eof", "fail"],
      input: lines)
    #expect(run.status == 0, "\(run.errors)")
  }
}
