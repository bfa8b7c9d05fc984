import Foundation
import Testing

@testable import ProgramSupport

/// Adverse conditions: from the caller, from writers, and from the system.
@Suite(.waiting) struct HostileWorldTests {
  private let quick = ["--presenter", "null", "--outcome-time", "0", "--reveal.time", "0"]

  /// Starts the program without waiting for it.
  private func start(_ arguments: [String], shell: String? = nil) throws -> ChildProgram {
    let process = try ChildProgram(
      shell == nil ? ProgramRun.executable.path : "/bin/sh",
      (shell.map { ["-c", $0, ProgramRun.executable.path] } ?? []) + quick + arguments,
      errors: .dropped)
    return process
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func words(_ scratch: Scratch) -> [String] {
    let record = (try? scratch.read("r")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return record.split(separator: "\n").map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  // MARK: - Files

  @Test func recordThatCannotBeOpened_leavesNoFIFO() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      quick + ["--feed", "fifo:\(scratch.path("f"))", "--record", "/nope/x"])
    #expect(run.status == 2 && run.errors.contains("open /nope/x: No such file"))
    #expect(!exists(scratch.path("f")))
  }

  @Test func recordThatNobodyReads_isAnError() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      quick + ["--feed", "-", "--record", scratch.path("f")],
      shell: "mkfifo \(scratch.path("f")) && exec timeout 60 \"$0\" \"$@\"")
    #expect(run.status == 2 && run.errors.contains("No such device or address"), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("ln -s victim r", 2, "r: Too many levels of symbolic links"), ("ln victim r", 0, ""),
      ("mkfifo r; chown 65534 r", 2, "r: Operation not permitted"),
      ("echo new >r; chmod 666 r; chown 65534 r", 0, ""),
    ])
  func recordInASharedFolder_isTheProgramsOwn(setUp: String, status: Int32, error: String) throws {
    if setUp.contains("chown"), geteuid() != 0 { return }
    let scratch = try Scratch()
    try scratch.write("precious", to: "victim")
    let run = try ProgramRun(
      quick + ["--feed", "-", "--record", scratch.path("r")], input: "50\ndone\n",
      shell: "cd \(scratch.url.path) && chmod 777 . && \(setUp); exec \"$0\" \"$@\"")
    #expect(run.status == status && run.errors.isEmpty == error.isEmpty, "\(run.errors)")
    #expect(error.isEmpty || run.errors.contains(error), "\(run.errors)")
    #expect(try scratch.read("victim") == Data("precious".utf8))
    if status != 0 { return }
    #expect(words(scratch) == ["progress 0.5", "done"])
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("r"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func pictureInASharedFolder_isNotWrittenThroughALink() throws {
    let scratch = try Scratch()
    try scratch.write("precious", to: "victim")
    let run = try ProgramRun(
      [
        "render", "--script", "/dev/stdin", "--at", "0", "--size", "8x8", "--output",
        scratch.path("x.png"),
      ], input: "@0 50\n",
      shell: "cd \(scratch.url.path) && chmod 777 . && ln -s victim x.png; exec \"$0\" \"$@\"")
    #expect(run.status == 3 && run.errors.contains("x.png: Too many levels"), "\(run.errors)")
    #expect(try scratch.read("victim") == Data("precious".utf8))
  }

  @Test func record_mayGoToStandardOutput() throws {
    let run = try ProgramRun(
      quick + ["--feed", "-", "--record", "/dev/stdout"], input: "50\ndone\n")
    #expect(run.output.hasSuffix(" done\n"), "\(run.output) \(run.errors)")
  }

  @Test func picturesInMemory_areWrittenInTheSandbox() throws {
    let scratch = try Scratch(isInMemory: true)
    let run = try ProgramRun(
      [
        "--presenter", "png", "--size", "8x8", "--output", scratch.path("x.png"), "--feed", "-",
        "--outcome-time", "0", "--reveal.time", "0",
      ], input: "50\ndone\n")
    #expect(run.status == 0 && exists(scratch.path("x.png")), "\(run.errors)")
  }

  @Test func fullDisk_isToldOnce_andEndsTheRecord() throws {
    let run = try ProgramRun(
      quick + ["--feed", "-", "--record", "/dev/full"], input: "1\n2\n3\ndone\n")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "fbprogress: record: write: No space left on device; recording stopped\n")
  }

  /// A session's channel with the number of standard input would stay open in its own children.
  @Test func standardInputThatEnds_keepsItsNumber() throws {
    let process = try start(
      ["--feed", "-", "--at-eof", "stay"], shell: "exec \"$0\" \"$@\" </dev/null")
    #expect(eventually { process.child("fbprogress-show") != nil })
    let presenter = try #require(process.child("fbprogress-show"))
    let file = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(presenter)/fd/0")
    #expect(file == "/dev/null")
    process.terminate()
    process.waitUntilExit()
  }

  @Test func helpThatCannotBePrinted_isNoWrongUsage() throws {
    let run = try ProgramRun(["--help"], shell: "\"$0\" \"$@\" >/dev/full")
    #expect(run.status == 3)
    #expect(run.errors == "fbprogress: standard output: write: No space left on device\n")
  }

  @Test func fileInPlaceOfTheFIFO_isNotRemoved() throws {
    let scratch = try Scratch()
    let process = try start(["--feed", "fifo:\(scratch.path("f"))"])
    #expect(eventually { process.child("fbprogress-show") != nil })
    try scratch.write("somebody's", to: "g")
    let result = unsafe rename(scratch.path("g"), scratch.path("f"))
    #expect(result == 0)
    process.terminate()
    process.waitUntilExit()
    #expect(exists(scratch.path("f")))
  }

  /// Later writers find a FIFO, and writers with the old one open can continue.
  @Test func removedFIFO_isMadeAgain() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("f")
    let process = try start(["--feed", "fifo:\(fifo)", "--record", scratch.path("r")])
    #expect(eventually { process.child("fbprogress-show") != nil })
    let old = try #require(FileHandle(forWritingAtPath: fifo))
    try old.write(contentsOf: Data("10\n".utf8))
    #expect(eventually { words(scratch).last == "progress 0.1" })
    for (next, last) in [("0.2", "0.3"), ("0.4", "0.5")] {
      try FileManager.default.removeItem(atPath: fifo)
      #expect(eventually { exists(fifo) })
      let new = try #require(FileHandle(forWritingAtPath: fifo))
      try new.write(contentsOf: Data("progress \(next)\n".utf8))
      #expect(eventually { words(scratch).last == "progress \(next)" })
      try old.write(contentsOf: Data("progress \(last)\n".utf8))
      #expect(eventually { words(scratch).last == "progress \(last)" })
      try new.close()
    }
    try old.write(contentsOf: Data("done\n".utf8))
    process.waitUntilExit()
    #expect(process.status == 0 && !exists(fifo))
    #expect(words(scratch).count == 6)
  }

  @Test func scriptFromASlowPipe_isReadWhole() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      [
        "render", "--script", "/dev/stdin", "--at", "0", "--size", "8x8", "--output",
        scratch.path("x.png"),
      ], shell: "(sleep 0.3; printf '@0 50\\njunk\\n') | \"$0\" \"$@\"")
    #expect(run.status == 2 && run.errors.contains("/dev/stdin:2: 'junk'"), "\(run.errors)")
  }

  @Test func animationWithoutEnd_isRefused() throws {
    let scratch = try Scratch()
    try scratch.write("@9000000000 done\n", to: "s")
    let run = try ProgramRun([
      "render", "--script", scratch.path("s"), "--output", scratch.path("x.apng"),
    ])
    #expect(run.status == 2 && run.errors.contains("frames are too many"), "\(run.errors)")
  }

  /// The owner of a FIFO decides which users write progress.
  @Test(
    arguments: [
      ("mkfifo -m 666 f; chown 65534 f", "f: Operation not permitted; another user"),
      ("mkfifo -m 620 g; ln -s g f", "f: Too many levels of symbolic links; name the file"),
    ])
  func foreignFIFO_isRefused(setUp: String, error: String) throws {
    // Only root can give a file away.
    if setUp.contains("chown"), geteuid() != 0 { return }
    let scratch = try Scratch()
    let run = try ProgramRun(
      quick + ["--feed", "fifo:\(scratch.path("f"))"],
      shell: "cd \(scratch.url.path) && \(setUp) && exec timeout 60 \"$0\" \"$@\"")
    #expect(run.status == 2 && run.errors.contains(error), "\(run.status) \(run.errors)")
    // It stays: another program may use it.
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("f"))
    #expect(mode[.posixPermissions] as? Int != 0o1620)
  }

  @Test func madeFiles_haveTheirModes_whateverTheUmask() throws {
    let scratch = try Scratch()
    let process = try start(
      ["--feed", "fifo:\(scratch.path("f"))", "--status", scratch.path("s")],
      shell: "umask 077; exec \"$0\" \"$@\"")
    defer { process.terminate() }
    #expect(
      eventually {
        let mode = try? FileManager.default.attributesOfItem(atPath: scratch.path("f"))
        // The sticky bit is the mark of the maker.
        return mode?[.posixPermissions] as? Int == 0o1620
      })
    #expect(
      eventually {
        let mode = try? FileManager.default.attributesOfItem(atPath: scratch.path("s"))
        return mode?[.posixPermissions] as? Int == 0o660
      })
  }

  // MARK: - The caller

  @Test func closedStandardError_isNotTheRecord() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      quick + ["--log", "stderr", "--feed", "-", "--record", scratch.path("r")],
      input: "junk\n50\ndone\n",
      shell: "exec \"$0\" \"$@\" 2>&-")
    #expect(run.status == 0)
    #expect(words(scratch) == ["progress 0.5", "done"])
  }

  @Test func standardInput_waitsForOthersAsBefore() throws {
    // The flags belong to the open pipe end, which other processes share.
    let run = try ProgramRun(
      quick + ["--feed", "-"],
      shell: "(printf '50\\ndone\\n'; sleep 1) | { \"$0\" \"$@\"; grep flags /proc/self/fdinfo/0; }"
    )
    #expect(run.status == 0 && run.output == "flags:\t00\n", "\(run.output)")
  }

  @Test func hangUpThatWasIgnored_staysSo() throws {
    let scratch = try Scratch()
    let process = try start(
      ["--feed", "fifo:\(scratch.path("f"))"], shell: "trap '' HUP; exec \"$0\" \"$@\"")
    #expect(eventually { process.child("fbprogress-show") != nil })
    process.signal(SIGHUP)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
    #expect(process.status == 143)
  }

  @Test func childrenThatWereIgnored_areSeenToAllTheSame() throws {
    let scratch = try Scratch()
    let process = try start(
      ["--feed", "fifo:\(scratch.path("f"))"],
      shell: "exec env --ignore-signal=CHLD \"$0\" \"$@\"")
    #expect(eventually { process.child("fbprogress-show") != nil && exists(scratch.path("f")) })
    let first = try #require(process.child("fbprogress-show"))
    kill(first, SIGKILL)
    #expect(eventually { process.child("fbprogress-show").map { $0 != first } ?? false })
    process.terminate()
    process.waitUntilExit()
  }

  @Test func quitSignal_endsItInOrder() throws {
    let scratch = try Scratch()
    let process = try start(["--feed", "fifo:\(scratch.path("f"))"])
    #expect(eventually { process.child("fbprogress-show") != nil })
    process.signal(SIGQUIT)
    process.waitUntilExit()
    #expect(process.status == 131)
    #expect(!exists(scratch.path("f")))
  }

  // MARK: - Writers

  @Test func sentWords_areOneRecord_whateverIsInThem() throws {
    let scratch = try Scratch()
    let fifo = "fifo:\(scratch.path("f"))"
    let process = try start(["--feed", fifo, "--record", scratch.path("r")])
    defer { process.terminate() }
    #expect(eventually { exists(scratch.path("f")) })
    #expect(try ProgramRun(["send", "--feed", fifo, "message", "two\ndone\n"]).status == 0)
    #expect(eventually { !words(scratch).isEmpty })
    #expect(words(scratch) == ["message two done"])
    #expect(process.isRunning)
  }

  @Test func readerThatLeaves_isNobody() throws {
    let scratch = try Scratch()
    // SAFETY: the path is borrowed for the calls.
    #expect(unsafe mkfifo(scratch.path("f"), 0o600) == 0)
    let reader = unsafe open(scratch.path("f"), O_RDWR | O_NONBLOCK)
    let block = [UInt8](repeating: 0x20, count: 4_096)
    // SAFETY: the array's bytes are borrowed for the call.
    while unsafe write(reader, block, block.count) > 0 {}
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { close(reader) }
    let run = try ProgramRun([
      "send", "--feed", "fifo:\(scratch.path("f"))", "--timeout", "20", "42",
    ])
    #expect(run.status == 3 && run.errors.contains("no reader"), "\(run.errors)")
  }

  @Test func partialRecord_whoseRestCameInTime_isWhole() throws {
    let scratch = try Scratch()
    let process = try start([
      "--feed", "fifo:\(scratch.path("f"))", "--record", scratch.path("r"),
    ])
    #expect(eventually { process.child("fbprogress-show") != nil })
    let writer = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    try writer.write(contentsOf: Data("5\nprogress 0.".utf8))
    #expect(eventually { words(scratch) == ["progress 0.05"] })
    process.signal(SIGSTOP)
    try writer.write(contentsOf: Data("4\ndone\n".utf8))
    Thread.sleep(forTimeInterval: 0.4)
    process.signal(SIGCONT)
    process.waitUntilExit()
    #expect(words(scratch) == ["progress 0.05", "progress 0.4", "done"])
  }
}
