import Foundation
import Testing

@testable import ProgramSupport

/// Programs that install packages, from servers of the tests.
extension RealToolTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Tools").path

  /// A shell's functions: `serve FOLDER RATE` starts a server, with its port in `$port`.
  static let serving = """
    await() { for try in $(seq 400); do test $1 $2 && return; sleep 0.05; done; exit 1; }
    serve() {
      \(tools)/slow-server $1 $2 >port & server=$!
      trap 'kill $server' EXIT
      await -s port
      port=$(cat port)
    }
    """

  // MARK: - pip

  /// A wheel of 8 MB, and a copy of it with another name whose checksum is wrong.
  private static let index = """
    mkdir -p index/probe index/broken && python3 - <<'END'
    import os, zipfile
    for name in ("probe", "broken"):
        with zipfile.ZipFile(f"index/{name}/{name}-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/data", os.urandom(8_000_000))
            info = f"{name}-1.dist-info/"
            wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\\n"
                           f"Name: {name}\\nVersion: 1\\n")
            wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\n"
                           "Root-Is-Purelib: true\\nTag: py3-none-any\\n")
            wheel.writestr(info + "RECORD", "")
    file = "broken-1-py3-none-any.whl"
    open("index/broken/index.html", "w").write(f"<a href='{file}#sha256={0:064}'>{file}</a>")
    END
    """

  /// The bar of a terminal.
  @Test(arguments: ["probe", "broken"]) func pip(name: String) throws {
    let scratch = try Scratch()
    let session = try session(
      [
        "--wrap-terminal", "yes", "wrap", "sh", "-c",
        "exec /usr/bin/python3 -m pip download --no-cache-dir --disable-pip-version-check "
          + "--index-url http://127.0.0.1:$port/ -d copy \(name)",
      ],
      shell: "cd \(scratch.url.path) && export HOME=$PWD port\n\(Self.serving)\n\(Self.index)\n"
        + "serve index 8000000\n\"$0\" \"$@\"")
    #expect(session.fractions.count >= 3, "\(session.words) \(session.run.output)")
    #expect(session.fractions == session.fractions.sorted() && session.fractions.last == 1)
    #expect(session.words.contains { $0.hasPrefix("speed ") })
    if name == "probe" {
      #expect(session.run.status == 0 && session.words.last == "done", "\(session.run.output)")
    } else {
      #expect(session.run.status == 1, "\(session.run.output)")
      #expect(session.words.last?.hasPrefix("fail") == true, "\(session.words)")
    }
  }

  // MARK: - npm

  /// A registry of packages that npm has packed: one that needs two others, one whose script fails,
  /// and one with a wrong checksum.
  private static let registry = """
    mkdir -p app index/-
    echo '{"name": "app", "version": "1.0.0", "private": true}' >app/package.json
    python3 - <<'END'
    import json, os, subprocess
    packages = {"probe-one": {"dependencies": {"probe-two": "1", "probe-three": "^1.0.0"}},
                "probe-two": {}, "probe-three": {}, "damaged": {},
                "failing": {"scripts": {"postinstall": "echo no key for it >&2; exit 7"}}}
    for name, facts in packages.items():
        facts |= {"name": name, "version": "1.0.0", "license": "MIT"}
        os.makedirs("packages/" + name)
        open(f"packages/{name}/data", "wb").write(os.urandom(1_000_000))
        json.dump(facts, open(f"packages/{name}/package.json", "w"))
        made = json.loads(subprocess.check_output(
            ["npm", "pack", "--json", "--pack-destination", "index/-", "./packages/" + name]))[0]
        # npm replaces this host by that of its registry.
        facts["dist"] = {"tarball": "https://registry.npmjs.org/-/" + made["filename"],
                         "integrity": made["integrity"], "shasum": made["shasum"]}
        facts["hasInstallScript"] = "scripts" in facts
        if name == "damaged":
            facts["dist"]["integrity"] = "sha512-" + 86 * "A" + "=="
        json.dump({"name": name, "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": facts}},
                  open("index/" + name, "w"))
    END
    """

  private func npm(
    install name: String, terminal: String = "no", in scratch: Scratch
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    try session(
      ["--wrap-terminal", terminal, "wrap", "npm", "install", name],
      shell: """
        cd \(scratch.url.path) && export HOME=$PWD npm_config_cache=$PWD/cache
        \(Self.serving)
        \(Self.registry)
        serve index 3000000
        export npm_config_registry=http://127.0.0.1:$port/
        cd app && "$0" "$@"
        """)
  }

  /// npm tells no progress: the screen shows none, and the outcome.
  @Test(arguments: ["yes", "no"]) func npm(terminal: String) throws {
    let scratch = try Scratch()
    let session = try npm(install: "probe-one", terminal: terminal, in: scratch)
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    #expect(session.words == ["bytes 0", "done"], "\(session.words) \(session.run.output)")
    for name in ["one", "two", "three"] {
      #expect(try scratch.read("app/node_modules/probe-\(name)/data").count == 1_000_000)
    }
  }

  @Test(
    arguments: [
      ("failing", "code 7", "no key for it"), ("damaged", "code 1", "integrity checksum failed"),
      ("none", "code 1", "'none@*' is not in this registry"),
    ])
  func npm_fails(name: String, code: String, reason: String) throws {
    let session = try npm(install: name, in: Scratch())
    #expect(session.words.count == 3, "\(session.words) \(session.run.errors)")
    #expect(session.words.dropFirst().first == code, "\(session.words)")
    #expect(session.words.last?.hasPrefix("fail npm ") == true, "\(session.words)")
    #expect(session.words.last?.contains(reason) == true, "\(session.words)")
  }

  // MARK: - flatpak

  /// Two runtimes, from a repository behind a server. A percentage belongs to its operation.
  @Test(arguments: ["yes", "no"]) func flatpak(terminal: String) throws {
    let session = try flatpak(
      ["--wrap-terminal", terminal], install: "org.example.One org.example.Two")
    #expect(session.run.status == 0, "\(session.run.errors) \(session.run.output)")
    let second = try #require(
      session.words.firstIndex(of: "step 2/2 Installing"), "\(session.words)")
    #expect(session.words[..<second].contains("step 1/2 Installing"), "\(session.words)")
    #expect(
      session.fractions.contains { $0 > 0 && $0 < 1 } && session.fractions.last == 1,
      "\(session.words)")
    #expect(session.words.last == "done", "\(session.words)")
  }

  /// An object of the second one is missing in the repository.
  @Test func flatpak_broken() throws {
    let session = try flatpak(
      ["--wrap-terminal", "no"], install: "org.example.One org.example.Two", isBroken: true)
    #expect(session.run.status == 1, "\(session.run.errors) \(session.run.output)")
    #expect(session.words.contains("step 1/2 Installing"), "\(session.words)")
    #expect(session.words.last?.hasPrefix("fail ") == true, "\(session.words)")
  }

  private func flatpak(
    _ options: [String], install names: String, isBroken: Bool = false
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    return try session(
      options + ["wrap", "sh", "-c", "exec flatpak --user install -y local \(names)"],
      shell: """
        cd \(scratch.url.path)
        export HOME=$PWD XDG_DATA_HOME=$PWD/data XDG_CACHE_HOME=$PWD/cache
        export FLATPAK_USER_DIR=$PWD/user FLATPAK_SYSTEM_DIR=$PWD/system
        \(Self.serving)
        {
          for name in One Two; do
            id=org.example.$name; ref=$id/$(flatpak --default-arch)/1
            mkdir -p $name/files
            printf '[Runtime]\\nname=%s\\nruntime=%s\\nsdk=%s\\n' $id $ref $ref >$name/metadata
            for file in $(seq 30); do head -c 200000 /dev/urandom >$name/files/$file; done
            flatpak build-export --runtime --files=files repo $name 1
          done
          flatpak build-update-repo repo
          \(isBroken ? "rm $(ls -t repo/objects/*/*.filez | head -n 5)" : ":")
          serve repo 10000000
          flatpak --user remote-add --no-gpg-verify local http://127.0.0.1:$port
        } >log 2>&1 || cat log >&2
        "$0" "$@"
        """)
  }
}
