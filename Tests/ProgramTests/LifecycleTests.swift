import Foundation
import Testing

@testable import ProgramSupport

/// Writers, readers, FIFOs and sockets that appear, disappear and fail in many ways; see
/// `docs/feeds/native.md`.
@Suite(.waiting) struct LifecycleTests {
  /// Runs the program in the background of a shell, which feeds it. Returns the recorded events,
  /// and the output of both.
  private func session(
    _ scratch: Scratch, _ arguments: [String] = [], shell: String
  ) throws -> (words: [String], run: ProgramRun) {
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "fifo:\(scratch.path("f"))"]
        + arguments,
      shell: """
        f=\(scratch.path("f")); r=\(scratch.path("r")); program=$0
        heard() { for n in $(seq 400); do grep -qs "$1" $r && return; sleep 0.05; done; echo "not heard: $1"; }
        start() {
          "$program" "$@" 2>>"${log:-/dev/stderr}" & started=$!
          while [ ! -p $f ]; do sleep 0.02; done; echo 1 >$f; heard 0.01
        }
        # Whatever goes wrong, it ends.
        python3 -c 'import os, time; time.sleep(60); os.killpg(0, 9)' >/dev/null 2>&1 & alarm=$!
        trap 'kill $alarm' EXIT
        \(shell)
        """)
    return (scratch.recordedEvents, run)
  }

  @Test func writerThatDiesInALine_takesItAlong() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch,
      shell: """
        start "$@"; printf '5\\nprogr' >$f; heard 0.05; sleep 0.6
        echo 42 >$f; heard 0.42; echo done >$f; wait $started
        """)
    #expect(said.words == ["progress 0.01", "progress 0.05", "progress 0.42", "done"])
    #expect(
      said.run.errors == "fbprogress: feed: incomplete records dropped: 1\n",
      "\(said.run.errors)")
  }

  /// A shell's prompt, its work and the rest of the line are one record, and no outcome.
  @Test func writerThatTakesItsTime_isHeardWhole() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch,
      shell: """
        start "$@"; { printf 'message Installing packages: '; sleep 0.6; echo done; printf 'progress 0.'; sleep 0.6; echo 5; } >$f
        heard 0.5; echo done >$f; wait $started
        """)
    #expect(
      said.words == [
        "progress 0.01", "message Installing packages: done", "progress 0.5", "done",
      ])
    #expect(said.run.errors.isEmpty, "\(said.run.errors)")
  }

  /// The FIFO's folder may be removed and made again later, unless files are restricted.
  @Test func folderThatGoes_mayComeBack() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--sandbox", "no", "--record", scratch.path("r"), "--feed", "fifo:\(scratch.path("d/f"))",
      ],
      shell: """
        d=\(scratch.path("d")); mkdir $d
        "$0" "$@" & started=$!; while [ ! -p $d/f ]; do sleep 0.02; done
        kill -STOP $started; rm -r $d; kill -CONT $started; sleep 0.3; mkdir $d; while [ ! -p $d/f ]; do sleep 0.02; done
        mv $d/f $d/g; while [ ! -p $d/f ]; do sleep 0.02; done
        echo 42 >$d/f; echo done >$d/f; wait $started
        """)
    #expect(scratch.recordedEvents == ["progress 0.42", "done"], "\(run.errors)")
    #expect(run.status == 0 && run.errors.contains("cannot make a new one yet"), "\(run.errors)")
  }

  /// SWUpdate that is restarted after an update reports another one.
  @Test func peerThatComesBack_isAboutAnotherRun() throws {
    let scratch = try Scratch()
    let serve = """
      import socket, struct, sys, time
      def message(status, percent):
          return struct.pack("=IIIQIII256s64sII2048s", 0x20000, status, 0, 0, 1, 1, percent, b"a", b"raw", 1, 0, b"")
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1]); server.listen(1)
      for last in (3, 4):
          client, _ = server.accept()
          client.sendall(message(2, 0) + message(8, 50) + message(last, 0))
          time.sleep(0.5)
          client.close()
      """
    let run = try ProgramRun(
      ["--presenter", "null", "--reveal.time", "0", "--after-outcome", "stay"] + [
        "--record", scratch.path("r"), "--feed", "swupdate:\(scratch.path("s"))",
      ],
      shell: """
        cd \(scratch.url.path); "$0" "$@" & started=$!
        python3 -c '\(serve)' s
        for n in $(seq 400); do grep -qs ' fail' r && break; sleep 0.05; done; kill $started; wait $started
        """)
    let said = scratch.recordedEvents
    #expect(
      said.filter { !$0.hasPrefix("step") && !$0.hasPrefix("progress") } == [
        "done", "reset", "fail",
      ], "\(said) \(run.errors)")
    #expect(said.filter { $0 == "progress 0.5" }.count == 2, "\(said)")
  }

  @Test func socketForDatagrams_hasAFile() throws {
    let run = try ProgramRun(ProgramRun.quick + ["--feed", "notify:@anybody"])
    #expect(run.status == 2 && run.errors.contains("notify:@anybody"), "\(run.errors)")
  }

  /// A script continues whether or not the record can be delivered.
  @Test func send_endsNoScript() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "file")
    let run = try ProgramRun(
      [],
      shell: """
        set -e; cd \(scratch.url.path); mkfifo deaf full; python3 -c '
        import os, time
        os.open("full", os.O_RDWR); fd = os.open("full", os.O_WRONLY | os.O_NONBLOCK)
        try:
            while True: os.write(fd, b"x" * 4096)
        except BlockingIOError: pass
        open("ready", "w"); time.sleep(20)' & filler=$!
        while [ ! -e ready ]; do sleep 0.02; done
        long=$(printf '%09000d' 0)
        for feed in fifo:none/feed fifo:deaf fifo:full fifo:file; do
          "$0" send --best-effort --timeout 0.2 --feed $feed message "$long"
        done
        kill $filler; echo all is well
        """)
    #expect(run.output == "all is well\n" && run.errors.isEmpty, "\(run.errors)")
  }

  @Test func writersThatReopen_areOneFeed() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch,
      shell:
        "start \"$@\"; for n in 10 20 30 40; do echo $n >$f; heard 0.$((n / 10)); done; echo done >$f; wait $started"
    )
    #expect(said.words.count == 6 && said.run.errors.isEmpty, "\(said.words) \(said.run.errors)")
  }

  /// Writes up to PIPE_BUF are atomic, also with several writers.
  @Test func writersAtOnce_doNotMix() throws {
    let scratch = try Scratch()
    let write = """
      import os, sys, string, time
      fifo = os.open(sys.argv[1], os.O_WRONLY)
      for n in range(150):
          time.sleep(0.02)
          name = "".join(string.ascii_lowercase[n // 26 ** k % 26] for k in range(2))
          os.write(fifo, ("log " + sys.argv[2] + name + sys.argv[2] * 3900 + "\\n").encode())
      """
    let said = try session(
      scratch,
      shell: """
        start "$@"; for who in A B C D; do python3 -c '\(write)' $f $who & writers="$writers $!"; done
        wait $writers; echo done >$f; wait $started
        """)
    let lines = said.words.filter { $0.hasPrefix("log ") }
    #expect(lines.count == 600, "\(lines.count) \(said.run.errors)")
    #expect(
      lines.allSatisfy { line in
        let who = line.dropFirst(4).first ?? "-"
        return line.utf8.count == 3_907
          && line.dropFirst(7).allSatisfy { $0 == who }
      })
    #expect(Set(lines).count == 600 && said.words.last == "done")
  }

  /// Longer records may be torn, and tear others; after the end of the line records are intact
  /// again.
  @Test func longRecords_tearOthers_butNotForLong() throws {
    let scratch = try Scratch()
    let write = """
      import os, sys
      fifo = os.open(sys.argv[1], os.O_WRONLY)
      for n in range(200):
          words = b"z" * 10000 + b"\\n" if sys.argv[2] == "z" else b"log %s\\n" % (sys.argv[2].encode() * 100)
          while words:
              words = words[os.write(fifo, words):]
      """
    let said = try session(
      scratch,
      shell: """
        start "$@"; for who in z b z c; do python3 -c '\(write)' $f $who & writers="$writers $!"; done
        wait $writers; echo >$f; echo 50 >$f; heard 'progress 0.5'; echo done >$f; wait $started
        """)
    #expect(said.words.suffix(2) == ["progress 0.5", "done"], "\(said.words.suffix(3))")
    let lines = said.words.filter { $0.hasPrefix("log ") }
    // Torn records are no events: no record of another writer begins in the middle of one.
    #expect(lines.contains("log " + String(repeating: "b", count: 100)))
    #expect(said.words.allSatisfy { $0.utf8.count < 200 || $0.hasPrefix("log ") })
  }

  /// An instance whose processes were all killed leaves its FIFO; its successor adopts it.
  @Test func fifoThatIsLeft_isTaken() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch,
      shell: """
        start "$@"; all="$started $(pgrep -d ' ' -P "$started,$(pgrep -d, -P $started)")"
        kill -STOP $all; kill -9 $all; wait $started; [ -p $f ] || echo gone
        rm $r; start "$@"; echo done >$f; wait $started; [ -e $f ] || echo removed
        """)
    #expect(said.words == ["progress 0.01", "done"], "\(said.run.errors)")
    // The mode tells the successor that the FIFO is one of its own kind, so it removes it.
    #expect(said.run.output == "removed\n", "\(said.run.output)")
  }

  /// The socket of a killed instance is replaced; that of a running one is not.
  @Test func socketThatIsLeft_isReplaced() throws {
    let scratch = try Scratch()
    let notify = "notify:\(scratch.path("s"))"
    let said = try session(
      scratch, ["--feed", notify],
      shell: """
        start "$@"; kill -9 $started; wait $started; [ -S \(scratch.path("s")) ] || echo gone
        rm $r; start "$@"
        "$program" --presenter null --feed \(notify); echo $?
        python3 -c 'import socket, sys
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.sendto(b"STATUS=half (50% complete)", sys.argv[1])' \(scratch.path("s")); heard 0.5
        stat -c %a \(scratch.path("s")); echo done >$f; wait $started; [ ! -e \(scratch.path("s")) ] || echo left
        """)
    #expect(said.words.contains("message half (50% complete)"), "\(said.words) \(said.run.errors)")
    #expect(said.run.output == "2\n600\n", "\(said.run.output)")
    #expect(said.run.errors.contains("Address already in use"), "\(said.run.errors)")
  }

  @Test func socketInPlaceOfTheFIFO_isAnError() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--feed", "fifo:\(scratch.path("s"))"],
      shell:
        "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \(scratch.path("s")); exec \"$0\" \"$@\""
    )
    #expect(run.status == 2 && run.errors.contains("no FIFO: remove it"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: ProgramRun.isRoot), arguments: ["fifo:%/f", "%/f", "fifo:%/new"])
  func feedOfSomebodyElse_isAnError(feed: String) throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--feed", feed.replacing("%", with: scratch.url.path)],
      shell: """
        mkfifo -m 600 \(scratch.path("f")); chmod 755 \(scratch.url.path)
        exec setpriv --reuid 65534 --regid 65534 --clear-groups timeout 120 "$0" "$@"
        """)
    #expect(run.status == 2 && run.errors.contains("Permission denied"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["/dev/full", "&-"]) func logThatTakesNothing_isNoHindrance(place: String) throws
  {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--log", "stderr", "--verbose", "--record", scratch.path("r"), "--feed", "-",
      ],
      input: "junk\n50\nmore junk\ndone\n", shell: "exec \"$0\" \"$@\" 2>\(place)")
    #expect(run.status == 0)
    #expect(scratch.recordedEvents == ["progress 0.5", "done"])
  }

  /// A log without a reader is full at some time; the feed's writers do not notice.
  @Test func logThatNobodyReads_isNoHindrance() throws {
    let scratch = try Scratch()
    let said = try session(
      scratch, ["--log", "stderr"],
      shell: """
        mkfifo \(scratch.path("log")); exec 9<>\(scratch.path("log"))
        head -c 65536 /dev/zero >\(scratch.path("log"))
        log=\(scratch.path("log")); start "$@"; for n in 1 2 3; do echo junk >$f; done; echo 50 >$f; heard 0.5
        echo done >$f; wait $started; echo $?
        """)
    #expect(said.run.output == "0\n", "\(said.run.output) \(said.run.errors)")
    #expect(said.words == ["progress 0.01", "progress 0.5", "done"])
  }

  /// Paths in a feed are not opened, except for pictures below the allowed folders.
  @Test func feed_namesNoFiles() throws {
    let scratch = try Scratch()
    try scratch.write("no picture", to: "secret")
    let trace = scratch.path("trace")
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--size", "64x64", "--image-folders", scratch.path("pictures"), "--feed", "-",
      ],
      input: """
        title \(scratch.path("secret"))
        message $(touch \(scratch.path("touched")))
        style ../../../\(scratch.path("secret"))
        image \(scratch.path("secret"))
        image \(scratch.path("pictures"))/../secret
        image \(scratch.path("pictures"))/link
        newroot
        progress 0.5
        done

        """,
      shell: """
        mkdir \(scratch.path("pictures")); ln -s ../secret \(scratch.path("pictures/link"))
        exec strace -f -qq -o \(trace) -e trace=%file,%process "$0" "$@"
        """)
    #expect(run.status == 0, "\(run.errors)")
    let calls = try String(decoding: scratch.read("trace"), as: UTF8.self).split(separator: "\n")
    let opened = calls.filter {
      $0.contains("open") && $0.contains("secret") && !$0.contains(" = -1 ")
    }
    #expect(opened.isEmpty, "\(opened)")
    #expect(!calls.contains { $0.contains("execve(") && !$0.contains("fbprogress") })
    #expect(!calls.contains { $0.contains("chroot(") })
    #expect(!FileManager.default.fileExists(atPath: scratch.path("touched")))
  }
}
