import Base
import TestSupport
import Testing

@testable import ProgressModel

@Suite struct ToldFactsTests {
  private func bytes(_ state: ProgressState, at seconds: Double) -> UInt64? {
    state.figures(at: .seconds(seconds)).bytes
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
    // The last figure is displayed although no event follows.
    #expect(bytes(state, at: 9) == 40)
  }

  @Test func aStepBeginsAnew() {
    var state = ProgressState()
    state.apply(.step(number: 1, count: 2, name: .empty), at: .zero)
    state.apply(.bytes(completed: 10, total: 100), at: .seconds(1))
    state.apply(.step(number: 2, count: 2, name: .empty), at: .seconds(1.1))
    #expect(bytes(state, at: 1.1) == nil)
  }

  /// However fast events arrive, figures change at most about twice per second.
  @Test func wordsChangeSeldom() {
    var state = ProgressState()
    var (last, changes) = (state.figures(at: .zero), 0)
    for frame in 0..<600 {
      let time = Duration.seconds(Double(frame) / 60)
      state.apply(.bytes(completed: UInt64(frame * 1_000 + frame % 7), total: 10_000_000), at: time)
      let told = state.figures(at: time)
      if told != last { changes += 1 }
      last = told
    }
    #expect((15...21).contains(changes), "\(changes)")
  }

  @Test func nothingIsToldOfWhatIsOver() {
    var state = ProgressState()
    state.apply(.bytes(completed: 10, total: 100), at: .zero)
    state.apply(.done(.empty), at: .seconds(1))
    #expect(state.figures(at: .seconds(2)) == DisplayedFigures())
  }

  /// If no figure may change, none does until the feed counts as stalled.
  @Test(arguments: UInt64(1)...40) func silenceTellsNothingNew(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (state, time) = (ProgressState(), 0.0)
    state.apply(.fraction(Fraction(billionths: 0)), at: .zero)
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      time += Double.random(in: 0.1...3, using: &generator)
      let event: ProgressEvent =
        switch Int.random(in: 0...3, using: &generator) {
        case 0: .fraction(Fraction(billionths: .random(in: 0...1_000_000_000, using: &generator)))
        case 1: .bytes(completed: UInt64(time * 1e6), total: 100_000_000)
        case 2: .speed(5_000)
        default: .message(.empty)
        }
      state.apply(event, at: .seconds(time))
    }
    let stallsAt = try #require(state.stallsAt)
    let stall = stallsAt.seconds
    guard
      let quiet = stride(from: time, to: stall, by: 0.1).first(where: {
        !state.mayChange(after: .seconds($0))
      })
    else { return }
    let told = state.figures(at: .seconds(quiet))
    for later in stride(from: quiet, to: stall, by: 0.05).map({ Duration.seconds($0) })
    where later < stallsAt {
      #expect(state.figures(at: later) == told, "seed \(seed), \(later.seconds) s")
    }
  }

  @Test func oneWordIsToldOnce() {
    var state = ProgressState()
    state.apply(.fraction(Fraction(billionths: 400_000_000)), at: .seconds(1))
    #expect(state.mayChange(after: .seconds(1.4)))
    #expect(!state.mayChange(after: .seconds(1.5)))
    #expect(state.mayChange(after: .seconds(11)), "how long it has been silent")
    state.apply(.done(.empty), at: .seconds(12))
    #expect(!state.mayChange(after: .seconds(12)))
  }

  @Test func madeUpNumbersDoNoHarm() {
    var state = ProgressState()
    state.apply(.bytes(completed: 10, total: 100), at: .seconds(1))
    state.heldFigures.values = [1, .nan, .infinity, 1e300]
    #expect(state.figures(at: .seconds(1.1)).left == nil)
    #expect(state.figures(at: .seconds(1.1)).bytes == 1 << 60)
  }
}
