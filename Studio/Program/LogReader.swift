import Base
import Feed
import LinuxSystem
import ProgressModel

/// Turns an updater's log into a script: the events of its records, at times that the page gives.
final class LogReader {
  private let decoder: any FeedDecoder
  private(set) var script = ByteString()
  /// The number of events.
  private(set) var eventCount = 0
  /// The number of records without a meaning.
  private(set) var unknownCount = 0
  /// The first record without a meaning.
  private(set) var firstUnknown = ByteString()
  /// The name of the protocol; empty for none.
  private(set) var feed = ByteString()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - name: the protocol's; empty to recognize it, `wrap` for a command's output.
  ///   - matchers: the patterns of the setting `match`, for lines of a protocol that is not named.
  /// - Returns: nil for an unknown name.
  convenience init?(_ name: ByteString, matchers: [LineMatcher]) {
    if name.isEmpty || name == "wrap" {
      self.init(FeedRecognizer(isOutput: name == "wrap", matchers: matchers), "")
    } else if let named = FeedProtocol.named(name) {
      self.init(named.makeDecoder(), name)
    } else {
      return nil
    }
  }

  private init(_ decoder: any FeedDecoder, _ feed: ByteString) {
    (self.decoder, self.feed) = (decoder, feed)
  }

  /// Reads bytes that arrive at a session time.
  func read(_ bytes: Span<UInt8>, at time: Duration) {
    decoder.decode(bytes) { take($0, at: time) }
  }

  /// Reads the end of the log.
  func finish(at time: Duration) { decoder.finish { take($0, at: time) } }

  private func take(_ output: FeedOutput, at time: Duration) {
    switch output {
    case .event(let event): add(event, at: time)
    case .end: add(.interruption, at: time)
    case .recognized(let name): feed = name
    case .malformed(let text):
      unknownCount += 1
      if firstUnknown.isEmpty { firstUnknown = text.utf8 }
    case .dropped: unknownCount += 1
    case .newRoot, .displays, .answer: break
    }
  }

  private func add(_ event: ProgressEvent, at time: Duration) {
    eventCount += 1
    script += Script.line(event, at: time)
  }
}
