import Base
import Graphics
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

@Suite struct SpinnerTests {
  @Test(arguments: [("as-run", Pulse.asRun), ("as-written", .asWritten)])
  func pulse_isThatOfTheVectors(name: String, pulse: Pulse) throws {
    let samples = AnimationVectors.pairs(try AnimationVectors.table("pulse")[name])
    #expect(samples.count >= 10)
    for (time, size) in samples {
      #expect(abs(pulse.size(at: Stage.duration(time)) - size) < 1e-5, "at \(time)")
    }
  }

  private func comet(_ list: DisplayList) -> (start: Double, arc: Arc?)? {
    for item in list.items {
      guard case .conic(let gradient) = item.paint else { continue }
      if case .arc(let arc) = item.shape { return (gradient.start, arc) }
      return (gradient.start, nil)
    }
    return nil
  }

  @Test func seed_turnsOnceASecond_andSnaps() throws {
    let show = Show("spinner", ["spinner.preset": "seed"], size: (250, 250))
    let events: [(Double, ProgressEvent)] = [(1, Stage.fraction(0.4)), (2.3, .fail(.empty))]
    for (time, turned) in [(1.0, 0.0), (1.25, 0.25), (1.9, 0.9), (2.2, 0.2), (2.3, 0), (5, 0)] {
      let start = try #require(comet(show.list(events, at: time))).start
      #expect(abs(start + 0.25 - turned) < 1e-9, "at \(time)")
    }
  }

  /// The angle of the comet's head and its length never jump, for any outcome at any time.
  @Test(arguments: [ProgressEvent.done(.empty), .fail(.empty), .cancel, .interruption])
  func smooth_neverJumps(outcome: ProgressEvent) throws {
    let show = Show("spinner", size: (250, 250))
    for end in stride(from: 1.0, to: 2.2, by: 0.13) {
      let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.4)), (end, outcome)]
      var before: Double?
      for step in 0..<(240 * 4) {
        let list = show.list(events, at: Double(step) / 240)
        guard let start = comet(list)?.start else { break }
        if let before {
          let moved = abs(start - before - (start - before).rounded())
          // At most four times the usual speed.
          #expect(moved <= 4.0 / 240, "\(moved) of a turn at step \(step), ended at \(end)")
        }
        before = start
      }
    }
  }

  /// A short comet is visible at fraction 0, too.
  @Test(arguments: [(0.0, 0.08), (0.5, 0.54), (0.9, 0.908)])
  func length_isTheProgress(fraction: Double, length: Double) throws {
    let show = Show("spinner", size: (250, 250))
    let found = try #require(comet(show.list([(0, Stage.fraction(fraction))], at: 1)))
    let arc = try #require(found.arc)
    #expect(abs(arc.sweep - length) < 1e-9)
    // The head leads, the tail follows.
    #expect(abs(arc.start + arc.sweep - found.start) < 1e-9)
  }
}
