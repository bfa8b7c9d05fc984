import Base

/// A decoder of a feed whose protocol is not named.
///
/// Lines are read by `RecordRecognizer`. A feed that begins like SWUpdate's messages is binary, until
/// bytes come that cannot be messages; these are lines.
public final class FeedRecognizer: FeedDecoder {
  private enum Mode {
    case start
    /// The bytes so far may begin binary messages.
    case undecided([UInt8])
    case binary(SWUpdate)
    case lines
  }

  private var mode = Mode.start
  private let lines: LineDecoder

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameters:
  ///   - isOutput: whether a command prints the feed for people.
  ///   - matchers: the user's patterns; each line is tried with them first.
  public init(isOutput: Bool = false, matchers: [LineMatcher] = []) {
    lines = LineDecoder(
      RecordRecognizer(isOutput: isOutput, matchers: matchers), obeysControls: !isOutput)
  }

  /// Whether part of a record waits for the rest.
  public var holdsPartialRecord: Bool {
    switch mode {
    case .start: false
    case .undecided: true
    case .binary(let decoder): decoder.holdsPartialRecord
    case .lines: lines.holdsPartialRecord
    }
  }

  /// Whether part of a record waits for the rest, late or not.
  public var hasUnfinishedRecord: Bool {
    if case .lines = mode { return lines.hasUnfinishedRecord }
    return holdsPartialRecord
  }

  /// Drops the part of a record that waits.
  public func dropPartialRecord() {
    switch mode {
    case .start: break
    case .undecided: mode = .start
    case .binary(let decoder): decoder.dropPartialRecord()
    case .lines: lines.dropPartialRecord()
    }
  }

  /// Keeps the part of a record of lines that waits; reads as lines what cannot be a binary message.
  public func restIsLate(emit: (FeedOutput) -> Void) {
    switch mode {
    case .start: break
    case .undecided(let bytes): readLines(bytes.span, emit)
    case .binary(let decoder):
      if let bytes = decoder.takeForeignBytes() {
        lines.decode(bytes.span, emit: emit)
      } else {
        decoder.restIsLate(emit: emit)
      }
    case .lines: lines.restIsLate(emit: emit)
    }
  }

  /// Whether records are understood without those before.
  public var recordsStandAlone: Bool {
    if case .lines = mode { return lines.recordsStandAlone }
    return false
  }

  /// Takes in the next bytes.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    switch mode {
    case .lines: lines.decode(bytes, emit: emit)
    case .binary(let decoder): decode(bytes, decoder, emit)
    case .start:
      if bytes.isEmpty { return }
      // No line begins with NUL.
      if bytes[0] == 0 { decide([], bytes, emit) } else { readLines(bytes, emit) }
    case .undecided(let held): decide(held, bytes, emit)
    }
  }

  private func decode(_ bytes: Span<UInt8>, _ decoder: SWUpdate, _ emit: (FeedOutput) -> Void) {
    let count = decoder.consume(bytes, emit)
    if decoder.isBroken { readLines(bytes.extracting(count...), emit) }
  }

  private func readLines(_ bytes: Span<UInt8>, _ emit: (FeedOutput) -> Void) {
    mode = .lines
    lines.decode(bytes, emit: emit)
  }

  /// Decides, as soon as there are enough bytes, whether they are binary messages.
  private func decide(_ held: [UInt8], _ bytes: Span<UInt8>, _ emit: (FeedOutput) -> Void) {
    var held = held
    var place = 0
    var decision: Bool?
    while place < bytes.count, decision == nil {
      held.append(bytes[place])
      place += 1
      decision = SWUpdate.mayBegin(with: held)
    }
    let rest = bytes.extracting(place...)
    switch decision {
    case nil: mode = .undecided(held)
    case true?:
      let decoder = SWUpdate()
      mode = .binary(decoder)
      emit(.recognized(ByteString(FeedProtocol.swupdate.name)))
      decode(held.span, decoder, emit)
      decode(rest, emit: emit)
    case false?:
      readLines(held.span, emit)
      lines.decode(rest, emit: emit)
    }
  }

  /// Takes what waits as a whole record. What comes next is another feed.
  public func finish(emit: (FeedOutput) -> Void) {
    if case .undecided(let bytes) = mode { readLines(bytes.span, emit) }
    if case .binary(let decoder) = mode {
      if let bytes = decoder.takeForeignBytes() { lines.decode(bytes.span, emit: emit) }
      decoder.finish(emit: emit)
    }
    lines.finish(emit: emit)
    mode = .start
  }
}
