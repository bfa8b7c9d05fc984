import Base
import Feed
import ProgressModel
import TestSupport
import Testing

@Suite struct ScriptTests {
  @Test func script_isRead() throws {
    let text = "# a session\n\n@0 message Hello\n @1.25 42\r\n@1.25 bytes 1 2\n@2 end\n@3 done"
    let script = try Script(Array(text.utf8).span)
    #expect(
      script.entries.map { $0.time } == [
        .zero, .milliseconds(1_250), .milliseconds(1_250), .seconds(2), .seconds(3),
      ])
    #expect(script.entries[3].event == .interruption)
    #expect(script.entries[4].event == .done(.empty))
  }

  @Test(arguments: [
    ("42", 1, "has no time"), ("@x 42", 1, "has no time"),
    ("@-1 42", 1, "has no time"), ("@inf 42", 1, "has no time"),
    ("@1e10 42", 1, "has no time"),
    ("@1 42\n@0.5 43", 2, "is earlier"), ("@1\n", 1, "is not a record"),
    ("\n@1 hello\n", 2, "is not a record"),
  ])
  func wrongLine_isNamed(text: String, line: Int, reason: String) {
    do {
      _ = try Script(Array(text.utf8).span)
      Issue.record("it was read")
    } catch {
      #expect(error.line == line)
      #expect(error.reason.description.contains(reason))
    }
  }

  @Test func farTime_isKeptToTheNanosecond() throws {
    let text = "@9000000006.789012345 cancel\n"
    let entry = try #require(try Script(Array(text.utf8).span).entries.first)
    #expect(entry.time == .nanoseconds(9_000_000_006_789_012_345))
    #expect(Script.line(entry.event, at: entry.time) == ByteString(text))
  }

  @Test func recordedEvents_comeBackTheSame() throws {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<2_000 {
      let number = Int64.random(in: 0...1_000_000_000, using: &random)
      let events: [ProgressEvent] = [
        .fraction(Fraction(billionths: number)), .bytes(completed: UInt64(number), total: nil),
        .bytes(completed: UInt64(number), total: UInt64(number) + 5),
        .message(SanitizedText("a  b ü")), .message(.empty),
        .done(.empty), .done(SanitizedText("x y")), .fail(.empty), .fail(SanitizedText("z")),
        .cancel,
        .interruption, .reset, .title(SanitizedText("t t")), .detail(SanitizedText("d")),
        .detail(.empty),
        .step(number: 2, count: 3, name: SanitizedText("n n")),
        .step(number: 0, count: 9, name: .empty),
        .weights([1, 0, 255]), .plan(SanitizedText("a; b  c")), .expect(.nanoseconds(number)),
        .speed(UInt64(number)),
        .job(SanitizedText("sda"), .fraction(Fraction(billionths: number))),
        .job(SanitizedText("sda"), .fail(SanitizedText("x y"))),
        .job(SanitizedText("sda"), .resumed), .job(SanitizedText("b"), .weights([7])),
        .usual(.nanoseconds(number)), .logLine(SanitizedText("a  line")), .logLine(.empty),
        .identity(IdentityFact(key: SanitizedText("Serial"), value: SanitizedText("1 2"))),
        .identity(IdentityFact(key: SanitizedText("Serial"), value: .empty)),
        .style(SanitizedText("ring")), .picture(SanitizedText("/p q.png")),
      ]
      let event = events[Int.random(in: 0..<events.count, using: &random)]
      let time = Duration.nanoseconds(Int64.random(in: 0...100_000_000_000, using: &random))
      let line = Script.line(event, at: time)
      let script = try Script(line.bytes.span)
      #expect(script.entries == [Script.Entry(time: time, event: event)], "seed 29: \(line)")
    }
  }
}
