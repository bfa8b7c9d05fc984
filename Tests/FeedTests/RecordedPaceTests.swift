import Base
import Feed
import Foundation
import ProgressModel
import Testing

/// Time left, speed and stalls in sessions that were recorded with `--record` from real tools. Each
/// ends with its outcome, so its true duration is known.
@Suite struct RecordedPaceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Sessions")
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .sorted()

  private func play(
    _ name: String, _ look: (Double, _ end: Double, ProgressState) throws -> Void
  ) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: name))
    let entries = try Script(Array(bytes).span).entries
    let last = try #require(entries.last)
    #expect(last.event == .done(.empty))
    let end = last.time.seconds
    var state = ProgressState()
    var next = 0
    for tenth in 0..<Int(end * 10) {
      let now = Double(tenth) / 10
      while entries[next].time.seconds <= now {
        state.apply(entries[next].event, at: entries[next].time)
        next += 1
      }
      try look(now, end, state)
    }
  }

  @Test func sessions_areThere() {
    #expect(Self.names.count >= 5)
  }

  @Test(arguments: names) func timeLeft_movesSlowly_andIsNeverNothing(name: String) throws {
    var told: [Double?] = []
    var short = 0.0
    try play(name) { now, end, state in
      let left = state.timeLeft(at: .seconds(now))?.seconds
      if let left {
        #expect(left >= 1, "\(now)")
        // The estimate must not be below 3 s more than 10 s before the end.
        if left < 3, end - now > 10 { short += 0.1 }
      }
      if let left, told.count >= 10, let before = told[told.count - 10], before >= 5 {
        #expect(abs(left - before) <= before * 0.2 + 0.01, "\(before) to \(left) at \(now)")
      }
      told.append(left)
      #expect(state.shown.value(at: .seconds(now)) <= 0.99)
      #expect(state.stall(at: .seconds(now)) == nil, "\(now)")
    }
    #expect(short < 2, "for \(short) s it said less than 3 s, long before the end")
    if name != "dd-unknown" { #expect(told.count { $0 != nil } > told.count / 2) }
  }

  /// The estimate is right at constant speed, and right again some time after a change of speed.
  @Test(arguments: names) func timeLeft_isRight(name: String) throws {
    guard name != "dd-unknown" else { return }
    // After a fifth of the run the speed is an eighth. The weight of the work before it halves in
    // 20 s.
    let from = name == "two-speeds" ? 0.7 : 0.3
    try play(name) { now, end, state in
      guard now > end * from, now < end * 0.9 else { return }
      let (left, truth) = (state.timeLeft(at: .seconds(now))?.seconds ?? 0, end - now)
      #expect(abs(left - truth) <= truth * 0.25 + 5, "\(left) instead of \(truth) at \(now)")
    }
  }

  @Test func unknownTotal_hasASpeedOnly() throws {
    try play("dd-unknown") { now, _, state in
      #expect(state.timeLeft(at: .seconds(now)) == nil)
      guard now > 5 else { return }
      let speed = state.speed(at: .seconds(now)) ?? 0
      #expect(abs(speed - 3.1e6) < 0.5e6, "\(speed) at \(now)")
    }
  }

  /// Bytes of an earlier transfer do not count as work.
  @Test func resumed_isNoFasterForIt() throws {
    var speeds: [Double] = []
    try play("rsync-resumed") { now, _, state in
      if now > 5, let pace = state.pace(at: .seconds(now)) { speeds.append(pace * 110e6) }
    }
    #expect(speeds.count > 50 && speeds.allSatisfy { $0 < 2.5e6 }, "\(speeds.max() ?? 0)")
  }
}
