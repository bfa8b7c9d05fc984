import Foundation
import Testing

@testable import ProgramSupport

/// The console guard, the program's third process. There is no display here; Tests/System/kms/test-kms tests
/// the console with a kernel of its own.
@Suite(.waiting) struct ConsoleGuardProcessTests {
  private let scratch: Scratch
  private let program: ChildProgram

  init() throws {
    scratch = try Scratch()
    program = try ChildProgram(
      ProgramRun.executable.path,
      [
        "--device", "/nowhere", "--wait", "forever", "--feed", "fifo:\(scratch.path("f"))",
      ], errors: .dropped)
  }

  private var keeper: Int32 { program.processIdentifier }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  /// The child process with a name, once it has that name.
  private func child(_ name: String) throws -> Int32 {
    var found: Int32?
    _ = eventually {
      found = program.child(name)
      return found != nil
    }
    return try #require(found)
  }

  /// Whether a process exists and is no zombie.
  private func lives(_ process: Int32) -> Bool {
    guard let status = text("/proc/\(process)/stat") else { return false }
    return status.split(separator: " ")[2] != "Z"
  }

  @Test func supervisor_isSparedByThoseWhoEndAll() throws {
    let consoleGuard = try child("fbprogress-hold")
    #expect(
      eventually { text("/proc/\(consoleGuard)/cmdline")?.hasPrefix("@fbprogress-hold\0") == true })
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGTSTP] {
      kill(consoleGuard, signal)
    }
    Thread.sleep(forTimeInterval: 0.1)
    #expect(lives(consoleGuard))
    program.terminate()
    program.waitUntilExit()
    #expect(program.status == 143)
    #expect(!lives(consoleGuard))
  }

  @Test(arguments: [false, true])
  func supervisor_endsAfterBothOthers(isPresenterFirst: Bool) throws {
    let (consoleGuard, presenter) = (try child("fbprogress-hold"), try child("fbprogress-show"))
    if isPresenterFirst { kill(presenter, SIGKILL) }
    program.signal(SIGKILL)
    program.waitUntilExit()
    #expect(eventually { !lives(consoleGuard) })
    #expect(eventually { !lives(presenter) })
  }

  @Test func supervisor_holdsUpNobodyWhoReadsTheOutput() throws {
    let consoleGuard = try child("fbprogress-hold")
    #expect(eventually { text("/proc/\(consoleGuard)/cmdline")?.hasPrefix("@") == true })
    for number in 0...2 {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(consoleGuard)/fd/\(number)")
          == "/dev/null")
    }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(consoleGuard)/cwd") == "/")
    // A writer of the feed does not wait for it, either.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(consoleGuard)/fd").map {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(consoleGuard)/fd/\($0)")
    }
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("f")) })
    #expect(!open.contains(scratch.path("f")))
  }

  @Test func program_goesOnWithoutIt() throws {
    let consoleGuard = try child("fbprogress-hold")
    kill(consoleGuard, SIGKILL)
    #expect(eventually { text("/proc/\(consoleGuard)/stat") == nil })
    let presenter = try child("fbprogress-show")
    #expect(lives(keeper) && lives(presenter))
    program.terminate()
    program.waitUntilExit()
    #expect(program.status == 143)
  }
}
