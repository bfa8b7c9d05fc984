import Base
import Testing

@testable import FeedProcess

@Suite struct RestartPolicyTests {
  @Test func firstDeath_isFollowedAtOnce_andAStormEnds() {
    var policy = RestartPolicy()
    var pauses: [Duration?] = []
    for second in 0..<8 {
      policy.didStart(at: .seconds(second))
      pauses.append(policy.didDie(at: .seconds(second) + .milliseconds(10), hasCrashed: false))
    }
    #expect(pauses.first == .zero)
    #expect(pauses[1] == .milliseconds(200))
    #expect(pauses.last == .some(nil))
    #expect(pauses.compactMap { $0 }.reduce(.zero, +) < .seconds(10))
    // Errors of a display are no reason to show less.
    #expect(!policy.isSafe)
  }

  @Test func healthyLife_forgivesTheDeathsBefore() {
    var policy = RestartPolicy()
    for round in 0..<30 {
      policy.didStart(at: .seconds(round * 100))
      #expect(policy.didDie(at: .seconds(round * 100 + 20), hasCrashed: true) == .zero)
    }
    #expect(!policy.isSafe)
  }

  @Test func fourthCrash_isFollowedByTheSafeScreen_forGood() {
    var policy = RestartPolicy()
    for death in 1...4 {
      #expect(!policy.isSafe)
      policy.didStart(at: .seconds(death))
      let pause = policy.didDie(at: .seconds(death), hasCrashed: true)
      #expect(pause != nil)
    }
    #expect(policy.isSafe)
    policy.didStart(at: .seconds(10))
    _ = policy.didDie(at: .seconds(1_000), hasCrashed: true)
    #expect(policy.isSafe)
  }

  /// A presenter that lived for an hour ends, and no other one can be started, since descriptors
  /// are short. Each attempt is later than the one before, none follows at once, and all end.
  @Test(arguments: [0.0, 20, 3_600]) func startsThatFail_areNoTightLoop(life: Double) {
    var policy = RestartPolicy()
    policy.didStart(at: .zero)
    var now = Duration.seconds(life)
    var pauses: [Duration] = []
    #expect(policy.didDie(at: now, hasCrashed: true) == .zero)
    while let pause = policy.didDie(at: now, hasCrashed: false), pauses.count < 100 {
      #expect(pause > (pauses.last ?? .zero))
      pauses.append(pause)
      now = now + pause
    }
    #expect(pauses.count == 5)
    #expect(now - .seconds(life) > .seconds(2))
    #expect(!policy.isSafe)
    // Descriptors are there again after a reset, which makes a new policy; a life of it counts.
    policy = RestartPolicy()
    policy.didStart(at: now)
    #expect(policy.didDie(at: now + .seconds(20), hasCrashed: false) == .zero)
  }
}
