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

  /// Decodes the next bytes.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    decode(bytes, skims: false, emit)
  }

  /// Skips lines that a later one replaces: of those with the same first letter the last counts.
  public func skim(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    decode(bytes, skims: true, emit)
  }

  @inline(never) private func decode(
    _ bytes: Span<UInt8>, skims: Bool, _ emit: (FeedOutput) -> Void
  ) {
    // The last skipped line of each first letter.
    var last: [ByteString] = []
    var skips = skims && reader.recordsStandAlone
    splitter.split(bytes) {
      if skips, $1.kind == .line, $1.lateCount == 0, !$1.isCut, !Self.isKept($0) {
        if last.isEmpty { last = [ByteString](repeating: ByteString(), count: 32) }
        last[Int($0[0] & 31)] = ByteString($0)
      } else {
        readLast(&last, emit)
        read($0, $1, emit)
        skips = skims && reader.recordsStandAlone
      }
    }
    readLast(&last, emit)
  }

  @inline(never) private func readLast(_ last: inout [ByteString], _ emit: (FeedOutput) -> Void) {
    for line in last where !line.isEmpty { read(line.bytes.span, LineSplitter.Record(), emit) }
    last = []
  }

  /// The beginnings of lines that a flood must not lose: outcomes of all protocols, parts of larger
  /// records, and records that add to others.
  private static let kept = ByteString(
    """
    {|done|success|finish|complete|fail|error|cancel|abort|reset|end|newroot|deactivate|\
    reactivate|job|step|plan|weight|expect|usual|title|code|paused|resume|next|restart|log|\
    identity|style|image|units|quit|exit|fifo|xxx|p:|i:|e:|ea:|ef:|pmerror:|\
    errno=|lasterror:|rauc service|msg success|msg failure|installing|start:|write successful|\
    duration:|@nix
    """
  ).split(at: UInt8(ascii: "|"))

  private static func isKept(_ line: Span<UInt8>) -> Bool {
    var start = 0
    // Blanks and quotation marks precede words.
    while start < line.count, line[start] <= UInt8(ascii: "\"") { start += 1 }
    guard start < line.count else { return false }
    let first = line[start] | 0x20
    for word in kept where word[0] == first && line.hasWord(word, at: start) { return true }
    return false
  }

  /// Emits the partial record as a whole one.
  public func finish(emit: (FeedOutput) -> Void) {
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
    case .marked: native.read(record, isCut: false) { obey($0, emit) }
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
      if case .malformed(let text) = $0 { rejected = text } else { emit($0) }
    }
    if !reader.isWithinBlock { blockIsLate = false }
    guard let rejected else { return }
    var isControl = false
    if !obeysControls { return emit(.malformed(rejected)) }
    native.read(record, isCut: isCut) { output in
      guard output.isControl else { return }
      isControl = true
      obey(output, emit)
    }
    if !isControl { emit(.malformed(rejected)) }
  }

  /// Emits a native output. A reset also resets the reader.
  private func obey(_ output: FeedOutput, _ emit: (FeedOutput) -> Void) {
    if output == .event(.reset) { reader.forget() }
    emit(output)
  }
}

extension FeedOutput {
  /// Whether this is an outcome or a control word of the native protocol.
  var isControl: Bool {
    switch self {
    case .event(.done), .event(.fail), .event(.cancel), .event(.reset), .end, .newRoot: true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Returns whether a word in lower case stands at a place, in any case.
  fileprivate func hasWord(_ word: ByteString, at place: Int) -> Bool {
    if place + word.count > count { return false }
    for index in 0..<word.count where self[place + index] | 0x20 != word[index] { return false }
    return true
  }

  /// Whether all bytes are blanks.
  fileprivate var isBlank: Bool {
    for index in indices where self[index] != 0x20 && self[index] != 0x09 { return false }
    return true
  }
}
