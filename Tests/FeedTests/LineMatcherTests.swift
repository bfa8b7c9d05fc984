import Base
import Feed
import ProgressModel
import Testing

/// The user's patterns, without a library of regular expressions: a test gives the ranges.
@Suite struct LineMatcherTests {
  @Test(
    arguments: [
      ("(?<percent>[0-9]+)%", "([0-9]+)%", ["percent"]),
      ("(?:a|b)(?<total>c)(d)", "(a|b)(c)(d)", ["", "total", ""]),
      // Parentheses in bracket expressions and after a backslash are no groups.
      (#"[(](?<done>x)\((?<fail>y)"#, #"[(](x)\((y)"#, ["done", "fail"]),
      ("[^(](?<done>x)", "[^(](x)", ["done"]), ("[](](?<done>x)", "[](](x)", ["done"]),
      ("[^](](?<done>x)", "[^](](x)", ["done"]),
      ("[[:digit:](](?<done>x)", "[[:digit:](](x)", ["done"]),
      ("[a[(](?<done>x)", "[a[(](x)", ["done"]), ("(?<done>x)[", "(x)[", ["done"]),
      ("(?<done>x)[^", "(x)[^", ["done"]), ("(?<done>x)[[:a", "(x)[[:a", ["done"]),
      ("(?<done>x)[a[", "(x)[a[", ["done"]),
      ("(?<done>x)\\", "(x)\\", ["done"]),
    ] as [(String, String, [String])])
  func pattern_isPlainWithNames(text: String, plain: String, groups: [String]) throws {
    let pattern = try #require(LineMatcher.Pattern(ByteString(Array(text.utf8))))
    #expect(String(decoding: pattern.plain.bytes, as: UTF8.self) == plain)
    #expect(pattern.groups.map { String(decoding: $0.bytes, as: UTF8.self) } == groups)
  }

  @Test(arguments: ["", "(a)", "(?:a)", "(?<other>a)", "(?<percent", "(?<>a)", "[(?<done>x)]"])
  func patternWithoutAKnownName_isNone(text: String) {
    #expect(LineMatcher.Pattern(ByteString(Array(text.utf8))) == nil)
  }

  /// What a line says whose words are the groups in order; "-" takes no part.
  private func said(_ names: [String], _ line: String) throws -> [FeedOutput] {
    let text = names.map { $0.isEmpty ? "(x)" : "(?<\($0)>x)" }.joined()
    let pattern = try #require(LineMatcher.Pattern(ByteString(Array(text.utf8))))
    let matcher = LineMatcher(pattern) { line in
      var (ranges, start) = ([0..<line.count], 0)
      for index in 0...line.count where index == line.count || line[index] == 0x7c {
        let isNone = index == start + 1 && line[start] == UInt8(ascii: "-")
        ranges.append(isNone ? 0..<0 : start..<index)
        start = index + 1
      }
      return ranges
    }
    let decoder = FeedRecognizer(matchers: [matcher])
    var outputs: [FeedOutput] = []
    decoder.decode(Array((line + "\n").utf8).span) { outputs.append($0) }
    decoder.finish { outputs.append($0) }
    return outputs
  }

  @Test func groups_sayWhatTheirNamesSay() throws {
    #expect(try said(["percent"], "42.5") == [RecordTests.percent(42.5)])
    #expect(try said(["current", "total"], "3|4") == [RecordTests.percent(75)])
    #expect(try said(["current", "total"], "4|4") == [RecordTests.percent(100)])
    #expect(try said(["", "percent"], "9|5") == [RecordTests.percent(5)])
    #expect(try said(["percent", "message"], "-|hello") == [RecordTests.message("hello")])
    #expect(try said(["done"], "x") == [.event(.done(.empty))])
    #expect(try said(["fail"], "disk full") == [.event(.fail(SanitizedText("disk full")))])
    // A message does not replace an outcome, whichever comes first.
    #expect(
      try said(["fail", "message"], "a|b") == [.event(.fail(SanitizedText("a")))])
    #expect(try said(["message", "done"], "a|b") == [.event(.done(.empty))])
  }

  /// Without text in a named group the line is no match, and protocols read it.
  @Test func lineWithoutAValue_isOfNoPattern() throws {
    #expect(try said(["percent"], "-") == [.malformed(SanitizedText("-"))])
    #expect(
      try !said(["current", "total"], "5|4").contains {
        if case .event = $0 { true } else { false }
      })
  }
}
