import ProgressModel

/// A decoder of records that LF, CR or NUL end; what one says is its heirs' business.
public class RecordDecoder: FeedDecoder {
  private var splitter = LineSplitter()

  init() {}

  /// Emits what a record says.
  ///
  /// - Parameter isCut: whether its end is missing.
  func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    emit(.malformed(ProgressText(record)))
  }

  /// Forgets what earlier records said of later ones.
  func forget() {}

  /// Whether part of a record is waiting for its end.
  public var holdsPartialRecord: Bool { splitter.holdsPartialRecord }

  /// Whether records are understood without those before.
  public var recordsStandAlone: Bool { true }

  /// Takes in the next bytes.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    splitter.split(bytes) { read($0, isCut: $1, late: $2, emit: emit) }
  }

  /// Takes what waits as a whole record.
  public func finish(emit: (FeedOutput) -> Void) {
    splitter.flush { read($0, isCut: $1, late: $2, emit: emit) }
    forget()
  }

  /// Reads a record whose first bytes came some time before the others: a shell says `printf 'message Unpacking: '`, works, and says
  /// `echo done`. That is one record if it says something, and two writers otherwise, of which the first died.
  private func read(
    _ record: Span<UInt8>, isCut: Bool, late: Int, emit: (FeedOutput) -> Void
  ) {
    var isOne = true
    read(record, isCut: isCut) {
      if late > 0, case .malformed = $0 { isOne = false } else { emit($0) }
    }
    if isOne { return }
    emit(.dropped)
    if late < record.count { read(record.extracting(late...), isCut: isCut, emit: emit) }
  }

  /// Forgets the part of a record that waits.
  public func dropPartialRecord() { splitter.drop() }

  /// Keeps the part of a record that waits.
  public func waitLonger() -> Bool { splitter.waitLonger() }
}
