import Base
import TestSupport
import Testing

@Suite struct EasedValueTests {
  @Test func trajectory_isThatOfTheVectors() throws {
    let table = try AnimationVectors.table("implicit_progress")
    let events = (table["events"] as? [[String: Any]] ?? []).compactMap {
      event -> (Double, Double)? in
      guard let time = event["t"] as? Double, let value = event["value"] as? Double else {
        return nil
      }
      return (time, value)
    }
    let shown = AnimationVectors.pairs(table["shown"])
    #expect(events.count >= 5 && shown.count > 20)
    for (time, value) in shown {
      var eased = EasedValue(0)
      for (at, target) in events where at <= time {
        eased.move(to: min(max(target, 0), 1), at: .milliseconds(Int((at * 1_000).rounded())))
      }
      let visible = eased.value(at: .milliseconds(Int((time * 1_000).rounded())))
      #expect(abs(visible - value) < 1e-5, "at \(time)")
    }
  }

  @Test func sameTarget_doesNotRestart() {
    var value = EasedValue(0)
    value.move(to: 1, at: .zero)
    let before = value
    value.move(to: 1, at: .milliseconds(100))
    #expect(value == before)
  }

  @Test func change_startsFromWhatIsVisible() {
    var value = EasedValue(0)
    value.move(to: 1, at: .zero)
    let visible = value.value(at: .milliseconds(100))
    value.move(to: 0, at: .milliseconds(100))
    #expect(value.value(at: .milliseconds(100)) == visible)
    #expect(value.value(at: .milliseconds(350)) == 0)
    #expect(value.end == .milliseconds(350))
  }

  @Test func freezing_staysAtWhatIsVisible() {
    var value = EasedValue(0)
    value.move(to: 1, at: .zero)
    let visible = value.value(at: .milliseconds(60))
    value.freeze(at: .milliseconds(60))
    #expect(value.value(at: .seconds(9)) == visible)
  }
}
