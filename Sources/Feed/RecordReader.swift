import Base
import ProgressModel

/// A reader of the records of one line protocol.
public class RecordReader {
  init() {}

  /// Emits the outputs of a record; `unknown` if the protocol does not know it.
  ///
  /// - Parameter isCut: whether the end of the record is missing.
  func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    emit(.unknown)
  }

  /// Discards the context that earlier records set for later ones.
  func forget() {}

  /// Discards the rest of the last record, which was rejected: it opens no block.
  func reject() { if isWithinBlock { forget() } }

  /// Whether each record has a meaning without the earlier ones, so that some may be skipped.
  var recordsStandAlone: Bool { true }

  /// Whether a multi-line record is open, so that the next line belongs to it.
  var isWithinBlock: Bool { false }

  /// Whether an earlier record proves that the numbers of the last one are progress.
  var isProven: Bool { false }

  /// Marks the rest of an open multi-line record as late.
  func blockIsLate() {}
}
