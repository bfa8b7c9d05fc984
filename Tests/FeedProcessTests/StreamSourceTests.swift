import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FeedProcess

@Suite struct StreamSourceTests {
  /// The kernel limits the watchers of a user. Writers that find no FIFO cannot end the wait.
  @Test func removedFIFO_isMadeAnew_evenWithoutAWatcher() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "feed").path
    let source = try StreamSource(try #require(FeedDescription(ByteString("fifo:" + path))))
    defer { source.close() }
    source.read(at: .zero) { _ in }
    source.loseWatcher()
    try FileManager.default.removeItem(atPath: path)
    let due = try #require(source.deadline, "the path is never looked at again")
    source.read(at: due) { _ in }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
