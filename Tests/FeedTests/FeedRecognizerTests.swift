import Base
import Feed
import ProgressModel
import TestSupport
import Testing

@Suite struct FeedRecognizerTests {
  private func outputs(
    _ bytes: [UInt8], isOutput: Bool = false, cutAt cuts: [Int] = []
  ) -> [FeedOutput] {
    let decoder = FeedRecognizer(isOutput: isOutput)
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

  private func said(_ text: String, isOutput: Bool = false) -> [FeedOutput] {
    outputs(Array(text.utf8), isOutput: isOutput).filter {
      if case .recognized = $0 { false } else { true }
    }
  }

  private func percent(_ number: Double) -> FeedOutput { RecordTests.percent(number) }

  private static let recognizable = FeedProtocol.all.filter { $0.form != .unrecognizable }

  /// Feeds the session twice, since one record decides nothing.
  @Test(arguments: recognizable) func ownSession_isRecognized(feed: FeedProtocol) throws {
    let bytes = try #require(FeedSamples.sessions["\(feed.name)"])
    // For protocols with the same records, either name is right.
    let alike = ["zenity": ["native"], "fbsplash": ["native"], "gauge": ["native"]]
    let names = names(outputs(bytes + bytes))
    #expect(
      names.contains("\(feed.name)") || names == alike["\(feed.name)"], "\(feed.name): \(names)")
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
      ("42\nmessage x\n#comment\n#again\n43\n", ["native", "zenity"]),
      ("PROGRESS 4\0MSG x\0", []), ("PROGRESS 4\0PROGRESS 5\0", ["psplash"]),
      ("XXX\n20\nCopying\nXXX\n", []), ("nothing at all\n", []), ("50,5\n", []),
      ("junk\nmore\n42\n43\n", ["native"]),
      ("building\n 42% [Working]\n 43% [Working]\n", ["human"]),
    ] as [(String, [String])])
  func protocols_areAnnouncedWithTheSecondRecord(text: String, expected: [String]) {
    #expect(
      Array(names(outputs(Array(text.utf8))).prefix(max(expected.count, 1))) == expected
        || names(outputs(Array(text.utf8))).first == expected.first)
  }

  // MARK: - A foreign record locks no writer out

  /// Records each of which once made a decoder ignore everything after it.
  static let strays = [
    "PROGRESS 10", "# x", "MSG x", "STATUS=x", "dlstatus:1:2.0:x", " 10% 1.2MB/s", "42 50", "50,5",
    "Progress: [ 10%]", "42\n# x", "42\nreset", "\0", "\0\0\0\0", "\u{2}", "\u{1b}]",
    "{\"percent\":7}",
    "XXX\n50\nText\nXXX", "installing", "progress 0.5 10", "exit", "garbage",
  ]

  static let outcomes: [(String, FeedOutput)] = [
    ("done", .event(.done(.empty))), ("done all well", .event(.done(SanitizedText("all well")))),
    ("fail disk full", .event(.fail(SanitizedText("disk full")))), ("fail", .event(.fail(.empty))),
    ("cancel", .event(.cancel)), ("reset", .event(.reset)), ("end", .end), ("newroot", .newRoot),
  ]

  @Test(arguments: strays) func strayRecord_losesNoOutcome(stray: String) {
    for (line, outcome) in Self.outcomes {
      let decoder = FeedRecognizer()
      var said: [FeedOutput] = []
      decoder.decode(Array((stray + "\n").utf8).span) { said.append($0) }
      // The rest of the stray record is late.
      if decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
      said = []
      decoder.decode(Array((line + "\n").utf8).span) { said.append($0) }
      #expect(said.contains(outcome), "\(line) behind \(stray): \(said)")
    }
  }

  /// For every pair of protocol and prefix: records of the protocol, then a native outcome, and one
  /// marked by `send`.
  @Test(arguments: FeedProtocol.all, [true, false])
  func foreignRecords_loseNoOutcome(feed: FeedProtocol, isNamed: Bool) throws {
    let bytes = try #require(FeedSamples.sessions["\(feed.name)"])
    guard feed.isLines || !isNamed && feed.form == .binary else { return }
    for end in [0] + bytes.indices.filter({ [0x0a, 0x0d, 0].contains(bytes[$0]) }) + [
      bytes.count - 1
    ] {
      let prefix = Array(bytes[...min(end, bytes.count - 1)])
      for mark in ["", "\u{2}"] {
        let decoder = isNamed ? feed.makeDecoder() : FeedRecognizer()
        var said: [FeedOutput] = []
        decoder.decode(prefix.span) { said.append($0) }
        if decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
        if decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
        said = []
        let outcome = Array("\(mark)fail disk full\n".utf8)
        decoder.decode(outcome.span) { said.append($0) }
        if decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
        #expect(
          said.contains(.event(.fail(SanitizedText("disk full")))),
          "\(feed.name), \(mark.isEmpty ? "plain" : "marked") behind \(end + 1) bytes: \(said)")
      }
    }
  }

  /// Records of all protocols and noise, in random order.
  @Test func mixedRecords_loseNoOutcome() throws {
    var random = SeededGenerator(seed: 97)
    let records = FeedProtocol.all.filter { $0.isLines }.flatMap { feed in
      (FeedSamples.sessions["\(feed.name)"] ?? []).split { [0x0a, 0x0d, 0].contains($0) }
        .map { Array($0) }
    }
    for round in 0..<2_000 {
      let decoder = FeedRecognizer()
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Int.random(in: 0..<6, using: &random) == 0 {
          bytes += (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
        } else {
          bytes += try #require(records.randomElement(using: &random))
        }
        bytes.append(0x0a)
      }
      var said: [FeedOutput] = []
      decoder.decode(bytes.span) { said.append($0) }
      while decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
      said = []
      let (line, outcome) = try #require(Self.outcomes.randomElement(using: &random))
      decoder.decode(Array(line.utf8 + [0x0a]).span) { said.append($0) }
      while decoder.holdsPartialRecord { decoder.markRestLate { said.append($0) } }
      #expect(said.contains(outcome), "seed 97, round \(round): \(line) behind \(bytes)")
    }
  }

  /// `send` writes whole records, even within the record of another writer.
  @Test func markedRecord_splitsNoOther() {
    for end in ["\n", "\r", "\0"] {
      let text = "PROGRESS 4\u{2}message x\n2\(end)PROGRESS 43\(end)"
      #expect(
        said(text) == [.event(.message(SanitizedText("x"))), percent(42), percent(43)])
    }
  }

  @Test func markedRecord_isReadByTheNamedProtocols() {
    for feed in FeedProtocol.all where feed.isLines {
      var said: [FeedOutput] = []
      feed.makeDecoder().decode(Array("\u{2}step 1/2 A\n\u{2}42\n".utf8).span) { said.append($0) }
      #expect(
        said == [.event(.step(number: 1, count: 2, name: SanitizedText("A"))), percent(42)],
        "\(feed.name)")
    }
  }

  /// An STX that `send` did not write is a byte of the line.
  @Test func strayMark_isNoRecord() {
    #expect(
      said("message a\u{2}b\r42\n") == [.event(.message(SanitizedText("a b"))), percent(42)]
        || said("message a\u{2}b\r42\n") == [.event(.message(SanitizedText("ab"))), percent(42)])
  }

  // MARK: - Several protocols on one stream

  @Test func ownWordsStandBetweenAnothersRecords() {
    let text =
      "step 1/2 A\n     32,768,000  31%   10.42MB/s    0:00:06  \rmessage B\n"
      + "     65,536,000  62%   10.42MB/s    0:00:03  \rstep 2/2 C\n 7 files\n"
      + "     32,768,000  31%   10.42MB/s    0:00:06  \r"
    let expected: [FeedOutput] = [
      RecordTests.step(1, 2, "A"), percent(31), .event(.speed(10_926_161)),
      RecordTests.message("B"), percent(62), .event(.speed(10_926_161)),
      RecordTests.step(2, 2, "C"), RecordTests.junk("7 files"), percent(31),
      .event(.speed(10_926_161)),
    ]
    for isOutput in [true, false] { #expect(said(text, isOutput: isOutput) == expected) }
  }

  @Test func moreSpecificProtocol_takesOver() {
    let json = String(repeating: "{\"bytes\":1,\"total\":9}\n", count: 20)
    let bootc = String(
      repeating: #"{"type":"ProgressBytes","task":"pulling","bytes":5,"bytesTotal":10}"# + "\n",
      count: 200)
    #expect(names(outputs(Array((json + bootc).utf8))) == ["json", "bootc"])
    #expect(said(json + bootc).suffix(3).contains(RecordTests.bytes(5, 10)))
  }

  @Test func reset_beginsAnew() {
    let text = "PROGRESS 4\nPROGRESS 5\nreset\nPROGRESS 6\nPROGRESS 7\n"
    #expect(names(outputs(Array(text.utf8))) == ["psplash", "psplash"])
  }

  // MARK: - The output of a command

  @Test func outputIsToldByItsNumbers() {
    let text =
      "# Downloading\ndone\nmessage x\n     32,768,000  31%   10.42MB/s    0:00:06  \r"
      + "     65,536,000  62%   10.42MB/s    0:00:06  \r# a comment\n"
    let output = outputs(Array(text.utf8), isOutput: true)
    #expect(names(output) == ["human"])
    #expect(output.first == .event(.message(SanitizedText("Downloading"))))
    #expect(output.contains(percent(31)))
    #expect(output.last == RecordTests.junk("# a comment"))
    #expect(!output.contains(.event(.done(.empty))))
  }

  /// Prose that matches native lines has no effect; in particular it selects no picture.
  @Test(
    arguments: [
      "restart 5", "next steps: read the manual", "image /etc/passwd", "paused", "style ring",
      "identity added: /root/.ssh/id_rsa", "job started", "job 7 done", "code 7",
      #"{"image":"docker.io/x","restart":3}"#,
      "Battery: 100%", "speed 5",
    ])
  func ordinaryWords_claimNothing(line: String) {
    #expect(said(line + "\n", isOutput: true) == [RecordTests.junk(line)])
  }

  private static let announcements: [(String, FeedOutput)] = [
    ("weights 60 40", .event(.weights([60, 40]))), ("units MiB", .event(.units(.binary))),
    ("usual 240", .event(.usual(.seconds(240)))),
    ("next Remove the stick", .event(.next(SanitizedText("Remove the stick")))),
    ("restart 8", .event(.restart(.seconds(8)))), ("code E42", .event(.code(SanitizedText("E42")))),
    (
      "identity Serial 12",
      .event(.identity(IdentityFact(key: SanitizedText("Serial"), value: SanitizedText("12"))))
    ),
    ("job sda", .event(.job(SanitizedText("sda"), .resumed))),
  ]

  /// What a command announces before its first progress is neither lost nor believed too early.
  @Test(arguments: ["step 1/2 A", "progress 0.2", "bytes 1 2", "job sda 5"])
  func announcements_waitForNativeProgress(progress: String) {
    var text = ""
    for (line, _) in Self.announcements { text += line + "\n" }
    // A meter of another tool proves nothing.
    let early = said(text + "42%\n43%\n", isOutput: true)
    #expect(!early.contains { Self.announcements.map(\.1).contains($0) }, "\(early)")
    // A number may be of any tool, too.
    let numbers = said(text + "1\n2\n3\n", isOutput: true)
    #expect(!numbers.contains { Self.announcements.map(\.1).contains($0) }, "\(numbers)")
    let late = said(text + "42%\n43%\n" + progress + "\n", isOutput: true)
    #expect(late.filter { Self.announcements.map(\.1).contains($0) } == Self.announcements.map(\.1))
    #expect(late.starts(with: early))
  }

  /// A script's own step after the meter of a tool: the texts and announcements behind it count,
  /// however many frames the meter had.
  @Test(arguments: 4..<20) func nativeStepBehindAMeter_isProof(frames: Int) {
    let own = "step 2/2 Install\nmessage Installing\nnext Restart\n"
    let meter = Self.curl + (0..<frames).map { Self.curlFrame("\($0)", speed: "1") }.joined()
    #expect(
      said(meter + "\n" + own, isOutput: true).suffix(3) == [
        .event(.step(number: 2, count: 2, name: SanitizedText("Install"))),
        .event(.message(SanitizedText("Installing"))), .event(.next(SanitizedText("Restart"))),
      ])
  }

  @Test func announcements_areBounded() {
    let text = (0..<1_000).map { "code \($0)\n" }.joined() + "step 1/2 A\n"
    let codes = said(text, isOutput: true).filter {
      if case .event(.code) = $0 { true } else { false }
    }
    #expect(codes.count == 16)
  }

  /// Words of other tools stay words behind a meter that reads like native records.
  @Test func proseBehindAMeter_claimsNothing() {
    let text = "41%\n42%\n43%\n44%\n45%\nnext steps: read the manual\nrestart 5\n"
    #expect(
      said(text, isOutput: true).suffix(2)
        == [RecordTests.junk("next steps: read the manual"), RecordTests.junk("restart 5")])
  }

  /// `fbprogress send` needs no evidence.
  @Test func sentAnnouncement_isObeyedAtOnce() {
    #expect(
      said("\u{2}next Remove the stick\n", isOutput: true)
        == [.event(.next(SanitizedText("Remove the stick")))])
  }

  // MARK: - Meters

  private static let curl =
    "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
    + "                                 Dload  Upload   Total   Spent    Left  Speed\n"

  private static func curlFrame(_ received: String, speed: String) -> String {
    "\r 42 1000M   42 \(received)    0     0  1200k      0  0:14:13  0:05:58  0:08:15 \(speed)"
  }

  @Test func metersHeader_isNoErrorOfTheCommand() {
    for isOutput in [true, false] {
      let output = said(Self.curl + Self.curlFrame("420M", speed: "1200k"), isOutput: isOutput)
      let errors = output.filter { if case .malformed = $0 { true } else { false } }
      #expect(!isOutput || errors.isEmpty, "\(errors)")
    }
  }

  /// A meter that redraws the same amounts without a speed is no sign of work. A slow download,
  /// whose amounts are rounded, has a speed.
  @Test func deadMeter_isSilent() {
    let alive = Self.curlFrame("420M", speed: "1200k") + Self.curlFrame("420M", speed: "  80k")
    let dead = Self.curlFrame("420M", speed: "    0")
    for isOutput in [true, false] {
      let before = said(Self.curl + alive + dead + "\r", isOutput: isOutput)
      #expect(before.count { if case .event(.bytes) = $0 { true } else { false } } == 3)
      let after = said(
        Self.curl + alive + String(repeating: dead, count: 50) + "\r", isOutput: isOutput)
      #expect(after == before, "\(after)")
      let again = said(
        Self.curl + alive + dead + dead + Self.curlFrame("421M", speed: "    0"),
        isOutput: isOutput)
      #expect(again.count > before.count)
    }
  }

  /// A record that does not count is no frame of a meter: neither the one that a meter repeats nor
  /// a sign of work.
  @Test func rejectedRecord_isNoFrameOfAMeter() {
    func amounts(_ said: [FeedOutput]) -> Int { said.count { $0 == .event(.speed(0)) } }
    let label = "1,024 5% 0.00kB/s of disk 5%\n"
    #expect(amounts(said(label, isOutput: true)) == 0)
    #expect(amounts(said(label + label, isOutput: true)) == 1)
    let (dead, impossible) = ("1,024 5% 0.00kB/s 0:00:01\n", "Sending sparse 'x' 5/3 (1 KB)\n")
    for isOutput in [true, false] {
      #expect(amounts(said(dead + dead, isOutput: isOutput)) == 1)
      #expect(amounts(said(dead + impossible + dead, isOutput: isOutput)) == 1)
    }
  }

  /// A gauge's writer that dies within a block loses only the block.
  @Test func blockThatNeverEnds_isLeft() {
    let decoder = FeedRecognizer()
    var said: [FeedOutput] = []
    decoder.decode(Array("XXX\n10\n".utf8).span) { said.append($0) }
    decoder.markRestLate { said.append($0) }
    decoder.decode(Array("50\n60\nmessage hi\n80\ndone\n".utf8).span) { said.append($0) }
    said.removeAll { if case .recognized = $0 { true } else { false } }
    #expect(
      said == [
        percent(10), percent(50), percent(60), RecordTests.message("hi"), percent(80),
        .event(.done(.empty)),
      ])
  }

  /// A missing line feed hides no outcome.
  @Test func outcomeBehindALineWithoutItsEnd_isHeard() {
    for (part, expected) in [
      ("message Installing", [RecordTests.message("Installing"), .event(.done(.empty))]),
      ("message Installing: ", [RecordTests.message("Installing: done")]),
    ] as [(String, [FeedOutput])] {
      let decoder = FeedProtocol.native.makeDecoder()
      var said: [FeedOutput] = []
      decoder.decode(Array(part.utf8).span) { said.append($0) }
      decoder.markRestLate { said.append($0) }
      decoder.decode(Array("done\n".utf8).span) { said.append($0) }
      #expect(said == expected)
    }
  }

  /// Numbers above 100 are no percentages in any protocol.
  @Test(arguments: ["250.5", "1e9", "inf", "5 inf", "-inf 250.5"])
  func largeNumber_isNoPercentage(line: String) {
    #expect(said(line + "\n") == [RecordTests.junk(line)])
  }

  /// The time to read hostile lines is proportional to their length.
  @Test(arguments: ["[", "1 x [1/s] [", "a: ", "[#1 ", "x%", "... "])
  func longLines_areReadInTime(piece: String) {
    let line = String(String(repeating: piece, count: 4_090).prefix(4_090)) + "\n"
    let bytes = Array(String(repeating: line, count: 50).utf8)
    let time = ContinuousClock().measure { _ = outputs(bytes, isOutput: true) }
    // 200 kB; without a bound this takes 15 s and more.
    #expect(time < .seconds(5), "\(piece): \(time)")
  }

  /// One number in a command's output counts something else; several are its progress.
  @Test func numbersAlone_countFromTheSecondOn() {
    #expect(said("42\n", isOutput: true) == [RecordTests.junk("42")])
    #expect(said("97\n12\n", isOutput: true) == [RecordTests.junk("97"), RecordTests.junk("12")])
    #expect(said("1\n2\n3\n", isOutput: true) == [RecordTests.junk("1"), percent(2), percent(3)])
    #expect(said("42\n") == [percent(42)])
  }

  // MARK: - Arbitrary bytes

  /// Random bytes also trap nothing in an unrecognized feed, give the same outputs however split,
  /// and endless records are dropped.
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
    #expect(said.count == 2)
  }

  @Test(arguments: ["pro", "\0\0\0\0abc"]) func droppedRecord_leavesNoTrace(part: String) {
    let decoder = FeedRecognizer()
    decoder.decode(Array(part.utf8).span) { _ in }
    #expect(decoder.holdsPartialRecord)
    decoder.dropPartialRecord()
    #expect(!decoder.holdsPartialRecord)
  }

  /// Bytes after binary messages that cannot be messages are lines.
  @Test func linesBehindBinaryMessages_areRead() {
    let messages = FeedSamples.swupdate(shift: 0, greets: true)
    let decoder = FeedRecognizer()
    var said: [FeedOutput] = []
    decoder.decode((messages + Array("done\n".utf8)).span) { said.append($0) }
    #expect(decoder.holdsPartialRecord)
    said = []
    decoder.markRestLate { said.append($0) }
    #expect(said == [.event(.done(.empty))])
  }
}
