import Base
import Configuration
import Foundation
import Testing

@testable import CommandLine
@testable import ProgramSupport

/// `fbprogress doctor`, as a program on this machine, and on prepared roots.
@Suite(.waiting) struct DoctorTests {
  private static let share = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "share").path

  /// A root with files, given by path and text. A path that ends with `/` is a folder, a text that
  /// begins with `->` a link.
  private func root(_ files: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    for (path, text) in files {
      let url = scratch.url.appending(path: path)
      let folder = path.hasSuffix("/") ? url : url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if text.hasPrefix("->") {
        try FileManager.default.createSymbolicLink(
          atPath: url.path, withDestinationPath: String(text.dropFirst(2)))
      } else if !path.hasSuffix("/") {
        try Data(text.utf8).write(to: url)
      }
    }
    return scratch
  }

  private func report(
    _ root: Scratch, _ settings: [(ByteString, ByteString)] = [], mistake: ByteString? = nil
  ) throws -> (lines: [String], isWell: Bool) {
    var table = Settings()
    for (key, value) in [("locale", "en")] + settings {
      try table.set(key, to: value, scope: .notInThemes)
    }
    let report = DoctorCommand.report(
      try Options(table), mistake: mistake, root: ByteString([UInt8](root.url.path.utf8)))
    let text = String(decoding: report.text.bytes, as: UTF8.self)
    return (text.split(separator: "\n").map(String.init), report.isWell)
  }

  /// A board with a display, as far as it concerns a check.
  private static let board = [
    "dev/dri/card0": "", "sys/class/drm/card0/device/driver": "->../../../../bus/vc4",
    "sys/bus/vc4/": "", "sys/class/drm/card0-HDMI-A-1/status": "connected\n",
    "sys/class/drm/card0-HDMI-A-2/status": "disconnected\n",
    "proc/meminfo": "MemTotal: 900000 kB\nMemAvailable:   512000 kB\n",
    "proc/sys/kernel/osrelease": "6.1.0\n",
    "proc/sys/kernel/seccomp/": "",
  ]

  @Test func soundBoard_isWell() throws {
    let (lines, isWell) = try report(try root(Self.board), [("feed", "-")])
    #expect(isWell, "\(lines)")
    #expect(lines.allSatisfy { $0.hasPrefix("ok   ") }, "\(lines)")
    for part in [
      "card0, driver vc4", "card0 is free", "display: HDMI-A-1", "500 MiB", "6.1.0 lacks VT",
      "6.1.0 has DRM", "6.1.0 has seccomp",
    ] {
      #expect(lines.contains { $0.hasSuffix(part) || $0.contains(part) }, "\(part): \(lines)")
    }
    #expect(!lines.contains { $0.contains("HDMI-A-2") })
  }

  /// One fault of the board, and the line that tells of it.
  @Test(
    arguments: [
      ("dev/dri/card0", nil, "not  card: no card in /dev/dri; load the display's driver"),
      ("sys/class/drm/card0-HDMI-A-1/status", "disconnected\n", "not  display: none is connected"),
      ("proc/meminfo", "MemAvailable: 9000 kB\n", "not  memory: 8 MiB are available; free some"),
      ("proc/cmdline", "quiet fbprogress=off\n", "not  presenter: fbprogress=off; remove that"),
      ("sys/class/backlight/lcd/brightness", "0\n", "not  backlight: lcd is dark; run"),
      ("run/systemd/system/", "", "not  units: fbprogress.socket is not enabled; systemctl enable"),
    ] as [(String, String?, String)])
  func fault_isALineWithItsCure(path: String, text: String?, line: String) throws {
    var files = Self.board
    files[path] = text
    let (lines, isWell) = try report(try root(files), [("feed", "-")])
    #expect(!isWell)
    #expect(lines.filter { $0.hasPrefix("not") }.count == 1, "\(lines)")
    #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
  }

  /// A wrong setting, and the line that tells of it.
  @Test(
    arguments: [
      ("presenter", "null", "not  presenter: null; set presenter = auto"),
      ("output", "HDMI-A-2", "not  output: HDMI-A-2 is not connected; correct"),
      (
        "fonts", "/nowhere.fbfont",
        "not  fonts: open /nowhere.fbfont: No such file or directory; in"
      ),
      ("fonts", "\(share)/locale/de.conf", "not  fonts: \(share)/locale/de.conf: "),
      ("fonts", "none", "not  fonts: none; remove the setting"),
      ("logo.image", "/nowhere.png", "not  image: open /nowhere.png: No such file"),
      ("locale", "tlh", "not  locale: tlh has no translation; texts are English; set locale"),
    ] as [(String, String, String)])
  func setting_isALineWithItsCure(key: String, value: String, line: String) throws {
    let (lines, isWell) = try report(
      try root(Self.board),
      [("feed", "-"), (ByteString([UInt8](key.utf8)), ByteString([UInt8](value.utf8)))])
    #expect(!isWell)
    #expect(lines.filter { $0.hasPrefix("not") }.count == 1, "\(lines)")
    #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
  }

  /// Without a card the device in use has to work, and others may fail.
  @Test func framebuffers_areLinesInTheOrderOfTheirNumbers() throws {
    var files = Self.board
    for name in ["fb10", "fb2", "fb0", "fbx"] { files["dev/\(name)"] = "" }
    func lines(_ settings: [(ByteString, ByteString)] = []) throws -> [String] {
      try report(try root(files), [("feed", "-")] + settings).lines.filter {
        $0.contains("framebuffer: ") || $0.contains("card: ")
      }.map { $0.replacing(/\/\S*\/dev\//, with: "/dev/") }
    }
    let reason = "FBIOGET_VSCREENINFO /dev/fb%: Inappropriate ioctl for device"
    func line(_ number: Int) -> String {
      "ok   framebuffer: " + reason.replacing("%", with: "\(number)")
    }
    #expect(
      try lines().filter { $0.contains("framebuffer: ") } == [line(0), line(2), line(10)])
    files["dev/dri/card0"] = nil
    let wrong = line(0).replacing("ok ", with: "not") + "; run as root, or in the group video"
    #expect(
      try lines() == ["ok   card: none; /dev/fb0 is used", wrong, line(2), line(10)])
    #expect(
      try lines([("device", "/dev/fb3")]).first?.hasPrefix("not  card: no card in /dev/dri") == true
    )
    #expect(
      try lines([("device", "/dev/fb2")]).filter { $0.contains("run as root") }.count == 1)
  }

  @Test func units_ofABootWithoutHandover() throws {
    var files = Self.board
    files["run/systemd/system/"] = ""
    files["usr/lib/systemd/system/sockets.target.wants/fbprogress.socket"] = ""
    files["etc/systemd/system/sysinit.target.wants/fbprogress-boot.service"] = ""
    let (lines, _) = try report(try root(files), [("feed", "-")])
    #expect(
      lines.filter { $0.hasPrefix("not") }.allSatisfy { $0.contains("the boot never ends") }
        && lines.contains { $0.contains("fbprogress.socket is enabled") }, "\(lines)")
    files["etc/systemd/system/multi-user.target.wants/fbprogress-handover.service"] = ""
    #expect(try report(try root(files), [("feed", "-")]).isWell)
  }

  // MARK: - The program

  /// Lines of a run on this machine for a FIFO of the test.
  private func run(_ arguments: [String]) throws -> (lines: [String], status: Int32) {
    let run = try ProgramRun(arguments + ["doctor"])
    #expect(run.errors.isEmpty, "\(run.errors)")
    return (run.output.split(separator: "\n").map(String.init), run.status)
  }

  @Test func fifo_withoutAReader_withOne_andWithTwo() throws {
    let scratch = try Scratch()
    let path = scratch.path("feed")
    let option = ["--feed", "fifo:\(path)"]
    #expect(
      try run(option).lines.contains("ok   feed: \(path): fbprogress creates it at its start"))
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    let unread = try run(option)
    #expect(unread.status == 1)
    #expect(
      unread.lines.contains { $0.hasPrefix("not  feed: \(path) has no reader; start") },
      "\(unread.lines)")

    let screen = try ChildProgram(
      ProgramRun.executable.path, ProgramRun.quick + option, input: Pipe(), output: .to(Pipe()),
      errors: .to(Pipe()))
    defer { screen.terminate() }
    #expect(
      eventually {
        (try? run(option).lines.contains {
          $0.hasPrefix("ok   feed: \(path) has readers: fbprogress (")
        }) ?? false
      })
    let other = try ChildProgram(
      "/bin/sh", ["-c", "exec sleep 600 <>'\(path)'"], output: .dropped, errors: .dropped)
    defer { other.terminate() }
    #expect(
      eventually {
        guard let shared = try? run(option) else { return false }
        return shared.status == 1
          && shared.lines.contains {
            $0.hasPrefix("not  feed: \(path) has readers: ")
              && $0.contains("sleep (\(other.processIdentifier))") && $0.contains("; end all")
          }
      })
  }

  @Test func mistakeInTheConfiguration_isALine() throws {
    let scratch = try Scratch()
    try scratch.write("stylee = ring\n", to: "c")
    let (lines, status) = try run(["--config", scratch.path("c")])
    #expect(status == 1)
    #expect(lines[0].hasPrefix("not  settings: \(scratch.path("c")):1: "), "\(lines)")
    #expect(lines[0].hasSuffix("; correct them; the other checks use the defaults"), "\(lines)")
    #expect(lines.count > 8)
  }

  /// A theme that is not found is never a line that is ok.
  @Test func unknownTheme_isNotOK() throws {
    let scratch = try Scratch()
    try scratch.write("theme = nowhere\n", to: "c")
    for arguments in [["--theme", "nowhere"], ["--config", scratch.path("c")]] {
      let (lines, status) = try run(arguments)
      #expect(status == 1)
      #expect(lines[0].hasPrefix("not  settings: unknown theme 'nowhere'"), "\(lines)")
      #expect(!lines.contains { $0.hasPrefix("ok   theme") }, "\(lines)")
      #expect(lines.filter { $0.contains("unknown theme") }.count <= 2, "\(lines)")
    }
  }

  @Test func json_hasTheSameChecks() throws {
    struct Report: Decodable {
      struct Check: Decodable {
        let check: String
        let ok: Bool
        let fact: String
        let cure: String
      }
      let version: String
      let checks: [Check]
    }
    let lines = try run(["--feed", "-"]).lines
    let json = try run(["--feed", "-", "--json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(json.lines.joined().utf8))
    #expect(
      report.checks.map {
        ($0.ok ? "ok   " : "not  ") + $0.check + ": " + $0.fact
          + ($0.cure.isEmpty ? "" : "; " + $0.cure)
      }.filter { !$0.contains("memory") } == lines.filter { !$0.contains("memory") })
    #expect(json.status == (report.checks.allSatisfy(\.ok) ? 0 : 1))
    // The memory of a machine that runs this test.
    #expect(report.checks.contains { $0.check == "memory" && $0.ok })
  }

  @Test func operand_isRefused() throws {
    let run = try ProgramRun(["doctor", "now"])
    #expect(run.status == 2 && run.errors.contains("doctor takes no 'now'"), "\(run.errors)")
  }
}
