import Base
import Feed
import LinuxSystem

/// The source of a feed's bytes. Reading never blocks.
class FeedSource {
  /// The feed's name in the log.
  let name: ByteString
  /// Whether the feed has ended; then no more bytes come.
  final var hasEnded = false
  /// The number of bytes read in all.
  final var readCount = 0
  /// The bytes read last.
  final var buffer = [UInt8](repeating: 0, count: 65_536)

  init(_ name: ByteString) { self.name = name }

  /// The beginning of its lines in the log.
  @inline(never) final var logPrefix: ByteString { "feed " + name + ": " }

  /// Adds the descriptors to wait for.
  func addDescriptors(to poller: inout Poller) {}

  /// The time of the next `read` without new bytes, on the system's clock; nil for none.
  var deadline: Duration? { nil }

  /// The source to read from now on instead of this one; nil for none.
  func opened(at now: Duration) -> FeedSource? { nil }

  /// The number of partial records that are lost if the feed is closed now.
  var unfinishedCount: Int { 0 }

  /// Reads and decodes available bytes. A limit on each call keeps a flood from blocking the loop.
  func read(at now: Duration, emit: (FeedOutput) -> Void) {}

  /// Makes a FIFO anew that is on a file system which is left behind.
  func enterNewRoot(leaving device: UInt64) {}

  /// The path of the FIFO that this program made; nil for none.
  var ownedFIFO: ByteString? { nil }

  /// Closes the feed, and removes the files that were made for it.
  func close() {}

  /// Decodes bytes of the buffer, and counts them.
  ///
  /// - Parameter isFlood: whether records come too fast to read all.
  final func decodeBuffer(
    _ range: Range<Int>, isFlood: Bool = false, _ decoder: any FeedDecoder,
    _ emit: (FeedOutput) -> Void
  ) {
    readCount += range.count
    let bytes = buffer
    decoder.decode(bytes.span.extracting(range), isFlood: isFlood, emit: emit)
  }
}
