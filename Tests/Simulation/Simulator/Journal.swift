import ProgressModel
import SimulatedLinux

/// What the processes said, and what was found wrong.
final class Journal {
  struct Violation: Error {
    let text: String
  }

  private(set) var lines: [String] = []
  private(set) var violation: Violation?
  /// Whether the keeper has given up its presenter: until a reset, or for good.
  var hasGivenUp = false
  var hasGivenUpForGood = false
  /// Whether the safe screen is shown, which has no settings.
  var isSafe = false
  /// Whether the keeper said that it could not show the outcome.
  var outcomeWasUnseen = false
  /// Whether a keeper said that its console and FIFO stay if it is killed.
  var lacksGuard = false
  var exits: [Int32: Int32] = [:]

  func add(_ text: String) {
    if lines.count > 4_000 { lines.removeFirst(2_000) }
    lines.append(stamp + text)
  }

  func say(_ pid: Int32, _ text: String) {
    add("[\(pid)] " + text)
    if text.contains("the feed is read, but not shown") {
      hasGivenUp = true
      if !text.contains("too often") { hasGivenUpForGood = true }
    }
    if text.contains("the console stays blank") { lacksGuard = true }
    if text.contains("with the safe screen") { isSafe = true }
    if text.contains("the outcome was not shown") { outcomeWasUnseen = true }
  }

  func fail(_ text: String) {
    add("VIOLATION: " + text)
    if violation == nil { violation = Violation(text: text) }
  }

  private var stamp: String {
    let milliseconds = sim_now() / millisecond
    let rest = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(rest) "
  }
}
