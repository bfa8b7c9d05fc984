public import Base
import CLinux

/// The error of a failed system call.
public struct SystemError: Error, Sendable {
  // Many errors are expected, and their text is never read.
  private let call: StaticBytes
  private let path: ByteString?
  /// The reason, from errno.
  public let code: ErrorCode

  /// Creates an error of a call, optionally on a path.
  public init(_ call: StaticBytes, _ code: ErrorCode, path: ByteString? = nil) {
    (self.call, self.code, self.path) = (call, code, path)
  }

  /// The call, its object and the reason: "open /dev/dri/card0: Permission denied".
  public var message: ByteString {
    @inline(never) get { ByteString(call) + path.map { " " + $0 }.orEmpty + ": " + code.text }
  }
}

/// A value of errno.
public struct ErrorCode: Equatable, Sendable {
  /// The number, such as 2 for ENOENT.
  public let rawValue: Int32

  /// Creates a code from a number of errno.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The text of the C library, such as "Permission denied".
  public var text: ByteString { SystemCall.errorText(rawValue) }

  /// EAGAIN: the call would block.
  public static let again = ErrorCode(rawValue: linux_eagain)
  /// EINTR: a signal interrupted the call.
  public static let interrupted = ErrorCode(rawValue: linux_eintr)
  /// ENOENT: the file does not exist.
  public static let noSuchFile = ErrorCode(rawValue: linux_enoent)
  /// EEXIST: the file exists.
  public static let fileExists = ErrorCode(rawValue: linux_eexist)
  /// ENXIO: a FIFO has no reader, or a node no device.
  public static let noSuchDeviceOrAddress = ErrorCode(rawValue: linux_enxio)
  /// EBUSY: the object is in use.
  public static let busy = ErrorCode(rawValue: linux_ebusy)
  /// ENODEV: the device is gone.
  public static let noDevice = ErrorCode(rawValue: linux_enodev)
  /// EINVAL: an argument is invalid.
  public static let invalid = ErrorCode(rawValue: linux_einval)
  /// EACCES: the permissions forbid the call.
  public static let accessDenied = ErrorCode(rawValue: linux_eacces)
  /// EPIPE: the reader is gone.
  public static let brokenPipe = ErrorCode(rawValue: linux_epipe)
  /// EOPNOTSUPP: the call is not supported.
  public static let notSupported = ErrorCode(rawValue: linux_eopnotsupp)
  /// EMSGSIZE: the message is too long.
  public static let messageTooLong = ErrorCode(rawValue: linux_emsgsize)
  /// EFBIG: the file is too large.
  public static let fileTooLarge = ErrorCode(rawValue: linux_efbig)
  /// ENOBUFS: the queue of the socket overflowed.
  public static let noBuffers = ErrorCode(rawValue: linux_enobufs)
  /// ECONNREFUSED: the socket has no listener.
  public static let connectionRefused = ErrorCode(rawValue: linux_econnrefused)
  /// EADDRINUSE: the address of the socket is in use.
  public static let addressInUse = ErrorCode(rawValue: linux_eaddrinuse)
  /// EMFILE: the process has no free descriptor.
  public static let tooManyFiles = ErrorCode(rawValue: linux_emfile)
  /// ELOOP: the path is a symbolic link, and links are not followed.
  public static let symbolicLink = ErrorCode(rawValue: linux_eloop)
  /// EPERM: the process lacks the privilege.
  public static let notPermitted = ErrorCode(rawValue: linux_eperm)
  /// ENOSYS: the kernel lacks the call.
  public static let noSystemCall = ErrorCode(rawValue: linux_enosys)
  /// ENOMEM: memory is exhausted.
  public static let noMemory = ErrorCode(rawValue: linux_enomem)

  /// Whether the same call may succeed later: the process or the system has run out of descriptors,
  /// memory, watchers or room on a disk, or a disk failed.
  public var isTransient: Bool { linux_is_transient(rawValue) != 0 }

  /// Whether memory, a device or its link failed, so that the same call to a device may succeed
  /// later.
  public var isPassing: Bool { linux_is_passing(rawValue) != 0 }
}
