import Base
import Feed
import LinuxSystem
import ProgressModel
import Testing

@testable import FeedProcess

@Suite struct FeedSetTests {
  /// A feed that reports what a test puts into it.
  private final class Told: FeedSource {
    var next: ProgressEvent?

    override func read(at now: Duration, emit: (FeedOutput) -> Void) {
      if let event = next { emit(.event(event)) }
      next = nil
    }
  }

  private static func part(_ percent: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: percent * 10_000_000))
  }

  /// Of two feeds that report progress, the later one counts, until it is silent for ten seconds.
  @Test func silentFeed_isReplaced() throws {
    let (first, second) = (Told("first"), Told("second"))
    let set = try FeedSet([])
    set.add(first, nil)
    set.add(second, nil)
    func heard(_ source: Told, _ event: ProgressEvent, at seconds: Double) -> [ProgressEvent] {
      source.next = event
      var found: [ProgressEvent] = []
      set.read(at: .seconds(seconds)) {
        if case .event(let event) = $0 { found.append(event) }
      }
      return found
    }
    #expect(heard(first, Self.part(10), at: 1) == [Self.part(10)])
    #expect(heard(second, Self.part(20), at: 2) == [Self.part(20)])
    #expect(heard(first, Self.part(11), at: 3) == [])
    #expect(heard(first, .message(.empty), at: 4) == [.message(.empty)])
    #expect(heard(first, Self.part(12), at: 11.9) == [])
    #expect(heard(first, Self.part(13), at: 12) == [Self.part(13)])
    #expect(heard(second, Self.part(21), at: 13) == [])
    #expect(heard(first, Self.part(14), at: 20) == [Self.part(14)])
    // The end of the one that counts is enough.
    first.hasEnded = true
    #expect(heard(second, Self.part(22), at: 21) == [Self.part(22)])
  }

  /// After a reset each feed counts as before the first report.
  @Test func reset_forgetsWhichFeedCounts() throws {
    let (first, second) = (Told("first"), Told("second"))
    let set = try FeedSet([])
    set.add(first, nil)
    set.add(second, nil)
    var count = 0
    for (source, event) in [
      (first, Self.part(1)), (second, Self.part(2)), (first, .reset), (first, Self.part(3)),
    ] as [(Told, ProgressEvent)] {
      source.next = event
      set.read(at: .seconds(1)) { if case .event = $0 { count += 1 } }
    }
    #expect(count == 4)
  }
}
