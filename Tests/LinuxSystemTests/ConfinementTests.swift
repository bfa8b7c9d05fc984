import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// What a real forked process can still do, and what it cannot.
@Suite struct ConfinementTests {
  private static let roles: [Confinement.Role] = [
    .keeper, .keeperOfCommand, .broker, .presenter, .consoleGuard, .copier, .dumper, .decoder,
  ]

  /// Forks a process that gives up what a role does not need, and then makes an attempt.
  ///
  /// - Parameter attempt: returns 0, or errno.
  /// - Returns: what the attempt returned, or 256 plus the signal that killed the process.
  private func result(
    as role: Confinement.Role, _ strictness: Confinement.Strictness = .refusing,
    files: [Confinement.FileRule]? = nil, _ attempt: () -> Int32
  ) throws -> Int32 {
    let child = try ChildProcess.fork(named: "test") {
      Confinement.choose(strictness)
      Confinement.begin(as: role, files: files)
      return attempt()
    }
    switch child.reap(waiting: true) {
    case .exited(let status)?: return status
    case .killed(let signal)?: return 256 + signal
    case nil: return -1
    }
  }

  private func opened(_ path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
    // SAFETY: the path is borrowed for the call.
    unsafe open(path, flags) < 0 ? errno : 0
  }

  private func executed() -> Int32 {
    // SAFETY: the array lives until the call returns, which it does only after an error.
    var words = unsafe [nil] as [UnsafeMutablePointer<CChar>?]
    return unsafe execv("/bin/true", &words) < 0 ? errno : 0
  }

  @Test(arguments: roles) func noProcess_runsAProgram(role: Confinement.Role) throws {
    #expect(try result(as: role) { executed() } == ENOSYS)
    #expect(try result(as: role, .killing) { executed() } == 256 + SIGSYS)
  }

  @Test func withoutASandbox_aProgramRuns() throws {
    #expect(try result(as: .presenter, .off) { executed() } == 0)
  }

  @Test(arguments: [.keeper, .presenter] as [Confinement.Role])
  func sockets_areLocal(role: Confinement.Role) throws {
    func made(_ family: Int32) -> Int32 {
      socket(family, Int32(SOCK_STREAM.rawValue), 0) < 0 ? errno : 0
    }
    #expect(try result(as: role) { made(AF_INET) } == EAFNOSUPPORT)
    #expect(try result(as: role) { made(AF_INET6) } == EAFNOSUPPORT)
    #expect(try result(as: role) { made(AF_UNIX) } == 0)
    #expect(try result(as: role, .killing) { made(AF_INET) } == 256 + SIGSYS)
  }

  @Test(arguments: [.consoleGuard, .copier, .dumper, .decoder] as [Confinement.Role])
  func otherProcesses_makeNoSocket(role: Confinement.Role) throws {
    #expect(
      try result(as: role) { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0 ? errno : 0 }
        == ENOSYS)
  }

  /// The processes that read the bytes of others fork none, and signal none.
  @Test(arguments: [.keeper, .consoleGuard, .copier, .dumper, .decoder] as [Confinement.Role])
  func otherProcesses_makeNoProcess(role: Confinement.Role) throws {
    #expect(try result(as: role) { kill(getppid(), 0) < 0 ? errno : 0 } == ENOSYS)
    #expect(
      try result(as: role) {
        (try? ChildProcess.fork(named: "x") { 0 }) == nil ? 7 : 0
      }
        == 7)
  }

  @Test func memory_cannotBeExecuted() throws {
    func mapped(_ protection: Int32) -> Int32 {
      // SAFETY: the memory is not used.
      unsafe mmap(nil, 4_096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
        ? errno : 0
    }
    for role in Self.roles {
      #expect(try result(as: role) { mapped(PROT_READ | PROT_WRITE) } == 0)
      #expect(try result(as: role) { mapped(PROT_READ | PROT_EXEC) } == EACCES)
    }
  }

  /// No terminal is open: a request that passes the filter fails with EBADF.
  @Test(arguments: [0x5412, 0x541C] as [UInt]) func terminal_getsNoTypedText(request: UInt) throws {
    #expect(try result(as: .presenter) { ioctl(999, request) < 0 ? errno : 0 } == ENOTTY)
    #expect(try result(as: .presenter, .off) { ioctl(999, request) < 0 ? errno : 0 } == EBADF)
    #expect(try result(as: .presenter) { ioctl(999, 0x5600) < 0 ? errno : 0 } == EBADF)
    // FS_IOC_GETFLAGS
    #expect(try result(as: .presenter) { ioctl(999, 0x8008_6601) < 0 ? errno : 0 } == ENOTTY)
  }

  @Test func presenter_opensOnlyItsFiles() throws {
    // Landlock, since Linux 5.13, unless it is turned off.
    guard Confinement.canRestrictFiles else { return }
    let folder = FileManager.default.temporaryDirectory.appending(path: "fbprogress-\(UUID())")
    let other = folder.path + "-other"
    for path in [folder.path, other] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: path + "/file"))
    }
    defer {
      for path in [folder.path, other] { try? FileManager.default.removeItem(atPath: path) }
    }
    let rules: [Confinement.FileRule] = [.reading(ByteString(folder.path)), .devices("/dev")]
    func result(_ attempt: () -> Int32) throws -> Int32 {
      try self.result(as: .presenter, files: rules, attempt)
    }
    #expect(try result { opened("/etc/shadow") } == EACCES)
    #expect(try result { opened("/etc/passwd") } == EACCES)
    #expect(try result { opened(other + "/file") } == EACCES)
    #expect(try result { opened(folder.path + "/file") } == 0)
    #expect(try result { opened(folder.path + "/file", O_WRONLY) } == EACCES)
    #expect(try result { opened(folder.path + "/new", O_WRONLY | O_CREAT) } == EACCES)
    #expect(try result { opened("/dev/null", O_RDWR) } == 0)
    let making: [Confinement.FileRule] = [.making(ByteString(folder.path))]
    #expect(
      try self.result(as: .presenter, files: making) {
        opened(folder.path + "/new", O_WRONLY | O_CREAT)
      } == 0)
  }

  @Test func folderToMake_isAllowedByTheNearestThatExists() throws {
    let folder = ByteString(FileManager.default.temporaryDirectory.path)
    #expect(Confinement.FileRule.makingFolder(folder + "/a/b") == .making(folder))
    #expect(Confinement.FileRule.makingFolder(folder + "/a/b/c") == nil)
    #expect(Confinement.FileRule.makingFolder("/missing/dump") == nil)
  }

  @Test func variablesOfTheStarter_areErased() throws {
    // Read by the kernel from the process's memory.
    func seen() -> Int32 {
      let bytes = (try? FileSystem.read("/proc/self/environ", limit: 1 << 20)) ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      return (text.contains("PWD=") ? 1 : 0) + (text.contains("PATH=") ? 2 : 0)
    }
    #expect(try result(as: .presenter, .off) { seen() } == 3)
    #expect(try result(as: .presenter) { seen() } == 2)
  }

  /// The decoder opens nothing, so it cannot look.
  @Test(arguments: roles.dropLast()) func programs_getNoMoreRights(role: Confinement.Role) throws {
    #expect(try result(as: role) { noNewPrivileges() } == 1)
    #expect(try result(as: role, .off) { noNewPrivileges() } == 0)
  }

  /// What the kernel says of this process.
  private func noNewPrivileges() -> Int32 {
    let text = (try? FileSystem.read("/proc/self/status", limit: 1 << 16)) ?? []
    return String(decoding: text, as: UTF8.self).contains("NoNewPrivs:\t1") ? 1 : 0
  }

  @Test func capabilities_areDropped() throws {
    guard geteuid() == 0 else { return }
    func effective() -> Int32 {
      let text = (try? FileSystem.read("/proc/self/status", limit: 1 << 16)) ?? []
      let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("CapEff:")
      }
      let mask = line.flatMap {
        UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
      }
      return Int32(mask.map { $0.nonzeroBitCount } ?? 255)
    }
    #expect(try result(as: .presenter) { effective() } <= 6)
    #expect(try result(as: .dumper) { effective() } <= 2)
  }
}
