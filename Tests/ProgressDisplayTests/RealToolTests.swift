import Foundation
import Testing

/// Real programs feed the program: what they print today, not what somebody wrote down once.
@Suite(.serialized) struct RealToolTests {
  /// Fractions that were said, in order, and the last words.
  private func session(
    _ arguments: [String], input: String = "", shell: String? = nil
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    let run = try ProgramRun(
      WrapTests.quick + ["--record", scratch.path("r")] + arguments, input: input, shell: shell)
    let words = WrapTests.words(scratch)
    let fractions = words.compactMap { line -> Double? in
      let parts = line.split(separator: " ")
      if parts.count == 2, parts[0] == "progress" { return Double(parts[1]) }
      if parts.count == 3, parts[0] == "bytes", let part = Double(parts[1]),
        let all = Double(parts[2])
      {
        return part / all
      }
      return nil
    }
    return (fractions, words, run)
  }

  private func check(
    _ session: (fractions: [Double], words: [String], run: ProgramRun), atLeast: Int
  ) {
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.fractions.count >= atLeast, "\(session.words.prefix(20)) \(session.run.errors)")
    #expect(session.fractions == session.fractions.sorted())
    #expect(session.words.last == "done")
  }

  /// A file of 8 MB, unless another size is asked for.
  private func source(_ scratch: Scratch, bytes: Int = 8_000_000) throws -> String {
    try Data(repeating: 0x61, count: bytes).write(to: scratch.url.appending(path: "source"))
    return scratch.path("source")
  }

  @Test func pv_numbers() throws {
    let scratch = try Scratch()
    let file = try source(scratch)
    let session = try session(
      ["--feed", "gauge:-", "--at-eof", "done"],
      shell: "pv -n -i 0.1 -L 10m \(file) 2>&1 >/dev/null | \"$0\" \"$@\"")
    check(session, atLeast: 3)
    #expect(session.fractions.last == 1)
  }

  /// A script that was written for `whiptail --gauge`: only the program's name differs.
  @Test func whiptailScript() throws {
    let script =
      "{ for n in 20 40; do echo XXX; echo $n; echo \"Step $n\"; echo 'of it'; echo XXX; done; echo 90; }"
    let session = try session(
      ["--feed", "-", "--at-eof", "done"], shell: script + " | \"$0\" \"$@\"")
    #expect(
      session.words == [
        "progress 0.2", "message Step 20 of it", "progress 0.4", "message Step 40 of it",
        "progress 0.9",
        "done",
      ])
  }

  @Test func rsync() throws {
    let scratch = try Scratch()
    let file = try source(scratch)
    check(
      try session(
        [
          "wrap", "rsync", "--info=progress2", "--bwlimit=8000", file, scratch.path("copy"),
        ]), atLeast: 2)
    #expect(try scratch.read("copy").count == 8_000_000)
  }

  @Test func dd() throws {
    let scratch = try Scratch()
    let file = try source(scratch)
    let session = try session([
      "wrap", "sh", "-c", "pv -q -L 4m \(file) | LC_ALL=C dd of=/dev/null bs=64k status=progress",
    ])
    #expect(session.run.status == 0)
    #expect(session.words.contains { $0 == "bytes 8000000" }, "\(session.words)")
    #expect(session.words.count { $0.hasPrefix("bytes ") } >= 2 && session.words.last == "done")
  }

  @Test(
    arguments: [
      ("curl", "curl --limit-rate 9M -o %o %u"), ("curl", "curl -# --limit-rate 9M -o %o %u"),
      ("wget", "wget --limit-rate=9m --progress=dot:default -O %o %u"),
      ("wget", "wget --limit-rate=9m --progress=bar:force:noscroll -O %o %u"),
      (
        "aria2c",
        "aria2c --max-download-limit=9M --summary-interval=1 --allow-overwrite=true -d / -o %o %u"
      ),
    ])
  func download(name: String, command: String) throws {
    let scratch = try Scratch()
    // A tool that limits its rate still takes at once what the sockets hold, some 7 MB.
    _ = try source(scratch, bytes: 32_000_000)
    let server = Process()
    let output = Pipe()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = [
      "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
      scratch.url.path,
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer { server.terminate() }
    // "Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ..."
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(line.split(separator: " ").dropFirst(5).first)
    let words: [String] = command.split(separator: " ").map {
      String($0).replacing("%o", with: scratch.path("copy")).replacing(
        "%u", with: "http://127.0.0.1:\(port)/source")
    }
    check(try session(["wrap", "--"] + words), atLeast: 2)
    #expect(try scratch.read("copy").count == 32_000_000)
  }
}
