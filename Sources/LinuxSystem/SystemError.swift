public import Base
import CLinux

/// A call to the kernel that failed.
public struct SystemError: Error, Sendable {
  /// The call, and what it was called on, if that has a name: "open /dev/dri/card0".
  public let subject: ByteString
  /// Why, as errno has it.
  public let code: ErrorCode

  /// Creates an error.
  @inline(never) public init(_ call: StaticBytes, _ code: ErrorCode, path: ByteString? = nil) {
    subject = path.map { ByteString(call) + " " + $0 } ?? ByteString(call)
    self.code = code
  }

  /// What failed, on what, and why: "open /dev/dri/card0: Permission denied".
  public var message: ByteString {
    @inline(never) get { subject + ": " + code.text }
  }
}

/// A value of errno.
public struct ErrorCode: Equatable, Sendable {
  /// The number, such as 2 for ENOENT.
  public let rawValue: Int32

  /// Creates a code from errno's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The system's words for it.
  public var text: ByteString { SystemCall.errorText(rawValue) }

  /// Nothing to be had now: would block.
  public static let again = ErrorCode(rawValue: linux_eagain)
  /// A signal came first.
  public static let interrupted = ErrorCode(rawValue: linux_eintr)
  /// No such file.
  public static let noSuchFile = ErrorCode(rawValue: linux_enoent)
  /// It is there already.
  public static let fileExists = ErrorCode(rawValue: linux_eexist)
  /// Nobody at the other end of a FIFO; no device behind a node.
  public static let noSuchDeviceOrAddress = ErrorCode(rawValue: linux_enxio)
  /// Something else is in the way.
  public static let busy = ErrorCode(rawValue: linux_ebusy)
  /// The device is gone.
  public static let noDevice = ErrorCode(rawValue: linux_enodev)
  /// The arguments do not fit.
  public static let invalid = ErrorCode(rawValue: linux_einval)
  /// Not allowed.
  public static let accessDenied = ErrorCode(rawValue: linux_eacces)
  /// The reader is gone.
  public static let brokenPipe = ErrorCode(rawValue: linux_epipe)
  /// Not something this can do.
  public static let notSupported = ErrorCode(rawValue: linux_eopnotsupp)
  /// Too long for one message.
  public static let messageTooLong = ErrorCode(rawValue: linux_emsgsize)
  /// The file is larger than it may be.
  public static let fileTooLarge = ErrorCode(rawValue: linux_efbig)
  /// The socket's queue ran over.
  public static let noBuffers = ErrorCode(rawValue: linux_enobufs)
  /// Nobody listens at the socket.
  public static let connectionRefused = ErrorCode(rawValue: linux_econnrefused)
  /// The socket's address is taken.
  public static let addressInUse = ErrorCode(rawValue: linux_eaddrinuse)
  /// Not allowed to anybody of this kind.
  public static let notPermitted = ErrorCode(rawValue: linux_eperm)
  /// The kernel is too old for the call.
  public static let noSystemCall = ErrorCode(rawValue: linux_enosys)
  /// No memory.
  public static let noMemory = ErrorCode(rawValue: linux_enomem)
}
