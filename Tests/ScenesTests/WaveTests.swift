import Base
import Foundation
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

@Suite struct WaveTests {
  private static func show(
    _ preset: String, _ changes: [String: String] = [:], size: (Int, Int) = (250, 250)
  ) -> Show {
    // On a small square screen the figure would be larger.
    Show(
      "wave", ["wave.preset": preset, "layout": "landscape"].merging(changes) { $1 }, size: size)
  }
  private static let run: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.25))]

  /// The strokes of a list, in design points from the ring's center, and its arc.
  private struct Look {
    var strokes: [(points: [Point], width: Double)] = []
    var arc: Arc?
    var annuli: [Annulus] = []
    /// The points of the last filled path: the number, in a wave without a filled area.
    var label: [Point] = []

    init(_ list: DisplayList, _ size: (Int, Int) = (250, 250)) {
      let scale = Double(min(size.0, size.1)) / 250
      for item in list.items {
        switch item.shape {
        case .stroke(let path, let style):
          let points = list.pen.points[path.points].map {
            Point(
              x: ($0.x - Double(size.0) / 2) / scale, y: ($0.y - Double(size.1) / 2) / scale)
          }
          strokes.append((points, style.width / scale))
        case .path(let path):
          label = list.withPen(of: path) { Array($0.points[path.points]) }.map {
            Point(
              x: ($0.x + Double(path.origin.x) - Double(size.0) / 2) / scale,
              y: ($0.y + Double(path.origin.y) - Double(size.1) / 2) / scale)
          }
        case .arc(let arc): self.arc = arc
        case .annulus(let annulus): annuli.append(annulus)
        default: break
        }
      }
    }

    /// The wave, or the line that it comes from or becomes.
    var line: [Point] {
      strokes.first { $0.points.count == 49 || $0.points.count == 98 }?.points ?? []
    }
  }

  private static func isNear(_ one: Point, _ x: Double, _ y: Double, within: Double = 1e-6) -> Bool
  {
    abs(one.x - x) < within && abs(one.y - y) < within
  }

  /// A point of a cubic, by de Casteljau's algorithm.
  private static func cubic(_ p: [Point], _ t: Double) -> Point {
    func mix(_ a: Point, _ b: Point) -> Point {
      Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    let (a, b, c) = (mix(p[0], p[1]), mix(p[1], p[2]), mix(p[2], p[3]))
    return mix(mix(a, b), mix(b, c))
  }

  // MARK: - The specification's numbers

  @Test(arguments: ["seed", "kiosk"]) func idle_isAnArrow(preset: String) throws {
    let look = Look(Self.show(preset).list([], at: 1))
    let shaft = try #require(look.strokes.first).points
    #expect(Self.isNear(shaft[0], 0, -26) && Self.isNear(shaft[1], 0, 26))
    let barbs = look.line
    #expect(Self.isNear(barbs[0], -19.2, 6) && Self.isNear(barbs[48], 19.2, 6))
    #expect(Self.isNear(barbs[24], 0, 26))
  }

  @Test func seedMeasures_areThoseOfTheSpecification() throws {
    let look = Look(Self.show("seed").list(Self.run, at: 3))
    let arc = try #require(look.arc)
    #expect(arc.radius == 50 && arc.width == 4 && arc.start == -0.25 && arc.sweep == 0.25)
    #expect(look.strokes[0].width == 3)
    #expect(Self.isNear(look.line[0], -35.2, look.line[0].y) && look.line.count == 49)
  }

  /// Keyframes of the eased time: the arrow 2 lower at 0.15, a bow of 4 at 0.25, flat at 0.28 (0.75
  /// s).
  @Test func barbs_passTheirKeys() {
    let show = Self.show("seed")
    /// The time at which two eased seconds reach a part.
    func time(_ part: Double) -> Double {
      var (low, high) = (0.0, 2.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if TimingFunction.easeInEaseOut.value(at: middle / 2) < part {
          low = middle
        } else {
          high = middle
        }
      }
      return low
    }
    let down = Look(show.list(Self.run, at: time(0.15))).line
    #expect(
      Self.isNear(down[24], 0, 28, within: 1e-3) && Self.isNear(down[0], -19.2, 8, within: 1e-3))
    let bow = Look(show.list(Self.run, at: time(0.25))).line
    #expect(
      Self.isNear(bow[24], 0, -4, within: 1e-3) && Self.isNear(bow[48], 35.2, 0, within: 1e-3))
    let flat = Look(show.list(Self.run, at: time(0.28) + 1e-6)).line
    #expect(flat.allSatisfy { abs($0.y) < 1e-3 })
    #expect(abs(time(0.28) - 0.75) < 0.02)
  }

  /// The shaft is a dot 6.4 above the center at 0.15 of its eased 1.5 s; then a spring lifts it to
  /// the ring.
  @Test func shaft_becomesTheRingsHead() throws {
    let show = Self.show("seed")
    let dot = try #require(Look(show.list(Self.run, at: 0.58)).strokes.first).points
    #expect(Self.isNear(dot[0], 0, -6.4) && Self.isNear(dot[1], 0, -6.4))
    var highest = 0.0
    for step in 0..<150 {
      let points = try #require(Look(show.list(Self.run, at: Double(step) / 100)).strokes.first)
        .points
      highest = min(highest, points[0].y)
    }
    // 1.163 times 43.6 above its start.
    #expect(abs(highest - (-6.4 - 1.163 * 43.6)) < 0.1)
    let last = try #require(Look(show.list(Self.run, at: 1.4999)).strokes.first)
    #expect(Self.isNear(last.points[0], 0, -50, within: 0.15) && abs(last.width - 4) < 1e-2)
    let head = try #require(Look(show.list(Self.run, at: 1.5)).arc)
    #expect(head.start == -0.25 && head.sweep <= 1e-6 && head.cap == .round)
  }

  /// y = A·sin(x/4 + φ): the curves against the function itself, between their ends, too.
  @Test func wave_isASine_thatTravelsLeft() {
    let show = Self.show("seed")
    for (time, travelled) in [(2.0, 0.0), (2.05, 4), (2.2, 16)] {
      let line = Look(show.list(Self.run, at: time)).line
      for piece in 0..<16 {
        for step in 0...4 {
          let t = Double(step) / 4
          let point = Self.cubic(Array(line[(3 * piece)...(3 * piece + 3)]), t)
          // Waving for 0.5 s, at 80 points per second.
          let expected = 3 * sin((point.x + 40 + travelled) / 4)
          #expect(abs(point.y - expected) < 3.0 / 200, "\(time), piece \(piece), \(t)")
        }
      }
    }
  }

  /// A = 3 up to one half, then 12p(1 − p).
  @Test(arguments: [0.1, 0.5, 0.6, 0.75, 0.9, 0.98]) func sea_calmsAsItFills(fraction: Double) {
    let show = Self.show("seed")
    var highest = 0.0
    for step in 0..<63 {
      let line = Look(show.list([(0, Stage.fraction(fraction))], at: 3 + Double(step) / 200)).line
      highest = max(highest, abs(line[24].y))
    }
    let expected = fraction < 0.5 ? 3 : 12 * fraction * (1 - fraction)
    #expect(abs(highest - expected) < 0.01)
  }

  @Test func success_isATick_thatJumpsAndSpringsBack() {
    let show = Self.show("seed")
    let events = Self.run + [(3, .done(.empty))]
    // The ring is closed 250 ms after the event.
    let half = Look(show.list(events, at: 3.25 + 0.3)).line
    #expect(Self.isNear(half[0], (-35.2 - 14) / 2, 0.2))
    let before = Look(show.list(events, at: 3.25 + 0.5999)).line
    #expect(Self.isNear(before[24], -2, 14, within: 0.01))
    let after = Look(show.list(events, at: 3.25 + 0.6001)).line
    #expect(Self.isNear(after[24], -2 * 1.3, 14 * 1.3, within: 0.01))
    let rest = Look(show.list(events, at: 3.25 + 2)).line
    #expect(
      Self.isNear(rest[0], -14, 0.4) && Self.isNear(rest[24], -2, 14)
        && Self.isNear(rest[48], 20.8, -12))
  }

  @Test(arguments: ["seed", "kiosk"]) func failure_isACross(preset: String) {
    let look = Look(Self.show(preset).list(Self.run + [(3, .fail(.empty))], at: 6)).line
    let size = preset == "seed" ? 14.0 : 14 * 1.3
    #expect(look.count == 98)
    #expect(Self.isNear(look[0], -size, -size) && Self.isNear(look[48], size, size))
    #expect(Self.isNear(look[49], -size, size) && Self.isNear(look[97], size, -size))
  }

  // MARK: - Transitions

  /// The largest movement of the line's points between frames 1/240 s apart, in design points.
  @Test(
    arguments: [
      [(0, Stage.fraction(0.25)), (2, Stage.fraction(0.5)), (3, .done(.empty))],
      [(0, Stage.fraction(0.6)), (2, .fail(.empty))],
      [(0, Stage.fraction(0.2)), (2, .cancel)], [(0, Stage.fraction(0.2)), (0.4, .cancel)],
      [(0, Stage.fraction(0.2)), (0.8, .cancel)], [(0, Stage.fraction(0.2)), (2, .interruption)],
      [(0, .bytes(completed: 1, total: nil)), (2.3, .fail(.empty))],
      [(0, Stage.fraction(0.2)), (2, .bytes(completed: 1, total: nil))],
      [(0, .bytes(completed: 1, total: nil)), (0.3, .done(.empty))],
    ] as [[(Double, ProgressEvent)]])
  func nothingJumps_inThePresetForKiosks(events: [(Double, ProgressEvent)]) {
    for number in ["yes", "no"] { expectNoJump(events, ["wave.number": number]) }
  }

  private func expectNoJump(_ events: [(Double, ProgressEvent)], _ changes: [String: String]) {
    let show = Self.show("kiosk", changes)
    var last: Look?
    var furthest = (distance: 0.0, frame: 0)
    for frame in 0..<(240 * 6) {
      let look = Look(show.list(events, at: Double(frame) / 240))
      if let last {
        // Beside a number the line gives way to the signs of states.
        let isThere = look.line.count >= 49 && last.line.count >= 49
        #expect(isThere || changes["wave.number"] == "yes", "frame \(frame)")
        for (before, now) in zip(last.line, look.line) {
          let (x, y) = (now.x - before.x, now.y - before.y)
          let distance = (x * x + y * y).squareRoot()
          if distance > furthest.distance { furthest = (distance, frame) }
        }
      }
      last = look
    }
    #expect(furthest.distance < 3, "frame \(furthest.frame)")
  }

  @Test(arguments: [0.3, 0.7, 1.0, 2.0]) func cancelled_endsAsItBegan(time: Double) {
    for preset in ["seed", "kiosk"] {
      let show = Self.show(preset, ["wave.number": "no"])
      let idle = show.list([], at: 0)
      let events = Self.run + [(time, .cancel)]
      #expect(show.list(events, at: time + 0.75).looksLike(idle))
      #expect(!show.list(events, at: time + 0.2).looksLike(idle))
    }
  }

  /// With a number a cancelled wave keeps its arc, has the sign of a cancellation, and rests.
  @Test(arguments: [0.3, 0.7, 2.0]) func cancelled_keepsItsArc_withANumber(time: Double) throws {
    let show = Self.show("kiosk")
    let events = Self.run + [(time, .cancel)]
    let look = Look(show.list(events, at: time + 1))
    #expect(look.line.isEmpty && look.strokes.count == 1, "the rounded corners of a square")
    #expect((look.arc?.sweep ?? 0) == (time < 1.2 ? 0 : 0.25))
    #expect(show.screen.nextMotion(show.input(events, at: time + 0.6)) == nil)
    #expect(show.list(events, at: time + 0.6).looksLike(show.list(events, at: 99)))
  }

  // MARK: - The percentage

  /// The digits keep their distance from the wave and the ring, with any number and any settings.
  @Test(arguments: [(1, 1), (3, 4), (6, 5), (20, 12), (2, 20)])
  func label_keepsClear(measures: (Int, Int)) {
    let (ringWidth, amplitude) = (Double(measures.0), Double(measures.1))
    let show = Self.show(
      "kiosk",
      [
        "wave.ring-width": "\(ringWidth)", "wave.amplitude": "\(amplitude)",
        "wave.digit-height": "50", "wave.number": "no", "wave.fill": "0",
      ])
    for fraction in [0.0, 0.5, 0.99, 1] {
      var events: [(Double, ProgressEvent)] = [(0, Stage.fraction(fraction))]
      if fraction == 1 { events.append((2.5, .done(.empty))) }
      for time in [1.3, 1.4, 1.5, 1.55, 1.6, 1.8, 2.4, 2.749, 2.8] {
        let look = Look(show.list(events, at: time))
        for point in look.label {
          let radius = (point.x * point.x + point.y * point.y).squareRoot()
          #expect(radius < 50 - ringWidth / 2 - 0.5)
          #expect(point.y > amplitude + 5 / 2.0 + 0.5)
        }
        #expect(look.strokes.count == 1 && !look.label.isEmpty, "at \(time)")
      }
    }
  }

  @Test func label_saysWhatIsThere_andNothingWhereNobodyKnows() {
    let show = Self.show("kiosk", ["wave.number": "no", "wave.fill": "0"])
    func label(_ event: ProgressEvent) -> [Point] { Look(show.list([(0, event)], at: 3)).label }
    #expect(!label(Stage.fraction(0.29)).isEmpty)
    #expect(label(Stage.fraction(0.29)) == label(Stage.fraction(0.2999)))
    #expect(label(Stage.fraction(0.29)) != label(Stage.fraction(0.28999)))
    #expect(label(.bytes(completed: 1, total: nil)).isEmpty)
  }

  // MARK: - Cost

  /// A frame of a running wave repaints only the wave's rows, and those of the area below it, at
  /// 1920 by 1080.
  @Test func runningWave_repaintsLittle() {
    let show = Self.show("kiosk", size: (1_920, 1_080))
    let canvas = PixelRect(PixelSize(width: 1_920, height: 1_080))
    let difference = ListDifference()
    var most = 0
    for frame in 0..<30 {
      let one = show.list(Self.run, at: 3 + Double(frame) / 60)
      let next = show.list(Self.run, at: 3 + Double(frame + 1) / 60)
      difference.find(from: one, to: next, of: canvas)
      most = max(most, difference.bounds.width * difference.bounds.height)
    }
    #expect(most < 45_000, "\(most) pixels")
  }

  @Test func stillness_ofReducedMotion_hasNoWave() {
    let show = Self.show("kiosk", ["reduced-motion": "yes"])
    let input = show.input(Self.run, at: 3)
    #expect(show.screen.nextMotion(input) != input.time)
    let line = Look(show.list(input)).line
    // Below the number.
    #expect(!line.isEmpty && line.allSatisfy { abs($0.y - 16) < 1e-9 })
  }

  /// A wave that does not move causes no frames.
  @Test(arguments: [["wave.speed": "0"], ["wave.amplitude": "0"]])
  func stillSea_rests(changes: [String: String]) {
    let show = Self.show("kiosk", changes)
    let events = [(0.0, Stage.fraction(0.4))]
    #expect(show.screen.nextMotion(show.input(events, at: 2)) == .seconds(2))
    let next = show.screen.nextMotion(show.input(events, at: 3)) ?? .zero
    #expect(next > .seconds(9), "but for a stall")
    #expect(show.list(events, at: 3).looksLike(show.list(events, at: 9)))
  }
}
