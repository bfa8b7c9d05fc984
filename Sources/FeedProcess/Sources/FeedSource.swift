import Base
import Feed
import LinuxSystem

/// Where a feed's bytes come from. Reading never waits.
class FeedSource {
  /// What it is called in the log.
  let name: ByteString
  /// Whether it has ended, and nothing more will come.
  final var hasEnded = false
  /// How many bytes were read in all.
  final var readCount = 0
  /// What was read last.
  final var buffer = [UInt8](repeating: 0, count: 65_536)

  init(_ name: ByteString) { self.name = name }

  /// Adds what it has open.
  func addDescriptors(to list: inout [Int32]) {}

  /// Adds what must be waited for.
  func addDescriptors(to poller: inout Poller) {}

  /// When `read` wants to be called though nothing came.
  var deadline: Duration? { nil }

  /// How many records wait for a rest that will not come if the feed is closed now.
  var unfinishedCount: Int { 0 }

  /// Reads what is there, at most a good deal of it, so that a flood leaves time for everything else.
  func read(at now: Duration, emit: (FeedOutput) -> Void) {}

  /// Makes anew what was made for it on a file system that is left behind.
  func enterNewRoot(leaving device: UInt64) {}

  /// The path of the FIFO that was made for it; nil for none.
  var madeFIFO: ByteString? { nil }

  /// Removes what was made for it.
  func close() {}

  /// Decodes the first bytes of the buffer.
  final func decodeBuffer(
    first count: Int, _ decoder: any FeedDecoder, _ emit: (FeedOutput) -> Void
  ) {
    let bytes = buffer
    readCount += count
    // A full buffer is a flood: its writer is to be kept up with.
    if count == bytes.count, decoder.recordsStandAlone {
      RepeatedRecords.withoutReplaced(bytes.span) { decoder.decode($0, emit: emit) }
    } else {
      decoder.decode(bytes.span.extracting(first: count), emit: emit)
    }
  }
}
