import Foundation
import Testing

@testable import ProgramSupport

/// The command lines in the documentation: each is run unchanged.
@Suite(.waiting) struct DocumentationTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/feeds")

  /// Replacements of tools that Debian lacks, or that need another machine. They print the tool's
  /// output.
  static let standIns = [
    "rauc": "echo ' 42% Checking bundle done.'; echo 'Installing `bundle.raucb` succeeded'",
    // Prints RAUC's signals, then continues to listen.
    "busctl":
      "echo '{\"type\":\"signal\",\"member\":\"PropertiesChanged\",\"payload\":{\"data\":[\"x\",{\"Progress\":{\"type\":\"(isi)\","
      + "\"data\":[42,\"Copying\",3]}},[]]}}'; "
      + "echo '{\"type\":\"signal\",\"member\":\"Completed\",\"payload\":{\"type\":\"i\",\"data\":[0]}}'; exec sleep 60",
    "bootc":
      "echo '{\"type\":\"ProgressSteps\",\"task\":\"staging\",\"description\":\"Deploying\",\"steps\":1,\"stepsTotal\":2}' >&3",
    "apt-get": "echo 'pmstatus:x:42.0000:Unpacking x' >&9",
    "apk": "echo '100/400 Installing musl (1.2.5-r0)' >&3; echo 400/400 >&3",
    // Part of systemd 257, which Debian 12 lacks.
    "varlinkctl":
      "printf '\\036{\"phase\":\"copying_partition\",\"object\":\"root\",\"progress\":42}\\n'",
    // Replaces the docker service.
    "curl":
      "echo '{\"status\":\"Downloading\",\"progressDetail\":{\"current\":1,\"total\":9},\"id\":\"a\"}'",
    // These two install into a root directory.
    "debootstrap": "echo 'P: 7 20 DOWNDEBS' >&3; echo 'I: Retrieving' >&4",
    "zypper":
      "echo '<progress id=\"install-resolvable\" name=\"(1/2) Installing: a\" value=\"12\"/>'",
    // It builds a derivation of the reader's.
    "nix-build":
      "echo '@nix {\"action\":\"start\",\"id\":7,\"type\":104}' >&2; "
      + "echo '@nix {\"action\":\"result\",\"fields\":[1,4,1,0],\"id\":7,\"type\":105}' >&2",
    // The line needs an abstract socket, which some versions of nc do not support.
    "nc":
      "exec python3 -c 'import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(\"\\0\" + sys.argv[-1][1:]); "
      + "s.sendall(sys.stdin.buffer.read()); assert s.recv(9) == b\"\\6\"' \"$@\"",
  ]

  static let lines: [String] = {
    var lines: [String] = []
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] {
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      var isInside = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isInside = line == "```sh"
        } else if isInside {
          lines.append(String(line))
        }
      }
    }
    return lines
  }()

  @Test func eachProtocol_hasALine() {
    #expect(Self.lines.count >= 15)
  }

  @Test(arguments: lines) func line_works(line: String) throws {
    let scratch = try Scratch()
    let options = (ProgramRun.quick + ["--record", scratch.path("r")]).joined(separator: " ")
    // Background processes of a line must end, too, or reading their output would block.
    try scratch.makeProgram(
      "exec timeout --foreground 40 \(ProgramRun.executable.path) \(options) \"$@\"",
      at: "bin/fbprogress")
    for (name, text) in Self.standIns { try scratch.makeProgram(text, at: "bin/\(name)") }
    try Data(repeating: 0x61, count: 3_000_000).write(to: scratch.url.appending(path: "image"))
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "source"), withIntermediateDirectories: true)
    try Data(repeating: 0x61, count: 3_000_000).write(to: scratch.url.appending(path: "source/a"))
    let tools = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tools").path
    let isSWUpdate = line.contains("swupdate:")
    let prepare =
      isSWUpdate
      ? "\(tools)/swupdate-image . && unset RUNTIME_DIRECTORY && export TMPDIR=$PWD F=$PWD/swupdateprog && "
      : ""
    let run = try ProgramRun(
      [],
      shell:
        "cd \(scratch.url.path) && export PATH=\(scratch.path("bin")):$PATH F=\(scratch.path("feed")) && \(prepare)"
        + "exec timeout 60 sh -ec '\(line.replacing("'", with: "'\\''"))' >&2"
    )
    let words = scratch.recordedEvents
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      words.contains { $0.hasPrefix("progress") || $0.hasPrefix("bytes") || $0.hasPrefix("step") },
      "\(words) \(run.errors)"
    )
    if !line.contains("kill") {
      #expect(words.last.map { $0 == "done" || $0.hasPrefix("fail") } == true)
    }
  }
}
