import Base
import Feed
import ProgressModel
import TestSupport
import Testing

/// Lines as people and everyday tools write them, in a feed without a named protocol and in the
/// output of a command.
@Suite struct EverydayLinesTests {
  private func said(_ text: String, isOutput: Bool) -> [ProgressEvent] {
    let decoder = FeedRecognizer(isOutput: isOutput)
    var events: [ProgressEvent] = []
    decoder.decode(Array(text.utf8).span) {
      if case .event(let event) = $0 { events.append(event) }
    }
    decoder.finish { if case .event(let event) = $0 { events.append(event) } }
    return events
  }

  /// The progress that the events tell: `30` %, `2/5` steps, `3|8` bytes; nil for none.
  private func progress(_ events: [ProgressEvent]) -> String? {
    for event in events.reversed() {
      switch event {
      case .fraction(let fraction): return "\(Double(fraction.billionths) / 1e7)"
      case .bytes(let part, let total): return "\(part)|\(total.map { "\($0)" } ?? "")"
      case .step(let number, let count, _): return "\(number)/\(count)"
      default: break
      }
    }
    return nil
  }

  /// Each line and the progress after it; blanks stand for lines between.
  static let meters: [(String, String)] = [
    // Counters count from the second one on that has grown.
    ("1/100\n50/100", "50.0"), ("1/3\n2/3\n3/3", "100.0"),
    ("[2/8] Building x\n[3/8] Building y", "37.5"),
    ("(1/4) installing a\n(2/4) installing b", "50.0"), ("1 of 4\n3 of 4", "75.0"),
    ("Downloading 1/4\nDownloading 2/4", "50.0"), ("[1/9] a\n[2/9] b\n[3/12] c\n[4/12] d", "4/12"),
    ("0.5MB / 3.0MB\n1.5MB / 3.0MB", "1500000|3000000"),
    (
      "Writing inode tables:  1/64\u{8}\u{8}\u{8}\u{8}\u{8} 2/64\u{8}\u{8}\u{8}\u{8}\u{8}16/64",
      "25.0"
    ),
    ("Building [=>   ] 10/30: a, b\rBuilding [==>  ] 15/30: c", "50.0"),
    ("  Installing : a-1.noarch   1/2 \n  Installing : b-1.noarch   2/2 ", "100.0"),
    ("(1/2) installing a  [#---] 10%\r(2/2) installing b  [##--] 50%", "100.0"),
    // Steps that say so.
    ("Step 2 of 5: Copying", "2/5"), ("Step 2/5: Copying", "2/5"), ("step 2/5: Copying", "2/5"),
    ("step 2 of 5", "2/5"), ("STEP 2/5 Copying", "2/5"), ("Step 2/5 : RUN x", "2/5"),
    // Words.
    ("progress 50", "50.0"), ("progress=50", "50.0"), ("progress: 0.5", "50.0"),
    ("Progress: 50", "50.0"), ("PERCENT 50", "50.0"), ("percent 50", "50.0"), ("percent: 5", "5.0"),
    ("Progress 70%\nProgress 80%", "80.0"), ("Writing 30%\nWriting 40%", "40.0"),
    ("Copying (80%)\nCopying (90%)", "90.0"), ("Copying [80%]\nCopying [95%]", "95.0"),
    ("50 percent", "50.0"), ("50pct", "50.0"), ("(80%)\n(85%)", "85.0"),
    ("Fortschritt: 9,5 %\nFortschritt: 10,5 %", "10.5"), ("bytes 10/100", "10|100"),
    ("bytes 10MB/100MB", "10000000|100000000"), ("Progress:  50.0%, ETA 00:01", "50.0"),
    // Bars.
    ("[####    ] 50%", "50.0"), ("[########] 100%", "100.0"),
    ("|\u{2588}\u{2588}----| 50% Complete", "50.0"),
    (
      "\u{1b}[1mInstalling\u{1b}[0m \u{1b}[33m40%\n\u{1b}[1mInstalling\u{1b}[0m \u{1b}[33m50%",
      "50.0"
    ),
    ("Working... \u{2501}\u{2501}\u{2501}\u{2501}  42% 0:00:01", "42.0"),
    // Digits of other scripts, and marks.
    ("\u{665}\u{660}%", "50.0"), ("\u{ff15}\u{ff10}%", "50.0"), ("\u{6f5}\u{6f0}\u{66a}", "50.0"),
    ("\u{feff}30\n40", "40.0"), ("\"50\"\n\"60\"", "60.0"),
    // Fractions from the second one on.
    ("0.0\n0.25\n0.5", "50.0"), ("0.25\n0.5\n0.75\n1.0", "100.0"), ("1\n2\n2.5", "2.5"),
    // Tools.
    ("Read: 1.0 MiB / 60.0 MiB ==> 1%\rRead: 30.0 MiB / 60.0 MiB ==> 50%", "31457280|62914560"),
    ("  45.4 %        1.5 MiB / 20.0 MiB = 0.075    5.3 MiB/s       0:04   0:05", "45.4"),
    ("    (10.00/100%)\r    (20.00/100%)", "20.0"),
    ("pct rescued:   50.00%, read errors:        0,  remaining time:          1s", "50.0"),
    (" 12.34% done, 0:03 elapsed. (0/0/0 errors)", "12.34"),
    (
      "Transferred:   \t   30 MiB / 60 MiB, 50%, 10 MiB/s, ETA 1s\nTransferred:  3 / 8, 37%",
      "31457280|62914560"
    ),
    ("[=======|       ] 480/960 50%", "50.0"),
    ("[download]  45.3% of   10.00MiB at    2.00MiB/s ETA 00:02", "45.3"),
    (" Total ( 2/13)   6.1 MiB  5.48 MiB/s 00:00 [####--]  71%", "71.0"),
    ("( 5/10) installing x  [---]   0%", "50.0"), ("(1/1) upgrading x  [#--]  40%", "40.0"),
    ("(1-3/3): x-1.noa 35% [==- ]  10 MB/s | 3.1 MB 00:00 ETA\r(3/3): y 36% [== ] x", "36.0"),
    // A counter after a recognized meter is no evidence of itself.
    ("[#-] 10%\n[#-] 11%\n[#-] 12%\n[#-] 13%\n[#-] 14%\nsee 2/5", "14.0"),
    ("x-1.noarch.rpm  46% [==   ] 4.0 MB/s | 1.3 MB 00:00 ETA", "46.0"),
  ]

  @Test(arguments: meters, [false, true]) func meter_isRead(meter: (String, String), isOutput: Bool)
  {
    let events = said(meter.0 + "\n", isOutput: isOutput)
    #expect(progress(events) == meter.1, "\(meter.0): \(events)")
  }

  /// A first counter or fraction moves nothing, nor do counters that fall, or numbers in prose.
  @Test(
    arguments: [
      "2/5 cups of flour", "see 2/5", "1/2\n1/3", "3/5\n2/5", "[3/8] Building", "50/100", "0.25",
      "Copying 50%", "(85%)", "-1", "-5\n-4", "1.5 MB / 3 MB", "step 2", "CPU 40%\nMEM 20%",
      "Battery 45%\nVolume 80%", "11/29 16:44:20 [NOTICE] a\n11/29 16:44:21 [NOTICE] b",
      "(L3) Buffered: 4.5 MiB - Consumed: 9 MiB - Compressed: 9 MiB => 100.00%",
      "99.99% of uncompressed filesystem size (20004.18 Kbytes)",
      "\t15.05% of uncompressed inode table size (731 bytes)\n\t58.88% of uncompressed x (2 bytes)",
      // One of several downloads, and the checks before the work.
      "foo-1.0-1-x86_64   10.0 MiB  1.20 MiB/s 00:05 [####----]  45%",
      "(2/3) checking keys in keyring [##--]  66%\r(3/3) checking keys in keyring [####] 100%",
      "Preparing : 1/1\nInstalling : a-1.noarch [==  ] 1/1\nVerifying : a-1.noarch 1/1",
      #"{"status":"ok","current":1,"total":2}"#,
      #"{"current":2,"total":4}\#n{"current":1,"total":4}"#,
    ], [false, true])
  func otherNumber_movesNothing(line: String, isOutput: Bool) {
    let events = said(line + "\n", isOutput: isOutput)
    #expect(progress(events) == nil, "\(events)")
  }

  /// Objects of JSON with other names than those of native records.
  @Test(
    arguments: [
      (#"{"pct":42,"msg":"x"}"#, "42.0", "x"), (#"{"Progress":55,"text":"x"}"#, "55.0", "x"),
      (#"{"percent":42,"status":"Copying"}"#, "42.0", "Copying"),
      (#"{"percent":42,"status":"ok","message":"x"}"#, "42.0", "x"),
      (#"{"current":1,"total":4}\#n{"current":2,"total":4}"#, "50.0", nil),
      (#"{"data":{"progress":0.5,"message":"x"}}"#, "50.0", "x"),
      (#"data: {"percent":42,"message":"x"}"#, "42.0", "x"),
      (#"data:{"percent":42}"#, "42.0", nil),
      ("{\n  \"percent\": 42,\n  \"message\": \"x\"\n}", "42.0", "x"),
    ] as [(String, String, String?)], [false, true])
  func object_isRead(object: (String, String, String?), isOutput: Bool) {
    let events = said(object.0 + "\n", isOutput: isOutput)
    #expect(progress(events) == object.1, "\(events)")
    let message = events.compactMap { event -> String? in
      if case .message(let text) = event { text.utf8.description } else { nil }
    }
    #expect(message.last == object.2)
  }

  @Test(
    arguments: [
      (#"{"error":"disk full"}"#, .fail(SanitizedText("disk full"))),
      (#"{"success":true}"#, .done(.empty)), (#"{"status":"success"}"#, .done(.empty)),
      (#"{"status":"Failed"}"#, .fail(.empty)),
    ] as [(String, ProgressEvent)])
  func object_isAnOutcome(line: String, outcome: ProgressEvent) {
    #expect(said(line + "\n", isOutput: false) == [outcome])
    #expect(said(line + "\n", isOutput: true).isEmpty)
  }

  /// A number above 100 beside percentages counts nothing.
  @Test func largeNumber_afterAPercentage_isNoBytes() {
    #expect(progress(said("40\n50\n120\n", isOutput: false)) == "50.0")
    #expect(progress(said("40\n50\n-1\n", isOutput: false)) == "50.0")
    #expect(progress(said("1048576\n2097152\n", isOutput: false)) == "2097152|")
  }

  static let texts: [(String, ProgressEvent)] = [
    ("msg Copying it", .message(SanitizedText("Copying it"))),
    ("text Copying it", .message(SanitizedText("Copying it"))),
    ("status: Copying it", .message(SanitizedText("Copying it"))),
    ("Message: Copying it", .message(SanitizedText("Copying it"))),
    ("message=Copying it", .message(SanitizedText("Copying it"))),
    ("title: Update", .title(SanitizedText("Update"))),
    ("title=Update", .title(SanitizedText("Update"))),
  ]

  @Test(arguments: texts, [false, true])
  func text_isRead(text: (String, ProgressEvent), isOutput: Bool) {
    #expect(said(text.0 + "\n", isOutput: isOutput) == [text.1])
  }

  static let outcomes: [(String, ProgressEvent)] = [
    ("Done.", .done(.empty)), ("done!", .done(.empty)), ("DONE", .done(.empty)),
    ("SUCCESS", .done(.empty)), ("Finished.", .done(.empty)), ("complete", .done(.empty)),
    ("fail: disk full", .fail(SanitizedText("disk full"))),
    ("Fail disk full", .fail(SanitizedText("disk full"))),
    ("error: disk full", .fail(SanitizedText("disk full"))),
    ("ERROR: Disk Full", .fail(SanitizedText("Disk Full"))), ("FAILED", .fail(.empty)),
    ("Failed: x", .fail(SanitizedText("x"))), ("Cancelled.", .cancel), ("canceled", .cancel),
    ("aborted", .cancel),
  ]

  /// An outcome in any case and with a mark counts in a feed that is no tool's output.
  @Test(arguments: outcomes) func outcome_isHeard(line: String, outcome: ProgressEvent) {
    #expect(said(line + "\n", isOutput: false) == [outcome])
    #expect(said("42\n43\n" + line + "\n", isOutput: false).last == outcome)
    #expect(said(line + "\n", isOutput: true).isEmpty)
    let meter = " 32,768,000  31%   10.42MB/s    0:00:06  \n"
    #expect(said(meter + meter + line + "\n", isOutput: false).last != outcome)
  }

  /// Counts of failures, objects of a log, and parts of objects with line ends end no run.
  @Test(
    arguments: [
      "FAIL: 0", "Error: 0", "Cancelling...", "cancel?", "  \"success\": true,",
      #"  "error": "timeout","#, #"  "status": "done","#, #"{"level":"info","msg":"done"}"#,
      #"{"severity":"INFO","message":"failed: mirror 1"}"#,
      #"{"level":"warning","msg":"retry","error":"timeout"}"#,
    ])
  func otherLine_isNoOutcome(line: String) {
    let events = said("42\n43\n" + line + "\n", isOutput: false)
    let isEnded = events.contains { event in
      switch event {
      case .done, .fail, .cancel: true
      default: false
      }
    }
    #expect(!isEnded, "\(events)")
  }

  /// Other fields of an object count beside counters that prove nothing yet.
  @Test func counterOfAnObject_takesNothingFromOtherFields() {
    let decoder = FeedRecognizer(isOutput: false)
    var outputs: [FeedOutput] = []
    let lines = #"{"bytes":10,"total":100,"current":10}\#n{"job":"a","current":1}\#n"#
    decoder.decode(Array(lines.utf8).span) { outputs.append($0) }
    #expect(outputs.first == .event(.bytes(completed: 10, total: 100)))
    #expect(outputs.last == .event(.job(SanitizedText("a"), .resumed)))
    #expect(outputs.count == 2, "\(outputs)")
  }

  /// Meters that a command shows one after the other are steps.
  @Test func secondMeter_isAStep() {
    let steps = said("50%\n99%\n100%\n1%\n50%\n100%\n3%\n", isOutput: true).filter {
      if case .step = $0 { true } else { false }
    }
    #expect(
      steps == [
        .step(number: 0, count: 0, name: .empty), .step(number: 2, count: 2, name: .empty),
        .step(number: 0, count: 0, name: .empty), .step(number: 3, count: 3, name: .empty),
      ])
    let named = said("step 1/2 A\n50%\n100%\nstep 2/2 B\n1%\n", isOutput: true)
    #expect(progress(named) == "1.0")
    #expect(named.count { if case .step = $0 { true } else { false } } == 2)
  }
}
