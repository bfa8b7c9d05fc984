import Foundation
import Testing

@testable import ProgramSupport

/// `--history`: what a session learns, the next one knows.
@Suite(.waiting) struct HistorySessionTests {
  private func run(_ scratch: Scratch, _ version: String) throws -> ProgramRun {
    try ProgramRun(
      ProgramRun.quick + [
        "--record", scratch.path("r"), "--history", scratch.path("folder/h"), "--feed", "native:-",
      ],
      shell:
        "{ echo title Update to \(version); echo step 1/2; sleep 1.2; echo step 2/2; echo done; }"
        + #" | "$0" "$@""#)
  }

  @Test func secondRun_knowsTheFirst() throws {
    let scratch = try Scratch()
    #expect(try run(scratch, "1.2").status == 0)
    let file = try String(decoding: scratch.read("folder/h"), as: UTF8.self)
    let lines = file.split(separator: "\n")
    try #require(lines.first == "fbprogress history 1" && lines.count == 4, "\(file)")
    #expect(lines[1].hasPrefix("run ") && lines[1].hasSuffix(" Update to #.#"), "\(file)")
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("folder/h"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(!scratch.recordedEvents.contains { $0.hasPrefix("usual") })
    let second = try run(scratch, "1.3")
    #expect(second.status == 0 && second.errors.isEmpty, "\(second.errors)")
    let words = scratch.recordedEvents
    #expect(words.contains { $0.hasPrefix("usual ") }, "\(words)")
    #expect(words.contains { $0.hasPrefix("weights 255 ") }, "\(words)")
  }

  /// A file that is not a history is ignored with one line, and stays as it is.
  @Test(arguments: ["not a history\n", "fbprogress history 1\nrun x\n", "link", "folder"])
  func otherFile_isIgnored(content: String) throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: scratch.path("folder"), withIntermediateDirectories: true)
    switch content {
    case "link":
      // In the same folder: Landlock forbids others to the process that reads it.
      try scratch.write("fbprogress history 1\n", to: "folder/mine")
      try manager.createSymbolicLink(
        atPath: scratch.path("folder/h"), withDestinationPath: scratch.path("folder/mine"))
    case "folder":
      try manager.createDirectory(
        atPath: scratch.path("folder/h"), withIntermediateDirectories: true)
    default: try scratch.write(content, to: "folder/h")
    }
    let run = try run(scratch, "1")
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 && run.errors.contains("history: "), "\(run.errors)")
    if content.hasSuffix("\n") {
      #expect(try String(decoding: scratch.read("folder/h"), as: UTF8.self) == content)
    }
    if content == "link" {
      let mine = try String(decoding: scratch.read("folder/mine"), as: UTF8.self)
      #expect(mine == "fbprogress history 1\n")
    }
  }
}
