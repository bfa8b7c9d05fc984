import Foundation
import Testing

@testable import ProgramSupport

/// Real update programs, each with a bus, a root or a network of its own.
@Suite(.waiting) struct UpdaterTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Tools").path
  private static let verdict = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/systemd/verdict").path

  private func fractions(_ words: [String]) -> [Double] {
    words.compactMap { $0.hasPrefix("progress ") ? Double($0.dropFirst(9)) : nil }
  }

  // MARK: - RAUC

  @Test(.enabled(if: ProgramRun.isRoot)) func raucInstall_itsLines() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "rauc:-", "wrap"],
      shell:
        "exec \(Self.tools)/rauc-session \(folder) \"$0\" \"$@\" rauc --conf=system.conf install \(folder)/probe.raucb"
    )
    let words = scratch.recordedEvents
    #expect(run.status == 0, "\(run.errors)")
    #expect(words.contains("message Copying image to root.1 done."), "\(words)")
    #expect(fractions(words).count > 8 && fractions(words).last == 1, "\(words)")
    #expect(fractions(words) == fractions(words).sorted() && words.last == "done")
  }

  /// The service's signals on the bus, for an installation that another program started: a success,
  /// then, in the same session, a failure.
  @Test(.enabled(if: ProgramRun.isRoot)) func raucService_onTheBus() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path
    // The monitor needs some time until it listens, and does not report that.
    let install = """
      install() {
        for turn in $(seq 20); do
          rauc --conf=system.conf install "$1" >/dev/null 2>&1
          for wait in $(seq 10); do grep -q "$2" r && return; sleep 0.1; done
        done
      }
      "$0" "$@" & fbprogress=$!
      install probe.raucb " done$"; install cert.pem " fail "
      # It stays after an outcome until it is told to go.
      kill $fbprogress; wait $fbprogress
      """
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "rauc", "--after-outcome", "stay",
      ],
      shell:
        "cd \(folder) && exec \(Self.tools)/rauc-session \(folder) sh -c '\(install)' timeout 300 \"$0\" \"$@\""
    )
    #expect(run.status == 143, "\(run.errors)")
    let words = scratch.recordedEvents
    let first = try #require(words.firstIndex(of: "done"), "\(words) \(run.errors)")
    #expect(words.contains("message Copying image to root.1 done."), "\(words)")
    #expect(fractions(Array(words[..<first])).count > 8)
    #expect(words.contains("reset"))
    #expect(words.last?.hasPrefix("fail Invalid bundle format: ") == true, "\(words)")
  }

  /// After a restart: the installed slot runs, or the bootloader went back. Each is told once.
  @Test(.enabled(if: ProgramRun.isRoot)) func raucVerdict_isToldOnce() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path
    try scratch.write(
      """
      mkdir bin
      printf '#!/bin/sh\\nexec /usr/bin/rauc --conf=system.conf "$@"\\n' >bin/rauc
      chmod +x bin/rauc
      ln -s "$0" bin/fbprogress
      export PATH=$PWD/bin:$PATH STATE_DIRECTORY=$PWD/state
      service() { busctl --system status de.pengutronix.rauc 2>/dev/null | sed -n 's/^PID=//p'; }
      restart() {
        old=$(service); kill $old
        while [ "$(service)" = "$old" ]; do sleep 0.05; done
        rauc service --override-boot-slot=$1 >/dev/null 2>&1 &
        until [ -n "$(service)" ]; do sleep 0.05; done
      }
      # Without a verdict the session ends with its last record.
      show() {
        rm -f f r
        "$0" "$@" & shown=$!
        while [ ! -p f ]; do sleep 0.02; done
        sh \(Self.verdict) $PWD/f 2>&1
        fbprogress --feed $PWD/f send cancel
        wait $shown
        echo "$? $(cut -d ' ' -f 2- r)"
      }
      show "$@"
      rauc install probe.raucb >/dev/null 2>&1
      restart b
      show "$@"
      show "$@"
      rm -r state
      restart a
      show "$@"
      kill $(service)
      """, to: "session")
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "fifo:\(scratch.path("f"))", "--after-outcome",
        "exit",
      ],
      shell:
        "cd \(folder) && exec \(Self.tools)/rauc-session \(folder) "
        + #"sh -c '. ./session' "$0" "$@""#
    )
    let lines = run.output.split(separator: "\n").filter { $0.contains(" ") }
    #expect(
      lines == [
        "4 cancel", "0 done 1 installed", "4 cancel", "1 fail Went back to the previous version",
      ],
      "\(run.output) \(run.errors)")
  }

  /// After a restart into the newer of two deployments, and into the older one. Each is told once.
  /// A single deployment was no update.
  @Test(.enabled(if: ProgramRun.isRoot)) func ostreeVerdict_isToldOnce() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      [],
      shell: """
        set -eu; cd \(scratch.url.path)
        export OSTREE_SYSROOT=$PWD/root STATE_DIRECTORY=$PWD/state PATH=$PWD/bin:$PATH
        mkdir -p bin root/boot tree/usr/lib/modules/1 tree/usr/etc
        printf '#!/bin/sh\\necho "$@"\\n' >bin/fbprogress; chmod +x bin/fbprogress
        echo kernel >tree/usr/lib/modules/1/vmlinuz; echo ID=x >tree/usr/etc/os-release
        # The verdict of a system that was started by an entry of the boot loader.
        verdict() {
          sed -n 's/^options /quiet /p' root/boot/loader/entries/ostree-$1-os.conf >cmdline
          unshare -m sh -c 'mount --bind cmdline /proc/cmdline && exec sh \(Self.verdict)'
        }
        deploy() {
          date +%N >tree/usr/version
          ostree --repo=root/ostree/repo commit -b main --tree=dir=tree
          ostree admin deploy --os=os main; sleep 0.02
        }
        {
          ostree admin init-fs root; ostree admin os-init os; deploy; verdict 1 >&3
          deploy; verdict 2 >&3; verdict 2 >&3; rm -r state; verdict 1 >&3; verdict 1 >&3
        } 3>&1 >log 2>&1
        chattr -R -i root/ostree/deploy
        """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2, "\(run.output) \(run.errors)")
    #expect(lines.first?.hasSuffix(" installed") == true, "\(run.output)")
    #expect(lines.last?.hasPrefix("send fail Went back to ") == true, "\(run.output)")
  }

  @Test func monitorThatIsNotThere_isToldOnce() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", "rauc", "--feed", "-"],
      shell:
        "mkdir -p \(scratch.path("bin")); (sleep 2.5; echo done) | PATH=\(scratch.path("bin")) \"$0\" \"$@\""
    )
    #expect(run.status == 0)
    #expect(
      run.errors
        == "fbprogress: feed: busctl: ended with status 127; retrying each second\n")
  }

  // MARK: - apt

  @Test func aptGetInstall_intoARootOfItsOwn() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path
    let made = try ProgramRun([], shell: "\(Self.tools)/apt-root \(folder)")
    #expect(made.status == 0, "\(made.errors)")
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "apt:fd:3", "wrap", "apt-get", "-o",
        "APT::Status-Fd=3", "-y", "install", "probe",
      ], shell: "APT_CONFIG=\(folder)/apt.conf exec \"$0\" \"$@\"")
    let words = scratch.recordedEvents
    #expect(run.status == 0 && run.output.contains("Setting up probe (1)"), "\(run.errors)")
    #expect(words.contains("step 1/2") && words.contains("step 2/2"), "\(words)")
    #expect(
      words.contains("message Unpacking probe (amd64)")
        || words.contains("message Unpacking probe (all)")
        || words.contains { $0.hasPrefix("message Unpacking probe") })
    #expect(words.contains("progress 0.8") && words.last == "done", "\(words)")
    #expect(try scratch.read("root/usr/share/probe/data").count == 3_000_000)
  }

  private func aptGet(
    _ words: [String], terminal: String, in scratch: Scratch
  ) throws -> ProgramRun {
    let folder = scratch.url.path
    return try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--wrap-terminal", terminal, "wrap"]
        + words,
      shell: """
        \(Self.tools)/apt-root \(folder) >&2 && APT_CONFIG=\(folder)/apt.conf exec "$0" "$@"
        """)
  }

  /// `wrap` gives apt a descriptor for its status. What apt prints for people while it reads its
  /// lists is no progress of the installation.
  @Test(arguments: ["no", "yes"]) func aptGetInstall_hasADescriptorOfWrap(terminal: String) throws {
    let scratch = try Scratch()
    let run = try aptGet(
      ["apt-get", "-y", "install", "probe-two"], terminal: terminal, in: scratch)
    let words = scratch.recordedEvents
    #expect(run.status == 0 && run.output.contains("Setting up probe-two (1)"), "\(run.errors)")
    #expect(words.first { $0.hasPrefix("step ") } == "step 1/2", "\(words)")
    #expect(words.contains("step 2/2"), "\(words)")
    let download = words.firstIndex(of: "step 1/2") ?? 0
    #expect(!words[..<download].contains { $0.hasPrefix("progress ") }, "\(words)")
    #expect(words.contains { $0.hasPrefix("message Unpacking probe-two") }, "\(words)")
    #expect(fractions(words).last ?? 0 > 0.8 && words.last == "done", "\(words)")
    #expect(!run.errors.contains("no progress"), "\(run.errors)")
  }

  /// The record `pmerror` tells more than apt's last line.
  @Test func aptGetInstall_failsForThePackage() throws {
    let scratch = try Scratch()
    let run = try aptGet(["apt-get", "-y", "install", "broken"], terminal: "no", in: scratch)
    let words = scratch.recordedEvents
    #expect(run.status == 100, "\(run.errors)")
    #expect(
      words.last?.contains("post-installation script subprocess returned error exit status 7")
        == true, "\(words)")
  }

  // MARK: - ostree

  @Test func ostreePull_onATerminal() throws {
    let scratch = try Scratch()
    let server = Pipe()
    let made = try ProgramRun(
      [],
      shell: """
        cd \(scratch.url.path) && mkdir tree && for n in $(seq 150); do head -c 20000 /dev/urandom >tree/$n; done &&
        ostree --repo=source init --mode=archive && ostree --repo=source commit -b main --tree=dir=tree >/dev/null
        """)
    #expect(made.status == 0, "\(made.errors)")
    let process = try ChildProgram(
      Self.tools + "/slow-server", [scratch.path("source")], output: .to(server), errors: .dropped)
    defer { process.terminate() }
    let port = String(decoding: server.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .newlines)
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--wrap-terminal", "yes", "wrap", "ostree", "--repo=copy",
        "pull", "origin", "main",
      ],
      shell:
        "cd \(scratch.url.path) && ostree --repo=copy init --mode=bare-user && "
        + "ostree --repo=copy remote add --no-gpg-verify origin http://127.0.0.1:\(port) && exec \"$0\" \"$@\""
    )
    let words = scratch.recordedEvents
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      fractions(words).count >= 2 && fractions(words) == fractions(words).sorted(), "\(words)")
    #expect(words.contains("message Receiving objects"), "\(words)")
    #expect(words.contains { $0.hasPrefix("speed ") } && words.last == "done", "\(words)")
  }

  // MARK: - plymouth

  /// The calls of PackageKit's pk-offline-update and of dnf5's offline command, in their order and
  /// form.
  private static let callers: [(String, [[String]], [String])] = [
    (
      "PackageKit",
      [
        ["change-mode", "--updates"], ["display-message", "--text=Installing Updates…"],
        ["system-update", "--progress=0"], ["system-update", "--progress=42"],
        ["system-update", "--progress=100"], ["change-mode", "--reboot"],
        ["display-message", "--text=Rebooting after installing updates…"],
      ],
      [
        "message Installing Updates…", "progress 0", "progress 0.42", "progress 1",
        "message Rebooting after installing updates…",
      ]
    ),
    (
      "dnf5",
      [
        ["--ping"], ["change-mode", "--system-upgrade"], ["system-update", "--progress", "0"],
        ["display-message", "--text", "Starting offline transaction"],
        ["system-update", "--progress", "47"],
        ["hide-message", "--text", "Starting offline transaction"],
        ["display-message", "--text", "quit"], ["hide-message", "--text", "quit"],
        ["display-message", "--text", "Cleaning up, rebooting"],
        ["system-update", "--progress", "95"],
      ],
      [
        "progress 0", "message Starting offline transaction", "progress 0.47", "message ",
        "message quit", "message ", "message Cleaning up, rebooting", "progress 0.95",
      ]
    ),
    (
      "those who start and stop it",
      [
        ["--show-splash"], ["update", "--status=udev"], ["--update=sockets"], ["pause-progress"],
        ["unpause-progress"], ["deactivate"], ["reactivate"], ["message", "--text=old"],
        ["report-error"], ["reload"], ["--sysinit"], ["--wait"], ["quit", "--retain-splash"],
      ], ["message udev", "message sockets", "message old", "done"]
    ),
  ]

  private func callsOfPlymouth(_ calls: [[String]], by name: String) -> String {
    calls.map { call in
      ([name] + call.map { "'\($0)'" }).joined(separator: " ") + " || echo \(call[0])"
    }.joined(separator: "\n")
  }

  @Test(arguments: callers.indices) func plymouthCommand_feeds(index: Int) throws {
    let (_, calls, expected) = Self.callers[index]
    let scratch = try Scratch()
    let fifo = "fifo:\(scratch.path("f"))"
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r"), "--feed", fifo, "--at-eof", "done"],
      shell: """
        program=$0
        "$0" "$@" & started=$!
        plymouth() { "$program" --feed \(fifo) plymouth "$@"; }
        until plymouth --ping; do sleep 0.02; done
        \(callsOfPlymouth(calls, by: "plymouth"))
        plymouth ask-question --prompt=x && echo answered
        plymouth --has-active-vt && echo active
        plymouth system-update --progress=done && echo done
        plymouth quit; wait $started; plymouth --ping || exit 5
        """)
    #expect(run.status == 5 && run.output.isEmpty, "\(run.output) \(run.errors)")
    let words = scratch.recordedEvents
    #expect(words.last == "done")
    #expect(words.dropLast() == expected.filter { $0 != "done" }[...], "\(words)")
  }

  /// A link of that name is enough. It finds the FIFO at its default path, in a private /run here.
  @Test(.enabled(if: ProgramRun.isRoot)) func programNamedPlymouth_isItsClient() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + ["--record", scratch.path("r")],
      shell: """
        exec unshare -m sh -c 'mount -t tmpfs none /run && cd \(scratch.url.path) && ln -s "$0" plymouth
          ./plymouth --ping && echo early; "$0" "$@" & until ./plymouth --ping; do sleep 0.02; done
          ./plymouth display-message --text="All of it"; ./plymouth system-update --progress=42
          "$0" send done; wait' "$0" "$@"
        """)
    #expect(run.output.isEmpty && run.errors.isEmpty, "\(run.output) \(run.errors)")
    #expect(scratch.recordedEvents == ["message All of it", "progress 0.42", "done"])
  }

  /// plymouth's own client connects to this program as to plymouthd. Abstract sockets belong to the
  /// network namespace.
  @Test(.enabled(if: ProgramRun.isRoot), arguments: callers.indices) func plymouthClient_feeds(
    index: Int
  )
    throws
  {
    let (_, calls, expected) = Self.callers[index]
    // The client in Debian 12 lacks these.
    let known = calls.filter { !["message", "reload", "--wait"].contains($0[0]) }
    let scratch = try Scratch()
    let run = try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--feed", "plymouth", "--at-eof", "done",
      ],
      shell: """
        exec unshare -n sh -c 'command -v plymouth >/dev/null || exit 1; "$0" "$@" & started=$!
          until plymouth --ping; do sleep 0.02; done
          \(callsOfPlymouth(known, by: "plymouth").replacing("'", with: "\""))
          timeout 60 plymouth ask-question --prompt=x && echo answered
          plymouth --has-active-vt && echo active
          plymouth quit; wait $started; plymouth --ping || exit 5' "$0" "$@"
        """)
    #expect(run.status == 5 && run.output.isEmpty, "\(run.output) \(run.errors)")
    let words = scratch.recordedEvents
    #expect(words.last == "done")
    #expect(
      words.dropLast() == expected.filter { $0 != "done" && $0 != "message old" }[...], "\(words)")
  }

  // MARK: - A new root

  /// switch_root deletes the initramfs and its FIFO, unless the FIFO is on a file system that
  /// moves.
  @Test(.enabled(if: ProgramRun.isRoot), arguments: [false, true]) func newRoot_hasAFeed(
    runMoves: Bool
  ) throws {
    let scratch = try Scratch()
    let program = ProgramRun.executable.path
    let run = try ProgramRun(
      [],
      shell:
        "exec timeout 60 unshare -m -p -f \(Self.tools)/switch-root \(program) \(scratch.url.path) "
        + "\(runMoves ? "run" : "") --new-root /sysroot")
    let log = String(decoding: (try? scratch.read("log")) ?? Data(), as: UTF8.self)
    #expect(run.status == 0, "\(run.errors) \(log)")
    #expect(
      scratch.recordedEvents
        == ["progress 0.1", "progress 0.2", "message in the new root", "done"], "\(log)")
    #expect(log.contains("made a new one") != runMoves, "\(log)")
    #expect(!log.contains("new-root: "), "\(log)")
    let seen = String(decoding: try scratch.read("seen"), as: UTF8.self)
    #expect(seen.contains("prw--w---T") && seen.contains(" feed"), "\(seen)")
    // It would have no reader any more.
    let left = String(decoding: try scratch.read("left"), as: UTF8.self)
    #expect(!left.contains("fbprogress"), "\(left)")
  }

  /// A feed cannot choose the new root.
  @Test(.enabled(if: ProgramRun.isRoot)) func newRoot_isTheSettingsBusiness() throws {
    let scratch = try Scratch()
    let program = ProgramRun.executable.path
    _ = try ProgramRun(
      [],
      shell:
        "exec timeout 60 unshare -m -p -f \(Self.tools)/switch-root \(program) \(scratch.url.path)")
    let log = String(decoding: try scratch.read("log"), as: UTF8.self)
    #expect(log.contains("newroot: the setting new-root names no folder"), "\(log)")
    #expect(scratch.recordedEvents == ["progress 0.1", "progress 0.2"])
  }
}
