import Foundation
import Testing

@testable import ProgramSupport

// Meters of everyday tools, under `wrap`, and the reasons of their failures.
extension RealToolTests {
  /// Tools that show a meter: what to run in a folder with a file `source` of 60 MB, and whether the
  /// tool needs a terminal.
  @Test(
    arguments: [
      ("zstd --progress -12 -f source -o out", "no"), ("xz -0 -k -v source", "yes"),
      ("mke2fs -F -t ext4 disk 64G", "no"),
      ("mksquashfs source out -noappend", "yes"),
      ("qemu-img convert -p -O qcow2 source out", "no"), ("ddrescue -f source out", "no"),
      ("rclone copyto -P --bwlimit 40M source out", "no"), ("ninja -j1", "no"),
    ] as [(String, String)])
  func everydayMeter(command: String, terminal: String) throws {
    let scratch = try Scratch()
    let copies = (1...8).map { "build \($0): copy source\n" }.joined()
    try scratch.write("rule copy\n  command = cp source $out\n" + copies, to: "build.ninja")
    let session = try session(
      ["--wrap-terminal", terminal, "wrap", "sh", "-c", "exec " + command],
      // Random bytes do not shrink, and so take long enough for a meter.
      shell: "cd \(scratch.url.path) && head -c 60000000 /dev/urandom >source"
        + " && PATH=$PATH:/sbin:/usr/sbin LC_ALL=C exec \"$0\" \"$@\"")
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.words.last == "done")
    #expect(session.fractions.allSatisfy { 0...1 ~= $0 })
    #expect(!session.fractions.isEmpty, "\(session.words.prefix(20)) \(session.run.errors)")
  }

  // MARK: - pv and dd

  /// pv measures what dd writes. It shows no meter on a terminal that is not its own, such as that
  /// of `wrap`, but numbers.
  @Test(arguments: [("-f", "no"), ("-n", "no"), ("-n", "yes")])
  func pvBeforeDD(option: String, terminal: String) throws {
    let scratch = try Scratch()
    _ = try source(scratch)
    let session = try session(
      ["--wrap-terminal", terminal, "wrap", "sh", "-c", "\(pv(option)) | dd of=copy bs=64k"],
      shell: "cd \(scratch.url.path) && LC_ALL=C exec \"$0\" \"$@\"")
    checkMeter(session)
    #expect(try scratch.read("copy").count == 8_000_000)
  }

  /// The same through a FIFO, with the outcome of the shell.
  @Test(arguments: ["-f", "-n"]) func pvBeforeDD_throughAFeed(option: String) throws {
    let session = try fed("\(pv(option)) 2>f | dd of=copy bs=64k status=none")
    checkMeter(session)
    #expect(session.fractions.last == 1, "\(session.words)")
  }

  @Test func ddBehindAPipe_throughAFeed() throws {
    let session = try fed("pv -q -L 4m source | LC_ALL=C dd of=copy bs=64k status=progress 2>f")
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.fractions.isEmpty && session.words.last == "done", "\(session.words)")
    #expect(session.words.contains("bytes 8000000"), "\(session.words)")
    #expect(session.words.count { $0.hasPrefix("bytes ") } >= 2, "\(session.words)")
  }

  @Test(arguments: ["-f", "-n"]) func ddBehindPV_tellsItsReason(option: String) throws {
    let scratch = try Scratch()
    _ = try source(scratch)
    let session = try session(
      ["wrap", "sh", "-c", "\(pv(option)) | dd of=/dev/full bs=64k"],
      shell: "cd \(scratch.url.path) && LC_ALL=C exec \"$0\" \"$@\"")
    #expect(session.run.status == 1)
    #expect(session.fractions.allSatisfy { $0 < 1 }, "\(session.words)")
    #expect(
      session.words.suffix(2)
        == ["code 1", "fail dd: error writing '/dev/full': No space left on device"])
  }

  @Test func ddThatFails_throughAFeed() throws {
    let session = try fed("pv -f -L 8m source 2>f | dd of=/dev/full bs=64k status=none")
    #expect(session.run.status == 1, "\(session.run.errors)")
    #expect(session.fractions.allSatisfy { $0 < 1 }, "\(session.words)")
    #expect(session.words.last == "fail", "\(session.words)")
  }

  private func pv(_ option: String) -> String { "pv \(option) -i 0.1 -L 8m source" }

  /// Runs a shell's line beside a session that reads the FIFO `f`.
  private func fed(
    _ line: String
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    _ = try source(scratch)
    return try session(
      ["--feed", "fifo:f"],
      shell: """
        cd \(scratch.url.path); "$0" "$@" & shown=$!
        until [ -p f ]; do sleep 0.02; done
        if \(line); then echo done >f; else echo fail >f; fi
        wait $shown
        """)
  }

  private func checkMeter(_ session: (fractions: [Double], words: [String], run: ProgramRun)) {
    check(session, atLeast: 3)
    #expect(session.fractions.contains { $0 > 0 && $0 < 1 }, "\(session.words)")
  }

  // MARK: - Failures

  /// A failure, and a part of the line that tells its reason.
  @Test(
    arguments: [
      ("dd if=/dev/zero of=/dev/full count=1", "No space left on device"),
      ("tar -xf bad", "This does not look like a tar archive"),
      ("tar -xzf bad", "not in gzip format"),
      ("cp none x", "cannot stat 'none'"), ("unzip bad", "cannot find zipfile directory"),
      ("dpkg -i bad", "is not a Debian format archive"), ("xz -d bad", "bad: "),
      ("rsync -a /none/ x", "change_dir \"/none\" failed"), ("git clone /none x", "does not exist"),
      ("make -f none", "No rule to make target"), ("sleep x", "invalid time interval"),
      ("mount /dev/none /mnt", "/dev/none"), ("gcc none.c", "none.c: No such file"),
      ("python3 -c 'import none'", "ModuleNotFoundError"),
      ("curl -sS http://127.0.0.1:1", "curl: (7)"),
      ("mksquashfs /none out", "Cannot stat source directory"),
      ("e2fsck -fy bad", "Bad magic number"),
    ] as [(String, String)])
  func failure_hasItsReason(command: String, reason: String) throws {
    let scratch = try Scratch()
    try Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
      .write(to: scratch.url.appending(path: "bad"))
    let session = try session(
      ["wrap", "sh", "-c", command],
      shell: "cd \(scratch.url.path) && PATH=$PATH:/sbin:/usr/sbin LC_ALL=C exec \"$0\" \"$@\"")
    #expect(session.words.last?.contains(reason) == true, "\(session.words.suffix(3))")
  }
}
