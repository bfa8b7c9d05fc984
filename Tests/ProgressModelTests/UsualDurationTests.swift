import Base
import ProgressModel
import TestSupport
import Testing

/// The time left of a run whose usual duration is known.
@Suite struct UsualDurationTests {
  private static func part(_ percent: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64(percent * 10_000_000)))
  }

  @Test func left_isKnownFromTheFirstSecond() {
    var state = ProgressState()
    state.apply(.usual(.seconds(240)), at: .zero)
    #expect(state.phase == .idle && state.timeLeft(at: .seconds(5)) == nil)
    state.apply(Self.part(0), at: .seconds(10))
    #expect(state.timeLeft(at: .seconds(10)) == .seconds(240))
    #expect(state.timeLeft(at: .seconds(15)) == .seconds(235))
  }

  /// Of a run without a total, too; one that is overdue promises nothing.
  @Test func left_ofUnknownExtent() {
    var state = ProgressState()
    state.apply(.usual(.seconds(60)), at: .zero)
    for second in 0...59 {
      state.apply(.bytes(completed: UInt64(second), total: nil), at: .seconds(second))
      let left = state.timeLeft(at: .seconds(second))
      #expect(left == .seconds(60 - second), "at \(second)")
    }
    state.apply(.bytes(completed: 99, total: nil), at: .seconds(61))
    #expect(state.timeLeft(at: .seconds(61)) == nil)
  }

  /// Early the usual duration counts, late the rate: here the run takes twice as long.
  @Test func rate_takesOver() throws {
    var state = ProgressState()
    state.apply(.usual(.seconds(100)), at: .zero)
    for second in 0...190 {
      state.apply(Self.part(Double(second) / 2), at: .seconds(second))
      let left = try #require(state.timeLeft(at: .seconds(second))).seconds
      let (usual, real) = (Double(100 - second), Double(200 - second))
      if second <= 10 { #expect(abs(left - usual) < 25, "at \(second): \(left)") }
      if second >= 130 { #expect(abs(left - real) < 8, "at \(second): \(left)") }
    }
  }

  @Test func pause_isNoPartOfIt() {
    var state = ProgressState()
    state.apply(.usual(.seconds(100)), at: .zero)
    state.apply(.bytes(completed: 1, total: nil), at: .zero)
    state.apply(.paused(.empty), at: .seconds(10))
    state.apply(.resumed, at: .seconds(60))
    state.apply(.bytes(completed: 2, total: nil), at: .seconds(61))
    #expect(state.timeLeft(at: .seconds(61)) == .seconds(89))
  }

  /// Without it, and after that of an earlier run, the estimates are those of the rate alone.
  @Test func withoutIt_nothingChanges() {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<100 {
      var plain = ProgressState()
      var other = ProgressState()
      other.apply(.usual(.seconds(30)), at: .zero)
      other.apply(.reset, at: .zero)
      other.apply(.usual(.zero), at: .zero)
      plain.apply(.usual(.zero), at: .zero)
      var percent = 0.0
      for second in 0..<60 {
        percent += Double.random(in: 0...2, using: &random)
        plain.apply(Self.part(min(percent, 100)), at: .seconds(second))
        other.apply(Self.part(min(percent, 100)), at: .seconds(second))
        #expect(plain.timeLeft(at: .seconds(second)) == other.timeLeft(at: .seconds(second)))
      }
      #expect(plain.usual == nil && plain == other, "seed 19")
    }
  }
}
