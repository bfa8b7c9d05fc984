import Base
import Foundation
import TestSupport
import Testing

@testable import FeedProcess

@Suite struct MirrorRequestTests {
  /// Returns the answer to bytes, and how many were read for it; nil if more are expected.
  private func answer(_ text: String) -> (MirrorAnswer, Int)? {
    var request = MirrorRequest()
    for (index, byte) in text.utf8.enumerated() {
      if let answer = request.take(byte) { return (answer, index + 1) }
    }
    return nil
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", .states), ("GET / HTTP/1.0\n\n", .states),
      ("GET / HTTP/1.1\r\nHost: [::1]:7500\r\nX: \u{e9}\t1\r\n\r\n", .states),
      ("GET /state HTTP/1.1\r\n\r\n", .notFound), ("GET // HTTP/1.1\r\n\r\n", .notFound),
      ("GET * HTTP/1.1\r\n\r\n", .notFound), ("GET /? HTTP/1.1\r\n\r\n", .notFound),
      ("HEAD / HTTP/1.1\r\n\r\n", .notAllowed), ("GE / HTTP/1.1\r\n\r\n", .notAllowed),
      ("GETGET / HTTP/1.1\r\n\r\n", .notAllowed), ("POST /x HTTP/1.1\r\n\r\n", .notAllowed),
      ("GET / HTTP/1.2\r\n\r\n", .malformed), ("GET / HTTP/1.1x\r\n\r\n", .malformed),
      ("GET / HTTP/1.\r\n\r\n", .malformed), ("GET / http/1.1\r\n\r\n", .malformed),
      ("GET /\r\n\r\n", .malformed), ("GET\r\n\r\n", .malformed), ("\r\n", .malformed),
      (" / HTTP/1.1\r\n\r\n", .malformed), ("GET /\u{7f} HTTP/1.1\r\n\r\n", .malformed),
      ("GET / HTTP/1.1\r\na: \u{1}\r\n\r\n", .malformed),
    ] as [(String, MirrorAnswer)])
  func request_hasAnAnswer(text: String, expected: MirrorAnswer) {
    #expect(answer(text)?.0 == expected)
  }

  @Test func unfinishedRequest_hasNoAnswer() {
    let whole = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for count in 0..<whole.count {
      #expect(answer(String(decoding: whole[..<count], as: UTF8.self)) == nil, "\(count)")
    }
  }

  @Test func longRequest_isRefusedAtTheLimit() throws {
    let head = "GET / HTTP/1.1\r\nCookie: "
    let rest = MirrorRequest.limit - head.utf8.count - 4
    #expect(answer(head + String(repeating: "c", count: rest) + "\r\n\r\n")?.0 == .states)
    let refused = try #require(answer(head + String(repeating: "c", count: 9_000)))
    #expect(refused.0 == .tooLong && refused.1 == MirrorRequest.limit + 1)
  }

  @Test func randomBytes_areRefusedOrUnfinished() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2_000 {
      var request = MirrorRequest()
      var count = 0
      var answer: MirrorAnswer?
      while answer == nil, count < 5_000 {
        answer = request.take(UInt8.random(in: 0...255, using: &random))
        count += 1
      }
      #expect(answer == .malformed || answer == .tooLong)
    }
  }

  @Test func answers_areWholeMessages() {
    for answer in [.malformed, .notFound, .notAllowed, .tooLong, .full] as [MirrorAnswer] {
      let text = String(decoding: answer.text.bytes, as: UTF8.self)
      let parts = text.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 2 && parts[1].hasPrefix("fbprogress: ") && parts[1].hasSuffix("\n"))
      #expect(text.contains("\r\nContent-Type: text/plain\r\n"))
    }
    let text = String(decoding: MirrorAnswer.states.text.bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\n"))
  }

  @Test(
    arguments: [
      ("/run/m", .socket("/run/m")), ("@m", .socket("@m")), ("1", .port(1)),
      ("65535", .port(65_535)),
      ("0", nil), ("65536", nil), ("", nil), ("/", nil), ("m", nil), ("+1", nil), ("1 ", nil),
    ] as [(ByteString, MirrorPlace?)])
  func place_isAPathOrAPort(text: ByteString, place: MirrorPlace?) {
    #expect(MirrorPlace(text) == place)
  }
}
