import CLinux

// The line of a terminal.
extension SystemCall {
  /// Takes a terminal's line; returns its former state for `restore`, nil without permission.
  static func takeLine(_ descriptor: Int32) -> linux_line? {
    var found = linux_line()
    // SAFETY: the call fills the structure and keeps no pointer to it.
    return unsafe linux_line_take(descriptor, &found) < 0 ? nil : found
  }

  static func restoreLine(_ descriptor: Int32, _ found: linux_line) {
    var found = found
    // SAFETY: the call reads the structure and keeps no pointer to it.
    unsafe linux_line_restore(descriptor, &found)
  }
}
