import Foundation
import TestSupport
import Testing

@testable import ProgramSupport

/// Descriptors from a service manager, and the state that one instance leaves to the next.
@Suite(.waiting) struct ActivationTests {
  /// Runs a shell in place of the service manager: it makes a FIFO, keeps it open as descriptor 3,
  /// and starts the program with it. `$program` and `"$@"` are the program and its arguments;
  /// `said` waits until the recording has a word.
  private func managed(_ scratch: Scratch, _ arguments: [String] = [], shell: String) throws
    -> ProgramRun
  {
    try ProgramRun(
      ProgramRun.quick + ["--feed", "listen", "--resume", scratch.path("state")] + arguments,
      shell: """
        f=\(scratch.path("f")); r=\(scratch.path("r")); program=$0
        mkfifo $f; exec 3<>$f
        start() { # RECORD ARGUMENTS: as systemd does it, with its own number told
          record=$1; shift
          sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=feed exec "$@"' - "$program" "$@" --record $record & started=$!
        }
        said() { for try in $(seq 400); do grep -qs "$1" $2 && return; sleep 0.05; done; echo "not said: $1"; }
        # Whatever goes wrong, it ends.
        python3 -c 'import os, time; time.sleep(60); os.killpg(0, 9)' >/dev/null 2>&1 & alarm=$!
        trap 'kill $alarm' EXIT
        \(shell)
        """)
  }

  private func words(_ scratch: Scratch, _ name: String) -> [String] {
    let record = (try? scratch.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return record.split(separator: "\n").map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test func whatWasWrittenBeforeTheStart_isRead() throws {
    let scratch = try Scratch(isInMemory: true)
    let run = try managed(
      scratch, shell: "echo 42 >$f; echo done >$f; start $r \"$@\"; wait $started")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(words(scratch, "r") == ["progress 0.42", "done"])
  }

  /// The descriptor outlives the program. The next instance reads what is written in between: no
  /// record is lost, and none is read twice.
  @Test func everyRecord_outlivesEveryKill() throws {
    let scratch = try Scratch(isInMemory: true)
    let run = try managed(
      scratch,
      shell: """
        n=0
        for turn in 1 2 3 4; do
          start $r.$turn "$@"
          for word in 1 2 3 4 5 6 7 8 9 10; do n=$((n + 1)); echo "message m$n" >$f; done
          said "m$n\\$" $r.$turn; kill -9 $started; wait $started 2>/dev/null
          for word in 1 2 3 4 5; do n=$((n + 1)); echo "message m$n" >$f; done
        done
        echo done >$f; start $r.5 "$@"; wait $started
        """)
    #expect(run.status == 0, "\(run.errors) \(run.output)")
    let heard = (1...5).flatMap { words(scratch, "r.\($0)") }
    #expect(heard == (1...60).map { "message m\($0)" } + ["done"], "\(heard)")
  }

  /// The next instance shows the killed one's state, without a recording of its events.
  @Test func whoComesNext_knowsWhatWasSaid() throws {
    let scratch = try Scratch(isInMemory: true)
    let run = try managed(
      scratch, ["--dump-folder", scratch.path("dump")],
      shell: """
        start $r.1 "$@"; printf 'title Core\\nstep 2/4 Writing\\nprogress 0.5\\n' >$f; said 'progress 0.5' $r.1
        # What is recorded is kept a moment later.
        for try in $(seq 400); do grep -qs Writing \(scratch.path("state")) && break; sleep 0.05; done
        kill -9 $started; wait $started 2>/dev/null
        start $r.2 "$@"; echo 'message on' >$f; said 'message on' $r.2; kill -USR1 $started
        for try in $(seq 400); do grep -qs '^title' \(scratch.path("dump"))/state.txt && break; sleep 0.05; done
        cat \(scratch.path("dump"))/state.txt
        echo done >$f; wait $started
        """)
    #expect(run.status == 0, "\(run.errors)")
    for line in [
      "title Core", "step-name Writing", "step 2", "steps 4", "percent 37.5", "message on",
    ] {
      #expect(run.output.contains(line), "\(line): \(run.output)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("state")), "it is over")
  }

  @Test(arguments: ["LISTEN_PID=1 LISTEN_FDS=1", "LISTEN_FDS=1", ""])
  func whatIsNotForThisProcess_isNotTaken(environment: String) throws {
    let run = try ProgramRun(
      ProgramRun.quick + ["--feed", "listen"], shell: "\(environment) exec \"$0\" \"$@\"")
    #expect(run.status == 2 && run.errors.contains("LISTEN_FDS"), "\(run.errors)")
  }

  @Test func aName_choosesAmongSeveral() throws {
    let scratch = try Scratch(isInMemory: true)
    let run = try managed(
      scratch, ["--feed", "listen:second", "--record", scratch.path("r")],
      shell: """
        mkfifo $f.2; exec 4<>$f.2; echo done >$f.2
        exec sh -c 'LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=first:second exec "$@"' - "$program" "$@"
        """)
    #expect(run.errors == "" || run.status == 0, "\(run.errors)")
    #expect(words(scratch, "r") == ["done"])
  }

  /// systemd listens, and e2fsck writes to the connection of systemd-fsck.
  @Test func aSocket_isListenedAt() throws {
    let scratch = try Scratch(isInMemory: true)
    try scratch.write(
      """
      import os, socket, subprocess, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind("socket")
      listener.listen(4)
      started = os.fork()
      if not started:
          os.dup2(listener.fileno(), 3)
          os.set_inheritable(3, True)
          os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="fsck")
          os.execv(sys.argv[1], sys.argv[1:])
      for number in range(2):
          connection = socket.socket(socket.AF_UNIX)
          connection.connect("socket")
          subprocess.run(["/sbin/e2fsck", "-f", "-y", "-C", str(connection.fileno()), "disk"],
                         pass_fds=[connection.fileno()], stdout=subprocess.DEVNULL, check=True)
          if number: connection.send(b"done\\n")
          connection.close()
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(started, 0)[1]))
      """, to: "manager")
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "fsck:listen:fsck"],
      shell: "cd \(scratch.url.path) && truncate -s 64M disk && /sbin/mke2fs -q disk && "
        + "exec timeout 60 python3 manager \"$0\" \"$@\"")
    #expect(run.status == 0, "\(run.errors)")
    let said = words(scratch, "r")
    #expect(said.first == "weights 70 20 2 3 5" && said.last == "done", "\(said)")
    #expect(said.contains("step 5/5") && said.contains("message disk"))
    #expect(said.count { $0 == "step 1/5" } >= 4)
    // The socket belongs to the service manager.
    #expect(FileManager.default.fileExists(atPath: scratch.path("socket")))
  }
}
