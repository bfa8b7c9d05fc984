import Base
import ProgressModel
import Scenes
import TestSupport
import Testing
import Text

@testable import RenderProcess

@Suite struct TerminalTests {
  private static func text(_ string: String) -> ByteString { ByteString(Array(string.utf8)) }

  private static func said(_ string: String) -> SanitizedText { SanitizedText(text(string)) }

  private static let half = ProgressEvent.fraction(Fraction(billionths: 500_000_000))

  private func log(_ entries: [(Double, ProgressEvent)], until end: Double) -> [(Double, String)] {
    var state = ProgressState()
    var log = ProgressLog()
    var lines: [(Double, String)] = []
    var (time, next) = (0.0, 0)
    while time <= end {
      while next < entries.count, entries[next].0 <= time {
        state.apply(entries[next].1, at: .seconds(entries[next].0))
        next += 1
      }
      let still = state.withoutEasing
      let (line, wake) = log.line(
        StatusText(still, at: .seconds(time), Catalogue()), still,
        percent: still.phase == .active ? still.fraction.map { Int($0.value * 100) } : nil,
        at: .seconds(time))
      if let line { lines.append((time, line.description)) }
      let coming = next < entries.count ? entries[next].0 : .infinity
      let woken = wake.map { $0.seconds } ?? .infinity
      // A wake-up in the past would be a busy loop.
      #expect(woken > time)
      time = min(coming, woken)
    }
    return lines
  }

  @Test func flood_becomesALineEachFivePercent_atMostOneASecond() {
    let entries = (0..<1_000).map { index in
      (Double(index) * 0.1, ProgressEvent.fraction(Fraction(billionths: Int64(index) * 1_000_000)))
    }
    let lines = log(entries, until: 99)
    #expect((19...21).contains(lines.count), "\(lines)")
    for (one, other) in zip(lines, lines.dropFirst()) { #expect(other.0 - one.0 >= 1) }
    #expect(lines[1].1.hasPrefix("5%"), "\(lines[1].1)")
    // A hundred times as fast: one line a second.
    let fast = log(entries.map { ($0.0 / 20, $0.1) }, until: 5)
    #expect((5...6).contains(fast.count), "\(fast)")
  }

  @Test func newsAreLines_andAnOutcomeWaitsForNothing() {
    let lines = log(
      [
        (1, .fraction(Fraction(billionths: 100_000_000))), (1.2, .message(Self.said("Copying"))),
        (3, .step(number: 2, count: 5, name: Self.said("boot"))),
        (3.1, .fail(Self.said("disk full"))),
      ], until: 60)
    #expect(lines.map { $0.0 } == [1, 2, 3, 3.1])
    #expect(lines[1].1.hasPrefix("10% Copying"), "\(lines[1].1)")
    #expect(lines[3].1.hasPrefix("disk full"), "\(lines[3].1)")
  }

  @Test func nextRun_hasItsOutcome_too() {
    let lines = log(
      [(1, .done(.empty)), (5, .reset), (5, Self.half), (5, .done(.empty))], until: 60)
    #expect(lines.map { $0.0 } == [1, 5], "\(lines)")
  }

  @Test func silence_isTold_once() {
    let lines = log([(1, Self.half)], until: 300)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.last?.0 == 11)
    #expect(
      lines.last?.1.contains("No response") == true || lines.last?.1.contains("news") == true,
      "\(lines)")
  }
}
