import Base
import LinuxSystem

/// A feed that could not be opened for lack of descriptors, memory or disk space. It is opened
/// later.
final class DelayedFeed: FeedSource {
  private let plan: FeedDescription
  private var retryAt: Duration

  /// The time between two attempts.
  private static let pause = Duration.seconds(1)

  /// Creates a feed after the first attempt.
  init(_ plan: FeedDescription) {
    self.plan = plan
    retryAt = MonotonicClock.now + Self.pause
    super.init(plan.place)
  }

  override var deadline: Duration? { retryAt }

  override func opened(at now: Duration) -> FeedSource? {
    if now < retryAt { return nil }
    retryAt = now + Self.pause
    guard let source = try? plan.open() else { return nil }
    Log.write(source.logPrefix + "opened")
    return source
  }
}
