import Base
import Foundation
import ProgressModel
import TestSupport
import Testing

@testable import Feed

/// Properties of every feed protocol. A new one is tested by its entry in the registry.
@Suite struct FeedConformanceTests {
  private func outputs(
    _ bytes: [UInt8], by feed: FeedProtocol, cutAt cuts: [Int] = []
  ) -> [FeedOutput] {
    let decoder = feed.makeDecoder()
    var outputs: [FeedOutput] = []
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.decode(bytes.span.extracting(start..<cut)) { outputs.append($0) }
      start = cut
    }
    decoder.finish { outputs.append($0) }
    #expect(!decoder.holdsPartialRecord)
    return outputs
  }

  private func session(_ feed: FeedProtocol) throws -> [UInt8] {
    try #require(
      FeedSamples.sessions["\(feed.name)"], "add a session of \(feed.name) to FeedSamples")
  }

  @Test(arguments: FeedProtocol.all) func session_saysSomething(feed: FeedProtocol) throws {
    let events = outputs(try session(feed), by: feed).filter {
      if case .event = $0 { true } else { false }
    }
    #expect(events.count >= 3)
  }

  /// `make fuzz` tries each protocol whose fuzzer has seeds.
  @Test(arguments: FeedProtocol.all) func fuzzer_hasSeeds(feed: FeedProtocol) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let seeds = root.appending(path: "Fuzz/Corpus/Feed-\(feed.name)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: seeds.path).isEmpty)
  }

  @Test(arguments: FeedProtocol.all) func anySplit_saysTheSame(feed: FeedProtocol) throws {
    let bytes = try session(feed)
    let whole = outputs(bytes, by: feed)
    for cut in 0...bytes.count { #expect(outputs(bytes, by: feed, cutAt: [cut]) == whole) }
    #expect(outputs(bytes, by: feed, cutAt: Array(0...bytes.count)) == whole)
  }

  /// Of a flood, only records that a later one replaces are lost.
  @Test(arguments: FeedProtocol.all) func skimmedSession_keepsOutcomes(feed: FeedProtocol) throws {
    let bytes = try session(feed)
    let decoder = feed.makeDecoder()
    var kept: [FeedOutput] = []
    decoder.decode(bytes.span, isFlood: true) { kept.append($0) }
    decoder.finish { kept.append($0) }
    #expect(kept.filter { $0.isControl } == outputs(bytes, by: feed).filter { $0.isControl })
  }

  /// Whatever a flood brings, few records are decoded, and its outcome is one of them.
  @Test(arguments: ["job a 5\n", "log x\n", "{\"progress\": 0.5}\n", "\u{2}title T\n", "text 1\n"])
  func flood_isSkipped_butForItsOutcome(line: String) {
    let decoder = FeedRecognizer()
    var outputs: [FeedOutput] = []
    for _ in 0..<4 {
      let flood = String(repeating: line, count: 10_000)
      let outcome = line.hasPrefix("{") ? "{\"fail\": \"No space\"}\n" : "fail No space\n"
      decoder.decode(Array((flood + outcome + flood).utf8).span, isFlood: true) {
        outputs.append($0)
      }
    }
    #expect(outputs.filter { $0 == .event(.fail(SanitizedText("No space"))) }.count == 4)
    let isMarked = line.hasPrefix("\u{2}")
    #expect(isMarked ? outputs.count >= 80_000 : outputs.count < 100)
  }

  /// Returns the outputs of a flood and of its end.
  private func flooded(
    _ text: String, _ decoder: any FeedDecoder = FeedRecognizer()
  ) -> [FeedOutput] {
    var outputs: [FeedOutput] = []
    decoder.decode(Array(text.utf8).span, isFlood: true) { outputs.append($0) }
    decoder.decode(Array("".utf8).span) { outputs.append($0) }
    return outputs
  }

  /// The lines of a flood that are read last are the last ones, in their order.
  @Test func flood_endsWithItsLastState() throws {
    let numbers = (0...10_000).map { String(format: "%.2f\n", Double($0) / 100) }.joined()
    #expect(flooded(numbers).last == .event(.fraction(.whole)))
    let objects = (1...1_000).map { "{\"progress\": \(Double($0) / 1000)}\n" }.joined()
    #expect(flooded(objects).last == .event(.fraction(.whole)))
    let decoder = try #require(FeedProtocol.named("json")).makeDecoder()
    var last: FeedOutput?
    decoder.decode(Array(objects.utf8).span, isFlood: true) { last = $0 }
    decoder.finish { last = $0 }
    #expect(last == .event(.fraction(.whole)))
    let steps = "step 3/3 Verifying\n" + String(repeating: "title Z\n", count: 99) + "message A\n"
    #expect(
      flooded(String(repeating: "log x\n", count: 40) + steps).suffix(2)
        == [.event(.title(SanitizedText("Z"))), .event(.message(SanitizedText("A")))])
    let marked = (1...100).map { "progress 0.\(100 + $0)\n\u{2}detail d\n" }.joined()
    #expect(flooded(marked).contains(.event(.fraction(Fraction(billionths: 200_000_000)))))
  }

  /// After whole blocks of gauge no block is open.
  @Test func floodOfBlocks_leavesNoneOpen() {
    let decoder = FeedRecognizer()
    let blocks = (0..<100).map { "XXX\n\($0)\nInstalling\nXXX\n" }.joined()
    _ = flooded(blocks, decoder)
    var outputs: [FeedOutput] = []
    decoder.decode(Array("done\n".utf8).span) { outputs.append($0) }
    #expect(outputs == [.event(.done(.empty))])
  }

  /// Lines that look like outcomes are not all read, and the last native outcome is.
  @Test(arguments: ["error: x\n", "{\"error\":null}\n", "finished a\n", "exit status 1\n"])
  func floodOfOutcomes_isSkipped(line: String) {
    let flood = String(repeating: line, count: 10_000)
    let outputs = flooded(flood + "fail No space\n" + flood)
    #expect(outputs.count < 600)
    #expect(outputs.contains(.event(.fail(SanitizedText("No space")))))
  }

  /// The end of a job is an outcome.
  @Test func floodOfJobs_keepsTheirEnds() {
    let flood = (1...99).map { "job a \($0)%\n" }.joined()
    let outputs = flooded(flood + "job b done\n" + flood)
    #expect(outputs.contains(.event(.job(SanitizedText("b"), .done(.empty)))))
  }

  /// The text of an unknown line has no control sequences of terminals.
  @Test func unknownLine_isPlain() throws {
    let human = try #require(FeedProtocol.named("human"))
    for decoder in [FeedRecognizer(isOutput: true), human.makeDecoder()] as [any FeedDecoder] {
      var outputs: [FeedOutput] = []
      decoder.decode(Array("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m bad thing\n".utf8).span) {
        outputs.append($0)
      }
      #expect(outputs == [.malformed(SanitizedText("error: bad thing"))])
    }
  }

  /// An outcome behind blocks of gauge is not a part of a block, though most lines are skipped.
  @Test func skimmedBlocks_areWhole() {
    let decoder = FeedRecognizer()
    var outputs: [FeedOutput] = []
    decoder.decode(Array("5\n".utf8).span) { outputs.append($0) }
    let blocks = (0..<100).map { "XXX\n\($0)\nInstalling\nXXX\n" }.joined()
    decoder.decode(Array((blocks + "XXX\n40\n").utf8).span, isFlood: true) { outputs.append($0) }
    decoder.decode(Array("Text\nXXX\ndone\n".utf8).span) { outputs.append($0) }
    #expect(outputs.last == .event(.done(.empty)))
    #expect(outputs.contains(.event(.message(SanitizedText("Text")))))
  }

  /// Two sessions in one feed give the outputs of both, in order.
  @Test(arguments: FeedProtocol.all) func gluedSessions_sayBoth(feed: FeedProtocol) throws {
    let bytes = try session(feed)
    let decoder = feed.makeDecoder()
    var apart: [FeedOutput] = []
    decoder.decode(bytes.span) { apart.append($0) }
    decoder.decode(bytes.span) { apart.append($0) }
    decoder.finish { apart.append($0) }
    #expect(outputs(bytes + bytes, by: feed) == apart)
  }

  /// A finished decoder behaves like a new one.
  @Test(arguments: FeedProtocol.all) func finishedDecoder_beginsAnew(feed: FeedProtocol) throws {
    let bytes = try session(feed)
    let decoder = feed.makeDecoder()
    for end in [bytes.count / 3, bytes.count] {
      decoder.decode(bytes.span.extracting(first: end)) { _ in }
      decoder.finish { _ in }
    }
    var again: [FeedOutput] = []
    decoder.decode(bytes.span) { again.append($0) }
    decoder.finish { again.append($0) }
    #expect(again == outputs(bytes, by: feed))
  }

  @Test(
    arguments: FeedProtocol.all,
    [[0x0a], [0x0d], [0], [0x08], [0x0d, 0x0a], [0, 0x0a]] as [[UInt8]])
  func recordEnds_areAllTheSame(feed: FeedProtocol, end: [UInt8]) throws {
    let bytes = try session(feed)
    guard feed.isLines else { return }
    let other = bytes.split { $0 == 0x0a || $0 == 0x0d || $0 == 0 || $0 == 8 }.flatMap { $0 + end }
    #expect(outputs(other, by: feed) == outputs(bytes, by: feed))
  }

  /// 10 MB of random bytes trap nothing, fill no memory, and give the same outputs however split.
  @Test(arguments: FeedProtocol.all) func randomBytes_doNoHarm(feed: FeedProtocol) throws {
    var random = SeededGenerator(seed: 41)
    let (one, other) = (feed.makeDecoder(), feed.makeDecoder())
    var block = [UInt8](repeating: 0, count: 65_536)
    var (first, firstPart, second) = (0, 0, 0)
    for round in 0..<160 {
      // Every fourth block has printable characters only, which match more of the patterns.
      for place in stride(from: 0, to: block.count, by: 8) {
        var word = random.next()
        for offset in 0..<8 {
          let byte = UInt8(truncatingIfNeeded: word)
          block[place + offset] = round % 4 == 0 ? byte % 96 + 32 : byte
          word >>= 8
        }
      }
      one.decode(block.span) { _ in first += 1 }
      if round < 16 { firstPart = first } else { continue }
      let cut = Int(random.next() % 65_536)
      other.decode(block.span.extracting(0..<cut)) { _ in second += 1 }
      other.decode(block.span.extracting(cut..<block.count)) { _ in second += 1 }
    }
    #expect(firstPart == second, "seed 41")
  }

  /// A line of a megabyte gives at most one output, and the next line is read.
  @Test(arguments: FeedProtocol.all) func longLine_isOneRecord(feed: FeedProtocol) throws {
    let bytes = try session(feed)
    guard feed.isLines else { return }
    let line = [UInt8](repeating: 0x61, count: 1 << 20) + [0x0a]
    let said = outputs(line + bytes, by: feed)
    #expect(said.count <= outputs(bytes, by: feed).count + 1)
    guard case .malformed(let text)? = said.first else {
      Issue.record("a megabyte of a says \(String(describing: said.first).prefix(80))")
      return
    }
    #expect(text.utf8.count <= SanitizedText.capacity)
  }

  @Test(arguments: FeedProtocol.all) func droppedRecord_leavesNoTrace(feed: FeedProtocol) throws {
    guard feed.isLines else { return }
    let bytes = try session(feed)
    let decoder = feed.makeDecoder()
    decoder.decode(Array("pro".utf8).span) { _ in Issue.record("half a record said something") }
    #expect(decoder.holdsPartialRecord)
    decoder.dropPartialRecord()
    #expect(!decoder.holdsPartialRecord)
    var said: [FeedOutput] = []
    decoder.decode(bytes.span) { said.append($0) }
    decoder.finish { said.append($0) }
    #expect(said == outputs(bytes, by: feed))
  }

  /// A shell may pause within a record, and one that dies within a record spoils no later one.
  @Test(arguments: FeedProtocol.all) func restThatIsLateIsTheRest(feed: FeedProtocol) throws {
    guard feed.isLines else { return }
    // The records that the protocol knows.
    let reader = feed.makeDecoder()
    var bytes: [UInt8] = []
    for record in try session(feed).split(whereSeparator: { [0x0a, 0x0d, 0].contains($0) }) {
      var isUnderstood = true
      reader.decode((Array(record) + [0x0a]).span) {
        if case .malformed = $0 { isUnderstood = false }
      }
      if isUnderstood { bytes += Array(record) + [0x0a] }
    }
    let whole = outputs(bytes, by: feed)
    for cut in 1..<bytes.count {
      let decoder = feed.makeDecoder()
      var said: [FeedOutput] = []
      decoder.decode(bytes.span.extracting(first: cut)) { said.append($0) }
      if decoder.holdsPartialRecord {
        decoder.markRestLate { said.append($0) }
        #expect(!decoder.holdsPartialRecord)
      }
      decoder.decode(bytes.span.extracting(cut...)) { said.append($0) }
      decoder.finish { said.append($0) }
      #expect(said == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: FeedProtocol.all) func recordBehindATornOneIsHeard(feed: FeedProtocol) throws {
    // Datagrams are never split.
    guard feed.isLines, feed.place != .datagrams else { return }
    let bytes = try session(feed)
    let decoder = feed.makeDecoder()
    var said: [FeedOutput] = []
    // These bytes begin no record of any protocol.
    decoder.decode([0x7e, 0x3b].span) { said.append($0) }
    decoder.markRestLate { said.append($0) }
    decoder.decode(bytes.span) { said.append($0) }
    decoder.finish { said.append($0) }
    #expect(said == [.dropped] + outputs(bytes, by: feed))
  }
}

extension FeedProtocol {
  /// Whether its records are lines.
  var isLines: Bool { makeReader() != nil }
}
