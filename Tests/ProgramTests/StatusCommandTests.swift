import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import ProgramSupport

/// `fbprogress status` and a screen.
@Suite(.waiting) struct StatusCommandTests {
  /// A connection to a screen.
  private final class Client {
    let socket: FileDescriptor
    init(_ path: String) throws { socket = try LocalSocket.connect(ByteString(path)) }

    /// Follows the screen, and waits for the first report.
    func follow() throws -> Client {
      let call: ByteString = "{\"method\":\"io.fbprogress.Progress.Follow\",\"more\":true}"
      _ = try socket.write((call.bytes + [0]).span)
      #expect(eventually { socket.isReadable })
      return self
    }
  }

  private let scratch: Scratch
  private let words: [String]

  init() throws {
    scratch = try Scratch()
    words = ["--status", scratch.path("status"), "--feed", "fifo:\(scratch.path("f"))"]
  }

  private func ask(_ options: String...) throws -> ProgramRun {
    try ProgramRun(["status", "--status", scratch.path("status")] + options)
  }

  private func send(_ record: String...) throws {
    #expect(try ProgramRun(["send"] + words.suffix(2) + record).status == 0)
  }

  @Test func screen_isReported() throws {
    let screen = try ChildProgram(
      ProgramRun.executable.path, ["--presenter", "null"] + words + ["--after-outcome", "stay"])
    defer { screen.terminate() }
    #expect(try eventually { try ask().status == 0 })
    for record in ["title Ärger", "step 2/5 Copy", "bytes 30 120"] { try send(record) }
    #expect(try eventually { try ask("--field", "bytes").output == "30\n" })
    #expect(try ask("--field", "title").output == "Ärger\n")
    #expect(try ask("--field", "code").output == "\n")
    let lines = try ask().output.split(separator: "\n").map(String.init)
    for line in ["status 1", "state running", "percent 25", "steps 5", "step-name Copy"] {
      #expect(lines.contains(line), "\(lines)")
    }
    let json = try ask("--json").output
    let fields = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(fields?["process"] as? Int32 == screen.processIdentifier)
    let wrong = try ask("--field", "heading")
    #expect(wrong.status == 2 && wrong.errors.contains("no field 'heading'"), "\(wrong.errors)")

    let pipe = Pipe()
    let follower = try ChildProgram(
      ProgramRun.executable.path,
      ["status", "--status", scratch.path("status"), "--follow", "--field", "state"],
      output: .to(pipe))
    // It follows from its first line on.
    #expect(
      String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) == "running\n")
    try send("done")
    screen.terminate()
    screen.waitUntilExit()
    follower.waitUntilExit()
    #expect(follower.status == 0)
    let read = try #require(try pipe.fileHandleForReading.readToEnd())
    let rest = String(decoding: read, as: UTF8.self)
    #expect(rest.hasSuffix("done\n"), "\(rest)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("status")))
  }

  @Test func withoutAScreen_oneLineSaysSo() throws {
    let run = try ask()
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("status: no screen; start fbprogress first\n"), "\(run.errors)")
  }

  @Test func secondScreen_leavesTheSocket_andSaysSoOnlyIfAsked() throws {
    let screen = try ChildProgram(ProgramRun.executable.path, ["--presenter", "null"] + words)
    defer { screen.terminate() }
    #expect(try eventually { try ask().status == 0 })
    for options in [[], ["--verbose"]] {
      let other = try ProgramRun(
        ProgramRun.quick + options + ["--status", scratch.path("status"), "--feed", "-"],
        input: "done\n")
      #expect(other.status == 0)
      #expect(other.errors.contains("does not reach this screen") == !options.isEmpty)
    }
    let process = try ask("--field", "process").output
    #expect(process == "\(screen.processIdentifier)\n")
  }

  @Test(arguments: ["relative", "", "7500"]) func wrongPath_isAMistake(path: String) throws {
    let run = try ProgramRun(["--status", path, "--presenter", "null", "--feed", "-"])
    #expect(run.status == 2 && run.errors.contains("status: invalid value"), "\(run.errors)")
  }

  @Test(arguments: [("", "mirror"), ("", "bubble.corner"), ("portrait.", "bubble.box")])
  func removedSetting_isIgnored_withANote(layout: String, key: String) throws {
    try scratch.write("\(layout)\(key) = 7\n", to: "conf")
    for words in [["--\(layout)\(key)", "7"], ["--config", scratch.path("conf")]] {
      let run = try ProgramRun(ProgramRun.quick + words + ["--feed", "-"], input: "done\n")
      #expect(run.status == 0 && run.errors.contains("\(key): this setting was removed"))
    }
  }

  @Test func reader_thatTheScreenCloses_isAnError() throws {
    let screen = try ChildProgram(ProgramRun.executable.path, ["--presenter", "null"] + words)
    defer { screen.terminate() }
    #expect(try eventually { try ask().status == 0 })
    let others = try (0..<16).map { _ in try Client(scratch.path("status")).follow() }
    let run = try ask("--follow", "--field", "state")
    #expect(run.status == 3 && run.output == "waiting\n", "\(run.output)")
    #expect(
      run.errors.hasSuffix("closed by the screen: it has 16 readers, or this one is slow\n"),
      "\(run.errors)")
    _ = others
  }

  @Test func screenThatAcceptsNobody_isAwaited() throws {
    let path = ByteString(scratch.path("status"))
    let listener = try LocalSocket.serve(path, datagrams: false)
    var clients: [Client] = []
    while let client = try? Client(scratch.path("status")) { clients.append(client) }
    let run = try ask("--timeout", "0.3")
    #expect(
      run.status == 3 && run.errors.hasSuffix("the screen does not answer\n"), "\(run.errors)")
    #expect(!clients.isEmpty && listener.rawValue > 0)
  }

  @Test func off_makesNoSocket() throws {
    let run = try ProgramRun(
      ProgramRun.quick + ["--status", "off", "--verbose", "--feed", "-"], input: "done\n")
    #expect(run.status == 0 && !run.errors.contains("status:"), "\(run.errors)")
  }
}
