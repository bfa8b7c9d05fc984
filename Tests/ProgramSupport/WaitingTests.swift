import Foundation
import Testing

/// Runs tests that wait for other programs on separate threads, several at a time.
///
/// The default test threads are as many as the machine's cores, and computing tests need them.
struct WaitingTests: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Waiters.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTests {
  /// The suite's tests mostly wait for other programs.
  static var waiting: Self { Self() }
}

/// The threads of `WaitingTests`.
private final class Waiters: TaskExecutor {
  static let shared = Waiters()
  /// The number of concurrent tests; each sleeps nearly always.
  private static let count = 8

  private let condition = NSCondition()
  // SAFETY: used only while the condition is locked.
  private nonisolated(unsafe) var jobs: [UnownedJob] = []

  private init() {
    for _ in 0..<Self.count { Thread.detachNewThread { self.work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { unsafe jobs.append(job) }
    condition.signal()
  }

  private func work() {
    // SAFETY: there is one executor, for as long as the tests run.
    let executor = unsafe asUnownedTaskExecutor()
    while true {
      let job = condition.withLock {
        while unsafe jobs.isEmpty { condition.wait() }
        return unsafe jobs.removeFirst()
      }
      unsafe job.runSynchronously(on: executor)
    }
  }
}
