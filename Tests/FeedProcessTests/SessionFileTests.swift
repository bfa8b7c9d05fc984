import Base
import Foundation
import LinuxSystem
import ProgressModel
import Testing

@testable import FeedProcess

@Suite struct SessionFileTests {
  private let path: ByteString

  init() throws {
    let url = URL(filePath: "/dev/shm").appending(path: "fbprogress-\(UUID())")
    path = ByteString(Array(url.path.utf8))
  }

  private func write(boot: ByteString) -> SessionFile {
    var state = ProgressState()
    _ = state.apply(.message(SanitizedText("hello")), at: .seconds(1))
    var file = SessionFile(path, boot: boot)
    file.isStale = true
    file.write(state, start: .seconds(5))
    return file
  }

  @Test func session_isReadInTheSameBootOnly() {
    let file = write(boot: "one")
    defer { file.remove() }
    let found = SessionFile(path, boot: "one").read(at: .seconds(9))
    #expect(found?.start == .seconds(5) && found?.state.message.utf8 == "hello")
    // It began in the future.
    let early = SessionFile(path, boot: "one").read(at: .seconds(4))
    #expect(early == nil)
    for boot in ["two", "", "onetwo", "on"] as [ByteString] {
      let other = SessionFile(path, boot: boot).read(at: .seconds(9))
      #expect(other == nil, "\(boot)")
    }
  }

  @Test func sessionOfAnotherVersion_isIgnored() throws {
    let text: ByteString = "fbprogress 0.0.0 one\n12345678\u{1}\u{1}"
    try FileWriter.write(text.bytes.span, to: path, as: .state)
    let file = SessionFile(path, boot: "one")
    defer { file.remove() }
    let found = file.read(at: .seconds(9))
    #expect(found == nil)
  }

  @Test func damagedSession_isIgnored() throws {
    let file = write(boot: "one")
    defer { file.remove() }
    let bytes = try FileSystem.read(path, limit: 1 << 20)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      try FileWriter.write(damaged.span, to: path, as: .state)
      let found = file.read(at: .seconds(9))
      #expect(found == nil, "\(place)")
      try FileWriter.write(bytes.span.extracting(first: place), to: path, as: .state)
      let start = file.read(at: .seconds(9))
      #expect(start == nil, "\(place)")
    }
  }

  @Test func sessionOfAnotherUser_isRefused() throws {
    // Only root can give a file away.
    if geteuid() != 0 { return }
    let file = write(boot: "")
    defer { file.remove() }
    let name = String(decoding: path.bytes, as: UTF8.self)
    // SAFETY: the path is borrowed for the call.
    #expect(unsafe chown(name, 65_534, 65_534) == 0)
    let found = file.read(at: .seconds(9))
    #expect(found == nil)
  }

  /// A build of the same version may have written more fields.
  @Test func sessionOfAnotherBuild_isIgnored() throws {
    let file = write(boot: "one")
    defer { file.remove() }
    let bytes = try FileSystem.read(path, limit: 65_536) + [UInt8](repeating: 0, count: 170)
    try FileWriter.write(bytes.span, to: path, as: .state)
    let found = file.read(at: .seconds(9))
    #expect(found == nil)
  }

  @Test func session_isPrivate() throws {
    let file = write(boot: "")
    defer { file.remove() }
    let attributes = try FileManager.default.attributesOfItem(
      atPath: String(decoding: path.bytes, as: UTF8.self))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func link_isNotFollowed() throws {
    let file = write(boot: "")
    defer { file.remove() }
    let name = String(decoding: path.bytes, as: UTF8.self)
    try FileManager.default.createSymbolicLink(
      atPath: name + "-link", withDestinationPath: name)
    defer { try? FileManager.default.removeItem(atPath: name + "-link") }
    let own = SessionFile(path, boot: "").read(at: .seconds(9))
    #expect(own != nil)
    let linked = SessionFile(path + "-link", boot: "").read(at: .seconds(9))
    #expect(linked == nil)
  }

  @Test func fileOnADisk_isRefused() throws {
    let isRefused = SessionFile.inMemory(path) == nil
    #expect(!isRefused)
    // procfs is on no disk, either, but the file systems of other folders depend on the machine.
    let isOtherRefused = SessionFile.inMemory("/proc/session") == nil
    #expect(isOtherRefused)
  }
}
