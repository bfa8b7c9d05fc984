public import Base
import CLinux
import Synchronization

/// The rights that a process gives up after it has opened its privileged files: system calls,
/// files, capabilities, and the variables of the environment.
///
/// A child process inherits the limits and may only narrow them. On a kernel that lacks a part, the
/// other parts still hold.
public enum Confinement {
  /// The effect of a system call that is not in a process's list.
  public enum Strictness: Int, Sendable {
    /// Processes keep all rights.
    case off
    /// The call fails: ENOSYS, or the error that fits.
    case refusing
    /// The process is killed.
    case killing
  }

  /// The processes, by their tasks.
  public enum Role: Sendable {
    /// Reads the feeds.
    case keeper
    /// As `keeper`, and signals a command and starts its relay again.
    case keeperOfCommand
    /// As `keeper`, and starts programs, which need other system calls.
    case keeperWithPrograms
    /// Starts presenters, and processes that write dumps.
    case broker
    case presenter
    case consoleGuard
    /// Copies between open descriptors.
    case copier
    /// Writes a dump.
    case dumper
    /// Decodes a picture that it has read.
    case decoder

    fileprivate var calls: Int32 {
      switch self {
      case .keeper, .keeperWithPrograms: Int32(linux_of_keeper)
      // Their filters also apply to the processes that they fork.
      case .keeperOfCommand: Int32(linux_of_keeper | linux_of_presenter)
      case .broker: Int32(linux_of_presenter | linux_of_dumper)
      case .presenter: Int32(linux_of_presenter)
      case .consoleGuard: Int32(linux_of_guard)
      case .copier: Int32(linux_of_copier)
      case .dumper: Int32(linux_of_dumper)
      case .decoder: Int32(linux_of_decoder)
      }
    }

    /// The capabilities that the process keeps, if it has them.
    fileprivate var capabilities: UInt64 {
      let (ignorePermissions, ignoreOwner, kill) = (
        UInt64(1) << 1 | 1 << 2, UInt64(1) << 3, UInt64(1) << 5
      )
      let (lockMemory, changeRoot) = (UInt64(1) << 14, UInt64(1) << 18)
      // CAP_SYS_ADMIN makes a process the DRM master again; CAP_SYS_TTY_CONFIG switches consoles.
      let display = UInt64(1) << 21 | 1 << 26
      return switch self {
      case .keeper: ignorePermissions | ignoreOwner | lockMemory | changeRoot
      case .keeperOfCommand, .keeperWithPrograms:
        ignorePermissions | ignoreOwner | lockMemory | changeRoot | kill
      case .broker: ignorePermissions | lockMemory | changeRoot | kill | display
      case .presenter: ignorePermissions | lockMemory | changeRoot | display
      case .consoleGuard: ignorePermissions | ignoreOwner | display
      case .dumper: ignorePermissions
      case .copier, .decoder: 0
      }
    }
  }

  /// A file, or a directory with all below it, that a process may use.
  public struct FileRule: Equatable, Sendable {
    /// The path. One that does not exist allows nothing.
    public let path: ByteString
    let rights: UInt64

    /// Allows to use displays and their drivers.
    public static var ofDisplays: [FileRule] {
      let (reading, writing) = (linux_read_rights, linux_write_rights)
      return [
        FileRule("/dev", reading | writing | linux_device_rights), FileRule("/sys", reading),
        FileRule("/sys/devices", writing), FileRule("/sys/class/backlight", writing),
        FileRule("/proc", reading),
      ]
    }

    private init(path: ByteString, rights: UInt64) { (self.path, self.rights) = (path, rights) }

    @inline(never) private init(_ path: StaticBytes, _ rights: UInt64) {
      self.init(path: ByteString(path), rights: rights)
    }

    /// Allows to read.
    public static func reading(_ path: ByteString) -> FileRule {
      FileRule(path: path, rights: linux_read_rights)
    }

    /// Allows to write existing files.
    public static func writing(_ path: ByteString) -> FileRule {
      FileRule(path: path, rights: linux_write_rights)
    }

    /// Allows to use device nodes.
    public static func devices(_ path: ByteString) -> FileRule {
      FileRule(path: path, rights: linux_read_rights | linux_write_rights | linux_device_rights)
    }

    /// Allows to read, write, make and remove files.
    public static func making(_ path: ByteString) -> FileRule {
      FileRule(path: path, rights: linux_read_rights | linux_write_rights | linux_create_rights)
    }

    /// Allows to remove empty folders in a folder.
    public static func removingFolders(_ path: ByteString) -> FileRule {
      FileRule(path: path, rights: linux_remove_folder_right)
    }

    /// Allows to make files in a folder, and the folder and its parent if they are missing.
    /// Nil if neither they nor the parent's folder exist, or that is the root directory.
    public static func makingFolder(_ path: ByteString) -> FileRule? {
      var path = path
      for _ in 0..<3 {
        if path == "/" { return nil }
        if FileSystem.exists(path) { return making(path) }
        path = FileSystem.folder(of: path)
      }
      return nil
    }
  }

  // Set while the program is one process, and inherited by the others.
  private static let chosen = Atomic<Int>(Strictness.off.rawValue)

  /// Chooses the confinement of processes. By default they keep all rights.
  public static func choose(_ strictness: Strictness) {
    chosen.store(strictness.rawValue, ordering: .relaxed)
  }

  /// Whether the kernel can restrict files (Landlock).
  public static var canRestrictFiles: Bool { (try? SystemCall.restrictFiles(nil)) != nil }

  /// Gives up all rights that the role does not need. This cannot be undone.
  ///
  /// - Parameter files: the files that the process may open from now on; nil for no limit.
  public static func begin(as role: Role, files: [FileRule]? = nil) {
    guard let strictness = Strictness(rawValue: chosen.load(ordering: .relaxed)),
      strictness != .off
    else { return }
    linux_clean_environment(1)
    linux_drop_capabilities(role.capabilities)
    var missing = ByteString()
    if linux_forbid_privileges() < 0 { missing += "PR_SET_NO_NEW_PRIVS" }
    if let files {
      // The wrapped command was forked before.
      let log = Log.isOfKernel ? [FileRule.writing("/dev/kmsg")] : []
      try? SystemCall.restrictFiles(files + log, maySignal: role == .keeperOfCommand)
    } else if role == .broker, !canRestrictFiles {
      missing.append("Landlock", after: ", ")
    }
    let way =
      strictness == .killing
      ? linux_kill_at_refusal : Log.isDetailed ? linux_refuse_and_tell : linux_refuse
    if role != .keeperWithPrograms, linux_confine_calls(role.calls, way) < 0 {
      missing.append("seccomp", after: ", ")
    }
    if role == .broker, !missing.isEmpty {
      Log.detail("sandbox: the kernel lacks " + missing + "; continuing without")
    }
  }
}
