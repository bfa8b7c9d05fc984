import Configuration
import Graphics
import Pixels
import ProgressModel
import Scenes
import TestSupport
import Testing

@Suite struct RainbowTests {
  private let seed = SceneStyle.rainbow.makeScene(Stage.settings(["rainbow.preset": "seed"]))
  private let full: [(Double, ProgressEvent)] = [(0, .done(.empty))]

  @Test(arguments: ["0.00", "0.04", "0.08", "1.00"]) func stops_areThoseOfTheVectors(time: String)
    throws
  {
    let table = try #require(try AnimationVectors.table("rainbow")["at"] as? [String: [[Double]]])
    let expected = try #require(table[time])
    // Said a second before, so that the bar is there at 0, too.
    let list = Stage.list(
      seed,
      Stage.input([(-1, Stage.fraction(0.5))], at: try #require(Double(time)), size: (400, 272)))
    #expect(list.stops.count == 73 && expected.count == 73)
    for (stop, color) in zip(list.stops, expected) {
      #expect(abs(Double(stop.color.red) * 255 - color[0]) < 1e-2)
      #expect(abs(Double(stop.color.green) * 255 - color[1]) < 1e-2)
      #expect(abs(Double(stop.color.blue) * 255 - color[2]) < 1e-2)
    }
  }

  @Test func beginning_showsNothingYet() {
    let list = Stage.list(
      seed, Stage.input([(0, Stage.fraction(0.5))], at: 0, size: (400, 272)))
    #expect(list.items.count == 1)
  }

  @Test(arguments: ["seed", "kiosk"]) func pattern_comesAgainAfter73Steps(preset: String) {
    let scene = SceneStyle.rainbow.makeScene(Stage.settings(["rainbow.preset": preset]))
    for time in [0.3, 1.111, 4.2] {
      let one = Stage.frame(scene, Stage.input(full, at: time, size: (200, 100)))
      let other = Stage.frame(scene, Stage.input(full, at: time + 5.84, size: (200, 100)))
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
    let frame = Stage.frame(
      seed, Stage.input([(0, Stage.fraction(0.505))], at: 1, size: (100, 272), scale: 1))
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
    let scene = SceneStyle.rainbow.makeScene(
      Stage.settings(["rainbow.freeze": "yes", "rainbow.preset": "seed"]))
    let input = Stage.input(
      [(0, Stage.fraction(0.5)), (1.01, .done(.empty))], at: 3, size: (100, 272), scale: 1)
    let list = Stage.list(scene, input)
    for (index, stop) in list.stops.enumerated() {
      let steps = 13  // 1.01 s is in the 13th step, which ends at 1.04 s.
      let place = (index - steps % 73 + 73) % 73
      let color = Color(hue: Double(place) / 72)
      #expect(abs(stop.color.red - color.red) < 1e-3)
    }
  }

  @Test func failure_losesItsColoursThenGoes() {
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.9)), (1, .fail(.empty))]
    let white = Stage.frame(seed, Stage.input(events, at: 1.25, size: (100, 272), scale: 1))
    #expect(white[10, 22] & 0xff_ffff == 0xff_ffff)
    let gone = Stage.frame(seed, Stage.input(events, at: 1.76, size: (100, 272), scale: 1))
    #expect(gone[10, 22] & 0xff_ffff == 0)
  }
}
