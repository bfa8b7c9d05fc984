import Base
import CLinux

// Limits of this process, and of those that it forks.
extension SystemCall {
  /// Forbids all files except those that rules allow; with nil, only checks the kernel's support.
  ///
  /// - Parameter maySignal: whether the process may signal others than its children.
  static func restrictFiles(
    _ rules: [Confinement.FileRule]?, maySignal: Bool = false
  ) throws(SystemError) {
    var known: UInt64 = 0
    // SAFETY: the call fills the number and keeps no pointer to it.
    let begun = try check(
      unsafe linux_landlock_begin(&known, maySignal ? 1 : 0), "landlock_create_ruleset")
    let list = FileDescriptor(owning: Int32(begun))
    guard let rules else { return }
    for rule in rules {
      // SAFETY: the path is valid during the call.
      _ = unsafe rule.path.withCString {
        unsafe linux_landlock_add(list.rawValue, $0, rule.rights & known)
        return 0
      }
    }
    try check(linux_landlock_enter(list.rawValue), "landlock_restrict_self")
  }
}
