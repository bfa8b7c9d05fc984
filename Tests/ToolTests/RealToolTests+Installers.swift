import Foundation
import Testing

@testable import ProgramSupport

/// Programs that install systems, write images and convert files.
extension RealToolTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Tools").path

  /// podman's service replies as docker's does. It pulls from a local registry.
  @Test(.enabled(if: ProgramRun.isRoot)) func podmanPull() throws {
    let session = try session(
      ["wrap"],
      shell: """
        # podman's runroot has at most 50 characters.
        cd $(mktemp -d /tmp/XXXXXX) && export HOME=$PWD CONTAINERS_REGISTRIES_CONF=$PWD/registries
        await() { for try in $(seq 200); do test $1 $2 && return; sleep 0.05; done; cat service >&2; exit 1; }
        \(Self.tools)/image-registry >port & registry=$!
        trap 'kill $registry $service; rm -rf $PWD' EXIT
        await -s port
        at=127.0.0.1:$(cat port)
        printf '[[registry]]\\nlocation = "%s"\\ninsecure = true\\n' $at >registries
        podman --root $PWD/images --runroot $PWD/run --storage-driver vfs system service --time 60 unix://$PWD/socket >service 2>&1 & service=$!
        await -S socket
        "$0" "$@" curl -sN --unix-socket socket -X POST "http://d/v1.40/images/create?fromImage=$at/x&tag=1"
        """)
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(
      session.fractions.contains { $0 > 0 && $0 < 1 } && session.fractions.last == 1,
      "\(session.words) \(session.run.output)")
    #expect(session.words.contains("message Download complete") && session.words.last == "done")
  }

  /// It loads three packages from a local mirror.
  @Test func debootstrap() throws {
    let scratch = try Scratch()
    let session = try session(
      ["--feed", "debootstrap:fd:3", "wrap"],
      shell: """
        cd \(scratch.url.path) && mkdir -p mirror/pool mirror/dists/bookworm/main/binary-all target
        for name in apt dpkg usr-is-merged; do
          mkdir -p $name/DEBIAN
          printf 'Package: %s\\nVersion: 1\\nArchitecture: all\\nPriority: required\\nMaintainer: x <x@example.org>\\nDescription: x\\n' $name >$name/DEBIAN/control
          head -c 200000 /dev/urandom >$name/data
          dpkg-deb -b $name mirror/pool/${name}_1_all.deb >/dev/null
        done
        architecture=$(dpkg --print-architecture); packages=main/binary-$architecture
        cd mirror && mkdir -p dists/bookworm/$packages
        for name in apt dpkg usr-is-merged; do
          file=pool/${name}_1_all.deb
          dpkg-deb -f $file
          printf 'Filename: %s\\nSize: %s\\nSHA256: %s\\nMD5sum: %s\\n\\n' $file $(stat -c %s $file) $(sha256sum <$file | cut -c1-64) $(md5sum <$file | cut -c1-32)
        done >dists/bookworm/$packages/Packages
        cd dists/bookworm && printf 'Suite: bookworm\\nCodename: bookworm\\nComponents: main\\nArchitectures: %s\\nSHA256:\\n %s %s %s\\n' $architecture $(sha256sum <$packages/Packages | cut -c1-64) $(stat -c %s $packages/Packages) $packages/Packages >Release
        cd ../../.. && exec "$0" "$@" sh -c 'exec debootstrap --debian-installer --no-check-gpg --download-only bookworm target file://$PWD/mirror 4>&3'
        """)
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    for words in ["step 1/4", "step 2/4", "message Downloading Release file"] {
      #expect(session.words.contains(words), "\(words): \(session.words)")
    }
    #expect(session.words.contains { $0.hasPrefix("message Retrieving apt") }, "\(session.words)")
    #expect(session.fractions.count > 5 && session.words.last == "done")
  }

  @Test func zypper() throws {
    let scratch = try Scratch()
    let session = try session(
      ["wrap"],
      shell: """
        cd \(scratch.url.path) && mkdir -p root
        for name in one two; do
          printf 'Name: %s\\nVersion: 1\\nRelease: 1\\nSummary: x\\nLicense: x\\nBuildArch: noarch\\n%%%%description\\nx\\n%%%%install\\nmkdir -p %%{buildroot}/srv\\nhead -c 2000000 /dev/urandom >%%{buildroot}/srv/%s\\n%%%%files\\n/srv/%s\\n' $name $name $name >$name.spec
          rpmbuild -bb --define "_topdir $PWD/build" --define "_rpmdir $PWD/packages" $name.spec >rpmbuild 2>&1 || cat rpmbuild
        done
        zypper="zypper --root $PWD/root --non-interactive"
        $zypper -q addrepo --no-gpgcheck --type plaindir dir://$PWD/packages local >/dev/null
        exec "$0" "$@" $zypper --xmlout --no-gpg-checks install -y one two
        """)
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    for words in [
      "step 1/2 Installing: two-1-1.noarch", "step 2/2 Installing: one-1-1.noarch",
      "message Building repository 'local' cache", "progress 1",
    ] {
      #expect(session.words.contains(words), "\(words): \(session.words)")
    }
    #expect(session.fractions.count > 10 && session.words.last == "done")
  }

  /// It builds three derivations in a temporary store.
  @Test func nix() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      let
        make = name: inputs: derivation {
          inherit name inputs; system = builtins.currentSystem; builder = "/bin/sh";
          args = [ "-c" "echo built >$out" ];
        };
      in make "c" [ (make "a" []) (make "b" []) ]
      """, to: "test.nix")
    let session = try session(
      [
        "wrap", "nix-build", "test.nix", "--no-out-link", "--log-format", "internal-json", "-v",
        "--option", "sandbox", "false", "--option", "build-users-group", "", "--option",
        "substituters", "",
      ],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD NIX_STORE_DIR=$PWD/store NIX_STATE_DIR=$PWD/state \
          NIX_LOCALSTATE_DIR=$PWD/var NIX_LOG_DIR=$PWD/log NIX_CONF_DIR=$PWD/etc
        exec "$0" "$@"
        """)
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(
      session.fractions.contains(0.333333333) && session.fractions.last == 1, "\(session.words)")
    #expect(session.words.contains { $0.hasPrefix("message building '") }, "\(session.words)")
  }

  @Test func ffmpeg() throws {
    let scratch = try Scratch()
    let session = try session(
      [
        "wrap", "ffmpeg", "-nostdin", "-re", "-i", scratch.path("in.nut"), "-c", "copy",
        scratch.path("out.nut"),
      ],
      shell: "ffmpeg -v error -nostdin -f lavfi -i testsrc=duration=2:size=64x48:rate=10 "
        + "-c:v rawvideo \(scratch.path("in.nut")) && exec \"$0\" \"$@\"")
    check(session, atLeast: 2)
    #expect(session.fractions.last ?? 0 > 0.9, "\(session.words)")
  }

  /// 7z deletes each percentage with backspaces.
  @Test func sevenZip() throws {
    let scratch = try Scratch()
    let session = try session(
      ["wrap", "sh", "-c", "7z a -bsp1 -mx=5 copy.7z source"],
      shell: "cd \(scratch.url.path) && head -c 48000000 /dev/urandom >source && exec \"$0\" \"$@\""
    )
    check(session, atLeast: 2)
    #expect(session.words.contains("detail source"), "\(session.words)")
  }

  @Test func partclone() throws {
    let scratch = try Scratch()
    let session = try session(
      ["wrap", "partclone.ext4", "-F", "-c", "-L", "log", "-s", "disk", "-o", "copy"],
      shell:
        "cd \(scratch.url.path) && truncate -s 64M disk && mke2fs -q disk && exec \"$0\" \"$@\"")
    // It reports its progress once a second.
    check(session, atLeast: 1)
  }

  @Test func tqdm() throws {
    let session = try session([
      "wrap", "/usr/bin/python3", "-c",
      "import time, tqdm\nfor n in tqdm.tqdm(range(20), desc='Copying'): time.sleep(0.05)",
    ])
    check(session, atLeast: 5)
    #expect(session.words.contains("message Copying"), "\(session.words)")
  }

  @Test func fwupd() throws {
    let session = try session(["wrap", "fwupdtool", "get-plugins", "--force"])
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(session.fractions.count > 5 && session.words.last == "done", "\(session.words)")
    #expect(session.words.contains { $0.hasPrefix("message Loading") }, "\(session.words)")
  }

  /// e2fsck's own progress bar.
  @Test func e2fsckBar() throws {
    let scratch = try Scratch()
    let session = try session(
      ["wrap", "e2fsck", "-f", "-y", "-C", "0", "disk"],
      shell:
        "cd \(scratch.url.path) && truncate -s 256M disk && mke2fs -q disk && exec \"$0\" \"$@\"")
    check(session, atLeast: 2)
  }
}
