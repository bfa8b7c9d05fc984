import Base
import ProgressModel

/// A decoder of a feed of lines: splits it into records for a protocol's reader.
///
/// Two rules hold for every feed of lines, so that no protocol locks a writer out:
/// - A record marked by `fbprogress send` is native, even inside another record.
/// - A record that the protocol does not know still counts if it is a native outcome or control
///   word.
public final class LineDecoder: FeedDecoder {
  private var splitter = LineSplitter()
  private let reader: RecordReader
  private let native: RecordReader
  private let obeysControls: Bool
  private var blockIsLate = false
  // The skipped lines, in order: the last one of each first letter.
  private var skipped: [ByteString] = []
  // The number of lines read since the last bytes of no flood.
  private var readCount = 0

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameter obeysControls: whether a line that the protocol does not know may be a native
  ///   outcome or control word.
  init(_ reader: RecordReader, obeysControls: Bool = true) {
    (self.reader, self.obeysControls) = (reader, obeysControls)
    native = NativeLines()
  }

  /// Whether a partial line or multi-line record waits for its rest, and the rest is not late.
  public var holdsPartialRecord: Bool {
    splitter.holdsPartialRecord || reader.isWithinBlock && !blockIsLate
  }

  /// Whether a partial line waits for its rest, late or not.
  public var hasUnfinishedRecord: Bool { splitter.hasUnfinishedRecord }

  /// Decodes the next bytes. Of the lines that are skipped, the last of each first letter is read.
  public func decode(_ bytes: Span<UInt8>, isFlood: Bool, emit: (FeedOutput) -> Void) {
    if !isFlood { catchUp(emit) }
    // The ranges of skipped lines: only those that are not replaced are copied.
    var recent: [Range<Int>] = []
    var skips = isFlood && skipsLines
    splitter.split(bytes) {
      let kind = isFlood ? FloodLine($0) : .replaceable
      if skips, $1.kind == .line, $1.lateCount == 0, readCount >= kind.rawValue {
        if kind == .outcome, obeyControl($0, isCut: false, emit) {
          (recent, skipped) = ([], [])
        } else if let start = $1.start {
          let letter = $0[0] % FloodLine.letterCount
          recent.removeAll { bytes[$0.lowerBound] % FloodLine.letterCount == letter }
          recent.append(start..<start + $0.count)
        } else if !$1.isCut {
          skip(&recent, of: bytes)
          skip($0)
        }
        return
      }
      skip(&recent, of: bytes)
      if readCount < FloodLine.outcome.rawValue {
        readSkipped(emit)
      } else if kind == .outcome {
        skipped = []
      }
      read($0, $1, emit)
      readCount += 1
      skips = isFlood && skipsLines
    }
    skip(&recent, of: bytes)
  }

  /// Whether the next line belongs to no other, and adds up with none.
  private var skipsLines: Bool { !reader.isWithinBlock && reader.recordsStandAlone }

  @inline(never) private func skip(_ line: Span<UInt8>) {
    let letter = line[0] % FloodLine.letterCount
    skipped.removeAll { $0[0] % FloodLine.letterCount == letter }
    skipped.append(ByteString(line))
  }

  @inline(never) private func skip(_ lines: inout [Range<Int>], of bytes: Span<UInt8>) {
    for line in lines { skip(bytes.extracting(line)) }
    lines.removeAll(keepingCapacity: true)
  }

  @inline(never) private func readSkipped(_ emit: (FeedOutput) -> Void) {
    for line in skipped { read(line.bytes.span, LineSplitter.Record(), emit) }
    readCount += skipped.count
    skipped = []
  }

  private func catchUp(_ emit: (FeedOutput) -> Void) {
    readSkipped(emit)
    readCount = 0
  }

  /// Emits the partial record as a whole one.
  public func finish(emit: (FeedOutput) -> Void) {
    catchUp(emit)
    splitter.flush { read($0, $1, emit) }
    reader.forget()
    blockIsLate = false
  }

  /// Discards the partial record.
  public func dropPartialRecord() {
    splitter.drop()
    if reader.isWithinBlock { reader.forget() }
  }

  /// Keeps the partial record, unless it is already too long.
  public func markRestLate(emit: (FeedOutput) -> Void) {
    let hadPart = splitter.holdsPartialRecord
    if !splitter.markLate(), hadPart { emit(.dropped) }
    if reader.isWithinBlock {
      blockIsLate = true
      reader.blockIsLate()
    }
  }

  @inline(never) private func read(
    _ record: Span<UInt8>, _ properties: LineSplitter.Record, _ emit: (FeedOutput) -> Void
  ) {
    switch properties.kind {
    // Programs overwrite a record with blanks.
    case .line where record.isBlank: break
    case .marked:
      native.read(record, isCut: false) {
        obey($0 == .unknown ? .malformed(SanitizedText(record)) : $0, emit)
      }
    case .terminalCommand: TerminalProgress.read(record, emit)
    case .line: readLine(record, properties, emit)
    }
  }

  /// Reads a line whose first bytes may have arrived earlier than the rest. It is one record if it
  /// has a meaning: a shell runs `printf 'message Unpacking: '`, works, and runs `echo done`.
  /// Otherwise it is of two writers; the first one died.
  private func readLine(
    _ record: Span<UInt8>, _ properties: LineSplitter.Record, _ emit: (FeedOutput) -> Void
  ) {
    let isLate = properties.lateCount > 0
    if isLate, beginsAnew(record, at: properties.lateCount) {
      read(record.extracting(first: properties.lateCount), properties.isCut, emit)
      return read(record.extracting(properties.lateCount...), properties.isCut, emit)
    }
    // An open block takes any line as text.
    var isUnderstood =
      !blockIsLate || properties.lateCount == record.count
      || !NativeLines.isControl(record.extracting(properties.lateCount...))
    if isUnderstood {
      read(record, properties.isCut) {
        if isLate, case .malformed = $0 { isUnderstood = false } else { emit($0) }
      }
    }
    if isUnderstood { return }
    if isLate { emit(.dropped) }
    if properties.lateCount < record.count {
      read(record.extracting(properties.lateCount...), properties.isCut, emit)
    }
  }

  /// Returns whether an outcome or a control word begins within a line because the line feed before
  /// it is missing. Only after a word, and not after a blank: "message Formatting: done" is a text,
  /// and "job sda done" the outcome of a job.
  private func beginsAnew(_ record: Span<UInt8>, at place: Int) -> Bool {
    guard obeysControls, place < record.count, record[place] != 0x20, !blockIsLate else {
      return false
    }
    let before = record[place - 1]
    let isWord =
      before >= 0x80 || RecordFacts.digit(before) != nil
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(before | 0x20)
    return isWord && NativeLines.isControl(record.extracting(place...))
  }

  private func read(_ record: Span<UInt8>, _ isCut: Bool, _ emit: (FeedOutput) -> Void) {
    var rejected: SanitizedText?
    reader.read(record, isCut: isCut) {
      guard case .malformed(let text) = $0 else { return emit($0) }
      rejected = text.isEmpty ? SanitizedText(record) : text
    }
    if !reader.isWithinBlock { blockIsLate = false }
    guard let rejected else { return }
    if !obeysControls || !obeyControl(record, isCut: isCut, emit) { emit(.malformed(rejected)) }
  }

  /// Obeys a record that is a native outcome or control word; false for any other.
  private func obeyControl(
    _ record: Span<UInt8>, isCut: Bool, _ emit: (FeedOutput) -> Void
  ) -> Bool {
    var isControl = false
    native.read(record, isCut: isCut) { output in
      guard output.isControl else { return }
      isControl = true
      obey(output, emit)
    }
    return isControl
  }

  /// Emits a native output. A reset also resets the reader.
  private func obey(_ output: FeedOutput, _ emit: (FeedOutput) -> Void) {
    if output == .event(.reset) { reader.forget() }
    emit(output)
  }
}

extension FeedOutput {
  /// The output for a record that a reader does not know.
  static var unknown: FeedOutput { .malformed(.empty) }

  /// Whether this is an outcome or a control word of the native protocol.
  var isControl: Bool {
    switch self {
    case .event(.done), .event(.fail), .event(.cancel), .event(.reset), .end, .newRoot: true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Whether all bytes are blanks.
  fileprivate var isBlank: Bool {
    for index in indices where self[index] != 0x20 && self[index] != 0x09 { return false }
    return true
  }
}
