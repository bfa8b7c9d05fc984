import Base

/// A decoder for a feed without a named protocol.
///
/// `RecordRecognizer` reads lines. A feed that begins like SWUpdate's messages is binary until
/// bytes arrive that cannot be messages; the decoder reads these as lines.
public final class FeedRecognizer: FeedDecoder {
  private enum Mode {
    case start
    /// The bytes so far could begin binary messages.
    case undecided([UInt8])
    case binary(SWUpdate)
    case lines
  }

  private var mode = Mode.start
  private let lines: LineDecoder

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameters:
  ///   - isOutput: whether the feed is a command's output for people.
  ///   - matchers: the user's patterns; they take precedence over all protocols.
  public init(isOutput: Bool = false, matchers: [LineMatcher] = []) {
    lines = LineDecoder(
      RecordRecognizer(isOutput: isOutput, matchers: matchers), obeysControls: !isOutput)
  }

  /// Whether a partial record waits for its rest, and the rest is not late.
  public var holdsPartialRecord: Bool {
    switch mode {
    case .start: false
    case .undecided: true
    case .binary(let decoder): decoder.holdsPartialRecord
    case .lines: lines.holdsPartialRecord
    }
  }

  /// Whether a partial record waits for its rest, late or not.
  public var hasUnfinishedRecord: Bool {
    if case .lines = mode { return lines.hasUnfinishedRecord }
    return holdsPartialRecord
  }

  /// Discards the partial record.
  public func dropPartialRecord() {
    switch mode {
    case .start: break
    case .undecided: mode = .start
    case .binary(let decoder): decoder.dropPartialRecord()
    case .lines: lines.dropPartialRecord()
    }
  }

  /// Keeps the partial line. Reads bytes as lines if they cannot be a binary message.
  public func markRestLate(emit: (FeedOutput) -> Void) {
    switch mode {
    case .start: break
    case .undecided(let bytes): readLines(bytes.span, emit)
    case .binary(let decoder):
      if let bytes = decoder.takeForeignBytes() {
        lines.decode(bytes.span, emit: emit)
      } else {
        decoder.markRestLate(emit: emit)
      }
    case .lines: lines.markRestLate(emit: emit)
    }
  }

  /// Whether each record has a meaning without the earlier ones.
  public var recordsStandAlone: Bool {
    if case .lines = mode { return lines.recordsStandAlone }
    return false
  }

  /// Decodes the next bytes.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    switch mode {
    case .lines: lines.decode(bytes, emit: emit)
    case .binary(let decoder): decode(bytes, decoder, emit)
    case .start:
      if bytes.isEmpty { return }
      // No line begins with NUL.
      if Traits.feeds, bytes[0] == 0 { decide([], bytes, emit) } else { readLines(bytes, emit) }
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

  /// Chooses between binary messages and lines as soon as enough bytes arrived.
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

  /// Emits the partial record as a whole one. Later bytes begin another feed.
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
