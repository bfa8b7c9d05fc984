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

  @Test func switchHappensOnce() {
    let text = "10\nXXX\n20\nA\nXXX\nmessage native again\nPROGRESS 30\n60\n"
    #expect(names(outputs(Array(text.utf8))) == ["native", "gauge"])
  }
}
