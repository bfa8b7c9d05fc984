import Base
import ProgressModel

/// A reader of lines without a named protocol, or of several protocols on one stream.
///
/// Every line protocol may read a record. Native lines come first. Of the other protocols that know
/// the record, the one with the most evidence is chosen, and of equals the first in the registry.
/// Evidence is the number of records with progress that the protocol knew, up to four: one record
/// decides nothing, and later records revise earlier choices. A protocol with two such records is
/// recognized.
///
/// A text without progress can belong to any protocol. In a command's output, texts count if their
/// protocol has evidence, or if no protocol is recognized. Elsewhere they always count, but an
/// outcome in another protocol than native needs the same evidence.
final class RecordRecognizer: RecordReader {
  private final class Candidate {
    let feed: FeedProtocol
    let reader: RecordReader
    var evidence = 0
    var isAnnounced = false
    // The outputs for the current record.
    var said: [FeedOutput] = []
    var understands = false

    init(_ feed: FeedProtocol, _ reader: RecordReader) { (self.feed, self.reader) = (feed, reader) }

    /// Adds the current record to the evidence if it reports progress.
    func weigh() {
      if evidence < RecordRecognizer.certainty, said.hasProgress { evidence += 1 }
    }
  }

  private let isOutput: Bool
  // The user's patterns, which precede all protocols; nil for none.
  private let matches: MatchReader?
  private var candidates: [Candidate] = []
  // The protocol of the last record, and the number of records it read alone.
  private var last: Candidate?
  // The last record of a command that was only a number.
  private var lastNumber: Fraction?
  private var aloneCount = 0
  // Whether a command has written native progress that is no meter of another tool, and the
  // announcements that wait for it.
  private var nativeIsProven: Bool
  // The last fraction of a command's meter, and the number of meters one after the other; 0 once
  // the command names its steps.
  private var lastFraction = Fraction.zero
  private var meterCount = 1
  private var announced: [FeedOutput] = []

  /// The most announcements that wait.
  private static let announcedLimit = 16
  /// The largest evidence counted.
  private static let certainty = 4
  /// The least evidence of a recognized protocol.
  private static let recognition = 2
  /// The number of records that a certain protocol reads before all protocols read one.
  private static let aloneLimit = 7

  /// Creates a reader at the start of a feed.
  init(isOutput: Bool, matchers: [LineMatcher]) {
    self.isOutput = isOutput
    nativeIsProven = !isOutput
    matches = matchers.isEmpty ? nil : MatchReader(matchers)
    super.init()
    for feed in FeedProtocol.all where feed.form != .unrecognizable {
      let isNative = feed === FeedProtocol.native
      let reader = isNative ? NativeLines(guessesFractions: true) : feed.makeReader()
      if let reader { candidates.append(Candidate(feed, reader)) }
    }
  }

  /// A user's pattern may match any line.
  override var recordsStandAlone: Bool {
    if matches != nil { return false }
    guard let last, last.evidence >= Self.recognition else { return true }
    return last.reader.recordsStandAlone
  }

  override var isWithinBlock: Bool { openBlock != nil }

  /// The native protocol, first in the registry.
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
    (lastFraction, meterCount) = (.zero, 1)
    nativeIsProven = !isOutput
    announced = []
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if isOutput, let plain = TerminalText.plain(record) {
      if !plain.isEmpty { read(plain: plain.span, isCut, emit) }
    } else {
      read(plain: record, isCut, emit)
    }
  }

  /// Reads a record without escape sequences.
  ///
  /// - Parameter original: the record as it was written, if its digits were of another script.
  private func read(
    plain record: Span<UInt8>, _ isCut: Bool, of original: SanitizedText? = nil,
    _ emit: (FeedOutput) -> Void
  ) {
    if let matches {
      var isUnderstood = true
      matches.read(record, isCut: isCut) {
        if case .malformed = $0 { isUnderstood = false } else { emit($0) }
      }
      if isUnderstood { return }
    }
    if let open = openBlock, read(record, isCut, open) { return choose(open, record, emit) }
    // No protocol precedes the native one.
    if last === native, native.evidence == Self.certainty, nativeIsProven,
      readNative(record, isCut, emit)
    {
      return
    }
    var (best, tried): (Candidate?, Candidate?)
    if let last, last !== native, last.evidence == Self.certainty, aloneCount < Self.aloneLimit {
      aloneCount += 1
      tried = last
      if read(record, isCut, native), counts(native, record) {
        native.weigh()
        return choose(native, record, emit)
      }
      if read(record, isCut, last) { return choose(last, record, emit) }
    }
    aloneCount = 0
    // A counter that is read twice would prove itself.
    for candidate in candidates where candidate !== tried {
      guard read(record, isCut, candidate) else { continue }
      let isBelieved = counts(candidate, record)
      candidate.weigh()
      if !isBelieved {
        candidate.reader.reject()
        continue
      }
      if best == nil || best !== native && candidate.evidence > best?.evidence ?? 0 {
        best = candidate
      }
    }
    guard let best else {
      keepAnnouncement()
      if original == nil, let plain = Everyday.plain(record) {
        return read(plain: plain.span, isCut, of: SanitizedText(record), emit)
      }
      // A quoted line may be a field of an object.
      if !isOutput, !isMeter, original == nil, Everyday.readOutcome(record, isCut, emit: emit) {
        return
      }
      return emit(.malformed(original ?? SanitizedText(record)))
    }
    choose(best, record, emit)
  }

  /// Reads a record as native and emits its outputs at once; false if it is not native.
  private func readNative(
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

  /// Reads a record with a candidate; false if its protocol does not know it.
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
      emit(candidate.feed.recognition)
    }
    // A native reset begins another run, perhaps of another writer.
    if candidate === native, candidate.said == [.event(.reset)] { forget() }
    if candidate === native, !nativeIsProven, candidate.said.hasProgress, !record.isPercentage {
      nativeIsProven = true
      // Many tools print numbers: the text before them may be prose.
      if !record.isBareNumber {
        for output in candidate.said { announced.append(output) }
        candidate.said = announced
      }
      announced = []
    }
    countMeter(candidate.said, emit)
    for output in candidate.said { emit(output) }
  }

  /// Makes a step of each of several meters that a command shows one after the other.
  private func countMeter(_ said: [FeedOutput], _ emit: (FeedOutput) -> Void) {
    if said.hasStep { meterCount = 0 }
    guard isOutput, meterCount > 0, let fraction = said.fraction else { return }
    if lastFraction.billionths >= 990_000_000, fraction.billionths <= 100_000_000 {
      meterCount += 1
      let number = UInt32(meterCount)
      // The end of the former plan: its steps are fewer shares of the new one.
      emit(.event(.step(number: 0, count: 0, name: .empty)))
      emit(.event(.step(number: number, count: number, name: .empty)))
    }
    lastFraction = fraction
  }

  /// Whether the feed is the output of a recognized tool.
  private var isMeter: Bool {
    for candidate in candidates
    where candidate.feed.form == .chatty && candidate.evidence >= Self.recognition {
      return true
    }
    return false
  }

  /// Keeps an announcement of the last record, if it is native, until native progress proves that
  /// it was not prose: "restart 5" or "next steps: …".
  private func keepAnnouncement() {
    if nativeIsProven || !native.understands || announced.count >= Self.announcedLimit
      || native.said.hasProgress || native.said.hasControl
    {
      return
    }
    for output in native.said { announced.append(output) }
  }

  /// Returns whether the outputs of a candidate are accepted.
  private func counts(_ candidate: Candidate, _ record: Span<UInt8>) -> Bool {
    let isNative = candidate === native
    if candidate.said.hasProgress {
      if Everyday.isStatistic(record) { return false }
      if !isNative, record.isBareNumber {
        // No percentage exceeds 100: native comes first and has rejected this one. Beside
        // percentages, a larger number counts nothing.
        let fraction = candidate.said.fraction
        let isRejected = native.understands ? native.said.isEmpty : fraction == .whole
        if isRejected || fraction == nil && native.evidence > 0 { return false }
      }
      // Commands also print other numbers, and lines such as "Battery: 100%". The second record of
      // the kind counts; a bare number counts if it exceeds the last one.
      if !isOutput { return true }
      if record.isBareNumber {
        let last = lastNumber
        lastNumber = candidate.said.fraction ?? last
        return last.map { $0 < candidate.said.fraction ?? .zero } ?? false
      }
      return candidate.evidence > 0 || candidate.feed.form != .chatty || !record.isLabel
        || candidate.reader.isProven
    }
    if candidate.said.isEmpty {
      // The header of a meter is no error of the command.
      return isNative || candidate.evidence >= Self.recognition
        || (isOutput ? candidate.feed === FeedProtocol.human : candidate.reader.isWithinBlock)
    }
    let minimum = isNative ? 1 : Self.recognition
    let isProven = isNative ? nativeIsProven : candidate.evidence >= minimum
    if isOutput, !isProven, !candidate.said.saysOnlyTexts { return false }
    let isControl = candidate.said.hasControl
    // For a command the exit status decides the outcome.
    if isOutput, isNative, isControl { return false }
    if !isOutput, isNative || !isControl { return true }
    if candidate.evidence >= minimum { return true }
    // "Error: …" occurs in the output of any command.
    if isControl, candidate.feed.form == .chatty { return false }
    for other in candidates where other.evidence >= Self.recognition { return false }
    return true
  }
}
