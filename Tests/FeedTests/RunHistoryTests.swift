import Base
import Feed
import ProgressModel
import TestSupport
import Testing

@Suite struct RunHistoryTests {
  private static let head = "fbprogress history 1\n"

  private static func read(_ text: String) -> RunHistory? {
    let bytes = Array(text.utf8)
    return RunHistory(bytes.span)
  }

  private static func run(
    _ name: String, _ duration: Int64, _ steps: [Int64] = []
  ) -> RunHistory.Run {
    func times(_ duration: Int64) -> RunHistory.Times {
      RunHistory.Times(duration: duration, silence: duration / 4)
    }
    return RunHistory.Run(name: ByteString(name), times: times(duration), steps: steps.map(times))
  }

  @Test func file_isRead() throws {
    let text =
      Self.head + "run 240125 31000 Update to #.#\nstep 12000 3100\nstep 200000 0\nrun 9 1 b\n"
    let history = try #require(Self.read(text))
    #expect(history.runs.map { $0.name } == ["Update to #.#", "b"])
    #expect(history.run(named: "Update to #.#")?.times == .init(duration: 240_125, silence: 31_000))
    #expect(history.runs[0].steps.map { $0.duration } == [12_000, 200_000])
    #expect(history.text == ByteString(text))
    #expect(Self.read(Self.head)?.runs.isEmpty == true)
  }

  static let wrong: [String] =
    [
      "", "\n", "fbprogress history 1", "fbprogress history 2\n", "run 1 1 a\n",
      String(repeating: "a", count: 70_000), "root:x:0:0:root:/root:/bin/bash\n",
    ]
    + [
      "run 1 1 a", "run 1 1\n", "run 1 1 \n", "run 0 1 a\n", "run -1 1 a\n", "run 1 x a\n",
      "run 604800001 1 a\n", "run 1 18446744073709551616 a\n", "step 1 1\n",
      "run 1 1 a\nstep 1\n", "run 1 1 a\nstep 1 1 1\n", "run 1 1 a\nrun 2 2 a\n", "run 1 1 a1\n",
      "run 1 1 a\0b\n", "run 1 1 a\u{202e}b\n", "walk 1 1 a\n", "\n",
      (0...32).map { "run 1 1 a" + String(repeating: "b", count: $0) + "\n" }.joined(),
      "run 1 1 a\n" + String(repeating: "step 1 1\n", count: 33),
      "run 1 1 " + String(repeating: "a", count: 121) + "\n",
    ].map { head + $0 }

  @Test(arguments: wrong) func otherFile_isNone(text: String) {
    #expect(Self.read(text) == nil, "\(text.prefix(200))")
  }

  @Test(
    arguments: [
      ("Update to 1.3", "Update to #.#"), ("Update to 12.345", "Update to #.#"), ("", ""),
      ("2026-11-25", "#-#-#"), ("a", "a"), (" 5 ", "#"),
    ])
  func key_hasNoNumbers(title: String, key: String) {
    #expect(RunHistory.key(of: SanitizedText(ByteString(title))) == ByteString(key))
  }

  @Test func learning_movesAThird() {
    var history = RunHistory()
    history.learn(Self.run("a", 9_000, [3_000, 6_000]))
    history.learn(Self.run("b", 5_000))
    history.learn(Self.run("a", 12_000, [6_000, 6_000]))
    #expect(history.runs.map { $0.name } == ["b", "a"], "the newest is last")
    #expect(history.runs[1].times == .init(duration: 10_000, silence: 3_000))
    #expect(history.runs[1].steps.map { $0.duration } == [4_000, 6_000])
    // Another plan replaces the steps.
    history.learn(Self.run("a", 10_000, [1_000]))
    #expect(history.runs[1].steps.map { $0.duration } == [1_000])
    // A short silence forgets a long one slowly.
    history.learn(.init(name: "a", times: .init(duration: 10_000, silence: 0), steps: []))
    #expect(history.runs[1].times.silence == 1_875 && history.runs[1].steps.isEmpty)
    history.learn(.init(name: "", times: .init(duration: 1, silence: 0), steps: []))
    #expect(history.runs.count == 2)
  }

  /// Whatever is learned: the file is bounded, and reading it gives the same.
  @Test func randomRuns_comeBackTheSame() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<50 {
      var history = RunHistory()
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let title = (0..<Int.random(in: 1...300, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let steps = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          RunHistory.Times(
            duration: .random(in: .min ... .max, using: &random),
            silence: .random(in: .min ... .max, using: &random))
        }
        history.learn(
          .init(
            name: RunHistory.key(of: SanitizedText(title.span)),
            times: .init(duration: .random(in: .min ... .max, using: &random), silence: .max),
            steps: steps))
      }
      let bytes = history.text.bytes
      #expect(bytes.count <= RunHistory.sizeLimit && history.runs.count <= RunHistory.runLimit)
      #expect(RunHistory(bytes.span) == history, "seed 77")
      // A file that a power cut tore is read only if it ends with a line.
      for _ in 0..<20 {
        let torn = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        let isWhole = torn.last == 0x0a && torn.count >= 21
        #expect((RunHistory(torn.span) != nil) == isWhole, "seed 77")
      }
    }
  }
}
