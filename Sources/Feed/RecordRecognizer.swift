import Base
import ProgressModel

/// Reads lines whose protocol is not named, and lines of several protocols on one stream.
///
/// Every protocol of lines may read a record. The program's own lines are taken first. Of the other
/// protocols that understand a record the one with the most evidence is taken, of equals the first of
/// the registry. Evidence is the number of records with
/// progress that a protocol understood, up to four: so one record decides nothing, and later records
/// revise what earlier ones suggested. A protocol with two such records is recognized.
///
/// Texts without progress could mean anything. In the output of a command they count if their protocol
/// has evidence, or no protocol is recognized. Elsewhere they always count, but an outcome in the words
/// of a protocol other than native needs the same evidence.
final class RecordRecognizer: RecordReader {
  private final class Candidate {
    let feed: FeedProtocol
    let reader: RecordReader
    var evidence = 0
    var isAnnounced = false
    // What it said of the record.
    var said: [FeedOutput] = []
    var understands = false

    init(_ feed: FeedProtocol, _ reader: RecordReader) { (self.feed, self.reader) = (feed, reader) }
  }

  private let isOutput: Bool
  // The user's patterns, which come before all protocols; nil for none.
  private let matches: MatchReader?
  private var candidates: [Candidate] = []
  // What understood the last record, and how many it read alone.
  private var last: Candidate?
  // The last record of a command that was a number alone.
  private var lastNumber: Fraction?
  private var aloneCount = 0

  /// The most evidence that is counted.
  private static let certainty = 4
  /// From how much evidence on a protocol is recognized.
  private static let recognition = 2
  /// How many records a certain protocol reads before all read one again.
  private static let aloneLimit = 7

  /// Creates a reader at the start of a feed.
  init(isOutput: Bool, matchers: [LineMatcher]) {
    self.isOutput = isOutput
    matches = matchers.isEmpty ? nil : MatchReader(matchers)
    super.init()
    for feed in FeedProtocol.all where feed.manner != .unrecognizable {
      if let makeReader = feed.makeReader { candidates.append(Candidate(feed, makeReader())) }
    }
  }

  /// Once it is known what the records are.
  override var recordsStandAlone: Bool {
    guard let last, last.evidence > 0 else { return false }
    return last.reader.recordsStandAlone
  }

  override var isWithinBlock: Bool { openBlock != nil }

  /// The program's own lines, the first of the registry.
  private var native: Candidate { candidates[0] }

  private var openBlock: Candidate? {
    for candidate in candidates where candidate.reader.isWithinBlock { return candidate }
    return nil
  }

  override func blockIsLate() { openBlock?.reader.blockIsLate() }

  override func forget() {
    for candidate in candidates {
      candidate.reader.forget()
      (candidate.evidence, candidate.isAnnounced) = (0, false)
    }
    (last, aloneCount, lastNumber) = (nil, 0, nil)
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if isOutput, let plain = TerminalText.plain(record) {
      if !plain.isEmpty { read(plain: plain.span, isCut, emit) }
    } else {
      read(plain: record, isCut, emit)
    }
  }

  private func read(
    plain record: Span<UInt8>, _ isCut: Bool, _ emit: (FeedOutput) -> Void
  ) {
    if let matches {
      var isUnderstood = true
      matches.read(record, isCut: isCut) {
        if case .malformed = $0 { isUnderstood = false } else { emit($0) }
      }
      if isUnderstood { return }
    }
    if let open = openBlock, read(record, isCut, open) { return choose(open, record, emit) }
    // No protocol comes before the native one.
    if last === native, native.evidence == Self.certainty, readAlone(record, isCut, emit) { return }
    if let last, last !== native, last.evidence == Self.certainty, aloneCount < Self.aloneLimit {
      aloneCount += 1
      if read(record, isCut, native), counts(native, record) {
        return choose(native, record, emit)
      }
      if read(record, isCut, last) { return choose(last, record, emit) }
    }
    aloneCount = 0
    var best: Candidate?
    for candidate in candidates {
      guard read(record, isCut, candidate) else { continue }
      let isBelieved = counts(candidate, record)
      if hasProgress(candidate.said), candidate.evidence < Self.certainty {
        candidate.evidence += 1
      }
      if !isBelieved {
        // What is not believed opens no block.
        if candidate.reader.isWithinBlock { candidate.reader.forget() }
        continue
      }
      if best == nil || best !== native && candidate.evidence > best?.evidence ?? 0 {
        best = candidate
      }
    }
    guard let best else { return emit(.malformed(SanitizedText(record))) }
    choose(best, record, emit)
  }

  /// Reads a record that is probably native, and emits what it says at once; false if it says nothing.
  private func readAlone(
    _ record: Span<UInt8>, _ isCut: Bool, _ emit: (FeedOutput) -> Void
  ) -> Bool {
    var (isUnderstood, isReset) = (true, false)
    native.reader.read(record, isCut: isCut) {
      switch $0 {
      case .malformed: isUnderstood = false
      case .event(.reset):
        isReset = true
        emit($0)
      default: emit($0)
      }
    }
    if isReset { forget() }
    return isUnderstood
  }

  /// Has a candidate read a record; false if it does not understand it.
  private func read(_ record: Span<UInt8>, _ isCut: Bool, _ candidate: Candidate) -> Bool {
    candidate.said.removeAll(keepingCapacity: true)
    candidate.understands = true
    candidate.reader.read(record, isCut: isCut) {
      if case .malformed = $0 { candidate.understands = false } else { candidate.said.append($0) }
    }
    return candidate.understands
  }

  private func choose(
    _ candidate: Candidate, _ record: Span<UInt8>, _ emit: (FeedOutput) -> Void
  ) {
    last = candidate
    if candidate.evidence >= Self.recognition, !candidate.isAnnounced {
      candidate.isAnnounced = true
      emit(.recognized(ByteString(candidate.feed.name)))
    }
    // A reset of the program's own begins another run, perhaps of another writer.
    let isReset = candidate === native && candidate.said == [.event(.reset)]
    if isReset { forget() }
    for output in candidate.said { emit(output) }
  }

  /// Whether what a candidate understands is believed.
  private func counts(_ candidate: Candidate, _ record: Span<UInt8>) -> Bool {
    let isNative = candidate === native
    if hasProgress(candidate.said) {
      // No percentage is above 100: native, which comes first, has rejected it.
      if fraction(candidate.said) == .whole, !native.understands, isBareNumber(record) {
        return false
      }
      // Commands print numbers that count something else, and people write "Battery: 100%". The second
      // record of the kind counts, and a number alone if it is larger than the last one.
      if !isOutput { return true }
      if isBareNumber(record) {
        let last = lastNumber
        lastNumber = fraction(candidate.said) ?? last
        return last.map { $0 < fraction(candidate.said) ?? .zero } ?? false
      }
      return candidate.evidence > 0 || candidate.feed.manner != .chatty || !isLabel(record)
    }
    if candidate.said.isEmpty {
      return candidate.evidence >= Self.recognition || !isOutput && candidate.reader.isWithinBlock
    }
    // Words of people, such as "restart 5" or "next steps: …", promise nothing.
    let minimum = isNative ? 1 : Self.recognition
    if isOutput, candidate.evidence < minimum, !saysOnlyTexts(candidate.said) { return false }
    let isControl = hasControl(candidate.said)
    // The command's status tells how it ended.
    if isOutput, isNative, isControl { return false }
    if !isOutput, isNative || !isControl { return true }
    if candidate.evidence >= minimum { return true }
    // People read "Error: …" in the output of anything.
    if isControl, candidate.feed.manner == .chatty { return false }
    for other in candidates where other.evidence >= Self.recognition { return false }
    return true
  }

  private func isBareNumber(_ record: Span<UInt8>) -> Bool {
    for index in record.indices {
      // Letters of "inf", "infinity" and exponents stand in numbers, too.
      switch record[index] {
      case UInt8(ascii: "%"): return false
      case 0...UInt8(ascii: "9"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "i"),
        UInt8(ascii: "n"), UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "y"):
        break
      default: return false
      }
    }
    return true
  }

  private func fraction(_ said: [FeedOutput]) -> Fraction? {
    for output in said { if case .event(.fraction(let fraction)) = output { return fraction } }
    return nil
  }

  /// Whether a record is words and a percentage, without anything that looks like a meter.
  private func isLabel(_ record: Span<UInt8>) -> Bool {
    var hasLetter = false
    for index in record.indices {
      let byte = record[index]
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "#") {
        return false
      }
      if byte | 0x20 >= UInt8(ascii: "a") { hasLetter = true }
    }
    return hasLetter && record.count > 0 && record[record.count - 1] == UInt8(ascii: "%")
  }

  private func saysOnlyTexts(_ said: [FeedOutput]) -> Bool {
    for output in said {
      switch output {
      case .event(.title), .event(.message), .event(.detail): break
      default: return false
      }
    }
    return true
  }

  private func hasProgress(_ said: [FeedOutput]) -> Bool {
    for output in said {
      switch output {
      case .event(.fraction), .event(.bytes), .event(.step): return true
      default: break
      }
    }
    return false
  }

  private func hasControl(_ said: [FeedOutput]) -> Bool {
    for output in said where output.isControl { return true }
    return false
  }
}
