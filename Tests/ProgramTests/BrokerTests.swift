import Foundation
import Testing

@testable import ProgramSupport

/// The process that starts presenters is killed or stopped.
@Suite(.waiting) struct BrokerTests {
  private let scratch: Scratch
  private let feed: [String]

  init() throws {
    scratch = try Scratch()
    feed = ["--feed", "fifo:\(scratch.path("f"))"]
  }

  private var log: String { String(decoding: (try? scratch.read("log")) ?? Data(), as: UTF8.self) }

  private func start() throws -> ChildProgram {
    let program = try ChildProgram(
      "/bin/sh",
      ["-c", "exec \"$0\" \"$@\" 2>\(scratch.path("log"))", ProgramRun.executable.path]
        + ProgramRun.quick + feed + ["--record", scratch.path("r")])
    #expect(eventually { program.child("fbprogress-show") != nil })
    return program
  }

  @Test func killedBroker_leavesTheFeedRead() throws {
    let program = try start()
    defer { program.terminate() }
    kill(try #require(program.child("fbprogress-fork")), SIGKILL)
    #expect(eventually { log.contains("the broker has ended") })
    #expect(try ProgramRun(["send"] + feed + ["message x"]).status == 0)
    #expect(eventually { scratch.recordedEvents.last == "message x" })
    #expect(try ProgramRun(["send"] + feed + ["done"]).status == 0)
    program.waitUntilExit()
    // 3: no presenter can show the outcome.
    #expect(program.status == 3, "\(log)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("f")))
  }

  /// The keeper waits for the report of a presenter's end without work.
  @Test func stoppedBroker_costsNoTime() throws {
    let program = try start()
    defer { program.terminate() }
    let broker = try #require(program.child("fbprogress-fork"))
    let presenter = try #require(program.child("fbprogress-show"))
    kill(broker, SIGSTOP)
    kill(presenter, SIGKILL)
    func ticks() throws -> Int {
      let path = "/proc/\(program.processIdentifier)/stat"
      let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
      return try #require(Int(fields[13])) + #require(Int(fields[14]))
    }
    Thread.sleep(forTimeInterval: 0.3)
    let before = try ticks()
    Thread.sleep(forTimeInterval: 1)
    #expect(try ticks() - before < 10)
    #expect(try ProgramRun(["send"] + feed + ["message x"]).status == 0)
    #expect(eventually { scratch.recordedEvents.last == "message x" })
    kill(broker, SIGCONT)
    #expect(eventually { program.child("fbprogress-show").map { $0 != presenter } ?? false })
    #expect(try ProgramRun(["send"] + feed + ["done"]).status == 0)
    program.waitUntilExit()
    #expect(program.status == 0, "\(log)")
  }
}
