import Base
import ProgressModel
import TestSupport
import Testing

@Suite struct ProgressStateTests {
  private func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  private static func rules(_ change: (inout ProgressRules) -> Void) -> ProgressRules {
    var rules = ProgressRules()
    change(&rules)
    return rules
  }

  @Test func fullFraction_isNoOutcome_andShowsAtMost99() {
    var state = ProgressState()
    state.apply(.fraction(.whole), at: .zero)
    #expect(state.phase == .active)
    #expect(state.shown.value(at: .seconds(9)) == 0.99)
    state.apply(.done(.empty), at: .seconds(9))
    #expect(state.phase == .done)
    #expect(state.shown.value(at: .seconds(10)) == 1)
  }

  @Test func fullFraction_finishes_whenConfigured() {
    var state = ProgressState(rules: Self.rules { $0.finishesAtFull = true })
    state.apply(.fraction(.whole), at: .zero)
    #expect(state.phase == .done)
  }

  @Test(arguments: [ProgressEvent.done(.empty), .fail(.empty), .cancel, .interruption])
  func outcome_hearsOnlyReset(outcome: ProgressEvent) {
    var state = ProgressState()
    state.apply(fraction(0.5), at: .zero)
    let heard = state.apply(outcome, at: .seconds(1))
    #expect(heard)
    let before = state
    for event in [
      fraction(0.7), .done(.empty), .fail(.empty), .cancel, .interruption,
      .bytes(completed: 1, total: 2),
      .message(SanitizedText("x")),
    ] as [ProgressEvent] {
      let heardMore = state.apply(event, at: .seconds(2))
      #expect(!heardMore)
    }
    #expect(state == before)
    state.apply(.reset, at: .seconds(3))
    #expect(state == ProgressState(at: .seconds(3)))
  }

  @Test func unknownTotal_isIndeterminate_andFirstProgressSnapsToNothing() {
    var state = ProgressState()
    state.apply(fraction(0.4), at: .zero)
    state.apply(.bytes(completed: 10, total: nil), at: .seconds(1))
    #expect(state.indeterminateSince == .seconds(1))
    state.apply(.bytes(completed: 20, total: nil), at: .seconds(2))
    #expect(state.indeterminateSince == .seconds(1))
    state.apply(.bytes(completed: 20, total: 80), at: .seconds(3))
    #expect(!state.isIndeterminate)
    #expect(state.shown.value(at: .seconds(3)) == 0)
    #expect(state.shown.target == 0.25)
  }

  /// The fraction fades out when it becomes unknown and fades in again, from any intermediate
  /// value.
  @Test func indeterminacy_isEased_andGoesOnWhereItWas() {
    var state = ProgressState()
    state.apply(fraction(0.4), at: .zero)
    state.apply(.bytes(completed: 10, total: nil), at: .seconds(1))
    #expect(state.indeterminacy.value(at: .seconds(1)) == 0)
    #expect(state.indeterminacy.value(at: .seconds(2)) == 1)
    #expect(state.shown.value(at: .seconds(2)) == 0.4)
    let before = state.indeterminacy.value(at: .milliseconds(1_100))
    state.apply(fraction(0.5), at: .milliseconds(1_100))
    #expect(state.indeterminacy.value(at: .milliseconds(1_100)) == before && before < 1)
    #expect(state.shown.value(at: .milliseconds(1_100)) == 0.4)
    state.apply(.bytes(completed: 10, total: nil), at: .milliseconds(1_150))
    #expect(state.indeterminateSince == .seconds(1), "what is still seen goes on")
    #expect(state.settled == .milliseconds(1_400))
  }

  @Test func unknownTotal_inTheIntro_waitsForIt() {
    var rules = ProgressRules()
    rules.intro = .seconds(1)
    var state = ProgressState(rules: rules)
    state.apply(.bytes(completed: 10, total: nil), at: .zero)
    #expect(state.indeterminateSince == .seconds(1))
    #expect(state.indeterminacy.value(at: .seconds(1)) == 0)
    #expect(state.indeterminacy.value(at: .seconds(2)) == 1)
    state.apply(.cancel, at: .milliseconds(500))
    #expect(state.indeterminacy.value(at: .seconds(2)) == 0)
  }

  /// Even if the total becomes unknown and known again.
  @Test func monotonic_neverGoesBack() {
    var rules = ProgressRules()
    rules.isMonotonic = true
    var state = ProgressState(rules: rules)
    state.apply(fraction(0.8), at: .zero)
    state.apply(.bytes(completed: 5, total: nil), at: .seconds(2))
    state.apply(fraction(0.1), at: .seconds(3))
    #expect(state.fraction == Fraction(billionths: 800_000_000))
    #expect(state.shown.value(at: .seconds(3)) == 0.8 && state.shown.target == 0.8)
    state.apply(.reset, at: .seconds(4))
    state.apply(fraction(0.1), at: .seconds(5))
    #expect(state.fraction == Fraction(billionths: 100_000_000))
  }

  /// A failure during the intro shows the fraction that the run had reached.
  @Test func failure_inTheIntro_keepsTheProgress() {
    var rules = ProgressRules()
    rules.intro = .seconds(1)
    var state = ProgressState(rules: rules)
    state.apply(fraction(0.5), at: .zero)
    state.apply(.fail(.empty), at: .milliseconds(500))
    #expect(state.outcomeBegan == .seconds(1))
    #expect(state.shown.value(at: .seconds(2)) == 0.5)
  }

  /// The last outcome during the intro counts, and nothing of an earlier one is shown.
  @Test func outcomeInTheIntro_takesBackAnotherOne() {
    var rules = ProgressRules()
    rules.intro = .seconds(1)
    var state = ProgressState(rules: rules)
    state.apply(fraction(0.3), at: .zero)
    state.apply(.fail(.empty), at: .milliseconds(100))
    state.apply(.done(.empty), at: .milliseconds(200))
    #expect(state.phase == .done && state.shown.target == 1)
    state.apply(.fail(.empty), at: .milliseconds(300))
    #expect(state.phase == .failed && state.shown.value(at: .seconds(5)) == 0.3)
  }

  /// A failure or interruption of unknown progress shows no fraction.
  @Test(arguments: [ProgressEvent.fail(.empty), .interruption])
  func outcome_ofWhatIsUnknown_makesUpNoProgress(outcome: ProgressEvent) {
    var state = ProgressState()
    state.apply(fraction(0.9), at: .zero)
    state.apply(.bytes(completed: 10, total: nil), at: .seconds(1))
    state.apply(outcome, at: .seconds(3))
    #expect(state.indeterminacy.value(at: .seconds(9)) == 1)
  }

  @Test func interruption_ofARunThatNeverBegan_isSeen() {
    var state = ProgressState()
    state.apply(.interruption, at: .seconds(2))
    #expect(state.activeBegan == .seconds(2) && state.outcomeBegan == .seconds(2))
  }

  @Test(
    arguments: [
      (0, 0, nil), (5, 0, nil), (0, 5, 0), (5, 5, 1_000_000_000), (9, 5, 1_000_000_000),
      (1, 3, 333_333_333),
      (UInt64.max - 1, UInt64.max, 999_999_999), (UInt64.max, UInt64.max, 1_000_000_000),
    ] as [(UInt64, UInt64, Int64?)])
  func fractionOfBytes_neverClaimsTooMuch(completed: UInt64, total: UInt64, billionths: Int64?) {
    #expect(Fraction(completed, of: total)?.billionths == billionths)
  }

  @Test func failure_freezesTheSweep_andCancelTakesItBack() {
    var state = ProgressState()
    state.apply(fraction(0.8), at: .zero)
    let visible = state.shown.value(at: .milliseconds(50))
    var failed = state
    failed.apply(.fail(SanitizedText("no space")), at: .milliseconds(50))
    #expect(failed.shown.value(at: .seconds(5)) == visible)
    #expect(failed.message.utf8 == "no space")
    state.apply(.cancel, at: .milliseconds(50))
    #expect(state.shown.value(at: .seconds(5)) == 0)
  }

  /// The fields belong to the run, not to the look of one style. A new one is added here.
  @Test func fields_areThoseOfARun() {
    let fields = Mirror(reflecting: ProgressState()).children.compactMap(\.label)
    #expect(
      fields == [
        "sharedTexts", "phase", "phaseBegan", "began", "activeBegan", "fraction", "shown",
        "indeterminacy", "indeterminateSince", "completedBytes", "totalBytes", "units", "pausedAt",
        "restartsAt", "restartAnnounced", "usual", "pauses", "highest", "pace", "byteRate",
        "statedSpeed", "left", "stallTimer", "heldFigures", "rules",
      ])
    let rules = Mirror(reflecting: ProgressRules()).children.compactMap(\.label)
    #expect(
      rules == [
        "finishesAtFull", "isMonotonic", "limitsSpeed", "isSteady", "stallTimeout", "intro",
        "endsWithJobs",
      ])
  }

  /// Runs that differ only in earlier words are encoded as the same bytes.
  @Test func wire_hasNoFormerWords() {
    var wires: Set<[UInt8]> = []
    for former in ["Downloading", "Copying"] as [ByteString] {
      var state = ProgressState()
      state.apply(.message(SanitizedText(former)), at: .zero)
      state.apply(.message(SanitizedText("Installing")), at: .seconds(2))
      var bytes: [UInt8] = []
      state.write(to: &bytes)
      wires.insert(bytes)
    }
    #expect(wires.count == 1)
  }

  @Test func wire_carriesEveryState() {
    var random = SeededGenerator(seed: 3)
    var last = ProgressState()
    for round in 0..<500 {
      var state = ProgressState(
        at: .milliseconds(3),
        rules: Self.rules {
          $0.finishesAtFull = Bool.random(using: &random)
          $0.isMonotonic = Bool.random(using: &random)
          $0.limitsSpeed = Bool.random(using: &random)
          $0.intro = .milliseconds(Int.random(in: 0...900, using: &random))
        })
      for step in 0..<Int.random(in: 0...20, using: &random) {
        let events: [ProgressEvent] = [
          fraction(Double.random(in: 0...1, using: &random)),
          .bytes(completed: .random(in: 0...9, using: &random), total: 9),
          .bytes(completed: 4, total: nil), .message(SanitizedText(ByteString("Grüße \(step)"))),
          .style(SanitizedText("rainbow")), .title(SanitizedText("t")), .detail(SanitizedText("d")),
          .step(number: .random(in: 0...3, using: &random), count: 3, name: SanitizedText("s")),
          .weights([1, 2, 3]), .plan(SanitizedText(ByteString("a; b \(step); c"))),
          .expect(.seconds(20)), .speed(.random(in: 0...9, using: &random)),
          .bytes(completed: .random(in: 0...99, using: &random), total: nil),
          .picture(SanitizedText("/a/b.png")), .job(SanitizedText("a"), .resumed),
          .usual(.seconds(.random(in: 0...9, using: &random))),
          .job(SanitizedText("a"), .step(number: 1, count: 2, name: SanitizedText("s"))),
          .job(SanitizedText("b"), .bytes(completed: .random(in: 0...9, using: &random), total: 9)),
          .job(SanitizedText("b"), .paused(SanitizedText("no power"))),
          .job(SanitizedText("b"), .weights([.random(in: 0...255, using: &random)])),
          .job(SanitizedText("b"), .weights([3, 4])),
          .logLine(SanitizedText(ByteString("line \(step)"))),
          .identity(
            IdentityFact(
              key: SanitizedText(ByteString("k\(Int.random(in: 0...9, using: &random))")),
              value: SanitizedText("v"))),
          .done(.empty), .fail(SanitizedText("x")), .cancel,
          .interruption, .reset,
        ]
        state.apply(
          events[Int.random(in: 0..<events.count, using: &random)],
          at: .milliseconds(900 * step + 5)
        )
      }
      var bytes: [UInt8] = []
      state.write(to: &bytes)
      #expect(ProgressState(wire: bytes.span) == state, "seed 3")
      #expect(ProgressState(wire: bytes.span, after: state) == state, "seed 3")
      #expect(ProgressState(wire: bytes.span, after: last) == state, "seed 3")
      last = state
      // A few states are enough for all truncations.
      for count in 0..<(round % 20 == 0 ? bytes.count : 0) {
        #expect(ProgressState(wire: bytes.span.extracting(first: count)) == nil)
      }
    }
  }

  @Test func wire_ofJunk_neverTraps() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let junk = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = ProgressState(wire: junk.span)
    }
  }
}

/// The start of a run on the screen, and the display of events before the end of the intro.
@Suite struct IntroTests {
  private func state(intro: Double = 1, _ change: (inout ProgressRules) -> Void = { _ in })
    -> ProgressState
  {
    var rules = ProgressRules()
    rules.intro = .seconds(intro)
    change(&rules)
    return ProgressState(rules: rules)
  }

  private func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  private func said(_ events: [(Double, ProgressEvent)], to state: ProgressState) -> ProgressState {
    var state = state
    for (time, event) in events { state.apply(event, at: .milliseconds(Int(time * 1_000))) }
    return state
  }

  @Test func progress_isStoredUntilReady_thenEased() {
    let state = said([(2, fraction(0.3)), (2.2, fraction(0.5)), (2.9, fraction(0.4))], to: state())
    #expect(state.introEnd == .seconds(3))
    #expect(state.shown.value(at: .seconds(3)) == 0)
    #expect(state.shown.value(at: .milliseconds(3_250)) == 0.4)
    let later = said([(3.1, fraction(0.8))], to: state)
    #expect(later.shown.start == state.shown.value(at: .milliseconds(3_100)))
  }

  @Test(
    arguments: [
      ([.done(.empty), .fail(.empty)], .failed), ([.fail(.empty), .done(.empty)], .done),
      ([.done(.empty), .cancel, .fail(.empty)], .cancelled),
      ([.fail(.empty), .reset], .idle),
    ] as [([ProgressEvent], ProgressPhase)])
  func outcomesBeforeItIsReady_theLastOneWins(events: [ProgressEvent], phase: ProgressPhase) {
    let all: [(Double, ProgressEvent)] =
      [(0, fraction(0.3))] + events.enumerated().map { (0.1 + Double($0) / 10, $1) }
    let state = said(all, to: state())
    #expect(state.phase == phase)
    // The phase is the same if all events have the same time.
    #expect(said(all.map { (0.5, $0.1) }, to: self.state()).phase == phase)
  }

  @Test func outcomes_waitUntilItIsReady_butForOneThatIsCalledOff() {
    for (event, began) in [
      (ProgressEvent.fail(.empty), 1.0), (.cancel, 0.4), (.done(.empty), 1.25),
    ] {
      let state = said([(0, fraction(0.3)), (0.4, event)], to: state())
      #expect(state.outcomeBegan == .milliseconds(Int(began * 1_000)))
    }
    let late = said([(0, fraction(0.3)), (5, .fail(.empty)), (5.1, .done(.empty))], to: state())
    #expect(late.phase == .failed && late.outcomeBegan == .seconds(5))
  }

  @Test func doneAtOnce_beginsTheRunFirst() {
    let state = said([(4, .done(.empty))], to: state())
    #expect(state.activeBegan == .seconds(4) && state.outcomeBegan == .milliseconds(5_250))
    #expect(said([(4, .cancel)], to: self.state()).activeBegan == nil)
  }

  @Test func monotonic_keepsTheMost_andOtherwiseProgressGoesBack() {
    let events = [(0.0, fraction(0.6)), (2, fraction(0.3))]
    #expect(said(events, to: state()).shown.target == 0.3)
    #expect(said(events, to: state { $0.isMonotonic = true }).shown.target == 0.6)
  }

  @Test func limitedSpeed_takesASecondForTheWholeWay() {
    let jump = said([(0, fraction(0)), (2, fraction(0.8))], to: state { $0.limitsSpeed = true })
    #expect(jump.shown.duration == .milliseconds(800))
    let step = said([(0, fraction(0)), (2, fraction(0.1))], to: state { $0.limitsSpeed = true })
    #expect(step.shown.duration == .milliseconds(250))
  }

  @Test func burst_makesOneMove() {
    var events: [(Double, ProgressEvent)] = [(0, fraction(0.1))]
    for step in 0..<500 { events.append((3, fraction(Double(step) / 1_000))) }
    let state = said(events, to: state())
    #expect(state.shown.began == .seconds(3) && state.shown.start == 0.1)
    #expect(state.shown.target == 0.499)
  }
}
