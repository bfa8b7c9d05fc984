import Base
import LinuxSystem

/// The successive searches that ended in a passing failure.
///
/// Each lets the caller search again after a pause. After five of them such a failure counts as a
/// refusal. It is remembered only if memory lacks: some drivers give ENOMEM for each frame that
/// exceeds their memory.
struct PassingFailures {
  private var count = 0
  /// Whether the search went on after failures that had another reason.
  private(set) var areGuesses = false

  /// The pause before the next search; nil after an error that a pause does not cure.
  mutating func pause(after error: KMSError) -> Duration? {
    guard error.isPassing else { return nil }
    count += 1
    return count == 1 || error.code == .noMemory ? .milliseconds(100) : .seconds(1)
  }

  /// The errno of a refusal. Throws other errors: the configuration may be right.
  mutating func refusal(_ error: KMSError) throws(KMSError) -> ErrorCode {
    guard let code = error.code, error.isRefusal || error.isPassing && count >= 5 else {
      throw error
    }
    if error.isPassing, code != .noMemory { areGuesses = true }
    return code
  }
}
