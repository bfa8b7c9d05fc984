import Foundation
import Testing

@testable import ProgramSupport

/// FIFOs of a program that SIGKILL ended, and their writers.
@Suite(.waiting) struct AbandonedFIFOTests {
  private let scratch: Scratch
  private var fifo: String { scratch.path("f") }
  private var isThere: Bool { FileManager.default.fileExists(atPath: fifo) }

  init() throws { scratch = try Scratch() }

  private func start(_ arguments: String...) throws -> ChildProgram {
    let program = try ChildProgram(
      ProgramRun.executable.path, ["--feed", "fifo:\(fifo)"] + arguments, errors: .dropped)
    #expect(eventually { isThere })
    return program
  }

  private func shell(_ script: String) throws -> ChildProgram {
    try ChildProgram("/bin/sh", ["-c", script], errors: .dropped)
  }

  private func makeFIFO() throws { try shell("mkfifo -m 620 \(fifo)").waitUntilExit() }

  private static let displays = [
    ["--presenter", "null"], ["--device", "/nowhere", "--wait", "forever"],
  ]

  @Test(arguments: displays) func killedProgram_leavesNoFIFO(display: [String]) throws {
    let program = try start(display[0], display[1])
    // The guard gets the FIFO's path right after the FIFO is made.
    #expect(eventually { isListening })
    program.signal(SIGKILL)
    program.waitUntilExit()
    #expect(eventually { !isThere })
    let writer = try shell("echo 42 >\(fifo)")
    #expect(eventually { !writer.isRunning })
    #expect(writer.status == 0)
  }

  private var isListening: Bool {
    (try? ProgramRun(["send", "--feed", "fifo:\(fifo)", "1"]).status) == 0
  }

  @Test func killedProgram_leavesAFIFOThatItDidNotMake() throws {
    try makeFIFO()
    let program = try start("--presenter", "null")
    #expect(eventually { isListening })
    program.signal(SIGKILL)
    program.waitUntilExit()
    Thread.sleep(forTimeInterval: 0.5)
    #expect(isThere)
  }

  @Test func killedProgram_leavesItsFIFO_toASuccessor() throws {
    let program = try start("--presenter", "null")
    #expect(eventually { isListening })
    // A successor reads the FIFO, too.
    let successor = try shell("exec 3<>\(fifo); echo >\(scratch.path("reads")); sleep 60")
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("reads")) })
    program.signal(SIGKILL)
    program.waitUntilExit()
    // Longer than the guard waits for a reader.
    Thread.sleep(forTimeInterval: 1.5)
    #expect(isThere)
    successor.signal(SIGKILL)
  }

  /// The guard of the killed program waits for a successor, which then owns the FIFO.
  @Test func successor_removesTheFIFOAtItsEnd() throws {
    let program = try start("--presenter", "null")
    #expect(eventually { isListening })
    program.signal(SIGKILL)
    program.waitUntilExit()
    let successor = try start("--presenter", "null")
    #expect(eventually { isListening })
    successor.terminate()
    successor.waitUntilExit()
    #expect(eventually { !isThere })
  }

  // MARK: - The command

  @Test func rescue_removesAFIFOWithoutReader_andReleasesItsWriters() throws {
    try makeFIFO()
    let writer = try shell("echo 42 >\(fifo)")
    Thread.sleep(forTimeInterval: 0.2)
    #expect(writer.isRunning)
    let run = try ProgramRun(["rescue", "--feed", "fifo:\(fifo)"])
    #expect(run.status == 0)
    #expect(run.errors.contains("removed \(fifo), which had no reader"), "\(run.errors)")
    #expect(!isThere)
    #expect(eventually { !writer.isRunning })
  }

  @Test func rescue_leavesAFIFOWithAReader() throws {
    let program = try start("--presenter", "null")
    #expect(eventually { isListening })
    let run = try ProgramRun(["rescue", "--feed", "fifo:\(fifo)"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(isThere && program.isRunning)
  }

  /// Regular files, and FIFOs that the program did not make.
  @Test(arguments: ["fifo:", "", "listen:"]) func rescue_leavesAllElse(place: String) throws {
    if place == "fifo:" { try scratch.write("1", to: "f") } else { try makeFIFO() }
    let run = try ProgramRun(["rescue", "--feed", place + (place == "listen:" ? "f" : fifo)])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(isThere)
  }

  @Test(.enabled(if: ProgramRun.isRoot)) func rescue_reportsAFIFOThatItMayNotOpen() throws {
    try makeFIFO()
    let run = try ProgramRun(
      ["rescue", "--feed", "fifo:\(fifo)"],
      shell: """
        chmod 755 \(scratch.url.path)
        exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@"
        """)
    #expect(
      run.status == 3 && run.errors.contains("Permission denied; run as root"), "\(run.errors)")
    #expect(isThere)
  }

  @Test func rescue_takesNoWords() throws {
    let run = try ProgramRun(["rescue", "me"])
    #expect(run.status == 2 && run.errors.contains("rescue takes no 'me'"), "\(run.errors)")
  }
}
