import Base
import Configuration
import Pixels
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// Nothing jumps: for any feed, everything that moves is near its old place shortly after.
@Suite struct ContinuityTests {
  static let size = (width: 160, height: 120)
  /// The most changed pixels without a jump: digits change at once, and their pixels with them. The
  /// label of a bubble moves by a whole pixel at once, and its edges with it.
  static func most(_ styles: String) -> Int { styles.contains("bubble") ? 250 : 190 }

  /// A random session: progress that jumps and goes back, bursts, totals that appear and disappear,
  /// outcomes at any time.
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

  /// The tested looks: styles, further settings, with and without a picture.
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
    let most = Self.most(look.styles)
    func change(_ start: Double, _ end: Double) -> Int {
      let one = show.frame(events, at: start, image: image)
      let other = show.frame(events, at: end, image: image)
      var count = 0
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width where Self.distance(one[x, y], other[x, y]) > 40 { count += 1 }
      }
      return count
    }
    for step in 0..<130 {
      // A jump remains when the interval is halved.
      var (start, end) = (Double(step) / 30, Double(step + 1) / 30)
      var count = change(start, end)
      for _ in 0..<8 where count > most {
        let middle = (start + end) / 2
        let (first, second) = (change(start, middle), change(middle, end))
        (start, end, count) = first > second ? (start, middle, first) : (middle, end, second)
      }
      #expect(count <= most, "\(look), seed \(seed): \(count) pixels jump at \(end)")
    }
  }

  /// Situations that random sessions rarely contain; each was a jump once.
  static let moments:
    [(styles: String, changes: [String: String], script: [(Double, ProgressEvent)])] = [
      ("wave", [:], [(0, Stage.fraction(0.9)), (3, unknown), (5, Stage.fraction(0.91))]),
      ("wave", [:], [(0, Stage.fraction(0.9)), (3, unknown), (5, .fail(.empty))]),
      ("wave", [:], [(0, Stage.fraction(0.6)), (0.5, .cancel)]),
      ("wave", [:], [(0, Stage.fraction(0.6)), (0.3, .cancel)]),
      ("rainbow", [:], [(0, Stage.fraction(0.5)), (13, .fail(.empty))]),
      ("rainbow", [:], [(0, Stage.fraction(0.5)), (13, .interruption)]),
      ("ring", [:], [(0, Stage.fraction(0.5)), (13, .interruption)]),
      ("ring", [:], [(0, Stage.fraction(0.99)), (13, .done(.empty))]),
      (
        "pencil", ["pencil.sway": "20", "pencil.bob": "6"],
        [(0, Stage.fraction(0.1)), (20, Stage.fraction(0.8)), (20.25, .fail(.empty))]
      ),
      ("bubble", [:], [(0, Stage.fraction(0.6)), (0.2, .fail(.empty))]),
      ("bubble", [:], [(0, unknown), (4, .fail(.empty))]),
      (
        "ring", ["reduced-motion": "yes"],
        [(0.1, Stage.fraction(0.5)), (0.2, Stage.fraction(0.95))]
      ),
    ]
  private static let unknown = ProgressEvent.bytes(completed: 5, total: nil)

  @Test(arguments: moments.indices) func moments_doNotJump(index: Int) throws {
    let moment = Self.moments[index]
    let show = Show(moment.styles, moment.changes, size: Self.size)
    let last = try #require(moment.script.last).0
    let frames = (-3...90).map { last + Double($0) / 60 }.filter { $0 >= 0 }
    var changes: [Double] = []
    for (one, other) in zip(frames, frames.dropFirst()) {
      let before = show.frame(moment.script, at: one)
      let after = show.frame(moment.script, at: other)
      var sum = 0
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width { sum += Self.distance(before[x, y], after[x, y]) }
      }
      changes.append(Double(sum) / 255)
    }
    // A jump is a change of several times those of the adjacent frames.
    for index in changes.indices.dropFirst().dropLast() {
      let around = max(changes[index - 1], changes[index + 1])
      #expect(
        changes[index] < 60 || changes[index] < 3 * around,
        "\(moment.styles): \(changes[index]) beside \(around) at \(frames[index])")
    }
  }

  /// The difference of two colors, in the component that differs most.
  static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) }.max() ?? 0
  }
}
