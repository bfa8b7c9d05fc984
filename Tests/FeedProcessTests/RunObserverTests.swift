import Base
import Feed
import ProgressModel
import Testing

@testable import FeedProcess

@Suite struct RunObserverTests {
  /// A session of several runs, and the events that the observer adds to it.
  private struct Session {
    var state = ProgressState()
    var observer: RunObserver
    var saves = 0

    init(fallbackName: ByteString = "") { observer = RunObserver(fallbackName: fallbackName) }

    /// Applies the records of a script, and returns the events that the observer added.
    mutating func play(_ script: String) throws -> [ProgressEvent] {
      var added: [ProgressEvent] = []
      let bytes = Array(script.utf8)
      for entry in try Script(bytes.span).entries {
        guard state.apply(entry.event, at: entry.time) else { continue }
        guard let advice = observer.note(entry.event, state, at: entry.time) else {
          saves += 1
          continue
        }
        for event in advice {
          state.apply(event, at: entry.time)
          _ = observer.note(event, state, at: entry.time)
        }
        added += advice
      }
      return added
    }
  }

  private static let run = """
    @0 title Update to 1.2
    @0 step 1/3 Load
    @10 step 2/3 Write
    @40 progress 0.5
    @90 step 3/3 Verify
    @100 done
    """

  /// The largest step number, and more steps than are learned.
  @Test func hostileSteps_tellNothing() throws {
    var session = Session()
    let steps = (1...200).map { "@\($0) step \($0)/200 x\n" }.joined()
    for script in [
      "@0 title A\n@1 step 1/2 a\n@2 step 2147483647/2147483647 b\n@3 step 1/2 c\n@4 done\n",
      "@0 title B\n@1 step 2147483646/2147483647 a\n@2 step 2147483647/2147483647 b\n@3 done\n",
      "@0 title C\n" + steps + "@300 done\n",
    ] {
      _ = try session.play(script + "@400 reset\n")
      session.state = ProgressState()
    }
    for run in session.observer.history.runs { #expect(run.steps.count <= RunHistory.stepLimit) }
  }

  @Test func secondRun_knowsTheFirst() throws {
    var session = Session()
    #expect(try session.play(Self.run) == [])
    #expect(session.saves == 1)
    let learned = try #require(session.observer.history.run(named: "Update to #.#"))
    #expect(learned.times == .init(duration: 100_000, silence: 50_000))
    #expect(
      learned.steps == [
        .init(duration: 10_000, silence: 10_000), .init(duration: 80_000, silence: 50_000),
        .init(duration: 10_000, silence: 10_000),
      ])
    let added = try session.play(
      "@200 reset\n@200 title Update to 1.3\n@201 step 1/3 Load\n@202 bytes 1 10")
    #expect(added == [.usual(.seconds(100)), .weights([31, 255, 31]), .expect(.seconds(15))])
    #expect(session.state.timeLeft(at: .seconds(202)) == .seconds(99))
    #expect(try session.play("@210 step 2/3 Write") == [.expect(.seconds(75))])
    #expect(session.state.stall(at: .seconds(280)) == nil)
    #expect(session.state.stall(at: .seconds(286)) != nil)
  }

  @Test(
    arguments: [
      "@0 title T\n@0 10\n@9 fail", "@0 title T\n@0 10\n@9 cancel", "@0 title T\n@0 10\n@9 end",
      "@0 10\n@9 done", "@0 title T\n@0 10\n@3 paused\n@4 resume\n@9 done",
      "@0 title T\n@0 10\n@0.9 done", "@0 title T\n@0 step 1/3\n@3 step 3/3\n@9 done",
      "@0 title T\n@0 step 1/3\n@3 step 2/3\n@9 done",
      "@0 title T\n@0 step 1/2\n@3 step 2/4\n@4 step 3/4\n@5 step 4/4\n@9 done",
    ])
  func otherRun_isNotLearned(script: String) throws {
    var session = Session()
    _ = try session.play(script)
    #expect(session.saves == 0 && session.observer.history.runs.isEmpty)
  }

  @Test func runWithoutSteps_isLearned() throws {
    var session = Session(fallbackName: "cp a b")
    _ = try session.play("@5 10\n@30 90\n@35 done")
    let learned = try #require(session.observer.history.run(named: "cp a b"))
    #expect(learned.times == .init(duration: 30_000, silence: 25_000) && learned.steps.isEmpty)
    _ = try session.play("@40 reset")
    let added = try session.play("@50 bytes 1")
    #expect(added == [.usual(.seconds(30)), .expect(.milliseconds(37_500))])
    // The duration is told once.
    #expect(try session.play("@51 title Other\n@52 20") == [])
  }

  @Test func weightsOfTheFeed_stay() throws {
    var session = Session()
    _ = try session.play(Self.run)
    let added = try session.play(
      "@200 reset\n@200 title Update to 1.3\n@200 weights 1 1 1\n@201 step 1/3")
    #expect(added == [.usual(.seconds(100)), .expect(.seconds(15))])
    // Another plan is another run.
    let other = try session.play("@300 reset\n@300 title Update to 1.3\n@301 step 1/4")
    #expect(other == [.usual(.seconds(100))])
    // Late in the plan, weights would move the displayed progress.
    let late = try session.play("@400 reset\n@400 step 2/3\n@401 title Update to 1.3")
    #expect(late == [.usual(.seconds(100))])
  }

  /// A history that is read late still has its effect.
  @Test func lateHistory_isTaken() throws {
    var (known, late) = (Session(), Session())
    _ = try known.play(Self.run)
    _ = try late.play("@0 title Update to 7.1\n@0 step 1/3")
    let advice = late.observer.take(known.observer.history, late.state)
    #expect(advice == [.usual(.seconds(100)), .weights([31, 255, 31])])
    #expect(late.observer.take(known.observer.history, late.state) == [], "once")
  }

  /// Without a history, no session gets an event, whatever it says.
  @Test func emptyHistory_addsNothing() throws {
    var session = Session(fallbackName: "x")
    for script in ["@0 title T\n@0 step 1/2\n@1 paused\n@2 20\n@3 step 2/2\n@4 fail", Self.run] {
      session.observer = RunObserver(fallbackName: "x")
      session.state = ProgressState()
      #expect(try session.play(script) == [])
    }
  }
}
