import Base
import ProgressModel

extension FeedProtocol {
  /// What SWUpdate sends at its progress socket.
  public static let swupdate = FeedProtocol(
    name: "swupdate", summary: "SWUpdate's progress socket, in each of its layouts",
    place: .peer,
    usualPath: "/run/swupdate/swupdateprog:/tmp/swupdateprog", manner: .binary,
    makeDecoder: { SWUpdate() })
}

/// Decodes SWUpdate's messages, structures of C in the order of the machine's bytes.
///
/// | | packed | natural |
/// |---|---|---|
/// | apiversion, status, percent of the download | 0, 4, 8 | 0, 4, 8 |
/// | bytes to download, 64 bits | 12 | 16 |
/// | steps, current step, percent of it | 20, 24, 28 | 24, 28, 32 |
/// | image, 256 bytes; handler, 64 | 32, 288 | 36, 292 |
/// | source, length of info, info (2048) | 352, 356, 360 | 356, 360, 364 |
/// | all | 2408 | 2416 |
///
/// Both layouts call themselves version 2.0.0, so what they say decides: numbers in their ranges, the step among the steps,
/// names that end. A message that is plausible in both waits for the next one's first bytes. From 2024.12 on a
/// greeting of 8 bytes comes first, "ACK" behind the version.
final class SWUpdate: FeedDecoder {
  private var pending: [UInt8] = []
  /// Where a natural layout is 4 bytes behind a packed one: 0 or 4; nil while that is not known.
  private var shift: Int?
  private var hasGreeted = false
  // Whether an outcome was said, and nothing of another run since.
  private var hadOutcome = false
  // How many messages in a row say what cannot be.
  private var oddCount = 0

  var holdsPartialRecord: Bool { !pending.isEmpty }

  func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) { _ = consume(bytes, emit) }

  /// Decodes bytes until they cannot be messages.
  ///
  /// - Returns: how many bytes were taken in; fewer than there are if the decoder gave up.
  func consume(_ bytes: Span<UInt8>, _ emit: (FeedOutput) -> Void) -> Int {
    var start = 0
    while !isBroken, start < bytes.count {
      // No decision before its bytes, and each one at its last byte: so it does not matter how they come.
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

  /// Whether the stream was found to hold no messages.
  private(set) var isBroken = false

  /// Whether bytes may be the beginning of a stream of messages; nil while fewer than 8 leave that open.
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

  /// Takes back bytes that cannot begin a message; nil where they can.
  func takeForeignBytes() -> [UInt8]? {
    guard hasGreeted, !pending.isEmpty, Self.mayBegin(with: pending) == false else { return nil }
    let bytes = pending
    dropPartialRecord()
    return bytes
  }

  /// How many bytes the next decision needs. What is pending is less.
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
    var word: UInt32 = 0
    for offset in 0..<4 { word |= UInt32(pending[place + offset]) << UInt32(8 * offset) }
    return word.littleEndian
  }

  /// Finds the layout out, when there is enough to tell.
  private func settle(_ emit: (FeedOutput) -> Void) {
    let count = pending.count
    guard count == Self.size(0) || count == Self.size(4) + 8 else { return }
    let (packed, natural) = (isPlausible(0), isPlausible(4))
    if !packed, !natural { return reject(emit) }
    if packed != natural {
      shift = packed ? 0 : 4
    } else if count > Self.size(0) {
      // Where the next message begins there is the same version again, and a status. Version 0 was never packed.
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

  /// - Parameter withStatus: whether its status must be a known one. Vendors have more.
  private func isPlausible(_ shift: Int, withStatus: Bool = true) -> Bool {
    let (steps, step) = (word(20 + shift), word(24 + shift))
    // The step behind the last one is what comes after the installation.
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

  /// The text of a field, up to its NUL.
  private func text(_ start: Int, _ size: Int) -> SanitizedText {
    SanitizedText(ByteString(pending)[start..<(end(start, size) ?? start + size)])
  }

  private func end(_ start: Int, _ size: Int) -> Int? {
    for place in start..<(start + size) where pending[place] == 0 { return place }
    return nil
  }

  private func take(_ shift: Int, _ emit: (FeedOutput) -> Void) {
    if !isPlausible(shift, withStatus: false) {
      // One that says what cannot be is left out. Several may be of another layout after all.
      oddCount += 1
      if oddCount == 3 { return reject(emit) }
      emit(.malformed(SanitizedText("a message that cannot be")))
      return dropPartialRecord()
    }
    oddCount = 0
    let (status, steps) = (word(4), word(20 + shift))
    // It may be for programs, in JSON.
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
