import Base
import LinuxSystem

/// The successive searches that ended in a passing failure.
///
/// Each lets the caller search again after a pause. After five of them such a failure counts as a
/// refusal, which is not remembered: some drivers give ENOMEM for each frame that exceeds their
/// memory.
struct PassingFailures {
  private var count = 0

  /// Whether a passing failure ends the search.
  var areFew: Bool { count < 5 }

  /// The pause before the next search; nil after an error that a pause does not cure.
  mutating func pause(after error: KMSError) -> Duration? {
    guard error.isPassing else { return nil }
    count += 1
    return count == 1 || error.code == .noMemory ? .milliseconds(100) : .seconds(1)
  }

  /// The errno of a refusal. Throws other errors: the configuration may be right.
  func refusal(_ error: KMSError) throws(KMSError) -> ErrorCode {
    guard let code = error.code, error.isRefusal || error.isPassing && !areFew else { throw error }
    return code
  }
}
