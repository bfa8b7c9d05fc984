import Base
import Feed
import ProgressModel
import TestSupport
import Testing

/// The line of a failed command's output that a person would pick.
@Suite struct FailureReasonTests {
  private func best(_ lines: some Sequence<some StringProtocol>) -> (line: String, isError: Bool) {
    var reason = FailureReason()
    for line in lines { reason.append(SanitizedText(ByteString(String(line)))) }
    let best = reason.best
    return (best.line.utf8.description, best.isError)
  }

  /// The last lines of standard error of real tools of Debian 12, as they fail. The reason is
  /// marked by `> `.
  static let outputs: [String] = [
    // The 36 commands of the first visits.
    """
    > dd: error writing '/dev/full': No space left on device
    1+0 records in
    0+0 records out
    0 bytes copied, 7.0938e-05 s, 0.0 kB/s
    """,
    """
    > mount: /mnt: special device /dev/nodev does not exist.
           dmesg(1) may have more information after failed mount system call.
    """,
    """
    > tar: This does not look like a tar archive
    tar: Skipping to next header
    tar: Exiting with failure status due to previous errors
    """,
    """
    > gzip: stdin: not in gzip format
    tar: Child returned status 1
    tar: Error is not recoverable: exiting now
    """,
    """
    > rsync: [sender] change_dir "/nofile" failed: No such file or directory (2)
    rsync error: some files/attrs were not transferred (see previous errors) (code 23)
    """,
    """
    > dpkg-deb: error: 'img' is not a Debian format archive
    dpkg: error processing archive img (--install):
     dpkg-deb --control subprocess returned error exit status 2
    Errors were encountered while processing:
     img
    """,
    """
      latter case the central directory and zipfile comment will be found on
      the last disk(s) of this archive.
    > unzip:  cannot find zipfile directory in one of img or
            img.zip, and cannot find img.ZIP, period.
    """,
    """
    > mksquashfs: invalid option
    Filesystem build options:
    -exit-on-error         treat normally ignored errors as fatal
    The README for the Squash-tools 4.5.1 release, describing the new features can be
    read here https://github.com/plougher/squashfs-tools/blob/master/README-4.5.1
    """,
    """
    > ERROR: the disk is gone
    cleaning up
    """,
    """
    > ERROR: the disk is gone
    Unmounting
    """,
    """
    > ERROR: disk full
    Usage: foo
    Try --help.
    """,
    "> cp: cannot stat 'nofile': No such file or directory",
    """
      % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
    > curl: (7) Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server
    """,
    "> fatal: repository '/nofile/x' does not exist",
    """
    remote: Enumerating objects: 5, done.
    > fatal: not a git repository (or any of the parent directories): .git
    """,
    """
    error: failed to push some refs to 'x'
    hint: Updates were rejected because the tip of your current branch is behind
    > error: failed to push some refs to 'y'
    hint: 'git pull ...' before pushing again.
    """,
    """
    --2026-11-28 10:09:37--  http://127.0.0.1:1/x
    > Connecting to 127.0.0.1:1... failed: Connection refused.
    """,
    "> 2026-11-28 10:09:37 ERROR 404: Not Found.",
    "> xz: img: File format not recognized",
    """
    > sha256sum: WARNING: 1 computed checksum did NOT match
    """,
    "> sha256sum: img: no properly formatted checksum lines found",
    """
    E: Unable to locate package nosuchpkgx
    > E: Package 'x' has no installation candidate
    """,
    """
    > E: Failed to fetch http://x/y.deb  404  Not Found [IP: 127.0.0.1 80]
    E: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?
    """,
    """
    Traceback (most recent call last):
      File "<string>", line 1, in <module>
    > FileNotFoundError: [Errno 2] No such file or directory: '/proc/x'
    """,
    """
    > Device img is not a valid LUKS device.
    Command failed with code -1 (wrong or missing parameters).
    """,
    """
    mke2fs 1.47.0 (5-Feb-2023)
    > The file /nofile does not exist and no size was specified.
    """,
    """
    e2fsck 1.47.0 (5-Feb-2023)
    > e2fsck: Bad magic number in super-block while trying to open img
    """,
    "> umount: /nofile: no mount point specified.",
    """
    Pseudo-terminal will not be allocated because stdin is not a terminal.
    > ssh: Could not resolve hostname nohost.invalid: Name or service not known
    """,
    """
    > make: *** No rule to make target 'nofile'.  Stop.
    """,
    """
    > cc1: fatal error: nofile.c: No such file or directory
    compilation terminated.
    make: *** [Makefile:2: all] Error 1
    """,
    "> bash: line 1: nosuchcommand: command not found",
    "> sh: 1: cd: can't cd to /nofile",
    """
    modprobe: FATAL: Module other not found in directory /lib/modules/6.1
    > modprobe: FATAL: Module nomod not found in directory /lib/modules/6.1
    """,
    """
    > error: couldn't read `nofile.rs`: No such file or directory (os error 2)

    error: aborting due to 1 previous error
    """,
    """
    > swupdate failed: no space
    """,
    // More tools.
    "> zstd: nofile: unknown suffix (.zst/.tzst/.gz expected). Can't derive the output file name.",
    "> insmod: ERROR: could not load module nomod.ko: No such file or directory",
    """
    System has not been booted with systemd as init system (PID 1). Can't operate.
    > Failed to connect to bus: Host is down
    """,
    "> boom",
    """
    bzip2: Can't guess original name for img -- using img.out
    > bzip2: img is not a bzip2 file.
    """,
    """
    Warning : using stdout as default output. Do not rely on this behavior
    > Error 44 : Unrecognized header : file cannot be decoded
    """,
    """
    ERROR: img
    > Cannot open the file as archive

    """,
    """
    cpio: warning: skipped 2666 bytes of junk
    > cpio: premature end of file
    """,
    "> ar: img: file format not recognized",
    "> bad magic number",
    """
    gpg: keybox '/root/.gnupg/pubring.kbx' created
    > gpg: the signature could not be verified.
    Please remember that the signature file (.sig or .asc)
    should be the first file given on the command line.
    """,
    "> patch: **** Only garbage was found in the patch input.",
    """
    node:internal/modules/cjs/loader:1210
      throw err;
    > Error: Cannot find module '/tmp/nofile.js'
        at Module._load (node:internal/modules/cjs/loader:1038:27)
      code: 'MODULE_NOT_FOUND',
      requireStack: []
    Node.js v20.20.2
    """,
    "> ERROR: No matching distribution found for nosuchpkg",
    """
    e2fsck 1.47.0 (5-Feb-2023)
    > e2fsck: need terminal for interactive repairs
    """,
    "> mkswap: cannot open /nofile: No such file or directory",
    """
    Partclone v0.3.23 http://partclone.org
    Starting to clone device (img) to image (x)
    > extfsclone.c: Couldn't find valid filesystem superblock.
    Partclone fail, please check /var/log/partclone.log !
    """,
    "> jq: parse error: Invalid numeric literal at line 1, column 43",
    "> While trying to open /dev/mtd9 for read/write access: No such file or directory",
    "> ubiformat: error!: MTD subsystem is not present",
    "> Error: SWUpdate is built for signed images, provide a public key file.",
    """
      --version                        Print version information and exit

    > error: Command requires a --repo argument
    """,
    "> error: No remote refs found for 'x'",
    "> Error: short-name \"nosuch\" did not resolve to an alias",
    "> Cannot connect to the Docker daemon at unix:///x. Is it running?",
    "> Repository /nofile does not exist.",
    """
    > Fatal: unable to open config file: stat /nofile/config: no such file or directory
    Is there a repository at the following location?
    /nofile
    """,
    """
      libpostproc    56.  6.100 / 56.  6.100
    > nofile: No such file or directory
    """,
    """
    > convert: unable to open image `nofile': No such file or directory @ error/blob.c/2998.
    convert: no decode delegate for this image format `' @ error/constitute.c/ReadImage/594.
    convert: no images defined `x.png' @ error/convert.c/ConvertImageCommand/3234.
    """,
    """
    mkdir: cannot create directory '/tmp/hb/x': File exists
    > mknod: /tmp/hb/x/test-dev-null: Not a directory
    """,
    "> Cannot stat source directory \"/nofile\" because No such file or directory",
    "> FATAL ERROR: Can't find a valid SQUASHFS superblock on img",
    "> Cannot find device \"nodev\"",
    "> date: invalid date 'foo'",
    """
    > sleep: invalid time interval 'x'
    Try 'sleep --help' for more information.
    """,
    "> useradd: user 'root' already exists",
    """
    npm ERR! code ENOENT
    > npm ERR! enoent Could not read package.json
    npm ERR! A complete log of this run can be found in:
    npm ERR!     /root/.npm/_logs/x-debug-0.log
    """,
    """
    > error[E0425]: cannot find value `x` in this scope
     --> src/main.rs:2:5
    For more information about this error, try `rustc --explain E0425`.
    error: could not compile `x` (bin "x") due to 1 previous error
    """,
    """
    FAILED: x.o
    gcc -Werror -c x.c
    > x.c:1:1: error: unknown type name 'foo'
    ninja: build stopped: subcommand failed.
    """,
    """
    note: something
    > panic: runtime error: index out of range [3] with length 3
    goroutine 1 [running]:
    exit status 2
    """,
    "> flashcp: verification mismatch at 0x00000000",
    "> 2026-11-28 10:00:00 INFO no such line is an error: disk full",
    "> Segmentation fault (core dumped)",
    // cargo, pacman and dnf.
    """
    > error: linking with `cc` failed: exit status: 1
      |
      = note: /usr/bin/ld: cannot find -lnonesuch: No such file or directory
              collect2: error: ld returned 1 exit status
    error: could not compile `app` due to previous error
    """,
    """
    looking for conflicting packages...
    error: unresolvable package conflicts detected
    error: failed to prepare transaction (conflicting dependencies)
    > :: rival and one are in conflict
    """,
    """
    error: failed to prepare transaction (could not satisfy dependencies)
    > :: removing one breaks dependency 'one' required by two
    """,
    """
    error: failed to commit transaction (conflicting files)
    > clash: /usr/share/one/data exists in filesystem (owned by one)
    Errors occurred, no packages were upgraded.
    """,
    """
    Error:
     Problem: conflicting requests
    > - nothing provides nonesuch needed by lame-1-1.noarch
    (try to add '--skip-broken' to skip uninstallable packages)
    """,
    // npm 10.
    """
    npm error code E404
    npm error 404 Not Found - GET http://127.0.0.1:4873/none - no such package
    npm error 404
    > npm error 404  'none@*' is not in this registry.
    npm error 404
    npm error 404 Note that you can also install from a
    npm error 404 tarball, folder, http url, or git url.
    npm error A complete log of this run can be found in: /root/.npm/_logs/10_07Z-debug-0.log
    """,
    """
    npm error code ETARGET
    > npm error notarget No matching version found for left-pad@99.
    npm error notarget In most cases you or one of your dependencies are requesting
    npm error notarget a package version that does not exist.
    npm error
    """,
    """
    npm error code 7
    npm error path /app/node_modules/failing
    npm error command failed
    npm error command sh -c node install.js
    > npm error no key for it
    npm error A complete log of this run can be found in: /root/.npm/_logs/10_07Z-debug-0.log
    """,
  ]

  @Test(arguments: outputs) func reason_isTheLineThatAPersonPicks(output: String) throws {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let reason = try #require(lines.first { $0.hasPrefix("> ") }).dropFirst(2)
    let said = lines.map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }
    #expect(best(said).line == reason)
    // A thousand lines of prose before it, and fifty after it, hide nothing.
    let prose = (0..<1_000).map { Substring("copying file \($0)") }
    #expect(best(prose + said + prose.prefix(50)).line == reason || said.count == 1)
  }

  /// A line counts while it is among the last ones.
  @Test func oldLine_isForgotten() {
    let prose = (0..<256).map { "file \($0)" }
    #expect(best(["ERROR: old"] + prose).line == "file 255")
    #expect(best(["ERROR: old"] + prose.dropLast()).line == "ERROR: old")
  }

  @Test func noLine_isNoReason() {
    #expect(best([String]()).line == "")
    #expect(best(["", ""]).line == "")
  }

  /// Words within other words are no words for errors.
  @Test(arguments: ["gcc -Werror x.c", "usr/share/terrors", "badblocks", "unmissing"])
  func ordinaryLine_hasNoError(line: String) { #expect(!best([line]).isError) }

  @Test func longLine_isCut() {
    #expect(best([String(repeating: "a", count: 4_000)]).line.utf8.count == 256)
  }

  @Test(
    arguments: [
      (0, "x", true), (1, "/sbin/e2fsck", true), (4, "e2fsck", false), (1, "fsck.ext4", true),
      (24, "rsync", true), (23, "rsync", false), (1, "grep", true), (2, "grep", false),
      (24, "x", false), (1, "rsync/x", false), (1, "", false), (102, "zypper", true),
    ] as [(Int32, String, Bool)])
  func statuses_haveAMeaningByTool(status: Int32, command: String, isSuccess: Bool) {
    #expect(SuccessStatuses.contain(status, of: ByteString(command)) == isSuccess)
  }
}
