import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileSystemTests {
  private let folder: ByteString

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "fbprogress-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = ByteString(url.path)
  }

  @Test func path_isTakenAsItIs() throws {
    // Latin-1; as a String it would become the path of another file.
    let path = folder + "/" + ByteString([0x63, 0x61, 0x66, 0xe9])
    try FileWriter.write([1, 2, 3].span, to: path, as: .state)
    #expect(FileSystem.names(in: folder).contains(ByteString([0x63, 0x61, 0x66, 0xe9])))
    #expect(try FileSystem.read(path, limit: 3) == [1, 2, 3])
    let name = try FileSystem.realPath(path).split(at: 0x2f).last
    #expect(name == ByteString([0x63, 0x61, 0x66, 0xe9]))
    try FileSystem.remove(path)
    try FileSystem.removeDirectory(folder)
  }

  @Test func pathWithNUL_isInvalid() throws {
    let path = folder + ByteString([0, 0x61])
    let error = try #require(throws: SystemError.self) { try FileSystem.read(path, limit: 1) }
    #expect(error.code == .invalid)
    #expect(error.message == "open " + path + ": Invalid argument")
    try FileSystem.removeDirectory(folder)
  }

  @Test(
    arguments: [("/run/feed", "/run"), ("feed", "."), ("/feed", "/"), ("a/b/c", "a/b")]
      as [(ByteString, ByteString)])
  func folder_isWhatThePathLiesIn(path: ByteString, folder: ByteString) throws {
    #expect(FileSystem.folder(of: path) == folder)
    try FileSystem.removeDirectory(self.folder)
  }
}
