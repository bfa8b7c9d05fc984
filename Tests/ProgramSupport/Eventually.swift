import Foundation

/// Waits until a condition holds; false after a minute. The limit suits the slowest machine and
/// measures nothing.
func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: 60)
  while Date() < deadline {
    if try holds() { return true }
    Thread.sleep(forTimeInterval: 0.01)
  }
  return false
}
