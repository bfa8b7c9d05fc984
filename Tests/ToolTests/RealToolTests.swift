import Foundation
import Testing

@testable import ProgramSupport

/// Real programs feed the program: with today's output, not a copy of an earlier version's.
@Suite(.waiting) struct RealToolTests {
  /// Runs the program. Returns the recorded fractions in order, and all recorded events.
  func session(
    _ arguments: [String], input: String = "", shell: String? = nil
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r")] + arguments, input: input, shell: shell)
    let words = scratch.recordedEvents
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

  func check(
    _ session: (fractions: [Double], words: [String], run: ProgramRun), atLeast: Int
  ) {
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.fractions.count >= atLeast, "\(session.words.prefix(20)) \(session.run.errors)")
    #expect(session.fractions == session.fractions.sorted())
    #expect(session.words.last == "done")
  }

  /// Makes a file, by default of 8 MB.
  func source(_ scratch: Scratch, bytes: Int = 8_000_000) throws -> String {
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

  /// A script written for `whiptail --gauge`: only the program's name differs.
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
    // whiptail itself runs the same script to its end, on a terminal.
    let scratch = try Scratch()
    try scratch.write(script + " | whiptail --gauge x 8 40 0", to: "script")
    let whiptail = try ProgramRun(
      [],
      shell: "TERM=vt100 timeout 120 script -qec 'sh \(scratch.path("script"))' /dev/null")
    #expect(whiptail.status == 0 && whiptail.output.contains("90%"), "\(whiptail.output)")
  }

  /// A script written for `zenity --progress`: it finds this program under that name.
  @Test func zenityScript() throws {
    let scratch = try Scratch()
    try scratch.makeProgram(
      """
      exec "\(ProgramRun.executable.path)" --presenter null --outcome-time 0 --reveal.time 0 --at-eof done --record \(scratch.path("r")) --feed zenity:-
      """, at: "zenity")
    try scratch.write(
      #"""
      PATH=$1:$PATH
      (
        echo 10; echo "# Reading the list of packages"; sleep 0.1
        echo 45,5; printf '%s\n' '# Copying\n"a" to "b"'; sleep 0.1
        echo pulsate:true; echo "99% done"; echo 100
      ) | zenity --progress --title "Update System" --text Starting --percentage 0 --auto-close --no-cancel
      if [ $? = 0 ]; then echo "Update completed"; else echo "Update canceled"; fi
      """#, to: "script")
    let run = try ProgramRun(
      [],
      shell: "sh \(scratch.path("script")) \(scratch.url.path)")
    #expect(run.output == "Update completed\n", "\(run.errors)")
    #expect(
      scratch.recordedEvents == [
        "progress 0.1", "message Reading the list of packages", "progress 0.455",
        "message Copying \"a\" to \"b\"", "bytes 0", "progress 0.99", "progress 1", "done",
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
    // Sockets hold some 7 MB, which a tool with a rate limit receives at once.
    _ = try source(scratch, bytes: 32_000_000)
    let output = Pipe()
    let server = try ChildProgram(
      "/usr/bin/env",
      [
        "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
        scratch.url.path,
      ], output: .to(output), errors: .dropped)
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

  /// Runs the program, and once a path exists a shell that feeds it. Returns the recorded events,
  /// and the log.
  private func session(
    of arguments: [String], in scratch: Scratch, whenReady path: String, shell: String
  ) throws -> (words: [String], errors: String) {
    let errors = Pipe()
    let process = try ChildProgram(
      ProgramRun.executable.path, ProgramRun.quick + ["--record", scratch.path("r")] + arguments,
      errors: .to(errors))
    #expect(eventually { path.isEmpty || FileManager.default.fileExists(atPath: path) })
    let feeder = try ChildProgram("/bin/sh", ["-c", shell], output: .dropped, errors: .dropped)
    feeder.waitUntilExit()
    // A session without an outcome is terminated after a while.
    let patience = Date(timeIntervalSinceNow: 3)
    while process.isRunning, Date() < patience { Thread.sleep(forTimeInterval: 0.02) }
    process.terminate()
    process.waitUntilExit()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (scratch.recordedEvents, text)
  }

  /// Debian's swupdate requires a signed image; it looks for its folder in TMPDIR.
  @Test func swupdate() throws {
    let scratch = try Scratch()
    let tools = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tools")
    let made = try ProgramRun(
      [],
      shell: "\(tools.path)/swupdate-image \(scratch.url.path) >&2; mkdir \(scratch.path("run"))")
    #expect(made.errors.isEmpty, "\(made.errors)")
    let folder = scratch.path("run")
    let said = try session(
      of: ["--feed", "swupdate:\(folder)/swupdateprog"], in: scratch, whenReady: "",
      shell:
        "cd \(scratch.url.path) && exec env -u RUNTIME_DIRECTORY TMPDIR=\(folder) "
        + "timeout -k 1 30 swupdate -H test:1.0 -k cert.pem -P 'sleep 1' -p 'sleep 1' -i test.swu")
    #expect(said.words.last == "done", "\(said.words.suffix(5)) \(said.errors)")
    #expect(said.words.contains("step 1/2 one.bin") && said.words.contains("step 2/2 two.bin"))
    #expect(said.words.count { $0.hasPrefix("progress ") } > 50)
    #expect(try scratch.read("out-one.bin").count == 3_000_000)
  }

  /// The records of swupdate-progress and bmaptool, as in their sources, and those of a shell.
  @Test func psplashWriters() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("psplash_fifo")
    let said = try session(
      of: ["--feed", "psplash:\(fifo)"], in: scratch, whenReady: fifo,
      shell: "printf 'MSG step 1 of 2\\000' >\(fifo); printf 'PROGRESS 50\\000' >\(fifo); "
        + "printf 'PROGRESS 75\\n\\000' >\(fifo); echo 'MSG Writing' >\(fifo); printf 'MSG SUCCESS\\000' >\(fifo)"
    )
    #expect(
      said.words == ["step 1/2", "progress 0.5", "progress 0.75", "message Writing", "done"],
      "\(said.errors)")
    #expect(!FileManager.default.fileExists(atPath: fifo))
  }

  @Test func systemdNotify() throws {
    let scratch = try Scratch()
    let socket = scratch.path("notify")
    let said = try session(
      of: ["--feed", "notify:\(socket)"], in: scratch, whenReady: socket,
      shell:
        "export NOTIFY_SOCKET=\(socket); systemd-notify --ready --status='Updating (42% complete)'; "
        + "systemd-notify X_SYSUPDATE_PROGRESS=60; systemd-notify ERRNO=28")
    #expect(
      said.words == [
        "progress 0.42", "message Updating (42% complete)", "progress 0.6", "fail 28",
      ],
      "\(said.errors)")
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  /// jq makes the objects.
  @Test func jq() throws {
    let session = try session(
      ["--feed", "-"],
      shell:
        "{ jq -nc '{progress: 0.5, message: \"Gr\\u00fc\u{df}e\"}'; jq -nc '{done: true}'; } | \"$0\" \"$@\""
    )
    #expect(
      session.words == ["progress 0.5", "message Gr\u{fc}\u{df}e", "done"], "\(session.run.errors)")
  }

  /// dpkg installs a package into a temporary root, and reports that.
  @Test func dpkg() throws {
    let scratch = try Scratch()
    let script = """
      cd \(scratch.url.path) && mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates package/DEBIAN &&
      touch root/var/lib/dpkg/status root/var/lib/dpkg/available &&
      printf 'Package: probe\\nVersion: 1\\nArchitecture: all\\nMaintainer: x <x@example.org>\\nDescription: x\\n' >package/DEBIAN/control &&
      dpkg-deb -b package probe.deb >/dev/null &&
      dpkg --status-fd 3 --root=root --force-not-root --log=/dev/null -i probe.deb 3>&1 >/dev/null 2>&1
      """
    let session = try session(
      ["--feed", "apt:-", "--at-eof", "done"], shell: "{ \(script); } | \"$0\" \"$@\"")
    #expect(
      session.words.contains("detail install: probe"), "\(session.words) \(session.run.errors)")
    #expect(session.words.contains("detail configure: probe") && session.words.last == "done")
    #expect(session.run.errors.isEmpty, "\(session.run.errors)")
  }

  // MARK: - File systems, backups, images

  @Test func e2fsck() throws {
    let scratch = try Scratch()
    let session = try session(
      ["--feed", "fsck:fd:3", "wrap", "/sbin/e2fsck", "-f", "-y", "-C", "3", scratch.path("disk")],
      shell:
        "truncate -s 64M \(scratch.path("disk")) && /sbin/mke2fs -q \(scratch.path("disk")) && "
        + "exec \"$0\" \"$@\"")
    #expect(session.run.status == 0, "\(session.run.errors)")
    for pass in 1...5 { #expect(session.words.contains("step \(pass)/5"), "\(session.words)") }
    #expect(session.fractions.count > 10 && session.fractions.contains(0.5))
    #expect(session.words.contains("message \(scratch.path("disk"))"))
    #expect(session.words.last == "done")
  }

  @Test func restic() throws {
    let scratch = try Scratch()
    let file = try source(scratch, bytes: 64_000_000)
    let session = try session(
      ["wrap", "restic", "-r", scratch.path("copy"), "backup", "--json", file],
      shell: "export RESTIC_PASSWORD=x RESTIC_PROGRESS_FPS=60 HOME=\(scratch.url.path) && "
        + "restic -q init -r \(scratch.path("copy")) && exec \"$0\" \"$@\"")
    check(session, atLeast: 2)
    #expect(session.words.contains("bytes 64000000 64000000"), "\(session.words)")
  }

  @Test func borg() throws {
    let scratch = try Scratch()
    _ = try source(scratch, bytes: 32_000_000)
    let session = try session(
      [
        "wrap", "sh", "-c",
        "borg create copy::a source && cd out && borg extract --log-json --progress ../copy::a",
      ],
      shell:
        "cd \(scratch.url.path) && mkdir out && export BORG_BASE_DIR=$PWD && borg init -e none copy && "
        + "exec \"$0\" \"$@\"")
    check(session, atLeast: 2)
    #expect(session.words.contains { $0.hasSuffix("Extracting: source") }, "\(session.words)")
  }
}
