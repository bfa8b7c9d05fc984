import Testing

@testable import ProgressModel

@Suite struct ToldFactsTests {
  private func bytes(_ state: ProgressState, at seconds: Double) -> UInt64? {
    state.told(at: .seconds(seconds)).bytes
  }

  @Test func whatIsToldIsToldForHalfASecond() {
    var state = ProgressState()
    state.apply(.bytes(completed: 10, total: 100), at: .seconds(1))
    state.apply(.bytes(completed: 20, total: 100), at: .seconds(1.25))
    #expect(bytes(state, at: 1.25) == 10)
    #expect(bytes(state, at: 1.49) == 10)
    #expect(bytes(state, at: 1.5) == 20)
    state.apply(.bytes(completed: 30, total: 100), at: .seconds(1.75))
    #expect(bytes(state, at: 1.75) == 30)
    state.apply(.bytes(completed: 40, total: 100), at: .seconds(2))
    #expect(bytes(state, at: 2) == 30)
    // Silence does not keep the last word back.
    #expect(bytes(state, at: 9) == 40)
  }

  @Test func aStepBeginsAnew() {
    var state = ProgressState()
    state.apply(.step(number: 1, count: 2, name: .empty), at: .zero)
    state.apply(.bytes(completed: 10, total: 100), at: .seconds(1))
    state.apply(.step(number: 2, count: 2, name: .empty), at: .seconds(1.1))
    #expect(bytes(state, at: 1.1) == nil)
  }

  /// However fast news come, words change at most about twice in a second.
  @Test func wordsChangeSeldom() {
    var state = ProgressState()
    var (last, changes) = (state.told(at: .zero), 0)
    for frame in 0..<600 {
      let time = Duration.seconds(Double(frame) / 60)
      state.apply(.bytes(completed: UInt64(frame * 1_000 + frame % 7), total: 10_000_000), at: time)
      let told = state.told(at: time)
      if told != last { changes += 1 }
      last = told
    }
    #expect((15...21).contains(changes), "\(changes)")
  }

  @Test func nothingIsToldOfWhatIsOver() {
    var state = ProgressState()
    state.apply(.bytes(completed: 10, total: 100), at: .zero)
    state.apply(.done(.empty), at: .seconds(1))
    #expect(state.told(at: .seconds(2)) == ToldFacts())
  }

  @Test func madeUpNumbersDoNoHarm() {
    var state = ProgressState()
    state.apply(.bytes(completed: 10, total: 100), at: .seconds(1))
    state.telling.values = [1, .nan, .infinity, 1e300]
    #expect(state.told(at: .seconds(1.1)).left == nil)
    #expect(state.told(at: .seconds(1.1)).bytes == 1 << 60)
  }
}
