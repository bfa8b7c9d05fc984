import Foundation
import Testing

@testable import ProgramSupport

/// `fbprogress wrap`: a command runs as without it, and the screen shows its progress.
@Suite(.waiting) struct WrapTests {
  @Test(
    arguments: [
      ("exit 0", 0, "done"), ("exit 7", 7, "fail"),
      ("kill -9 $$", 137, "fail"),
      ("echo fail; echo done; exit 0", 0, "done"),
      ("echo done; exit 3", 3, "fail"),
      ("echo cancel; sleep 0.2", 0, "done"),
      ("exec >&- 2>&-; sleep 0.2; exit 5", 5, "fail"),
    ] as [(String, Int32, String)])
  func status_isTheCommands_andTheOutcomeFollowsIt(
    script: String, status: Int32, outcome: String
  ) throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "wrap", "sh", "-c", script])
    #expect(run.status == status)
    #expect(scratch.recordedEvents.last == outcome, "\(scratch.recordedEvents)")
  }

  @Test func childThatStays_isNotWaitedFor() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "wrap", "sh", "-c",
        "(sleep 1; echo late; exec sleep 600) & echo $! >\(scratch.path("child")); exit 4",
      ], shell: "\"$0\" \"$@\" >\(scratch.path("out")) 2>&1")
    #expect(run.status == 4)
    // Output after the command's end is passed on, too.
    #expect(try scratch.read("out").isEmpty)
    #expect(eventually { (try? scratch.read("out")).map { $0 == Data("late\n".utf8) } ?? false })
    #expect(scratch.recordedEvents.suffix(2) == ["code 4", "fail"], "\(scratch.recordedEvents)")
    let text = String(decoding: try scratch.read("child"), as: UTF8.self)
    let child = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    #expect(kill(child, SIGKILL) == 0, "it was no longer there")
  }

  /// The failure's message is the command's last error line, and the code is its status.
  @Test(
    arguments: [
      ("echo 'curl: (28) timeout' >&2; exit 28", ["code 28", "fail curl: (28) timeout"]),
      (
        "printf '  0     0    0     0  --:--:-- --:--:--     0curl: (6) no host\\n' >&2; "
          + "exit 6", ["code 6", "fail curl: (6) no host"]
      ),
      ("printf '\\033[31moops\\033[0m\\n\\n' >&2; echo 50% >&2; exit 3", ["code 3", "fail oops"]),
      ("echo ERROR: disk full; echo cleaning up >&2; exit 3", ["code 3", "fail ERROR: disk full"]),
      ("echo ERROR: disk full >&2; echo error 1; exit 3", ["code 3", "fail ERROR: disk full"]),
      ("echo fine; exit 3", ["code 3", "fail"]), ("echo oops >&2; exit 0", ["done"]),
      ("printf 'no end' >&2; exit 1", ["code 1", "fail no end"]),
      ("kill -9 $$", ["code 137", "fail"]),
      ("echo step 1/1; echo code E42 disk; exit 3", ["code E42 disk", "fail"]),
      (
        "echo '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current' "
          + ">&2; echo '                                 Dload  Upload   Total   Spent' >&2; "
          + "kill -9 $$", ["code 137", "fail"]
      ),
    ] as [(String, [String])])
  func failure_hasItsReason(script: String, outcome: [String]) throws {
    let scratch = try Scratch()
    _ = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "wrap", "sh", "-c", script])
    #expect(Array(scratch.recordedEvents.suffix(outcome.count)) == outcome)
  }

  /// A tool's own status of success, and one that a setting gives, are success.
  @Test(
    arguments: [
      (["wrap", "grep", "x", "/dev/null"], 1, "done"), (["wrap", "ls", "/none"], 2, "fail"),
      (["--ok-status", "0,2", "wrap", "ls", "/none"], 2, "done"),
      (["--ok-status", "0", "wrap", "grep", "x", "/dev/null"], 1, "fail"),
    ] as [([String], Int32, String)])
  func status_mayMeanSuccess(words: [String], status: Int32, outcome: String) throws {
    let scratch = try Scratch()
    let run = try ProgramRun(ProgramRun.quick + ["--record", scratch.path("r")] + words)
    #expect(run.status == status)
    #expect(scratch.recordedEvents.last?.hasPrefix(outcome) == true, "\(scratch.recordedEvents)")
  }

  /// A command whose lines are no progress is told so, with one of the lines.
  @Test(
    arguments: [
      ("echo start; echo sector 3, 8 left; echo x", true), ("echo a; echo b", false),
      ("echo version 3", false), ("echo sector 3; echo b; echo 50%", false),
    ] as [(String, Bool)])
  func linesWithoutProgress_areQuoted(script: String, isQuoted: Bool) throws {
    let run = try ProgramRun(ProgramRun.quick + ["wrap", "sh", "-c", script])
    let said = "wrap: no progress in 3 lines such as 'sector 3, 8 left'; see --match"
    #expect(run.errors.contains(said) == isQuoted, "\(run.errors)")
    #expect(isQuoted || !run.errors.contains("no progress"), "\(run.errors)")
  }

  /// If any one of the program's processes is killed, the command can still write, and its output
  /// arrives.
  @Test(arguments: ["fbprogress", "fbprogress-pass", "fbprogress-show"])
  func killedProcess_doesNotCutTheCommandsOutput(name: String) throws {
    let scratch = try Scratch()
    let script =
      "echo $$ >\(scratch.path("pid")); i=0; while [ $i -lt 20 ]; do i=$((i+1)); "
      + "echo line $i; sleep 0.1; done; echo over >\(scratch.path("over"))"
    let run = try ProgramRun(
      ProgramRun.quick + ["wrap", "sh", "-c", script],
      shell: """
        "$0" "$@" >\(scratch.path("out")) 2>/dev/null & started=$!
        while [ ! -s \(scratch.path("pid")) ]; do sleep 0.05; done; sleep 0.4
        for pid in $started $(pgrep -P "$started,$(pgrep -d, -P $started)"); do
          [ "$(cat /proc/$pid/comm)" = \(name) ] && kill -9 $pid
        done
        wait $started; echo status $?
        """)
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("over")) })
    // A broken pipe would have killed the shell before its end.
    let lines = (1...20).map { "line \($0)\n" }.joined()
    #expect(
      eventually {
        (try? scratch.read("out")).map { $0.suffix(lines.utf8.count) == Data(lines.utf8) } ?? false
      },
      "\(name)")
    #expect(run.output == (name == "fbprogress" ? "status 137\n" : "status 0\n"))
  }

  /// Without a display the session ends with the command.
  @Test func wrap_endsWithItsCommand_whereThereIsNoDisplay() throws {
    let start = Date()
    let run = try ProgramRun(["--device", "/dev/dri/none", "wrap", "sh", "-c", "echo x; exit 5"])
    #expect(run.status == 5 && run.output == "x\n")
    #expect(Date().timeIntervalSince(start) < 5)
  }

  @Test func programThatIsNotThere_hasTheStatusOfAShell() throws {
    let run = try ProgramRun(ProgramRun.quick + ["wrap", "--", "no-such-program"])
    #expect(run.status == 127 && run.errors.contains("no-such-program: No such file"))
    #expect(try ProgramRun(ProgramRun.quick + ["wrap", "/dev/null"]).status == 126)
    #expect(try ProgramRun(ProgramRun.quick + ["wrap"]).status == 2)
  }

  @Test func output_isPassedOn_byteForByte() throws {
    let run = try ProgramRun(
      ProgramRun.quick + [
        "wrap", "sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; printf 'e\\001\\r\\n' >&2",
      ])
    #expect(run.output.utf8.count == 3_000_000)
    #expect(run.errors == "e\u{1}\r\n", "\(run.errors.debugDescription)")
    // A reader that closes the output ends the command, as without this program.
    let cut = try ProgramRun(
      ProgramRun.quick + ["wrap", "yes"], shell: "\"$0\" \"$@\" | head -n 2; true")
    #expect(cut.output == "y\ny\n")
  }

  @Test func input_isTheCommands() throws {
    let run = try ProgramRun(ProgramRun.quick + ["wrap", "cat"], input: "one\ntwo\n")
    #expect(run.output == "one\ntwo\n")
  }

  @Test(arguments: [(SIGTERM, "TERM"), (SIGINT, "INT"), (SIGUSR1, "USR1"), (SIGHUP, "HUP")])
  func signals_areHandedOn(signal: Int32, name: String) throws {
    let scratch = try Scratch()
    let process = try ChildProgram(
      ProgramRun.executable.path,
      ProgramRun.quick + [
        "wrap", "sh", "-c",
        "trap 'echo got \(name) >\(scratch.path("got")); exit 9' \(name); touch \(scratch.path("ready")); "
          + "while :; do sleep 0.05; done",
      ], errors: .dropped)
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("ready")) })
    process.signal(signal)
    process.waitUntilExit()
    #expect(process.status == 9)
    #expect(String(decoding: try scratch.read("got"), as: UTF8.self) == "got \(name)\n")
  }

  @Test func terminal_isTheCommandsToo() throws {
    let ask = "test -t 1 && test -t 2 && echo yes || echo no"
    #expect(try ProgramRun(ProgramRun.quick + ["wrap", "sh", "-c", ask]).output == "no\n")
    let run = try ProgramRun(
      ProgramRun.quick + ["--wrap-terminal", "yes", "wrap", "sh", "-c", ask])
    #expect(run.output == "yes\r\n")
  }

  @Test func commandThatCannotBeShown_runsAllTheSame() throws {
    let run = try ProgramRun([
      "--presenter", "png", "--output", "/nope/x.png", "wrap", "sh", "-c",
      "sleep 0.3; echo ran; exit 6",
    ])
    #expect(run.status == 6 && run.output == "ran\n")
  }

  @Test func descriptorOfTheCommand_isAFeed() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "native:fd:7", "wrap", "sh", "-c",
        "echo 20 >&7; sleep 0.2; echo message half >&7",
      ])
    #expect(run.status == 0)
    #expect(scratch.recordedEvents == ["bytes 0", "progress 0.2", "message half", "done"])
  }

  /// What a command announces before its first progress counts from then on.
  @Test func announcements_countOnceThereIsProgress() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "wrap", "sh", "-c",
        "echo next Remove the stick; echo weights 90 10; echo step 1/2 A; sleep 0.2",
      ])
    #expect(run.status == 0)
    #expect(
      scratch.recordedEvents
        == ["bytes 0", "next Remove the stick", "weights 90 10", "step 1/2 A", "done"])
  }

  // MARK: - Several feeds

  @Test func weightedFeeds_makeOneFraction() throws {
    let scratch = try Scratch()
    try scratch.write("50\n", to: "a")
    try scratch.write("done\n", to: "b")
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "3*" + scratch.path("a"), "--feed",
        "1*native:" + scratch.path("b"), "--feed", "-",
      ], input: "message x\ndone\n", delay: 0.3)
    #expect(run.status == 0)
    #expect(
      scratch.recordedEvents == ["progress 0.375", "progress 0.625", "message x", "done"],
      "\(run.errors)")
  }
}
