import Base
import Feed
import FuzzSupport
import Glibc
import ProgressModel

/// What is tried: FUZZ_FEED names it; without that, the program's own lines.
private let name = unsafe getenv("FUZZ_FEED").map { unsafe ByteString(cString: $0) } ?? "native"

/// Makes the decoder that is tried: a protocol's, or, for "unnamed", the one that finds out what it hears.
private func makeDecoder() -> any FeedDecoder {
  if name == "unnamed" { return FeedRecognizer() }
  guard let feed = FeedProtocol.named(name) else { fatalError("FUZZ_FEED names no protocol") }
  return feed.makeDecoder()
}

/// A protocol's decoder: what it makes of bytes does not depend on how they were cut, and what it says goes
/// through the model, a script and the wire unharmed. The first byte says how the bytes are cut; each 0x1a stands for a
/// thousand letters, since a record that is too long would take the fuzzer too long to find.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe fuzzInput(start, count)
  let bytes = input.dropFirst().flatMap {
    [UInt8](repeating: $0 == 0x1a ? 0x61 : $0, count: $0 == 0x1a ? 1_000 : 1)
  }
  let whole = outputs(of: bytes, cut: { bytes.count })
  require(whole == outputs(of: bytes, cut: { 1 }), "byte by byte it says otherwise")
  var random = UInt32(input.first ?? 0)
  let pieces = outputs(of: bytes) {
    random = random &* 1_664_525 &+ 1_013_904_223
    return Int(random >> 24) % 97 + 1
  }
  require(whole == pieces, "cut otherwise it says otherwise")
  checkEnds(bytes)
  checkLateRests(bytes)
  for isFlood in [false, true] { checkOutcome(bytes, isFlood) }
  checkModel(whole)
  if name == "native" { checkRecords(bytes) }
  return 0
}

private func outputs(of bytes: [UInt8], cut: () -> Int) -> [FeedOutput] {
  outputs(of: bytes, by: makeDecoder(), cut: cut)
}

private func outputs(
  of bytes: [UInt8], by decoder: any FeedDecoder, cut: () -> Int
) -> [FeedOutput] {
  var outputs: [FeedOutput] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + cut())
    decoder.decode(bytes.span.extracting(start..<end)) { outputs.append($0) }
    start = end
  }
  decoder.finish { outputs.append($0) }
  require(!decoder.holdsPartialRecord, "a finished decoder still waits")
  return outputs
}

/// Native lines: each record says the same alone as among others.
private func checkRecords(_ bytes: [UInt8]) {
  // Marked records and terminal commands stand inside others.
  if bytes.contains(FeedProtocol.mark) || bytes.contains(0x1b) { return }
  let ends: Set<UInt8> = [0x0a, 0x0d, 0x08, 0]
  var alone: [FeedOutput] = []
  for record in bytes.split(whereSeparator: ends.contains) {
    let said = outputs(of: Array(record) + [0x0a], cut: { 8_192 })
    let first = record.first { $0 != 0x20 && $0 != 0x09 }
    // A number below 0 is an unknown progress, which changes nothing.
    let isUnknown = first == UInt8(ascii: "-") && said.isEmpty
    require(isUnknown || (first == nil) != (said.count >= 1), "a record says nothing")
    alone += said
  }
  require(alone == outputs(of: bytes, cut: { 4_096 }), "records touch one another")
}

/// A record that was dropped half way is gone, and a feed that ended leaves nothing behind for the next.
private func checkEnds(_ bytes: [UInt8]) {
  let decoder = makeDecoder()
  decoder.decode(bytes.span) { _ in }
  decoder.dropPartialRecord()
  require(!decoder.holdsPartialRecord, "what was dropped still waits")
  decoder.finish { _ in }
  require(
    outputs(of: bytes, by: decoder, cut: { bytes.count })
      == outputs(of: bytes, cut: { bytes.count }),
    "what ended is still there")
}

/// A rest that is late is a rest, or a record of its own, and waits for nothing after all.
private func checkLateRests(_ bytes: [UInt8]) {
  let decoder = makeDecoder()
  decoder.decode(bytes.span.extracting(first: bytes.count / 2)) { _ in }
  waitForRests(decoder)
  require(!decoder.holdsPartialRecord, "what is late is still waited for")
  decoder.decode(bytes.span.extracting((bytes.count / 2)...)) { _ in }
  decoder.finish { _ in }
  require(!decoder.holdsPartialRecord, "a finished decoder still waits")
}

/// Lets the time pass after which the rest of a record is late.
private func waitForRests(_ decoder: any FeedDecoder, emit: (FeedOutput) -> Void = { _ in }) {
  for _ in 0..<4 where decoder.holdsPartialRecord { decoder.markRestLate(emit: emit) }
}

/// A native outcome is never lost, whatever came before, also of a flood: plain on a line of its own, or as `send`
/// marks it.
private func checkOutcome(_ bytes: [UInt8], _ isFlood: Bool) {
  guard name == "unnamed" || FeedProtocol.named(name)?.hasLines == true else { return }
  for mark in [0x0a, FeedProtocol.mark] {
    let decoder = makeDecoder()
    func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
      decoder.decode(bytes, isFlood: isFlood, emit: emit)
    }
    decode(bytes.span) { _ in }
    waitForRests(decoder)
    decode([mark].span) { _ in }
    if mark == 0x0a { waitForRests(decoder) }
    var isHeard = false
    func listen(_ output: FeedOutput) {
      if case .event(.fail(let text)) = output, text.utf8 == "disk full" { isHeard = true }
    }
    decode(Array("fail disk full\n".utf8).span, emit: listen)
    // Behind binary messages the bytes are lines once their rest is late.
    waitForRests(decoder, emit: listen)
    require(isHeard, "an outcome is lost, \(mark == 0x0a ? "plain" : "marked")")
  }
}

private func checkModel(_ outputs: [FeedOutput]) {
  var state = ProgressState()
  var time = Duration.zero
  for output in outputs.prefix(40) {
    time += .milliseconds(700)
    guard case .event(let event) = output else {
      if case .malformed(let text) = output { check(text) }
      continue
    }
    state.apply(event, at: time)
    for later in [.zero, .milliseconds(100), .seconds(1), .seconds(100)] as [Duration] {
      let shown = state.shown.value(at: time + later)
      require((0...1).contains(shown), "\(shown) is shown")
      require(state.phase == .done || shown <= 0.99, "\(shown) is shown before it is done")
      let left = state.timeLeft(at: time + later)
      require(left.map { $0 >= .seconds(1) } ?? true, "\(String(describing: left)) is left")
      require((state.speed(at: time + later) ?? 0) >= 0, "a speed below zero")
    }
    checkLine(event, at: time)
  }
  check(state.message)
  var wire: [UInt8] = []
  state.write(to: &wire)
  require(ProgressState(wire: wire.span) == state, "the wire changes the state")
}

/// A script's line gives back the event that it was made of.
private func checkLine(_ event: ProgressEvent, at time: Duration) {
  let line = Script.line(event, at: time)
  let read = try? Script(line.bytes.span).entries
  require(
    read == [.init(time: time, event: event)], "a script's line gives another event: \(event)")
}

private func check(_ text: SanitizedText) {
  require(text.utf8.count <= SanitizedText.capacity, "a text of \(text.utf8.count) bytes")
  require(String(validating: text.utf8.bytes, as: UTF8.self) != nil, "a text that is not UTF-8")
  require(!text.utf8.bytes.contains { $0 < 0x20 || $0 == 0x7f }, "a text with a control")
  require(SanitizedText(text.utf8) == text, "a text made safe twice is another")
}
