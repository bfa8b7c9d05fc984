import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import Scenes
import TestSupport
import Testing

@Suite struct RingTests {
  private let seed = SceneStyle.ring.makeScene(Stage.settings(["ring.preset": "seed"]))

  private func line(_ list: DisplayList) -> Arc? {
    for item in list.items { if case .arc(let arc) = item.shape { return arc } }
    return nil
  }

  private func opening(_ list: DisplayList) -> Annulus? {
    for item in list.items {
      if case .annulus(let annulus) = item.shape, case .image = item.paint { return annulus }
    }
    return nil
  }

  @Test func seedGeometry_isThatOfTheSpecification() throws {
    let list = Stage.list(
      seed, Stage.input([(0, Stage.fraction(0.5))], at: 1, size: (400, 400), scale: 1))
    let arc = try #require(line(list))
    #expect(
      arc
        == Arc(
          centre: Point(x: 200, y: 200), radius: 20, width: 2, start: 0, sweep: 0.5, cap: .butt))
  }

  @Test(arguments: [(480, 272, 1.0), (1_280, 720, 720.0 / 272), (1_080, 1_920, 1_080.0 / 272)])
  func scale_makes272PointsTheShortSide(width: Int, height: Int, scale: Double) throws {
    let list = Stage.list(
      seed, Stage.input([(0, Stage.fraction(0.5))], at: 1, size: (width, height)))
    #expect(try #require(line(list)).radius == 20 * scale)
  }

  @Test(arguments: ["400x400", "480x272", "1920x1080"]) func reveal_isThatOfTheVectors(size: String)
    throws
  {
    let rows = try #require(try AnimationVectors.table("reveal")[size] as? [[String: Double]])
    #expect(rows.count >= 5)
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let picture = ImageReference(identifier: 1, width: sides[0], height: sides[1])
    for row in rows {
      let time = try #require(row["t"])
      // Progress 1 at once, then done at 1 s: the ring is closed a quarter of a second later.
      let input = Stage.input(
        [(0, Stage.fraction(0.5)), (1, .done(.empty))], at: 1.25 + time, size: (sides[0], sides[1]),
        picture: picture, scale: 1)
      guard time < 1 else { continue }
      let annulus = try #require(opening(Stage.list(seed, input)))
      #expect(abs(annulus.innerRadius - (row["inner"] ?? .nan)) < 1e-3, "at \(time)")
      #expect(abs(annulus.outerRadius - (row["outer"] ?? .nan)) < 1e-3, "at \(time)")
    }
  }

  @Test(arguments: [(160, 120), (71, 53), (300, 200), (33, 190)], ["seed", "kiosk"])
  func revealed_isThePictureByteForByte(size: (Int, Int), preset: String) {
    let scene = SceneStyle.ring.makeScene(
      Stage.settings(["ring.preset": preset, "ring.cover": "#0A141E"]))
    let image = Stage.picture(size.0, size.1)
    let input = Stage.input(
      [(0, .done(.empty))], at: 1.25, size: (160, 120), picture: image.reference)
    let frame = Stage.frame(scene, input, images: [image])
    let (left, top) = ((160 - size.0) >> 1, (120 - size.1) >> 1)
    for y in 0..<120 {
      for x in 0..<160 {
        let isInside = (left..<(left + size.0)).contains(x) && (top..<(top + size.1)).contains(y)
        #expect(
          frame[x, y] & 0xff_ffff
            == (isInside ? image.pixmap[x - left, y - top] & 0xff_ffff : 0x0a_141e))
      }
    }
  }

  @Test func nothing_isNothing_andAWholeTurnHasNoSeam() {
    let none = Stage.list(seed, Stage.input([(0, Stage.fraction(0))], at: 1, size: (99, 99)))
    #expect(none.items.count == 1)
    let closed = Stage.list(seed, Stage.input([(0, .done(.empty))], at: 0.25, size: (99, 99)))
    #expect(line(closed) == nil)
  }

  @Test func snap_opensAtOnce() throws {
    let scene = SceneStyle.ring.makeScene(Stage.settings(["ring.snap": "yes"]))
    let picture = ImageReference(identifier: 1, width: 40, height: 30)
    let input = Stage.input(
      [(0, Stage.fraction(0.5)), (1, .done(.empty))], at: 1.1, size: (99, 99), picture: picture)
    #expect(opening(Stage.list(scene, input)) != nil)
  }

  @Test func unknownTotal_turnsOnceASecond() throws {
    let scene = SceneStyle.ring.makeScene(Stage.settings(["ring.preset": "seed"]))
    for (time, start) in [(0.0, 0.1), (0.25, 0.35), (0.5, 0.6), (1, 0.1), (7.75, 0.85)] {
      let list = Stage.list(
        scene, Stage.input([(0, .bytes(completed: 1, total: nil))], at: time, size: (99, 99)))
      let arc = try #require(line(list))
      #expect(abs(arc.start - start) < 1e-9 && arc.sweep == 0.9)
    }
  }

  @Test func portrait_isNotLandscapeTransposed() {
    let events = [(0.0, Stage.fraction(0.3))]
    let wide = Stage.frame(seed, Stage.input(events, at: 1, size: (96, 64)))
    let tall = Stage.frame(seed, Stage.input(events, at: 1, size: (64, 96)))
    var differs = false
    for y in 0..<96 { for x in 0..<64 where wide[y, x] != tall[x, y] { differs = true } }
    #expect(differs)
  }
}
