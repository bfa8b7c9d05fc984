import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import ProgramSupport

/// Notifications to the service manager, and the destinations of the log.
@Suite(.waiting) struct ServiceManagerTests {
  private let quick = [
    "--presenter", "null", "--feed", "-", "--outcome-time", "0", "--reveal.time", "0",
  ]

  /// All notifications of a session, with shell code for its environment and its feed.
  private func said(_ environment: String, feed: String) throws -> [String] {
    let scratch = try Scratch()
    let path = scratch.path("notify")
    let socket = try LocalSocket.serve(ByteString(path), datagrams: true)
    let run = try ProgramRun(
      quick, shell: "(\(feed)) | NOTIFY_SOCKET=\(path) \(environment) \"$0\" \"$@\"")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    var said: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while let count = try socket.read(into: &buffer), count > 0 {
      said.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return said
  }

  @Test func watchdog_hearsTwiceWithinItsTime() throws {
    let said = try said("WATCHDOG_USEC=200000", feed: "sleep 1; echo done")
    // A slow machine may be late, but not nine times of ten.
    #expect(said.filter { $0 == "WATCHDOG=1" }.count >= 2, "\(said)")
    #expect(said.filter { $0 == "WATCHDOG=1" }.count <= 30, "\(said)")
    #expect(said.count { $0 == "READY=1" } == 1, "\(said)")
  }

  @Test func managerThatIsNotThere_isToldOf_andNothingElseChanges() throws {
    let run = try ProgramRun(
      quick, input: "50\ndone\n", shell: "NOTIFY_SOCKET=/nowhere exec \"$0\" \"$@\"")
    #expect(run.status == 0)
    #expect(run.errors.contains("cannot connect to NOTIFY_SOCKET"))
  }

  // MARK: - The log

  @Test func journal_isToldHowSeriousItIs() throws {
    let run = try ProgramRun(
      quick, input: "junk\n50\ndone\n",
      shell: "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" \"$@\"")
    #expect(
      run.errors.hasPrefix("<4>fbprogress: feed standard input: unrecognized record 'junk'"),
      "\(run.errors)")
    let wrong = try ProgramRun(
      ["--bogus"], shell: "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" \"$@\"")
    #expect(wrong.errors.hasPrefix("<3>fbprogress: unknown setting"), "\(wrong.errors)")
  }

  @Test(arguments: ["JOURNAL_STREAM=1:2", ""])
  func people_areNot(environment: String) throws {
    let run = try ProgramRun(
      quick, input: "junk\n50\ndone\n", shell: "\(environment) exec \"$0\" \"$@\"")
    #expect(
      run.errors.hasPrefix("fbprogress: feed standard input: unrecognized record 'junk'"),
      "\(run.errors)")
  }

  @Test func journal_isPlain_whenThatIsAskedFor() throws {
    let run = try ProgramRun(
      quick + ["--log", "stderr"], input: "junk\n50\ndone\n",
      shell: "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" \"$@\"")
    #expect(
      run.errors.hasPrefix("fbprogress: feed standard input: unrecognized record 'junk'"),
      "\(run.errors)")
  }
}
