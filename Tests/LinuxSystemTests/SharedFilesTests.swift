import Base
import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct SharedFilesTests {
  /// The folder of a program, and where its data may be.
  @Test(arguments: [
    ("usr/bin", "usr/share/fbprogress"), ("release", "share"), ("checkout/build", "checkout/share"),
    ("checkout/.build/x/debug", "checkout/share"),
    ("checkout/build/static/armv7", "checkout/share"),
  ])
  func filesAreFoundFromTheProgramsFolder(program: String, data: String) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "fbprogress-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: program)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = root.appending(path: data).appending(path: "fonts/default.fbfont")
    let from = ByteString(folder.path)
    #expect(SharedFiles.find("fonts/default.fbfont", from: from) == nil)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    let found = try #require(SharedFiles.find("fonts/default.fbfont", from: from))
    #expect(try FileSystem.realPath(found) == FileSystem.realPath(ByteString(file.path)))
    #expect(SharedFiles.find("fonts/world.fbfont", from: from) == nil)
  }

  @Test func onlyDataFilesAreLookedForElsewhere() throws {
    #expect(SharedFiles.find("/etc/hostname/nothing") == nil)
    #expect(SharedFiles.find("/usr/share/other/fonts/default.fbfont") == nil)
    #expect(SharedFiles.find("/usr/share/fbprogress/nothing") == nil)
    #expect(SharedFiles.find("/proc/self/exe") == "/proc/self/exe")
  }
}
