import Foundation
import Testing

@testable import ProgramSupport

// Meters of everyday tools, under `wrap`, and the reasons of their failures.
extension RealToolTests {
  /// Tools that show a meter: what to run in a folder with a file `source` of 60 MB, and whether the
  /// tool needs a terminal.
  @Test(
    arguments: [
      ("zstd --progress -1 -f source -o out", "no"), ("xz -0 -k -v source", "yes"),
      ("mke2fs -F -t ext4 disk 64G", "no"),
      ("mksquashfs source out -noappend", "yes"),
    ] as [(String, String)])
  func everydayMeter(command: String, terminal: String) throws {
    let scratch = try Scratch()
    _ = try source(scratch, bytes: 60_000_000)
    let session = try session(
      ["--wrap-terminal", terminal, "wrap", "sh", "-c", "exec " + command],
      shell: "cd \(scratch.url.path) && PATH=$PATH:/sbin:/usr/sbin LC_ALL=C exec \"$0\" \"$@\"")
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.words.last == "done")
    #expect(session.fractions.allSatisfy { 0...1 ~= $0 })
    #expect(!session.fractions.isEmpty, "\(session.words.prefix(20)) \(session.run.errors)")
  }

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
