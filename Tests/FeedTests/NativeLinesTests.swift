import Base
import Feed
import ProgressModel
import TestSupport
import Testing

@Suite struct NativeLinesTests {
  private static func fraction(_ billionths: Int64) -> FeedOutput {
    .event(.fraction(Fraction(billionths: billionths)))
  }

  private static func decode(_ bytes: [UInt8], cutAt cuts: [Int] = []) -> [FeedOutput] {
    let decoder = FeedProtocol.native.makeDecoder()
    var outputs: [FeedOutput] = []
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.decode(bytes.span.extracting(start..<cut)) { outputs.append($0) }
      start = cut
    }
    decoder.finish { outputs.append($0) }
    return outputs
  }

  private static func job(_ id: ByteString, _ event: ProgressEvent) -> FeedOutput {
    .event(.job(SanitizedText(id), event))
  }

  private static func identity(_ key: ByteString, _ value: ByteString) -> FeedOutput {
    .event(.identity(IdentityFact(key: SanitizedText(key), value: SanitizedText(value))))
  }

  static let lines: [(String, FeedOutput)] = [
    ("42", fraction(420_000_000)), ("42%", fraction(420_000_000)), ("  7.5 ", fraction(75_000_000)),
    ("0.25", fraction(2_500_000)), ("inf%", fraction(1_000_000_000)),
    ("100.4", fraction(1_000_000_000)),
    ("42 %", fraction(420_000_000)), ("42\u{202f}%", fraction(420_000_000)),
    ("50,5", fraction(505_000_000)), ("50,5 %", fraction(505_000_000)),
    ("progress 0,42", fraction(420_000_000)),
    ("5e-05", fraction(500)),
    ("progress 0.42", fraction(420_000_000)), ("progress 42%", fraction(420_000_000)),
    ("progress 1", fraction(1_000_000_000)),
    ("progress 142%", fraction(1_000_000_000)),
    ("bytes 1234 5678", .event(.bytes(completed: 1_234, total: 5_678))),
    ("bytes 1234", .event(.bytes(completed: 1_234, total: nil))),
    ("bytes 1234 0", .event(.bytes(completed: 1_234, total: nil))),
    ("message  Unpacking  it ", .event(.message(SanitizedText("Unpacking  it")))),
    ("message", .event(.message(.empty))),
    ("done", .event(.done(.empty))), ("done all well", .event(.done(SanitizedText("all well")))),
    ("fail no space", .event(.fail(SanitizedText("no space")))), ("cancel", .event(.cancel)),
    ("reset", .event(.reset)),
    ("step 2/5 Writing it", .event(.step(number: 2, count: 5, name: SanitizedText("Writing it")))),
    ("step 0/1", .event(.step(number: 0, count: 1, name: .empty))),
    ("step 0/0", .event(.step(number: 0, count: 0, name: .empty))),
    ("weights 60 30, 10", .event(.weights([60, 30, 10]))),
    ("plan Load; Write it", .event(.plan(SanitizedText("Load; Write it")))),
    ("expect 90.5", .event(.expect(.milliseconds(90_500)))),
    ("speed 1234", .event(.speed(1_234))),
    ("title System update", .event(.title(SanitizedText("System update")))),
    ("detail root.img", .event(.detail(SanitizedText("root.img")))),
    (
      "bytes 18446744073709551615",
      .event(.bytes(completed: 18_446_744_073_709_551_615, total: nil))
    ),
    ("code 0x80", .event(.code(SanitizedText("0x80")))),
    ("paused battery low", .event(.paused(SanitizedText("battery low")))),
    ("paused", .event(.paused(.empty))), ("resume", .event(.resumed)),
    ("next Remove the stick", .event(.next(SanitizedText("Remove the stick")))),
    ("restart 8", .event(.restart(.seconds(8)))), ("units MiB", .event(.units(.binary))),
    ("job sda 42", job("sda", .fraction(Fraction(billionths: 420_000_000)))),
    (" job\tsda  step 1/2 A b", job("sda", .step(number: 1, count: 2, name: SanitizedText("A b")))),
    ("job sda", job("sda", .resumed)), ("job sda weight 3", job("sda", .weights([3]))),
    ("job sda done all well", job("sda", .done(SanitizedText("all well")))),
    ("job sda reset", job("sda", .reset)), ("job job done", job("job", .done(.empty))),
    ("job sda log a b", .event(.logLine(SanitizedText("sda: a b")))),
    ("job sda title T", .event(.title(SanitizedText("T")))),
    ("job sda style ring", .event(.style(SanitizedText("ring")))),
    ("job sda bytes 5 9", job("sda", .bytes(completed: 5, total: 9))),
    ("usual 240", .event(.usual(.seconds(240)))), ("usual 0", .event(.usual(.zero))),
    ("log  Unpacking a.deb ", .event(.logLine(SanitizedText("Unpacking a.deb")))),
    ("log", .event(.logLine(.empty))), ("identity Serial 1 234", identity("Serial", "1 234")),
    ("identity Serial", identity("Serial", "")),
    ("identity\tSerial\t12", identity("Serial", "12")),
    ("style rainbow", .event(.style(SanitizedText("rainbow")))),
    ("image /a b.png", .event(.picture(SanitizedText("/a b.png")))),
  ]

  static let junk = [
    "nan", "progress", "progress 42", "progress 1.1", "progress -0.1", "progress 0.4 x", "bytes",
    "bytes x", "bytes 1 x", "bytes -1 5",
    "bytes 99999999999999999999 5", "cancel now", "reset 1", "style", "image ", "PROGRESS 4",
    "hello world", "%", "4 2", "150", "inf", "1e9",
    "@1 42", "\u{fffd}", "step", "step 1", "step 1/0", "step 3/2", "step 1/4294967296", "weights",
    "weights 256", "weights 1 x", "expect", "expect -1", "expect soon", "speed fast", "speed -1",
    "bytes 9999999999999T", "job", "job ", "jobs", "job sda nonsense", "job sda 142", "job sda end",
    "job sda newroot",
    "job sda job sdb 4", "job aaaaaaaaaabbbbbbbbbbccccccccccddd 5", "job \u{85} 5",
    "job a\u{85}b 5", "usual", "usual soon", "usual -1", "identity", "identity ", "logs",
    "restart", "restart -1", "resume now", "1,5,5", "1.5.5",
  ]

  @Test(arguments: lines) func line_isUnderstood(line: String, output: FeedOutput) {
    for end: [UInt8] in [[0x0a], [0x0d], [0], [0x0d, 0x0a], []] {
      #expect(Self.decode(Array(line.utf8) + end) == [output])
    }
  }

  @Test(arguments: junk) func junk_isCountedAndNothingElse(line: String) {
    #expect(Self.decode(Array(line.utf8)) == [.malformed(SanitizedText(ByteString(line)))])
  }

  /// A number below 0 is unknown progress, which moves nothing.
  @Test(arguments: ["-1", "-3.5"]) func negativeNumber_saysNothing(line: String) {
    #expect(Self.decode(Array(line.utf8)).isEmpty)
  }

  /// Numbers of bytes as tools of all locales print them, their values and their units.
  static let counts: [(String, UInt64, ByteUnits?)] = [
    ("1234567", 1_234_567, nil), ("1,234,567", 1_234_567, nil), ("1.234.567", 1_234_567, nil),
    ("1'234'567", 1_234_567, nil), ("1\u{202f}234\u{202f}567", 1_234_567, nil),
    ("1\u{a0}234\u{a0}567", 1_234_567, nil), ("1\u{2019}234", 1_234, nil),
    ("1,234", 1_234, nil), ("1.234", 1_234, nil), ("0.500", 0, nil), ("1234.567", 1_234, nil),
    ("1.234,5", 1_234, nil), ("1,234.5", 1_234, nil), ("1.234,5kB", 1_234_500, .decimal),
    ("1,5MB", 1_500_000, .decimal), ("1.5MiB", 1_572_864, .binary), ("80M", 83_886_080, .binary),
    ("1.234MB", 1_234_000, .decimal), ("1,234kB", 1_234_000, .decimal), ("741k", 758_784, .binary),
    ("12 MB", 12_000_000, .decimal), ("12\u{202f}MB", 12_000_000, .decimal), ("7B", 7, nil),
    ("12'345'678", 12_345_678, nil),
  ]

  @Test(arguments: counts)
  func bytes_areReadInEachLocale(text: String, count: UInt64, units: ByteUnits?) {
    let bytes = FeedOutput.event(.bytes(completed: count, total: nil))
    let said = Self.decode(Array("bytes \(text)".utf8))
    #expect(said == (units.map { [.event(.units($0))] } ?? []) + [bytes])
    let speed = Self.decode(Array("speed \(text)".utf8))
    #expect(speed == (units.map { [.event(.units($0))] } ?? []) + [.event(.speed(count))])
  }

  @Test(arguments: ["1,23,456", "1.23.456", "1.234.5", "1,234,5", "1,2.3,4"])
  func contradictingMarks_areNoNumber(text: String) {
    let line = "bytes \(text)"
    #expect(Self.decode(Array(line.utf8)) == [.malformed(SanitizedText(ByteString(line)))])
  }

  @Test func emptyRecords_sayNothing() {
    #expect(Self.decode(Array("\n\n\r\n\0\0".utf8)).isEmpty)
  }

  @Test func anySplit_givesTheSameEvents() {
    let all =
      Self.lines.map { $0.0 } + Self.junk + ["message " + String(repeating: "ü", count: 3_000)]
    let bytes = Array(all.joined(separator: "\n").utf8)
    let whole = Self.decode(bytes)
    var random = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let cuts = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Int.random(in: 0...bytes.count, using: &random)
      }
      #expect(Self.decode(bytes, cutAt: cuts.sorted()) == whole, "seed 17")
    }
    #expect(Self.decode(bytes, cutAt: Array(0...bytes.count)) == whole)
  }

  @Test func longRecord_isCut_andTheNextOneIsWhole() {
    let outputs = Self.decode(
      Array(("message " + String(repeating: "a", count: 9_000) + "\n42\n").utf8))
    guard outputs.count == 2, case .event(.message(let text)) = outputs[0] else {
      Issue.record("\(outputs.count) outputs")
      return
    }
    #expect(text.utf8.count == 4_096 - 8)
    #expect(outputs[1] == Self.fraction(420_000_000))
  }

  @Test func longNumber_isNotCutToAnother() {
    let outputs = Self.decode(Array((String(repeating: " ", count: 4_095) + "42\n7\n").utf8))
    #expect(outputs.count == 2)
    guard case .malformed = outputs[0] else {
      Issue.record("half a number was taken: \(outputs[0])")
      return
    }
  }

  @Test func droppedPartialRecord_leavesNoTrace() {
    let decoder = FeedProtocol.native.makeDecoder()
    var outputs: [FeedOutput] = []
    decoder.decode(Array("progress 0.".utf8).span) { outputs.append($0) }
    #expect(decoder.holdsPartialRecord)
    decoder.dropPartialRecord()
    #expect(!decoder.holdsPartialRecord)
    decoder.decode(Array("42\n".utf8).span) { outputs.append($0) }
    #expect(outputs == [Self.fraction(420_000_000)])
  }
}
