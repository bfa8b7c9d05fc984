import Foundation
import Testing

@testable import ProgramSupport

// cargo, pacman, dnf and yt-dlp. pacman and dnf install into a root of the test, as root.
extension RealToolTests {
  typealias ToolSession = (fractions: [Double], words: [String], run: ProgramRun)

  /// The fractions of each step, in order; those before the first step are of step 0.
  private func fractions(ofStep number: Int, in words: [String]) -> [Double] {
    var step = 0
    return words.compactMap { line -> Double? in
      let parts = line.split { $0 == " " || $0 == "/" }
      if parts.count > 1, parts[0] == "step" { step = Int(parts[1]) ?? 0 }
      return parts.first == "progress" && step == number ? Double(parts[1]) : nil
    }
  }

  private func checkReason(_ session: ToolSession, _ reason: String) {
    let said: Comment = "\(session.words.suffix(4)) \(session.run.errors) \(session.run.output)"
    #expect(session.run.status != 0, said)
    #expect(session.words.last?.hasPrefix("fail ") == true, said)
    #expect(session.words.last?.contains(reason) == true, said)
  }

  // MARK: - cargo

  /// A program that needs six packages. cargo shows its bar half a second after its start, and not
  /// at all where CI is set.
  private func cargo(_ terminal: String, source: String, of file: String) throws -> ToolSession {
    let scratch = try Scratch()
    return try session(
      ["--wrap-terminal", terminal, "wrap", "/usr/bin/cargo", "build", "--offline", "-j1"],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD CARGO_HOME=$PWD/home RUSTC=$PWD/slow-rustc
        unset CI
        cat >slow-rustc <<'END'
        #!/bin/sh
        case "$*" in *--emit*) sleep 0.15 ;; esac
        exec /usr/bin/rustc "$@"
        END
        chmod +x slow-rustc
        library() {
          mkdir -p $1/src
          printf '%s\\n' '[package]' "name = \\"$1\\"" 'version = "1.0.0"' 'edition = "2021"' \\
            >$1/Cargo.toml
        }
        library app && echo '[dependencies]' >>app/Cargo.toml
        for name in one two three four five six; do
          library $name && echo 'pub fn answer() -> u32 { 42 }' >$name/src/lib.rs
          echo "$name = { path = \\"../$name\\" }" >>app/Cargo.toml
        done
        printf '[workspace]\\nmembers = ["app"]\\n' >Cargo.toml
        echo 'fn main() { println!("{}", one::answer()); }' >app/src/main.rs
        echo '\(source)' >\(file)
        "$0" "$@"
        """)
  }

  /// Without a terminal cargo prints no numbers.
  @Test(arguments: ["yes", "no"]) func cargo(terminal: String) throws {
    let session = try cargo(terminal, source: "", of: "note")
    #expect(session.run.status == 0 && session.words.last == "done", "\(session.run.errors)")
    if terminal == "no" {
      #expect(session.words == ["bytes 0", "done"], "\(session.words)")
    } else {
      #expect(session.words.contains("message Building"), "\(session.words) \(session.run.output)")
      #expect(session.fractions.count >= 3, "\(session.words) \(session.run.output)")
      #expect(session.fractions == session.fractions.sorted())
      // The last one builds the seventh package.
      #expect(session.fractions.last.map { abs($0 - 6 / 7) < 1e-6 } == true, "\(session.words)")
    }
  }

  /// Warnings and closing lines are no reason.
  @Test(
    arguments: [
      (
        "four/src/lib.rs", "pub fn answer() -> u32 { let unused = 1; \"text\" }",
        "error[E0308]: mismatched types"
      ),
      (
        "app/src/main.rs",
        "#[link(name = \"nonesuch\")] extern \"C\" { fn f(); } fn main() { unsafe { f() } }",
        "error: linking with `cc` failed"
      ),
    ] as [(String, String, String)], ["yes", "no"])
  func cargo_fails(fault: (file: String, source: String, reason: String), terminal: String) throws {
    let session = try cargo(terminal, source: fault.source, of: fault.file)
    checkReason(session, "fail " + fault.reason)
    #expect(session.words.contains("code 101"), "\(session.words)")
  }

  // MARK: - pacman

  /// Runs pacman with the packages one, two and three; rival, clash and lame cannot be installed.
  private func pacman(_ terminal: String, _ words: String) throws -> ToolSession {
    let scratch = try Scratch()
    return try session(
      [
        "--wrap-terminal", terminal, "wrap", "sh", "-c",
        "exec pacman --config conf --root root --dbpath root/var/lib/pacman --cachedir cache "
          + "--logfile log --noconfirm \(words)",
      ],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD LC_ALL=C port
        \(Self.serving)
        mkdir -p root/var/lib/pacman root/bin cache index hooks
        package() { # NAME FACT
          mkdir -p $1/usr/share/$1 db/$1-1-1
          head -c 1500000 /dev/urandom >$1/usr/share/$1/data
          printf 'pkgname = %s\\npkgver = 1-1\\narch = any\\nsize = 1500000\\n%s\\n' \\
            $1 "$2" >$1/.PKGINFO
          tar -C $1 -cf - .PKGINFO usr | zstd -q >index/$1.pkg.tar.zst
          printf '%%%s%%\\n%s\\n\\n' NAME $1 VERSION 1-1 ARCH any FILENAME $1.pkg.tar.zst \\
            CSIZE $(stat -c %s index/$1.pkg.tar.zst) ISIZE 1500000 >db/$1-1-1/desc
        }
        package one; package two 'depend = one'; package three
        (cd db && tar -czf ../index/probe.db *)
        package rival 'conflict = one'; package lame 'depend = none'
        mkdir -p clash/usr/share/one && echo >clash/usr/share/one/data && package clash
        serve index 1500000
        printf '[options]\\nArchitecture = x86_64\\nSigLevel = Never\\nHookDir = %s\\n' \\
          $PWD/hooks >conf
        printf '[probe]\\nServer = http://127.0.0.1:%s\\n' $port >>conf
        cp "$0" root/bin/
        for hook in Linking Counting Pruning; do
          printf '%s\\n' '[Trigger]' 'Operation = Install' 'Type = Package' 'Target = *' \\
            '[Action]' "Description = $hook files..." 'When = PostTransaction' \\
            'Exec = /bin/fbprogress --version' >hooks/$hook.hook
        done
        "$0" "$@"
        """)
  }

  /// Downloads, packages and hooks are three steps.
  @Test(.enabled(if: ProgramRun.isRoot)) func pacman_downloads() throws {
    let session = try pacman("yes", "-Sy two three")
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    let steps = session.words.filter { $0.hasPrefix("step ") }
    #expect(Set(steps) == ["step 1/3", "step 2/3", "step 3/3"], "\(session.words)")
    #expect(steps == steps.sorted())
    let download = fractions(ofStep: 1, in: session.words)
    #expect(download == download.sorted() && download.last == 1, "\(session.words)")
    #expect(download.contains { $0 > 0 && $0 < 1 }, "\(session.words) \(session.run.output)")
    let packages = fractions(ofStep: 2, in: session.words)
    #expect(packages.count >= 3 && packages == packages.sorted() && packages.last == 1)
    #expect(session.words.contains("message installing two"), "\(session.words)")
    #expect(fractions(ofStep: 3, in: session.words).last == 1, "\(session.words)")
    #expect(session.words.last == "done")
  }

  /// The counter of one package counts none that is done: its percentage does.
  @Test(.enabled(if: ProgramRun.isRoot), arguments: ["yes", "no"])
  func pacman_onePackage(terminal: String) throws {
    let session = try pacman(terminal, "-U index/one.pkg.tar.zst")
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    #expect(fractions(ofStep: 0, in: session.words).isEmpty, "\(session.words)")
    #expect(fractions(ofStep: 1, in: session.words).isEmpty, "\(session.words)")
    #expect(session.words.contains("step 2/3"), "\(session.words)")
    let package = fractions(ofStep: 2, in: session.words)
    if terminal == "yes" {
      #expect(package.first == 0 && package.last == 1 && package == package.sorted())
    } else {
      #expect(package.isEmpty, "\(session.words)")
    }
    #expect(session.words.last == "done")
  }

  @Test(
    .enabled(if: ProgramRun.isRoot),
    arguments: [
      ("-U index/lame.pkg.tar.zst", "unable to satisfy dependency 'none' required by lame"),
      ("-U index/one.pkg.tar.zst index/rival.pkg.tar.zst", "in conflict"),
      ("-U index/one.pkg.tar.zst index/clash.pkg.tar.zst", "exists in both"),
      ("-S none", "target not found: none"), ("-U none.pkg.tar.zst", "could not find or read"),
    ] as [(String, String)], ["yes", "no"])
  func pacman_fails(command: (String, String), terminal: String) throws {
    checkReason(try pacman(terminal, command.0), command.1)
  }

  // MARK: - dnf

  /// Runs dnf with a repository of the packages one, two, three, and lame, which cannot be
  /// installed.
  private func dnf(
    _ terminal: String, install names: String, from place: String
  ) throws -> ToolSession {
    let scratch = try Scratch()
    return try session(
      [
        "--wrap-terminal", terminal, "wrap", "sh", "-c",
        "exec dnf -y -c conf --installroot=$PWD/root --releasever=1 install \(names)",
      ],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD LC_ALL=C port
        \(Self.serving)
        mkdir root log
        cat >spec <<END
        Name: one
        Version: 1
        Release: 1
        License: MIT
        Summary: x
        BuildArch: noarch
        %description
        x
        %files
        /one
        $(for name in two three lame; do
          echo "%package -n $name"
          echo "Requires: $(test $name = lame && echo nonesuch || echo one)"
          printf '%s\\n' 'Summary: x' "%description -n $name" x "%files -n $name" /$name
        done)
        %install
        for name in one two three lame; do
          head -c 1500000 /dev/urandom >%{buildroot}/\\$name
        done
        END
        {
          rpmbuild --quiet --define "_topdir $PWD/top" --define "_rpmdir $PWD/index" \\
            --define '_binary_payload w0.gzdio' --define '__os_install_post %{nil}' -bb spec &&
            createrepo_c -q index
        } >log/build 2>&1 || cat log/build
        serve index 1500000
        printf '%s\\n' '[main]' plugins=0 gpgcheck=0 "cachedir=$PWD/cache" "logdir=$PWD/log" \\
          "reposdir=$PWD/none" '[probe]' name=probe "baseurl=\(place)" >conf
        "$0" "$@"
        """)
  }

  /// Downloads and packages are two steps.
  @Test(.enabled(if: ProgramRun.isRoot), arguments: ["yes", "no"])
  func dnf_downloads(terminal: String) throws {
    let session = try dnf(
      terminal, install: "one two three", from: "http://127.0.0.1:$port")
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    let steps = session.words.filter { $0.hasPrefix("step ") }
    #expect(Set(steps) == ["step 1/2", "step 2/2"] && steps == steps.sorted(), "\(session.words)")
    let download = fractions(ofStep: 1, in: session.words)
    #expect(!download.isEmpty && download == download.sorted(), "\(session.words)")
    let packages = fractions(ofStep: 2, in: session.words)
    #expect(packages == packages.sorted() && packages.last == 1, "\(session.words)")
    #expect(packages.contains { 0.3 < $0 && $0 < 0.7 }, "\(session.words)")
    #expect(session.words.contains("message Installing"), "\(session.words)")
    #expect(!session.words.contains { $0.contains("[=") }, "\(session.words)")
    #expect(session.words.last == "done")
  }

  /// The counter of one package counts none that is done.
  @Test(.enabled(if: ProgramRun.isRoot), arguments: ["yes", "no"])
  func dnf_onePackage(terminal: String) throws {
    let session = try dnf(terminal, install: "one", from: "file://$PWD/index")
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    #expect(session.fractions.isEmpty, "\(session.words)")
    #expect(session.words.contains("message Installing"), "\(session.words)")
    #expect(session.words.last == "done")
  }

  @Test(
    .enabled(if: ProgramRun.isRoot),
    arguments: [
      ("none", "Unable to find a match: none"),
      ("lame", "nothing provides nonesuch needed by lame"),
    ] as [(String, String)], ["yes", "no"])
  func dnf_fails(package: (String, String), terminal: String) throws {
    checkReason(
      try dnf(terminal, install: package.0, from: "file://$PWD/index"), package.1)
  }

  // MARK: - yt-dlp

  @Test(
    arguments: [("video.mp4", "yes"), ("video.mp4", "no"), ("none.mp4", "yes"), ("none.mp4", "no")])
  func youtubeDownloader(name: String, terminal: String) throws {
    let scratch = try Scratch()
    let session = try session(
      [
        "--wrap-terminal", terminal, "wrap", "sh", "-c",
        "exec yt-dlp --no-config -o copy.mp4 http://127.0.0.1:$port/\(name)",
      ],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD port
        \(Self.serving)
        mkdir index && head -c 4000000 /dev/urandom >index/video.mp4
        serve index 4000000 2>/dev/null
        "$0" "$@"
        """)
    if name == "none.mp4" {
      checkReason(session, "fail ERROR: [generic] ")
      return checkReason(session, "HTTP Error 404")
    }
    check(session, atLeast: 3)
    #expect(session.fractions.last == 1 && session.fractions.contains { $0 > 0 && $0 < 1 })
    #expect(try scratch.read("copy.mp4").count == 4_000_000)
  }
}
