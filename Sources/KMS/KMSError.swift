public import Base
public import LinuxSystem

/// The reason why a KMS operation failed.
public struct KMSError: Error {
  /// The kinds of failures.
  public enum Kind: Equatable, Sendable {
    /// A call failed with an errno.
    case call(ErrorCode)
    /// No display is available now, but one may be connected later.
    case noOutput
    /// The driver has not finished its setup; the kernel will announce its connectors.
    case unfinished
    /// The driver lacks a required feature.
    case unsupported
  }

  /// The kind of failure.
  public let kind: Kind
  /// One line: what failed, on what, and why, such as "drmModeGetConnector, connector 32: No such
  /// device"; or the state, and what to do.
  public let message: ByteString

  /// A call of libdrm failed.
  ///
  /// - Parameters:
  ///   - name: the call, such as "drmModeAtomicCommit".
  ///   - object: the object of the call, such as "connector 32"; empty for the card itself.
  ///   - code: the errno.
  @inline(never) public static func call(
    _ name: StaticBytes, on object: ByteString = "", _ code: ErrorCode
  ) -> KMSError {
    var message = ByteString(name)
    if !object.isEmpty { message += ", " + object }
    return KMSError(kind: .call(code), message: message + ": " + code.text)
  }

  /// The driver lacks a required feature.
  public static func unsupported(_ message: ByteString) -> KMSError {
    KMSError(kind: .unsupported, message: message)
  }

  /// The errno; nil if no call failed.
  public var code: ErrorCode? {
    if case .call(let code) = kind { code } else { nil }
  }

  /// Whether the card was unplugged or its driver unloaded.
  public var isCardGone: Bool { code == .noDevice || code == .noSuchDeviceOrAddress }

  /// Whether another program is the card's master.
  public var isMasterLost: Bool { code == .accessDenied || code == .notPermitted }

  /// Whether the card cannot be used now: it is gone, or another program is its master.
  public var isOfCard: Bool { isCardGone || isMasterLost }

  /// Whether the same call may succeed later: memory, the device or its link failed, and the driver
  /// did not judge the configuration.
  public var isPassing: Bool { code?.isPassing ?? false }

  /// Whether the driver refused a configuration, and another one may work: EINVAL, ENOSPC, ERANGE
  /// and the like.
  public var isRefusal: Bool { code != nil && !isOfCard && !isPassing }
}
