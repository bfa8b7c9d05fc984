import Base

/// A decoder for a feed without a named protocol.
///
/// `RecordRecognizer` reads lines. A feed that begins like SWUpdate's messages is binary until
/// bytes arrive that cannot be messages; the decoder reads these as lines.
public final class FeedRecognizer: FeedDecoder {
  // Whether the first byte was read.
  private var hasBegun = false
  // The bytes so far, if they could begin binary messages.
  private var held: [UInt8] = []
  // The decoder of binary messages; nil for a feed of lines.
  private var binary: SWUpdate?
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
    binary?.holdsPartialRecord ?? (!held.isEmpty || lines.holdsPartialRecord)
  }

  /// Whether a partial record waits for its rest, late or not.
  public var hasUnfinishedRecord: Bool {
    binary?.holdsPartialRecord ?? (!held.isEmpty || lines.hasUnfinishedRecord)
  }

  /// Discards the partial record.
  public func dropPartialRecord() {
    if let binary { return binary.dropPartialRecord() }
    if !held.isEmpty { (held, hasBegun) = ([], false) }
    lines.dropPartialRecord()
  }

  /// Keeps the partial line. Reads bytes as lines if they cannot be a binary message.
  public func markRestLate(emit: (FeedOutput) -> Void) {
    if let binary {
      guard let bytes = binary.takeForeignBytes() else { return binary.markRestLate(emit: emit) }
      lines.decode(bytes.span, emit: emit)
    } else if held.isEmpty {
      lines.markRestLate(emit: emit)
    } else {
      readHeldLines(emit)
    }
  }

  /// Decodes the next bytes.
  public func decode(_ bytes: Span<UInt8>, isFlood: Bool, emit: (FeedOutput) -> Void) {
    if let binary {
      let count = binary.consume(bytes, emit)
      if !binary.isBroken { return }
      self.binary = nil
      lines.decode(bytes.extracting(count...), emit: emit)
    } else if !held.isEmpty || !hasBegun && !bytes.isEmpty && bytes[0] == 0 && Traits.feeds {
      // No line begins with NUL.
      hasBegun = true
      decide(bytes, emit)
    } else {
      hasBegun = hasBegun || !bytes.isEmpty
      lines.decode(bytes, isFlood: isFlood, emit: emit)
    }
  }

  private func readHeldLines(_ emit: (FeedOutput) -> Void) {
    let bytes = held
    held = []
    lines.decode(bytes.span, emit: emit)
  }

  /// Chooses between binary messages and lines as soon as enough bytes arrived.
  private func decide(_ bytes: Span<UInt8>, _ emit: (FeedOutput) -> Void) {
    for place in bytes.indices {
      held.append(bytes[place])
      guard let isBinary = SWUpdate.mayBegin(with: held) else { continue }
      if isBinary {
        emit(FeedProtocol.swupdate.recognition)
        let bytes = held
        (held, binary) = ([], SWUpdate())
        decode(bytes.span, emit: emit)
      } else {
        readHeldLines(emit)
      }
      return decode(bytes.extracting((place + 1)...), emit: emit)
    }
  }

  /// Emits the partial record as a whole one. Later bytes begin another feed.
  public func finish(emit: (FeedOutput) -> Void) {
    readHeldLines(emit)
    if let bytes = binary?.takeForeignBytes() { lines.decode(bytes.span, emit: emit) }
    binary?.finish(emit: emit)
    lines.finish(emit: emit)
    (binary, hasBegun) = (nil, false)
  }
}
