import Foundation
import Testing

@testable import ProgramSupport

/// The first things that users try, as they write them, with the program itself.
@Suite(.waiting) struct FirstContactTests {
  /// Runs the program on a FIFO until the outcome, with a shell in which `s` calls `send`.
  private func session(
    _ scratch: Scratch, feed prefix: String = "", _ script: String, errors: String = "err"
  ) throws -> (status: Int32, words: [String], errors: String) {
    let fifo = scratch.path("feed")
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "\(prefix)fifo:\(fifo)"],
      shell: """
        p=$0; s() { "$p" --feed fifo:\(fifo) send "$@"; }
        "$0" "$@" 2>\(scratch.path(errors)) & started=$!
        while [ ! -p \(fifo) ]; do sleep 0.02; done
        \(script)
        wait $started
        """)
    let log = String(decoding: (try? scratch.read(errors)) ?? Data(), as: UTF8.self)
    return (run.status, scratch.recordedEvents, log)
  }

  // FEEDS2.md, section 1, row by row.

  @Test func commaInANumber_locksNobodyOut() throws {
    let said = try session(Scratch(), "s 50; s 50,5; s fail disk full")
    #expect(said.words == ["progress 0.5", "progress 0.505", "fail disk full"])
    #expect(said.status == 1)
  }

  @Test func plainEcho_isUnderstoodBehindAnything() throws {
    let fifo = "feed"
    let scratch = try Scratch()
    let said = try session(
      scratch, "echo 'PROGRESS 10' >\(scratch.path(fifo)); sleep 0.1; s fail broken")
    #expect(said.words == ["progress 0.1", "fail broken"])
  }

  @Test(arguments: ["human:", "psplash:", "json:", "gauge:", "zenity:"])
  func sentRecord_isUnderstoodWhateverTheFeedIsNamed(prefix: String) throws {
    let said = try session(Scratch(), feed: prefix, "s step 1/2 A; s 50; s fail no space")
    #expect(said.words == ["step 1/2 A", "progress 0.5", "fail no space"])
  }

  @Test func unrecognizedRecord_isToldWithTheCure() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch, feed: "psplash:", "echo 'message x' >\(scratch.path("feed")); sleep 0.1; s done")
    let place = scratch.path("feed")
    #expect(
      said.errors.contains(
        "feed \(place): unrecognized record 'message x'; it looks like native: name that protocol, "
          + "--feed native:fifo:\(place), or none"), "\(said.errors)")
  }

  @Test func ownWordsAndRsync_onOneStream() throws {
    let scratch = try Scratch()
    let line = "     32,768,000  31%   10.42MB/s    0:00:06  "
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "wrap", "sh", "-c",
        "l='\(line)'; echo step 1/2 A; printf '\\r%s' \"$l\"; sleep 0.2; printf '\\r%s\\n' \"$l\"; echo step 2/2 B",
      ])
    #expect(run.status == 0)
    #expect(
      scratch.recordedEvents == [
        "bytes 0", "step 1/2 A", "progress 0.31", "speed 10926161", "progress 0.31",
        "speed 10926161", "step 2/2 B", "done",
      ], "\(scratch.recordedEvents)")
    // No message of the program is in the command's output.
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func commandsEnd_isTheEnd_withoutADisplay() throws {
    let start = Date()
    let run = try ProgramRun(["--device", "/dev/dri/none", "wrap", "true"])
    #expect(run.status == 0 && Date().timeIntervalSince(start) < 5)
    #expect(run.errors.contains("waiting for a display: "), "\(run.errors)")
    #expect(run.errors.contains("fbprogress probe"), "\(run.errors)")
  }

  @Test func outcome_isTheEnd_withoutADisplay() throws {
    let start = Date()
    let run = try ProgramRun(
      ["--device", "/dev/dri/none", "--feed", "-"], input: "50\ndone\n")
    #expect(run.status == 3 && Date().timeIntervalSince(start) < 5)
    #expect(run.errors.contains("the outcome was not shown: no display"), "\(run.errors)")
  }

  @Test func unitsThatWereSaid_areKept() throws {
    let said = try session(Scratch(), "s bytes 80M 100M; s bytes 80MB 100MB; s done")
    #expect(
      said.words == [
        "units MiB", "bytes 83886080 104857600", "units MB", "bytes 80000000 100000000", "done",
      ])
  }

  @Test func words_areNotOptions() throws {
    let said = try session(
      Scratch(), "s message '--config=/etc/shadow'; s fail '--- UPDATE FAILED ---'")
    #expect(said.words == ["message --config=/etc/shadow", "fail --- UPDATE FAILED ---"])
  }

  @Test func terminalProgress_spoilsNoLine() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "wrap", "sh", "-c",
        "printf '\\033]9;4;1;42\\033\\\\'; echo x >&2; exit 1",
      ])
    #expect(run.status == 1)
    #expect(
      scratch.recordedEvents == ["bytes 0", "progress 0.42", "code 1", "fail x"],
      "\(scratch.recordedEvents)")
  }

  /// The caller's terminal shows the progress between the command's lines, and none at the end.
  @Test(arguments: ["xterm", "linux"]) func callersTerminal_showsTheProgress(kind: String) throws {
    let scratch = try Scratch()
    try scratch.write("echo 10; printf '20\\n30'; sleep 0.3; echo; echo 40; sleep 0.3\n", to: "s")
    let command =
      "'\(ProgramRun.executable.path)' \(ProgramRun.quick.joined(separator: " ")) wrap sh \(scratch.path("s"))"
    let run = try ProgramRun(
      [], shell: "TERM=\(kind) exec script -qec \"\(command)\" /dev/null </dev/null")
    #expect(run.status == 0, "\(run.errors)")
    let isShown = kind == "xterm"
    #expect(
      run.output.contains("\u{1b}]9;4;1;40\u{1b}\\") == isShown, "\(run.output.debugDescription)")
    #expect(
      run.output.hasSuffix("\u{1b}]9;4;0\u{1b}\\") == isShown, "\(run.output.debugDescription)")
    // Nothing is written within a line of the command.
    let plain = run.output.replacingOccurrences(of: "\r\r\n", with: "\r\n").replacing(
      /\u{1b}\]9;4;[0-9;]*\u{1b}\\/, with: "")
    #expect(plain == "10\r\n20\r\n30\r\n40\r\n", "\(run.output.debugDescription)")
  }

  @Test func feedThatCannotBeOpened_keepsNoOtherFromBeingRead() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "fifo:/nowhere/feed", "--feed", "-",
      ], input: "done\n")
    #expect(run.status == 0 && scratch.recordedEvents == ["done"])
    #expect(run.errors.contains("/nowhere/feed") && run.errors.contains("the other feeds are read"))
  }

  /// A server of another user is ignored unless settings name that user.
  @Test(.enabled(if: geteuid() == 0), arguments: [nil, "65534", "1,65534"])
  func server_isTrustedByItsUser(users: String?) throws {
    let scratch = try Scratch()
    let serve = """
      import os, socket, sys
      os.setgid(65534); os.setuid(65534)
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(4)
      import time
      c, _ = s.accept(); c.sendall(b"50\\ndone\\n"); time.sleep(60)
      """
    try scratch.write(serve, to: "serve.py")
    let place = "/tmp/fbprogress-\(UUID().uuidString)"
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "native:\(place)"]
        + (users.map { ["--trusted-users", $0] } ?? []),
      shell: """
        python3 \(scratch.path("serve.py")) \(place) & server=$!
        while [ ! -S \(place) ]; do sleep 0.02; done
        timeout \(users == nil ? 5 : 60) "$0" "$@"; status=$?; kill $server; rm -f \(place); exit $status
        """)
    if users == nil {
      #expect(run.status != 0 && scratch.recordedEvents.isEmpty)
      #expect(run.errors.contains("--trusted-users"), "\(run.errors)")
    } else {
      #expect(run.status == 0 && scratch.recordedEvents.last == "done", "\(run.errors)")
    }
  }

  // MARK: - Start

  @Test func background_returnsWhenTheFIFOIsThere() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("feed")
    let run = try ProgramRun(
      ProgramRun.quick + ["--background", "--record", scratch.path("r"), "--feed", "fifo:\(fifo)"],
      shell: """
        "$0" "$@" && echo 42 >\(fifo) && "$0" --feed fifo:\(fifo) send done && echo $?
        """)
    #expect(run.status == 0 && run.output == "0\n", "\(run.errors)")
    #expect(eventually { scratch.recordedEvents == ["progress 0.42", "done"] })
    #expect(eventually { !FileManager.default.fileExists(atPath: fifo) })
  }

  /// A reader of its output does not wait for its end.
  @Test func background_holdsNoPipelineUp() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("feed")
    let start = Date()
    let run = try ProgramRun(
      ProgramRun.quick + ["--background", "--feed", "fifo:\(fifo)"],
      shell: """
        "$0" "$@" 2>&1 | cat; echo over; "$0" --feed fifo:\(fifo) send done
        """)
    #expect(run.output == "over\n" && Date().timeIntervalSince(start) < 10)
    #expect(eventually { !FileManager.default.fileExists(atPath: fifo) })
  }

  @Test func background_tellsThatItCannotStart() throws {
    let run = try ProgramRun(["--background", "--feed", "fifo:/nowhere/feed"])
    #expect(run.status == 2 && run.errors.contains("/nowhere/feed"), "\(run.errors)")
    #expect(try ProgramRun(["--background", "wrap", "true"]).status == 2)
  }

  @Test func send_waitsForTheFIFO() throws {
    let scratch = try Scratch()
    let fifo = scratch.path("feed")
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "fifo:\(fifo)"],
      shell: """
        "$0" --feed fifo:\(fifo) send --timeout 20 message early & sleep 0.3
        "$0" "$@" & started=$!; wait %1 && "$0" --feed fifo:\(fifo) send done; wait $started
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(scratch.recordedEvents == ["message early", "done"])
    let start = Date()
    let none = try ProgramRun(["--feed", "fifo:\(fifo)", "send", "--best-effort", "42"])
    #expect(none.status == 0 && Date().timeIntervalSince(start) < 0.9)
  }
}
