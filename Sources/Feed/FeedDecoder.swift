public import ProgressModel

/// What a decoder makes of a piece of a feed.
public enum FeedOutput: Equatable, Sendable {
  /// Something was said.
  case event(ProgressEvent)
  /// A record that says nothing in this protocol: its text, for the log.
  case malformed(ProgressText)
}

/// Turns the bytes of one feed into events, as they come.
///
/// A decoder is total: every byte sequence, cut into pieces anywhere, gives the same outputs, and none
/// traps, blocks or grows without bound. It sees bytes and no descriptors, so it can be fuzzed.
public protocol FeedDecoder: AnyObject {
  /// Takes in the next bytes; emits what they complete.
  func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void)
  /// Takes note that no more bytes will come; emits what was waiting for its end.
  func finish(emit: (FeedOutput) -> Void)
  /// Whether part of a record is waiting for the rest.
  var holdsPartialRecord: Bool { get }
  /// Forgets the part of a record that is waiting for the rest: its writer died.
  func dropPartialRecord()
}

/// A feed protocol: a name for the command line and a way to make a decoder.
public struct FeedProtocol: Sendable {
  /// The name, as written in settings.
  public let name: StaticString
  /// One line on what speaks it.
  public let summary: StaticString
  /// Makes a decoder for one feed.
  public let makeDecoder: @Sendable () -> any FeedDecoder
}
