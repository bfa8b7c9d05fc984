import ByteStrings
import Feed
import ProgressModel
import TestSupport
import Testing

@Suite struct FeedRecognizerTests {
  private func outputs(_ bytes: [UInt8], cutAt cuts: [Int] = []) -> [FeedOutput] {
    let decoder = FeedRecognizer()
    var outputs: [FeedOutput] = []
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.decode(bytes.span.extracting(start..<cut)) { outputs.append($0) }
      start = cut
    }
    decoder.finish { outputs.append($0) }
    return outputs
  }

  private func names(_ outputs: [FeedOutput]) -> [String] {
    outputs.compactMap { if case .recognized(let name) = $0 { name.description } else { nil } }
  }

  @Test(
    arguments: FeedProtocol.all.filter { $0.manner != .unrecognizable })
  func ownSession_isRecognized(feed: FeedProtocol) throws {
    let bytes = try #require(FeedSamples.sessions["\(feed.name)"])
    let said = outputs(bytes)
    let last = try #require(names(said).last)
    // What begins like another is that until it says something of its own.
    #expect(last == "\(feed.name)", "\(names(said))")
    #expect(names(said).count <= 2)
  }

  @Test(arguments: FeedProtocol.all) func splitSession_isRecognizedTheSame(feed: FeedProtocol)
    throws
  {
    let bytes = try #require(FeedSamples.sessions["\(feed.name)"])
    let whole = outputs(bytes)
    for cut in 0...bytes.count { #expect(outputs(bytes, cutAt: [cut]) == whole) }
    #expect(outputs(bytes, cutAt: Array(0...bytes.count)) == whole)
  }

  @Test(
    arguments: [
      ("42\nmessage x\n#comment\n#again\n43\n", ["native"]),
      ("PROGRESS 4\0MSG x\0", ["psplash"]),
      ("10\nXXX\n20\nCopying\nXXX\n30\n", ["native", "gauge"]),
      ("XXX\n20\nCopying\nXXX\n", ["gauge"]),
      ("junk\nmore\n42\n", ["native"]), ("nothing at all\n", []),
      ("building\n 42% [Working]\n", ["human"]),
    ] as [(String, [String])])
  func sessions_areTold(text: String, expected: [String]) {
    #expect(names(outputs(Array(text.utf8))) == expected)
  }

  /// What commands print for people is nobody's protocol before there are numbers.
  @Test func outputIsToldByItsNumbers() {
    let decoder = FeedRecognizer(isOutput: true)
    var said: [FeedOutput] = []
    let text =
      "# Downloading\ndone\nmessage x\n     32,768,000  31%   10.42MB/s    0:00:06  \ndone\n"
    decoder.decode(Array(text.utf8).span) { said.append($0) }
    #expect(names(said) == ["human"])
    #expect(said.first == .event(.message(ProgressText("Downloading"))))
    #expect(said.contains(.event(.fraction(Fraction(billionths: 310_000_000)))))
  }

  @Test func switchHappensOnce() {
    let text = "10\nXXX\n20\nA\nXXX\nmessage native again\nPROGRESS 30\n60\n"
    #expect(names(outputs(Array(text.utf8))) == ["native", "gauge"])
  }

  /// As every protocol, the one that is not known yet is unharmed by what comes, however it is cut, and forgets what never ends.
  @Test func randomBytes_doNoHarm() {
    var random = SeededGenerator(seed: 43)
    for _ in 0..<60 {
      let bytes = (0..<4_096).map { _ in
        UInt8.random(in: 0...3, using: &random) > 0
          ? UInt8.random(in: 0x20...0x7e, using: &random)
          : UInt8.random(in: 0...255, using: &random)
      }
      let cut = Int.random(in: 0...bytes.count, using: &random)
      #expect(outputs(bytes, cutAt: [cut]) == outputs(bytes), "seed 43")
    }
  }

  @Test func longLine_isOneRecord() {
    let line = [UInt8](repeating: 0x61, count: 1 << 20) + [0x0a]
    let said = outputs(line + Array("message x\n".utf8))
    #expect(said.count == 3 && names(said) == ["native"])
  }

  @Test(arguments: ["pro", "\0\0\0\0abc"]) func droppedRecord_leavesNoTrace(part: String) {
    let decoder = FeedRecognizer()
    decoder.decode(Array(part.utf8).span) { _ in }
    #expect(decoder.holdsPartialRecord)
    decoder.dropPartialRecord()
    #expect(!decoder.holdsPartialRecord)
  }
}
