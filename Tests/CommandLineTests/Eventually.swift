import Foundation

/// Waits until something holds; false when it never does. Nothing is measured by how long that may take: it is for the slowest machine.
func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: 60)
  while Date() < deadline {
    if try holds() { return true }
    Thread.sleep(forTimeInterval: 0.01)
  }
  return false
}
