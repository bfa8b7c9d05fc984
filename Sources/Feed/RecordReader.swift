import Base
import ProgressModel

/// Reads the records of one protocol of lines.
public class RecordReader {
  init() {}

  /// Emits what a record says; one `malformed` if it says nothing in this protocol.
  ///
  /// - Parameter isCut: whether the record's end is missing.
  func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    emit(.malformed(SanitizedText(record)))
  }

  /// Forgets what earlier records said of later ones.
  func forget() {}

  /// Whether each record is understood without those before it.
  var recordsStandAlone: Bool { true }

  /// Whether a record of several lines is open: then the next line belongs to it.
  var isWithinBlock: Bool { false }

  /// Takes note that the rest of an open record of several lines is late.
  func blockIsLate() {}
}
