import Base
import ProgressModel

extension FeedProtocol {
  /// The messages of SWUpdate's progress socket.
  public static let swupdate = FeedProtocol(
    name: "swupdate", summary: "SWUpdate's progress socket, in each of its layouts",
    place: .peer,
    usualPath: "/run/swupdate/swupdateprog:/tmp/swupdateprog", form: .binary,
    makeDecoder: { SWUpdate() })
}

/// A decoder of SWUpdate's messages: C structures in native byte order.
///
/// | | packed | natural |
/// |---|---|---|
/// | apiversion, status, percentage of the download | 0, 4, 8 | 0, 4, 8 |
/// | bytes to download, 64 bits | 12 | 16 |
/// | steps, current step, percentage of it | 20, 24, 28 | 24, 28, 32 |
/// | image, 256 bytes; handler, 64 | 32, 288 | 36, 292 |
/// | source, length of info, info (2048) | 352, 356, 360 | 356, 360, 364 |
/// | whole message | 2408 | 2416 |
///
/// Both layouts are version 2.0.0, so the contents decide: numbers in range, the current step among
/// the steps, names that end. A message that is plausible in both waits for the first bytes of the
/// next one. From 2024.12 on a greeting of 8 bytes comes first: the version and "ACK".
final class SWUpdate: FeedDecoder {
  private var pending: [UInt8] = []
  /// The offset of later fields in the natural layout: 0 or 4; nil while unknown.
  private var shift: Int?
  private var hasGreeted = false
  // Whether the last run had its outcome and no other has begun since.
  private var hadOutcome = false
  // The number of implausible messages in a row.
  private var oddCount = 0

  var holdsPartialRecord: Bool { !pending.isEmpty }

  func decode(_ bytes: Span<UInt8>, isFlood: Bool, emit: (FeedOutput) -> Void) {
    _ = consume(bytes, emit)
  }

  /// Decodes bytes until they cannot be messages.
  ///
  /// - Returns: the number of bytes consumed; fewer than given if the decoder gave up.
  func consume(_ bytes: Span<UInt8>, _ emit: (FeedOutput) -> Void) -> Int {
    var start = 0
    while !isBroken, start < bytes.count {
      // Each decision is taken exactly at its last byte, so the result does not depend on how the
      // bytes are split.
      let end = min(bytes.count, start + decision - pending.count)
      Self.append(bytes, start..<end, to: &pending)
      start = end
      if pending.count == 8, !hasGreeted {
        hasGreeted = true
        if pending[4] == UInt8(ascii: "A"), pending[5] == UInt8(ascii: "C"),
          pending[6] == UInt8(ascii: "K"), pending[7] == 0
        {
          dropPartialRecord()
          continue
        }
      }
      if shift == nil { settle(emit) }
      if let shift, pending.count == Self.size(shift) { take(shift, emit) }
    }
    return start
  }

  /// Whether the stream turned out to hold no messages.
  private(set) var isBroken = false

  /// Returns whether bytes may begin a stream of messages; nil while fewer than 8 leave it open.
  ///
  /// A version of small numbers comes first, then "ACK" or a status.
  static func mayBegin(with bytes: [UInt8]) -> Bool? {
    for place in 0..<min(bytes.count, 8) {
      let isACK = place >= 4 && bytes[4] == UInt8(ascii: "A")
      let isNumber = bytes[place] < 0x0a
      if isACK ? place == 5 && bytes[5] != UInt8(ascii: "C") : !isNumber { return false }
    }
    return bytes.count < 8 ? nil : true
  }

  /// Removes and returns pending bytes that cannot begin a message; nil if they can.
  func takeForeignBytes() -> [UInt8]? {
    guard hasGreeted, !pending.isEmpty, Self.mayBegin(with: pending) == false else { return nil }
    let bytes = pending
    dropPartialRecord()
    return bytes
  }

  /// The number of bytes for the next decision; more than are pending.
  private var decision: Int {
    if !hasGreeted { return 8 }
    if let shift { return Self.size(shift) }
    return pending.count < Self.size(0) ? Self.size(0) : Self.size(4) + 8
  }

  private static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, to pending: inout [UInt8]
  ) {
    for index in range { pending.append(bytes[index]) }
  }

  func finish(emit: (FeedOutput) -> Void) {
    // The last message may be the only one.
    if !isBroken, shift == nil, pending.count == Self.size(0) || pending.count == Self.size(4) {
      take(pending.count == Self.size(0) ? 0 : 4, emit)
    }
    dropPartialRecord()
    (shift, isBroken, hasGreeted, hadOutcome, oddCount) = (nil, false, false, false, 0)
  }

  func dropPartialRecord() { pending.removeAll(keepingCapacity: true) }

  private static func size(_ shift: Int) -> Int { 2_408 + 2 * shift }

  private func word(_ place: Int) -> UInt32 {
    let pending = pending
    return pending.span.word32(at: place).littleEndian
  }

  /// Determines the layout once enough bytes are pending.
  private func settle(_ emit: (FeedOutput) -> Void) {
    let count = pending.count
    guard count == Self.size(0) || count == Self.size(4) + 8 else { return }
    let (packed, natural) = (isPlausible(0), isPlausible(4))
    if !packed, !natural { return reject(emit) }
    if packed != natural {
      shift = packed ? 0 : 4
    } else if count > Self.size(0) {
      // The next message begins with the same version and a status. Version 0 was never packed.
      let next = Self.size(0)
      shift = word(0) != 0 && word(next) == word(0) && word(next + 4) <= 8 ? 0 : 4
      var rest: [UInt8] = []
      for place in Self.size(shift ?? 0)..<count { rest.append(pending[place]) }
      take(shift ?? 0, emit)
      for byte in rest where !isBroken { pending.append(byte) }
    }
  }

  private func reject(_ emit: (FeedOutput) -> Void) {
    emit(.malformed(SanitizedText("a message of no known layout")))
    isBroken = true
    dropPartialRecord()
  }

  /// Returns whether the pending message is plausible in a layout.
  ///
  /// - Parameter withStatus: whether to require a known status. Vendors add some.
  private func isPlausible(_ shift: Int, withStatus: Bool = true) -> Bool {
    let (steps, step) = (word(20 + shift), word(24 + shift))
    // The step after the last one stands for the time after the installation.
    let last = steps == 0 ? 0 : steps &+ 1
    if withStatus && word(4) > 8 || word(8) > 100 || steps > 10_000 || step > last
      || word(28 + shift) > 100
    {
      return false
    }
    let letter = pending[32 + shift]
    return (letter == 0 || letter >= 0x20) && word(352 + shift) <= 5 && word(356 + shift) <= 2_048
      && end(32 + shift, 256) != nil
      && end(288 + shift, 64) != nil
  }

  /// Returns the text of a field, up to its NUL.
  private func text(_ start: Int, _ size: Int) -> SanitizedText {
    SanitizedText(ByteString(pending)[start..<(end(start, size) ?? start + size)])
  }

  private func end(_ start: Int, _ size: Int) -> Int? {
    for place in start..<(start + size) where pending[place] == 0 { return place }
    return nil
  }

  private func take(_ shift: Int, _ emit: (FeedOutput) -> Void) {
    if !isPlausible(shift, withStatus: false) {
      // One implausible message is dropped. Three in a row mean another layout.
      oddCount += 1
      if oddCount == 3 { return reject(emit) }
      emit(.malformed(SanitizedText("a message that cannot be")))
      return dropPartialRecord()
    }
    oddCount = 0
    let (status, steps) = (word(4), word(20 + shift))
    // The info may be JSON for programs.
    let info = text(360 + shift, Int(word(356 + shift)))
    let note = info.utf8.hasPrefix("{") ? .empty : info
    if hadOutcome, status == 1 { emit(.event(.reset)) }
    hadOutcome = status == 3 || status == 4 || status == 6 || hadOutcome && status != 1
    if steps > 0, status == 2 || status == 8 || status == 5 || status == 1 {
      let step = word(24 + shift)
      let percent = step > steps ? 100 : Int64(word(28 + shift))
      emit(.event(.step(number: min(step, steps), count: steps, name: text(32 + shift, 256))))
      emit(.event(.fraction(Fraction(billionths: percent * 10_000_000))))
    } else if status == 5 || status == 1 || status == 2 {
      emit(.event(.fraction(Fraction(billionths: Int64(word(8)) * 10_000_000))))
    }
    switch status {
    case 3: emit(.event(.done(.empty)))
    case 4: emit(.event(.fail(note)))
    default: if !note.isEmpty { emit(.event(.message(note))) }
    }
    dropPartialRecord()
  }
}
