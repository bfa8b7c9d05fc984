import ByteStrings
import ProgressModel

/// A decoder that finds out which protocol it hears.
///
/// Each recognisable protocol reads every record, until one says something: that one is chosen; of several the earlier in the
/// registry, those that rejected the record before coming last. From there on a candidate that rejects what the chosen one
/// understands is out. When the chosen one rejects a record that a candidate which is still in understands, it was the wrong one:
/// that candidate takes over, once and for all.
public final class FeedRecognizer: RecordDecoder {
  private final class Candidate {
    let feed: FeedProtocol
    let decoder: any FeedDecoder
    var rejects = false

    init(_ feed: FeedProtocol) { (self.feed, decoder) = (feed, feed.makeDecoder()) }
  }

  private var candidates: [Candidate] = []
  private var chosen: Candidate?
  private var hasSwitched = false
  private var hasBegun = false

  // Whether what is heard was written for people, and only numbers tell what it is: anybody prints "done", or a line that begins with #.
  private let needsNumbers: Bool

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameter isOutput: whether it is what a command prints.
  public init(isOutput: Bool = false) {
    needsNumbers = isOutput
    super.init()
    for feed in FeedProtocol.all where feed.manner != .unrecognizable {
      candidates.append(Candidate(feed))
    }
  }

  private var binary: (any FeedDecoder)? {
    chosen?.feed.manner == .binary ? chosen?.decoder : nil
  }

  /// Whether part of a record is waiting for the rest.
  public override var holdsPartialRecord: Bool {
    binary?.holdsPartialRecord ?? super.holdsPartialRecord
  }

  /// Forgets the part of a record that waits, whoever holds it.
  public override func dropPartialRecord() {
    super.dropPartialRecord()
    binary?.dropPartialRecord()
  }

  /// Keeps the part of a record of lines that waits.
  public override func waitLonger() -> Bool {
    guard let binary else { return super.waitLonger() }
    return binary.waitLonger()
  }

  /// Whether those of the chosen protocol do.
  public override var recordsStandAlone: Bool { chosen?.decoder.recordsStandAlone ?? false }

  /// Takes in the next bytes.
  public override func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    if !hasBegun, bytes.count > 0 {
      hasBegun = true
      for candidate in candidates where bytes[0] == 0 && candidate.feed.manner == .binary {
        choose(candidate, emit)
      }
    }
    if let binary { binary.decode(bytes, emit: emit) } else { super.decode(bytes, emit: emit) }
  }

  /// Takes what waits as a whole record. The protocol stays what it is.
  public override func finish(emit: (FeedOutput) -> Void) {
    super.finish(emit: emit)
    chosen?.decoder.finish(emit: emit)
  }

  private func choose(_ candidate: Candidate, _ emit: (FeedOutput) -> Void) {
    chosen = candidate
    emit(.recognized(ByteString(candidate.feed.name)))
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    var first = chosen
    if let first {
      read(record, first) { emit($0) }
      if hasSwitched || candidates.count == 1 && !first.rejects {
        if first.rejects { emit(.malformed(ProgressText(record))) }
        return
      }
    }
    var isTaken = first?.rejects == false
    // Those that are still in, and those that come behind them.
    var (kept, wrong): ([Candidate], [Candidate]) = ([], [])
    for candidate in candidates where candidate !== first && candidate.feed.manner != .binary {
      var said: [FeedOutput] = []
      read(record, candidate) { said.append($0) }
      if !isTaken, !said.isEmpty {
        isTaken = true
        let isSure = !needsNumbers || hasNumbers(said)
        if isSure {
          hasSwitched = first != nil
          first = candidate
          choose(candidate, emit)
        }
        // What it may be is shown as long as nothing else is known.
        if isSure || first == nil { for output in said { emit(output) } }
      }
      if candidate.rejects { wrong.append(candidate) } else { kept.append(candidate) }
    }
    if let chosen, !chosen.rejects {
      candidates = kept
      if first === chosen { candidates.append(chosen) }
    } else {
      candidates = kept + wrong
    }
    if !isTaken { emit(.malformed(ProgressText(record))) }
  }

  private func hasNumbers(_ said: [FeedOutput]) -> Bool {
    for output in said {
      switch output {
      case .event(.fraction), .event(.bytes), .event(.step): return true
      default: break
      }
    }
    return false
  }

  /// Lets a candidate read a record, and hands on all but that it rejects it.
  private func read(
    _ record: Span<UInt8>, _ candidate: Candidate, _ emit: (FeedOutput) -> Void
  ) {
    candidate.rejects = false
    func take(_ output: FeedOutput) {
      if case .malformed = output { candidate.rejects = true } else { emit(output) }
    }
    candidate.decoder.decode(record, emit: take)
    candidate.decoder.decode([0x0a].span, emit: take)
  }
}
