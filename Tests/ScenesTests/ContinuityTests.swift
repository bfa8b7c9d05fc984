import ByteStrings
import Configuration
import Pixels
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// Nothing jumps: whatever is said and when, a moment later all that moves is near where it was.
@Suite struct ContinuityTests {
  static let size = (width: 160, height: 120)
  /// Digits change at once, and so many pixels with them.
  static let most = 190

  /// Made-up sessions: progress that jumps and goes back, bursts, totals that come and go, outcomes at any moment.
  static func session(_ random: inout SeededGenerator) -> [(Double, ProgressEvent)] {
    var events: [(Double, ProgressEvent)] = []
    var time = Double.random(in: 0...0.5, using: &random)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: events.append((time, .bytes(completed: 5, total: nil)))
      case 1:
        for _ in 0..<20 {
          events.append((time, Stage.fraction(.random(in: 0...1, using: &random))))
        }
      default: events.append((time, Stage.fraction(.random(in: 0...1, using: &random))))
      }
      time += Double.random(in: 0...0.9, using: &random)
    }
    let outcomes: [ProgressEvent] = [.done(.empty), .fail(.empty), .cancel, .interruption]
    if Bool.random(using: &random) {
      events.append((time, outcomes.randomElement(using: &random) ?? .cancel))
    }
    return events
  }

  /// What is looked at: styles, and what else is set; with a picture or without.
  static let looks: [(styles: String, changes: [String: String], hasPicture: Bool)] =
    SceneStyle.all.map { ("\($0.name)", [:], false) }
    + SceneStyle.all.map { ("\($0.name)", ["reduced-motion": "yes"], true) }
    + SceneStyle.all.map { ("\($0.name)", [:], true) } + [
      ("ring+rainbow", [:], true), ("wave+ring", [:], true), ("bubble+wave", [:], false),
      ("bubble", ["bubble.rope": "0.1"], false),
      ("bubble", ["bubble.failure": "hang", "bubble.tilt": "relative"], false),
      ("pencil", ["pencil.sway": "45", "pencil.bob": "10"], false),
      ("rainbow", ["rainbow.pill": "yes", "rainbow.anchor": "top"], false),
    ]

  @Test(arguments: looks.indices, 1...2 as ClosedRange<UInt64>)
  func nothing_jumps(look: Int, seed: UInt64) {
    let look = Self.looks[look]
    var random = SeededGenerator(seed: seed)
    let show = Show(look.styles, look.changes, size: Self.size)
    let events = Self.session(&random)
    // Smaller than the screen.
    let image = look.hasPicture ? Stage.picture(120, 90) : nil
    func change(_ start: Double, _ end: Double) -> Int {
      let one = show.frame(events, at: start, image: image)
      let other = show.frame(events, at: end, image: image)
      var count = 0
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width where Self.distance(one[x, y], other[x, y]) > 40 { count += 1 }
      }
      return count
    }
    for step in 0..<260 {
      // What jumps does so however close one looks.
      var (start, end) = (Double(step) / 60, Double(step + 1) / 60)
      var count = change(start, end)
      for _ in 0..<8 where count > Self.most {
        let middle = (start + end) / 2
        let (first, second) = (change(start, middle), change(middle, end))
        (start, end, count) = first > second ? (start, middle, first) : (middle, end, second)
      }
      #expect(count <= Self.most, "\(look), seed \(seed): \(count) pixels jump at \(end)")
    }
  }

  /// How far two colours are apart, in the component that differs most.
  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) }.max() ?? 0
  }
}
