import Base
import Testing

@testable import FeedProcess

@Suite struct RestartPolicyTests {
  @Test func firstDeath_isFollowedAtOnce_andAStormEnds() {
    var policy = RestartPolicy()
    var pauses: [Duration?] = []
    for second in 0..<8 {
      policy.didStart(at: .seconds(second))
      pauses.append(policy.didDie(at: .seconds(second) + .milliseconds(10)))
    }
    #expect(pauses.first == .zero)
    #expect(pauses[1] == .milliseconds(200))
    #expect(pauses.last == .some(nil))
    #expect(pauses.compactMap { $0 }.reduce(.zero, +) < .seconds(10))
  }

  @Test func healthyLife_forgivesTheDeathsBefore() {
    var policy = RestartPolicy()
    for round in 0..<30 {
      policy.didStart(at: .seconds(round * 100))
      #expect(policy.didDie(at: .seconds(round * 100 + 20)) == .zero)
    }
  }
}
