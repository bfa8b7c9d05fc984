import Foundation
import Testing

@testable import ProgramSupport

/// Disks that hang or are full, and descriptors that run out.
@Suite(.waiting) struct ScarcityTests {
  private let scratch: Scratch
  private var fifo: String { scratch.path("f") }

  init() throws { scratch = try Scratch(isInMemory: true) }

  private func start(_ arguments: [String], shell: String = "") throws -> ChildProgram {
    try ChildProgram(
      "/bin/sh",
      [
        "-c", "\(shell) exec \"$0\" \"$@\" 2>\(scratch.path("log"))", ProgramRun.executable.path,
        "--log", "stderr",
      ] + ProgramRun.quick + arguments)
  }

  private func text(_ name: String) -> String {
    (try? scratch.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  private func write(_ text: String) throws {
    #expect(eventually { exists("f") })
    try FileHandle(forWritingTo: URL(filePath: fifo)).write(contentsOf: Data(text.utf8))
  }

  // MARK: - Disks

  /// The process that writes the record stops, as on a disk that hangs.
  @Test func diskThatHangs_stopsNoFeed() throws {
    let program = try start(["--feed", "fifo:\(fifo)", "--record", scratch.path("r")])
    defer { program.terminate() }
    try write("5\n")
    #expect(eventually { text("r").contains("progress 0.05") })
    let recorder = try #require(program.child("fbprogress-rec"))
    kill(recorder, SIGSTOP)
    defer { kill(recorder, SIGKILL) }
    // More than all buffers hold.
    for _ in 0..<20 {
      try write((0..<1_000).map { "message \($0) \(String(repeating: "x", count: 80))\n" }.joined())
    }
    try write("done\n")
    program.waitUntilExit()
    #expect(program.status == 0)
    #expect(text("log").contains("record: the disk is too slow"), "\(text("log"))")
  }

  @Test func record_isCompleteAndPrivate() throws {
    let program = try start(["--feed", "fifo:\(fifo)", "--record", scratch.path("r")])
    try write((0..<5_000).map { "message \($0)\n" }.joined() + "done\n")
    program.waitUntilExit()
    #expect(program.status == 0)
    let words = scratch.recordedEvents
    // Records that replace each other may be skipped in a flood.
    #expect(words.last == "done" && words.dropLast().last == "message 4999")
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("r"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// The disk of the history and of the record hangs at the end. The program ends after one wait
  /// for both, and what was sent is written later.
  @Test func diskThatHangsAtTheEnd_delaysItOnce() throws {
    let program = try start([
      "--feed", "fifo:\(fifo)", "--record", scratch.path("r"), "--history", scratch.path("h"),
    ])
    try write("title Update\nstep 1/1\n")
    #expect(eventually { text("r").contains("step") })
    let writers = try ["fbprogress-rec", "fbprogress-hist"].map {
      try #require(program.child($0))
    }
    // A run of less is not learned.
    Thread.sleep(forTimeInterval: 1.2)
    for writer in writers { kill(writer, SIGSTOP) }
    try write("done\n")
    program.waitUntilExit()
    #expect(program.status == 0)
    let log = text("log")
    for name in ["record", "history"] {
      #expect(
        log.contains(name + ": the disk is too slow; it is written after the end"), "\(log)")
    }
    for writer in writers { kill(writer, SIGCONT) }
    #expect(eventually { text("h").contains("Update") && text("r").contains("done") })
  }

  /// A limit on the size of files fails each write, as a full disk does.
  @Test func fullDisk_isLeftWithoutPartialFiles() throws {
    let program = try start(
      [
        "--feed", "fifo:\(fifo)", "--resume", scratch.path("session"), "--dump-folder",
        scratch.path("d"), "--outcome-time", "60",
      ], shell: "exec 2>/dev/null; trap '' XFSZ; ulimit -f 0;")
    defer { program.terminate() }
    try write("42\n")
    #expect(eventually { program.child("fbprogress-show") != nil })
    let files = { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    // Both files of a dump are tried, again and again.
    for _ in 0..<20 {
      program.signal(SIGUSR1)
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(eventually { exists("d") })
    #expect(eventually { files(scratch.path("d")).isEmpty }, "\(files(scratch.path("d")))")
    #expect(
      files(scratch.url.path).sorted().filter { $0 != "log" } == ["d", "f"],
      "\(files(scratch.url.path))")
  }

  /// The file behind a link may be another program's, as the one of /dev/stdout is.
  @Test(arguments: [("picture.png", false), ("link.png", true)])
  func failedWrite_removesItsFile_butNoLink(name: String, stays: Bool) throws {
    try scratch.write("@0 50\n", to: "s")
    try scratch.write("", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.png"), withDestinationPath: scratch.path("target"))
    let run = try ProgramRun(
      [
        "render", "--script", scratch.path("s"), "--size", "32x24", "--at", "0",
        "--output", scratch.path(name),
      ], shell: "exec 2>/dev/null; trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"")
    #expect(run.status == 3)
    #expect(exists("target"))
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link.png"))
    #expect(link == scratch.path("target"))
    #expect(exists(name) == stays)
  }

  // MARK: - Descriptors

  private func descriptors(_ process: Int32) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
  }

  @Test func replacedFIFOs_areClosed_butTheFirstAndTheNewest() throws {
    let program = try start(["--feed", "fifo:\(fifo)", "--record", scratch.path("r")])
    defer { program.terminate() }
    #expect(eventually { exists("f") && program.child("fbprogress-show") != nil })
    let first = try #require(FileHandle(forWritingAtPath: fifo))
    for _ in 0..<40 {
      try FileManager.default.removeItem(atPath: fifo)
      #expect(eventually { exists("f") })
    }
    #expect(eventually { descriptors(program.processIdentifier) < 35 })
    try first.write(contentsOf: Data("10\n".utf8))
    #expect(eventually { scratch.recordedEvents.last == "progress 0.1" })
    try write("progress 0.2\n")
    #expect(eventually { scratch.recordedEvents.last == "progress 0.2" })
  }

  /// The limit lets so many feeds be opened at first. Later it is raised.
  @Test(arguments: [(limit: 4, feeds: ["a"]), (limit: 7, feeds: ["a", "b"])])
  func feedWithoutADescriptor_isOpenedLater(limit: Int, feeds: [String]) throws {
    // The shell itself needs descriptors from 10 on.
    let program = try ChildProgram(
      "/bin/sh",
      [
        "-c", "exec prlimit --nofile=\(limit): \"$0\" \"$@\" 2>\(scratch.path("log"))",
        ProgramRun.executable.path, "--log", "stderr",
      ] + ProgramRun.quick + feeds.flatMap { ["--feed", "fifo:\(scratch.path($0))"] })
    defer { program.terminate() }
    #expect(eventually { text("log").contains("Too many open files; trying again") })
    #expect(program.isRunning && !exists(feeds[feeds.count - 1]))
    let raised = try ProgramRun(
      [], shell: "exec prlimit --pid \(program.processIdentifier) --nofile=256:")
    #expect(raised.status == 0, "\(raised.errors)")
    #expect(eventually { exists(feeds[feeds.count - 1]) })
    try FileHandle(forWritingTo: URL(filePath: scratch.path(feeds[feeds.count - 1])))
      .write(contentsOf: Data("done\n".utf8))
    program.waitUntilExit()
    #expect(program.status == 0, "\(text("log"))")
    #expect(feeds.allSatisfy { !exists($0) })
  }

  @Test func seventeenthClient_replacesTheOldest() throws {
    let socket = scratch.path("s")
    let program = try start(["--feed", "plymouth:\(socket)", "--after-outcome", "stay"])
    defer { program.terminate() }
    #expect(eventually { exists("s") && program.child("fbprogress-show") != nil })
    let run = try ProgramRun(
      [],
      shell: """
        exec python3 -c '
        import socket
        def ask(client):
            client.settimeout(30)
            try:
                client.sendall(b"M\\x02\\x06hello\\x00")
                return client.recv(1)
            except OSError:
                return b""
        clients = []
        for number in range(17):
            client = socket.socket(socket.AF_UNIX)
            client.connect("\(socket)")
            clients.append(client)
            print(ask(client))
        print(ask(clients[0]), ask(clients[1]))'
        """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0 == "b'\\x06'" } && lines.count == 18, "\(run)")
    #expect(lines.last == "b'' b'\\x06'", "\(run.output) \(run.errors)")
  }

  /// Each new client replaces the oldest one, without any wait.
  @Test func clientsWithoutDescriptors_replaceTheOldest() throws {
    let socket = scratch.path("s")
    let program = try start(
      ["--feed", "plymouth:\(socket)", "--record", scratch.path("r"), "--after-outcome", "stay"],
      shell: "ulimit -n 16;")
    defer { program.terminate() }
    #expect(eventually { exists("s") && program.child("fbprogress-show") != nil })
    let run = try ProgramRun(
      [],
      shell: """
        exec python3 -c '
        import socket, sys, time
        clients = []
        for number in range(24):
            client = socket.socket(socket.AF_UNIX)
            client.connect("\(socket)")
            clients.append(client)
            time.sleep(0.02)
        clients[-1].sendall(b"M\\x02\\x06hello\\x00")
        clients[-1].settimeout(30)
        print(clients[-1].recv(1))
        before = open("/proc/\(program.processIdentifier)/stat").read().split()[13:15]
        time.sleep(2)
        after = open("/proc/\(program.processIdentifier)/stat").read().split()[13:15]
        print(sum(map(int, after)) - sum(map(int, before)))'
        """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "b'\\x06'", "\(run.output) \(run.errors)")
    // Hundredths of a second of CPU time in two seconds; a loop takes 200.
    let ticks = try #require(lines.last.flatMap { Int($0) })
    #expect(ticks < 50)
  }
}
