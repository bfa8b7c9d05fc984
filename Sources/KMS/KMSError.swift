public import Base
public import LinuxSystem

/// Why a card does not do what it was asked to.
public struct KMSError: Error {
  /// The sorts of failures.
  public enum Kind: Equatable, Sendable {
    /// A call failed; why, as errno has it.
    case call(ErrorCode)
    /// Nothing can be shown now, but something may be plugged in.
    case noOutput
    /// The driver is not done with the card yet; once it is, the kernel tells of connectors.
    case unfinished
    /// The driver lacks what is needed, and will go on lacking it.
    case unsupported
  }

  /// What sort of failure it is.
  public let kind: Kind
  /// One line: what failed, on what, and why, "drmModeGetConnector, connector 32: No such device"; or what
  /// there is, and what to do.
  public let message: ByteString

  /// A call of libdrm failed.
  ///
  /// - Parameters:
  ///   - name: the call, such as "drmModeAtomicCommit".
  ///   - object: what it was called on, such as "connector 32"; empty for the card itself.
  ///   - code: why, as errno has it.
  @inline(never) public static func call(
    _ name: StaticBytes, on object: ByteString = "", _ code: ErrorCode
  ) -> KMSError {
    var message = ByteString(name)
    if !object.isEmpty { message += ", " + object }
    return KMSError(kind: .call(code), message: message + ": " + code.text)
  }

  /// Nothing can be shown now, but something may be plugged in.
  static func noOutput(_ message: ByteString) -> KMSError {
    KMSError(kind: .noOutput, message: message)
  }

  /// The driver is not done with the card yet.
  static func unfinished(_ message: ByteString) -> KMSError {
    KMSError(kind: .unfinished, message: message)
  }

  /// The driver lacks what is needed, and will go on lacking it.
  public static func unsupported(_ message: ByteString) -> KMSError {
    KMSError(kind: .unsupported, message: message)
  }

  /// Why, as errno has it; nil where no call failed.
  public var code: ErrorCode? {
    if case .call(let code) = kind { code } else { nil }
  }

  /// Whether the card was unplugged or its driver unloaded.
  public var isCardGone: Bool { code == .noDevice || code == .noSuchDeviceOrAddress }

  /// Whether another program is the card's master.
  public var isMasterLost: Bool { code == .accessDenied || code == .notPermitted }

  /// Whether the driver refused a configuration, and another one may do: EINVAL, ENOSPC, ERANGE and the
  /// like, but no lack of memory and nothing that passes.
  public var isRefusal: Bool {
    guard let code else { return false }
    return !isCardGone && !isMasterLost
      && ![.noMemory, .busy, .interrupted, .again].contains(code)
  }
}
