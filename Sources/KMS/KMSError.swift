public import ByteStrings
public import LinuxSystem

/// Why a card does not do what it was asked to.
public enum KMSError: Error {
  /// A call of libdrm failed.
  ///
  /// - Parameters:
  ///   - name: the call, such as "drmModeAtomicCommit".
  ///   - object: what it was called on, such as "connector 32"; empty for the card itself.
  ///   - code: why, as errno has it.
  case call(_ name: StaticString, on: ByteString, ErrorCode)
  /// Nothing can be shown now, but something may be plugged in. One line: what there is, what to do.
  case noOutput(ByteString)
  /// The driver lacks what is needed, and will go on lacking it. One line, as above.
  case unsupported(ByteString)

  /// Why, as errno has it; nil where no call failed.
  public var code: ErrorCode? {
    if case .call(_, _, let code) = self { code } else { nil }
  }

  /// What failed, on what, and why: "drmModeGetConnector, connector 32: No such device".
  public var message: ByteString {
    switch self {
    case .call(let name, let object, let code):
      ByteString(name) + (object.isEmpty ? "" : ", ") + object + ": " + code.text
    case .noOutput(let text), .unsupported(let text): text
    }
  }
}
