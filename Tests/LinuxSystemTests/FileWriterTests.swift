import Base
import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// Files that are written where other users can make files, and where only this one can.
@Suite struct FileWriterTests {
  /// The file that has the name before the write.
  enum Found: CaseIterable {
    case nothing, file, foreignFile, hardLink, link, foreignLink, fifo, foreignFIFO, folder
  }

  enum Result: Equatable {
    /// A new file has the name and the bytes.
    case new
    /// The bytes went to what has the name.
    case same
    case error(Int32)
  }

  private static let kinds: [FileWriter.Kind] = [.picture, .record, .log, .state, .archive]
  private let folder: String
  private var path: String { folder + "/f" }
  private var victim: String { folder + "-victim" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/fbprogress-\(UUID())"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    try Data("old".utf8).write(to: URL(filePath: victim))
  }

  private func removeAll() {
    for path in [folder, victim] { try? FileManager.default.removeItem(atPath: path) }
  }

  private func make(_ found: Found) throws {
    // SAFETY: all paths are borrowed for the calls.
    switch found {
    case .nothing: break
    case .file, .foreignFile: try Data("old".utf8).write(to: URL(filePath: path))
    case .hardLink: try FileManager.default.linkItem(atPath: victim, toPath: path)
    case .link, .foreignLink:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
    case .fifo, .foreignFIFO: #expect(unsafe mkfifo(path, 0o666) == 0)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    if found == .foreignFile || found == .foreignLink || found == .foreignFIFO {
      #expect(unsafe lchown(path, 65_534, 65_534) == 0)
    }
  }

  private func inode(_ path: String) -> UInt? {
    var status = stat()
    // SAFETY: the path and the structure are borrowed for the call.
    return unsafe lstat(path, &status) == 0 ? status.st_ino : nil
  }

  private func result(
    of kind: FileWriter.Kind, _ found: Found, mode: mode_t
  ) throws -> Result {
    try make(found)
    // SAFETY: the path is borrowed for the calls.
    #expect(unsafe chmod(folder, mode) == 0)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let before = inode(path)
    do throws(SystemError) {
      try FileWriter.write([0x6e, 0x65, 0x77].span, to: ByteString(path), as: kind)
    } catch {
      #expect(inode(path) == before)
      return .error(error.code.rawValue)
    }
    return inode(path) == before ? .same : .new
  }

  /// The result for each kind, where others can make files.
  private static func expected(_ found: Found, _ kind: FileWriter.Kind) -> Result {
    switch (found, kind) {
    case (.folder, _): .error(EISDIR)
    case (.nothing, _), (_, .state), (_, .archive): .new
    case (.link, _): .error(ELOOP)
    case (.foreignLink, _), (.foreignFIFO, _): .error(EPERM)
    case (.fifo, _), (.file, .log): .same
    case (.foreignFile, .log), (.hardLink, .log): .error(EPERM)
    case (.file, _), (.foreignFile, _), (.hardLink, _): .new
    }
  }

  @Test(arguments: Found.allCases, [0o777, 0o1777, 0o775] as [mode_t])
  func sharedFolder_decidesNothing(found: Found, mode: mode_t) throws {
    // Only root can give files away.
    if "\(found)".hasPrefix("foreign"), geteuid() != 0 { return }
    for kind in Self.kinds {
      let test = try FileWriterTests()
      defer { test.removeAll() }
      let result = try test.result(of: kind, found, mode: mode)
      #expect(result == Self.expected(found, kind), "\(kind)")
      #expect(try Data(contentsOf: URL(filePath: test.victim)) == Data("old".utf8), "\(kind)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder).count <= 1)
      if result != .new { continue }
      let attributes = try FileManager.default.attributesOfItem(atPath: test.path)
      #expect(attributes[.type] as? FileAttributeType == .typeRegular)
      #expect(attributes[.ownerAccountID] as? UInt32 == geteuid())
      let mode = attributes[.posixPermissions] as? Int
      #expect(mode == (kind == .picture || kind == .log ? 0o644 : 0o600), "\(kind)")
      #expect(try Data(contentsOf: URL(filePath: test.path)) == Data("new".utf8), "\(kind)")
    }
    removeAll()
  }

  /// A folder of another user is not its own, whatever its mode.
  @Test func foreignFolder_isShared() throws {
    if geteuid() != 0 { return }
    // SAFETY: the path is borrowed for the call.
    #expect(unsafe chown(folder, 65_534, 65_534) == 0)
    #expect(try result(of: .record, .link, mode: 0o755) == .error(ELOOP))
    removeAll()
  }

  @Test(
    arguments: [(.picture, "new"), (.record, "new"), (.log, "oldnew")]
      as [(FileWriter.Kind, String)])
  func linkInAnOwnFolder_isFollowed(kind: FileWriter.Kind, content: String) throws {
    #expect(try result(of: kind, .link, mode: 0o755) == .same)
    #expect(try Data(contentsOf: URL(filePath: victim)) == Data(content.utf8))
    removeAll()
  }

  /// In an initramfs and after each boot, the target of a link may not be there yet.
  @Test(arguments: [.picture, .record, .log] as [FileWriter.Kind])
  func linkToNoFile_makesTheFile(kind: FileWriter.Kind) throws {
    let target = victim + "-new"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try FileWriter.write([UInt8]("new".utf8).span, to: ByteString(path), as: kind)
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("new".utf8))
    try FileManager.default.removeItem(atPath: target)
    removeAll()
  }

  /// Whatever empties the file, as logrotate does, the next bytes stand at its end.
  @Test func newLog_isAppended() throws {
    let file = try FileWriter.write([UInt8]("first".utf8).span, to: ByteString(path), as: .log)
    // SAFETY: the path is borrowed for the call.
    #expect(unsafe truncate(path, 0) == 0)
    _ = try file.write([UInt8]("second".utf8).span)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("second".utf8))
    removeAll()
  }

  @Test(arguments: [(0o777, true), (0o755, false)] as [(mode_t, Bool)])
  func linkToAFolder_isRefusedWhereOthersCanMakeIt(mode: mode_t, isRefused: Bool) throws {
    let target = victim + "-folder"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    // SAFETY: the path is borrowed for the call.
    #expect(unsafe chmod(folder, mode) == 0)
    for kind in Self.kinds {
      let written = try? FileWriter.write(to: ByteString(path + "/\(kind)"), as: kind)
      let isWritten = written != nil
      #expect(isWritten == !isRefused, "\(kind)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(names.count == (isRefused ? 0 : Self.kinds.count))
    try FileManager.default.removeItem(atPath: target)
    removeAll()
  }

  /// Only an archive makes its folder and the one above.
  @Test func missingFolder_isMadeForAnArchive() throws {
    for kind in Self.kinds {
      let path = ByteString(folder + "/\(kind)/a/f")
      let written = try? FileWriter.write(to: path, as: kind)
      let isWritten = written != nil
      #expect(isWritten == (kind == .archive), "\(kind)")
    }
    removeAll()
  }

  @Test func error_namesThePath_andLeavesNothing() throws {
    let path: ByteString = "/nowhere/f"
    let error = #expect(throws: SystemError.self) {
      try FileWriter.write(to: path, as: .picture)
    }
    #expect(error?.message == "open /nowhere/f: No such file or directory")
    removeAll()
  }
}
