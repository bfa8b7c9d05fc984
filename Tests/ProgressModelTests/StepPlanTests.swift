import Base
import TestSupport
import Testing

@testable import ProgressModel

/// The names and times of the steps of a plan.
@Suite struct StepPlanTests {
  private static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }

  private static func step(_ number: UInt32, _ count: UInt32, _ name: String = "") -> ProgressEvent
  {
    .step(number: number, count: count, name: text(name))
  }

  private static func list(_ state: ProgressState) -> [String] {
    state.steps.list.map { String(decoding: $0.name.utf8.bytes, as: UTF8.self) }
  }

  private static func run(_ events: [(Double, ProgressEvent)]) -> ProgressState {
    var state = ProgressState()
    for (time, event) in events { state.apply(event, at: .seconds(time)) }
    return state
  }

  @Test func plan_beforeTheFirstStep_setsTheirNumber() {
    let state = Self.run([(0, .plan(Self.text("Load;  Write it ; Verify")))])
    #expect(state.steps.count == 3 && state.steps.number == 0)
    #expect(Self.list(state) == ["Load", "Write it", "Verify"])
    #expect(state.fraction == .zero && state.phase == .active)
  }

  @Test func plan_afterAStep_onlyNames() {
    let state = Self.run([
      (0, Self.step(2, 3, "Write")), (1, .fraction(.whole)),
      (2, .plan(Self.text("A; B; C; D; E"))),
    ])
    #expect(state.steps.count == 3 && state.steps.number == 2)
    #expect(Self.list(state) == ["A", "B", "C"])
    #expect(state.fraction == Fraction(2, of: 3))
  }

  /// A step 0 of 0 ends a plan, so that a longer one can follow.
  @Test func planThatEnds_discardsItsFraction() {
    var state = Self.run([(0, .fraction(.whole))])
    for count in UInt32(2)...4 {
      state.apply(Self.step(0, 0), at: .seconds(Double(count)))
      state.apply(Self.step(count, count), at: .seconds(Double(count)))
      #expect(state.fraction == Fraction(UInt64(count) - 1, of: UInt64(count)))
      state.apply(.fraction(.whole), at: .seconds(Double(count) + 0.5))
    }
    state.apply(Self.step(4, 20), at: .seconds(8))
    #expect(state.fraction == .whole, "the plan has not ended")
    state.apply(.weights([1, 2]), at: .seconds(9))
    state.apply(Self.step(0, 0), at: .seconds(9))
    #expect(state.steps.weights.isEmpty)
  }

  /// Writers may send "step 0 of 0" with each record of a run without steps.
  @Test func planThatIsNone_endsNothing() {
    let state = Self.run([(0, .fraction(.whole)), (1, Self.step(0, 0))])
    #expect(state.fraction == .whole && state.phase == .active)
  }

  @Test func planWithoutNames_isIgnored() {
    for text in ["", ";", " ; ;; "] {
      let state = Self.run([(0, .plan(Self.text(text)))])
      #expect(state.steps.count == 0 && state.phase == .idle)
    }
  }

  @Test func names_areThoseOfTheSteps_beforeThoseOfThePlan() {
    let state = Self.run([
      (0, .plan(Self.text("A; B"))), (0, Self.step(1, 2)), (1, Self.step(2, 2, "Second")),
    ])
    #expect(Self.list(state) == ["A", "Second"])
  }

  /// Each ended step has its time, to the whole second; the last one when the run is done.
  @Test func times_areFromStepToStep() {
    var state = Self.run([
      (0, Self.step(1, 3)), (41.9, Self.step(2, 3)), (41.95, Self.step(2, 3, "again")),
      (50, Self.step(3, 3)),
    ])
    #expect(state.steps.list.map(\.seconds) == [41, 8, nil])
    state.apply(.done(.empty), at: .seconds(70))
    #expect(state.steps.list.map(\.seconds) == [41, 8, 20])
  }

  @Test func failure_leavesTheStepOpen() {
    let state = Self.run([(0, Self.step(1, 2)), (5, .fail(.empty))])
    #expect(state.steps.list.map(\.seconds) == [nil, nil])
  }

  /// A step that begins again has no time, and neither have those after it.
  @Test func stepBack_forgetsTimes() {
    let state = Self.run([
      (0, Self.step(1, 3)), (1, Self.step(2, 3)), (3, Self.step(3, 3)), (7, Self.step(2, 3)),
    ])
    #expect(state.steps.list.map(\.seconds) == [1, nil, nil])
  }

  @Test func list_isBounded_andFollowsTheCount() {
    var state = Self.run([(0, Self.step(1, 4_000_000_000, "x"))])
    #expect(state.steps.list.count == StepPlan.listLimit)
    state.apply(Self.step(1, 2), at: .seconds(1))
    #expect(state.steps.list.count == 2)
    state.apply(Self.step(40, 50, "beyond"), at: .seconds(2))
    #expect(state.steps.list.count == StepPlan.listLimit)
    state.apply(.reset, at: .seconds(3))
    #expect(state.steps.list.isEmpty)
  }

  @Test func longName_isCut() {
    let state = Self.run([(0, .plan(Self.text(String(repeating: "ü", count: 100) + "; B")))])
    #expect(state.steps.list[0].name.utf8.count == StepNote.nameCapacity)
  }
}
