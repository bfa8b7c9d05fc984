import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

@Suite struct RainbowTests {
  private static func seed(_ size: (Int, Int), _ changes: [String: String] = [:]) -> Show {
    Show("rainbow", ["rainbow.preset": "seed"].merging(changes) { $1 }, size: size, scale: 1)
  }
  private let full: [(Double, ProgressEvent)] = [(0, .done(.empty))]

  @Test(arguments: ["0.00", "0.04", "0.08", "1.00"]) func stops_areThoseOfTheVectors(time: String)
    throws
  {
    let table = try #require(try AnimationVectors.table("rainbow")["at"] as? [String: [[Double]]])
    let expected = try #require(table[time])
    // Reported a second before, so that the bar is visible at 0, too.
    let list = Self.seed((400, 272)).list(
      [(-1, Stage.fraction(0.5))], at: try #require(Double(time)))
    #expect(list.gradientStops.count == 73 && expected.count == 73)
    for (stop, color) in zip(list.gradientStops, expected) {
      #expect(abs(Double(stop.color.red) * 255 - color[0]) < 1e-2)
      #expect(abs(Double(stop.color.green) * 255 - color[1]) < 1e-2)
      #expect(abs(Double(stop.color.blue) * 255 - color[2]) < 1e-2)
    }
  }

  /// On a light ground each hue has a contrast of three; on a dark one the hues are bright.
  @Test func hues_contrastWithTheGround() throws {
    for index in 0...6 {
      // With any tint, also the white that a failure gives them.
      for tint in [0, 0.3, 0.6, 0.8, 1] as [Float] {
        for ground in [0xf4f3ef, 0xffffff, 0xffcb2e, 0xf3ecdd] as [UInt32] {
          let color = Rainbow.hue(index, tint, on: Color(ground)).color
          #expect(Contrast.ratio(color, Color(ground)) >= 2.99, "\(index), \(tint): \(color)")
          // No darker than that needs.
          let isBlack = color.red + color.green + color.blue < 0.01
          #expect(!isBlack, "\(index), \(tint): \(color)")
        }
      }
      let bright = Rainbow.hue(index, 0.3, on: Color(0x090b10)).color
      #expect(Contrast.ratio(bright, Color(0x090b10)) >= 3, "\(index): \(bright)")
    }
  }

  @Test func beginning_showsNothingYet() {
    let list = Self.seed((400, 272)).list([(0, Stage.fraction(0.5))], at: 0)
    #expect(list.items.count == 1)
  }

  @Test(arguments: ["seed", "kiosk"]) func pattern_comesAgainAfter73Steps(preset: String) {
    let show = Show("rainbow", ["rainbow.preset": preset], size: (200, 100))
    for time in [1.3, 2.111, 4.2] {
      let one = show.frame(full, at: time)
      let other = show.frame(full, at: time + 5.84)
      var worst = 0
      for y in 0..<100 {
        for x in 0..<200 {
          for shift in [0, 8, 16] {
            worst = max(
              worst,
              abs(Int(one[x, y] >> UInt32(shift) & 0xff) - Int(other[x, y] >> UInt32(shift) & 0xff))
            )
          }
        }
      }
      #expect(worst <= 1, "time is a Double, so a level may round the other way")
    }
  }

  @Test func bar_isAsLongAsTheProgress() {
    let frame = Self.seed((100, 272)).frame([(0, Stage.fraction(0.505))], at: 1)
    #expect(frame[49, 22] & 0xff_ffff != 0)
    #expect(frame[51, 22] & 0xff_ffff == 0)
    let half = frame[50, 22]
    let whole = frame[49, 22]
    #expect(
      (half >> 8 & 0xff) + (half & 0xff) + (half >> 16 & 0xff) < (whole >> 8 & 0xff)
        + (whole & 0xff) + (whole >> 16 & 0xff))
    #expect(frame[10, 21] & 0xff_ffff == 0 && frame[10, 24] & 0xff_ffff == 0)
  }

  @Test func freeze_stopsAtTheEndOfAStep() {
    let list = Self.seed((100, 272), ["rainbow.freeze": "yes"]).list(
      [(0, Stage.fraction(0.5)), (1.01, .done(.empty))], at: 3)
    #expect(list.gradientStops.count == 73)
    for (index, stop) in list.gradientStops.enumerated() {
      let steps = 13  // 1.01 s is in the 13th step, which ends at 1.04 s.
      let place = (index - steps % 73 + 73) % 73
      let color = Color(hue: Double(place) / 72)
      #expect(abs(stop.color.red - color.red) < 1e-3)
    }
  }

  @Test func failure_losesItsColoursThenGoes() {
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.9)), (1, .fail(.empty))]
    let white = Self.seed((100, 272)).frame(events, at: 1.25)
    #expect(white[10, 22] & 0xff_ffff == 0xff_ffff)
    let gone = Self.seed((100, 272)).frame(events, at: 1.76)
    #expect(gone[10, 22] & 0xff_ffff == 0)
  }

  @Test func pill_endsRoundInsideTheScreen_andBeginsAsNothing() {
    let show = Self.seed((100, 272), ["rainbow.pill": "yes", "rainbow.height": "8"])
    #expect(show.list([(0, Stage.fraction(0))], at: 1).items.count == 1)
    let frame = show.frame([(0, .done(.empty))], at: 2)
    // The middle of both ends is drawn, their corners are not.
    for x in [4, 95] { #expect(frame[x, 26] & 0xff_ffff != 0 && frame[x, 22] & 0xff_ffff == 0) }
    for x in [2, 97] { #expect(frame[x, 26] & 0xff_ffff == 0) }
  }

  /// Every hue is visible on a dark ground.
  @Test func tint_keepsEveryHueReadable_inThePresetForKiosks() {
    let list = Show("rainbow", ["palette": "dark"], size: (600, 100)).list(
      [(0, .done(.empty))], at: 2)
    #expect(list.gradientStops.count == 7)
    let ground = Stage.settings(["palette": "dark"]).paint(.ground)
    for stop in list.gradientStops { #expect(Contrast.ratio(stop.color, ground) > 2.9) }
  }
}

extension DisplayList {
  /// The stops of all axial gradients, item by item.
  fileprivate var gradientStops: [ColorStop] {
    items.flatMap { item -> [ColorStop] in
      guard case .gradient(let gradient) = item.paint else { return [] }
      return Array(self[gradient.stops])
    }
  }
}
