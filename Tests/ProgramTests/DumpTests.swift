import Base
import Foundation
import LinuxSystem
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import ProgramSupport

/// The files that the program writes after SIGUSR1.
@Suite(.waiting) struct DumpTests {
  private let scratch: Scratch
  private let program: ChildProgram

  init() throws {
    scratch = try Scratch()
    program = try ChildProgram(
      ProgramRun.executable.path,
      [
        "--presenter", "null", "--size", "160x120", "--feed", "fifo:\(scratch.path("f"))",
        "--dump-folder", scratch.path("d"), "--record", scratch.path("r"),
        "--identity", "Serial 1 234", "--identity", "Kernel @/proc/sys/kernel/ostype",
        "--identity", "Host @/no/such/file",
      ], errors: .dropped)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  private func text(_ name: String) -> String {
    (try? scratch.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Writes lines to the feed, and waits until they are decoded.
  private func feed(_ lines: [String]) throws {
    #expect(eventually { exists("f") })
    let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    let before = text("r").split(separator: "\n").count
    try fifo.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    #expect(eventually { text("r").split(separator: "\n").count == before + lines.count })
  }

  /// Requests dumps repeatedly: a request is ignored while a process still writes the previous
  /// dump.
  private func askUntil(_ holds: () throws -> Bool) throws {
    let isSo = try eventually {
      program.signal(SIGUSR1)
      Thread.sleep(forTimeInterval: 0.1)
      return try holds()
    }
    try #require(isSo)
  }

  @Test func signal_writesStateSightAndPicture() throws {
    try feed([
      "title Update", "message two", "step 2/5 Unpacking", "bytes 30 120", "log first",
      "identity Serial 77",
    ])
    program.signal(SIGUSR1)
    for name in ["d/state.txt", "d/probe.txt", "d/frame.png"] {
      #expect(eventually { exists(name) }, "\(name)")
    }
    let state = text("d/state.txt").split(separator: "\n").map(String.init)
    for line in [
      "state running", "percent 25", "bytes 30", "total 120", "step 2", "steps 5",
      "step-name Unpacking", "title Update", "message two", "newest-state sent",
      "process \(program.processIdentifier)", "feed \(scratch.path("f")): open",
    ] {
      #expect(state.contains(line), "\(line) in \(state)")
    }
    #expect(state.contains { $0.hasPrefix("log ") && $0.hasSuffix(" first") }, "\(state)")
    let identity = state.first { $0.hasPrefix("identity ") } ?? ""
    for fact in ["Serial\",\"value\":\"77\"", "Kernel\",\"value\":\"Linux"] {
      #expect(identity.contains(fact), "\(identity)")
    }
    #expect(!identity.contains("Host"), "\(identity)")
    #expect(text("d/probe.txt").contains("/dev/dri"))
    let png = try [UInt8](scratch.read("d/frame.png"))
    let picture = try PNGDecoder.decode(png.span)
    let size = picture.size
    #expect(size.width == 160 && size.height == 120)
    #expect(program.isRunning)
  }

  @Test func links_areNotFollowed() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("d"), withIntermediateDirectories: true)
    try scratch.write("somebody's", to: "mine")
    for name in ["d/state.txt", "d/.state.txt", "d/frame.png"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path(name), withDestinationPath: scratch.path("mine"))
    }
    try feed(["10"])
    program.signal(SIGUSR1)
    #expect(eventually { text("d/state.txt").contains("state running") && exists("d/probe.txt") })
    #expect(text("mine") == "somebody's")
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("d/state.txt"))
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
  }

  /// Others can make the link.
  @Test func linkInTheFoldersPlace_isNotFollowed() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("other"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("d"), withDestinationPath: scratch.path("other"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: scratch.url.path)
    try feed(["10"])
    program.signal(SIGUSR1)
    try feed(["20", "30"])
    program.terminate()
    program.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("other")).isEmpty)
  }
}
