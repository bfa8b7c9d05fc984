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

  /// Progress that no feed reported counts like that of one more feed.
  @Test func reports_countLikeAFeedWithoutWeight() throws {
    let feed = Told("feed")
    let set = try FeedSet([])
    set.add(feed, nil)
    func passed(_ event: ProgressEvent, at seconds: Double, by source: Told?) -> Bool {
      var count = 0
      source?.next = event
      set.read(at: .seconds(seconds)) { _ in count += 1 }
      if source == nil {
        set.pass(.event(event), of: nil, at: .seconds(seconds)) { _ in count += 1 }
      }
      return count == 1
    }
    #expect(passed(Self.part(10), at: 1, by: feed))
    #expect(passed(Self.part(70), at: 2, by: nil))
    #expect(!passed(Self.part(11), at: 3, by: feed))
    #expect(passed(.message(.empty), at: 4, by: feed))
    #expect(passed(Self.part(12), at: 12, by: feed))
    #expect(!passed(Self.part(71), at: 13, by: nil))
    set.add(Told("other"), FeedDescription("3*-"))
    #expect(!passed(Self.part(72), at: 40, by: nil))
    #expect(passed(.message(.empty), at: 41, by: nil))
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

  // MARK: - Weights

  /// The events of a set of feeds with weights; nil for none.
  private static func mixed(
    _ feeds: [(plan: ByteString?, events: [ProgressEvent])]
  ) throws -> [ProgressEvent] {
    let set = try FeedSet([])
    var found: [ProgressEvent] = []
    let sources = try feeds.enumerated().map { number, feed in
      let source = Told(ByteString(number))
      set.add(source, try feed.plan.map { try #require(FeedDescription($0)) })
      return source
    }
    for (source, feed) in zip(sources, feeds) {
      for event in feed.events {
        source.next = event
        set.read(at: .seconds(found.count)) {
          if case .event(let event) = $0 { found.append(event) }
        }
      }
    }
    return found
  }

  private static func part(billionths: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: billionths))
  }

  /// The whole is done once all feeds with a weight are, or a feed without one says so.
  @Test func weightedFeeds_makeOneFraction() throws {
    let message = ProgressEvent.message(SanitizedText("x"))
    let found = try Self.mixed([
      ("3*/a", [Self.part(50)]), ("1*/b", [.done(.empty)]),
      (nil, [Self.part(90), message, .done(.empty)]),
    ])
    #expect(
      found == [
        Self.part(billionths: 375_000_000), Self.part(billionths: 625_000_000), message,
        .done(.empty),
      ])
    let all = try Self.mixed([("3*/a", [.done(.empty)]), ("1*/b", [.done(.empty)])])
    #expect(all == [Self.part(75), .done(.empty)])
  }

  /// Some feeds repeat the step with each number.
  @Test func weightedFeeds_mayHaveSteps() throws {
    let (two, three) = (SanitizedText("two"), SanitizedText("three"))
    let second = ProgressEvent.step(number: 2, count: 4, name: two)
    let found = try Self.mixed([
      (
        "1*/a",
        [
          second, Self.part(50), second, second, Self.part(60),
          .step(number: 3, count: 4, name: three),
        ]
      ), (nil, [Self.part(90)]),
    ])
    #expect(
      found == [
        .detail(two), Self.part(25), Self.part(billionths: 375_000_000), Self.part(40),
        .detail(three), Self.part(50),
      ])
  }

  /// Weights and jobs would be two ways to add up one whole.
  @Test func weightedFeeds_haveNoJobs() throws {
    let job = SanitizedText("a")
    let found = try Self.mixed([
      (
        "1*/a",
        [.job(job, Self.part(10)), Self.part(50), .job(job, .done(.empty)), .done(.empty)]
      )
    ])
    #expect(found == [Self.part(50), .done(.empty)])
  }
}
