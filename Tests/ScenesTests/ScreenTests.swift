import Animation
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

/// What is the screen's own, whatever style is on it.
@Suite struct ScreenTests {
  @Test(arguments: SceneStyle.all, [(160, 120), (71, 53), (300, 200)])
  func revealed_isThePictureByteForByte_afterAnyStyle(style: SceneStyle, size: (Int, Int)) {
    let show = Show("\(style.name)", size: (160, 120))
    let image = Stage.picture(size.0, size.1)
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (0.4, .done(.empty))]
    let end = show.screen.outcomeEnd(show.input(events, at: 1, picture: image.reference))
    let frame = show.frame(events, at: end.seconds, image: image)
    let ground = show.frame([], at: 0)[0, 0]
    let (left, top) = ((160 - size.0) >> 1, (120 - size.1) >> 1)
    var wrong = 0
    for y in 0..<120 {
      for x in 0..<160 {
        let isInside = (left..<(left + size.0)).contains(x) && (top..<(top + size.1)).contains(y)
        let expected = isInside ? image.pixmap[x - left, y - top] : ground
        if (frame[x, y] ^ expected) & 0xff_ffff != 0 { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(style.name)")
  }

  @Test func twoStyles_areBothThere_onTheGroundOfTheFirst() {
    let show = Show("ring+rainbow", size: (480, 272))
    let list = show.list([(0, Stage.fraction(0.5))], at: 1)
    var kinds = Set<String>()
    for item in list.items {
      switch item.shape {
      case .arc: kinds.insert("arc")
      case .rectangle: if case .gradient = item.paint { kinds.insert("bar") }
      default: break
      }
    }
    #expect(kinds == ["arc", "bar"])
    #expect(list.items[0].paint == .color(Color(0xff_ffff)))
    // The bar is below the ring.
    let frame = show.frame([(0, Stage.fraction(0.5))], at: 1)
    #expect(frame[20, 272 - 27] & 0xff_ffff != 0xff_ffff && frame[20, 100] & 0xff_ffff == 0xff_ffff)
  }

  @Test func partsWait_forThatWhichTakesLongestToBegin() {
    let show = Show("ring+pencil", size: (480, 272))
    #expect(show.intro == .milliseconds(950))
    for time in [0.2, 0.6, 0.94] {
      for item in show.list([(0, Stage.fraction(0.5))], at: time).items {
        if case .arc = item.shape { Issue.record("the ring shows progress at \(time)") }
      }
    }
    let isThere = show.list([(0, Stage.fraction(0.5))], at: 1.3).items.contains {
      if case .arc = $0.shape { true } else { false }
    }
    #expect(isThere)
  }

  // MARK: - Stalls

  @Test func stall_breathes_andRecoversWithoutAJump() {
    let show = Show("ring", size: (160, 120))
    let events: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.2)), (1, Stage.fraction(0.3)), (14.3, Stage.fraction(0.4)),
    ]
    func alpha(_ time: Double) -> Float {
      for item in show.list(events, at: time).items {
        if case .arc = item.shape { return item.alpha }
      }
      return 0
    }
    #expect(alpha(10.9) == 1)
    #expect(abs(alpha(12) - 0.6) < 1e-5, "half a breath after 10 s without news")
    #expect(abs(alpha(13) - 1) < 1e-5)
    var before = alpha(10.9)
    for step in 0..<(60 * 5) {
      let now = alpha(10.9 + Double(step) / 60)
      #expect(now >= 0.599 && now <= 1 && abs(now - before) < 0.06)
      before = now
    }
    #expect(alpha(14.6) == 1)
  }

  @Test func stall_isWokenFor_andCanBeTurnedOff() {
    for (isOn, wake) in [("yes", 11.0 as Double?), ("no", nil)] {
      let show = Show("ring", ["stall-look": isOn], size: (160, 120))
      let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.2)), (1, Stage.fraction(0.3))]
      #expect(show.screen.nextMotion(show.input(events, at: 1.1)) == .milliseconds(1_100))
      #expect(
        show.screen.nextMotion(show.input(events, at: 2)) == wake.map { Stage.duration($0) })
      let stalled = show.input(events, at: 30)
      #expect(show.screen.nextMotion(stalled) == (isOn == "yes" ? stalled.time : nil))
    }
  }

  // MARK: - Less motion

  /// With less motion a run begins and ends in fades: what is drawn stands where it stood before or will stand.
  @Test(arguments: SceneStyle.all, [ProgressEvent.done(.empty), .fail(.empty), .cancel])
  func reducedMotion_fades(style: SceneStyle, outcome: ProgressEvent) {
    let show = Show("\(style.name)", ["reduced-motion": "yes"], size: (160, 120))
    let ready = show.intro.seconds
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (ready + 2, outcome)]
    let input = show.input(events, at: ready + 2)
    let began = input.state.outcomeBegan.seconds
    let end = show.screen.outcomeEnd(input).seconds
    // The rainbow's colours and the comet always move; they are no flight.
    if ["rainbow", "spinner"].contains("\(style.name)") { return }
    var spans = [(began, max(end, began + 0.3))]
    if ready > 0 { spans.append((0, ready)) }
    for (from, to) in spans where to - from > 0.3 {
      let early = show.list(events, at: from + 0.05)
      let late = show.list(events, at: from + 0.2)
      let isFading =
        early.layers != late.layers || early.items.map(\.alpha) != late.items.map(\.alpha)
      #expect(early.items.map(\.alpha).count == late.items.map(\.alpha).count && isFading)
      for index in early.items.indices {
        #expect(early.hasSameShape(at: index, as: late), "\(style.name), item \(index)")
      }
      // And after a quarter of a second it is over.
      let after = show.list(events, at: from + 0.26)
      let atEnd = show.list(events, at: to - 0.001)
      #expect(after.looksLike(atEnd), "\(style.name) from \(from) to \(to)")
    }
  }

  // MARK: - For all eyes

  /// The colours of what is to be read, and what they stand on.
  static let inks: [(ground: String, inks: [String])] = [
    ("ring.background", ["ring.color", "ring.fail-color"]),
    ("spinner.background", ["spinner.color"]),
    ("pencil.background", ["pencil.color", "pencil.done-color", "pencil.fail-color"]),
    ("bubble.background", ["bubble.color"]),
    ("bubble.color", ["bubble.text-color", "bubble.done-color", "bubble.fail-color"]),
    ("wave.background", ["wave.color", "wave.fail-color"]),
  ]

  @Test(arguments: inks) func inks_areReadable_inThePresetForKiosks(
    row: (ground: String, inks: [String])
  ) throws {
    let settings = Stage.settings()
    func color(_ key: String) throws -> Color {
      let style = try #require(
        SceneStyle.all.first { $0.settings.contains { $0.key.description == key } })
      let definition = try #require(style.settings.first { $0.key.description == key })
      return settings.paint(definition.key)
    }
    for ink in row.inks {
      #expect(Contrast.ratio(try color(ink), try color(row.ground)) >= 4.5, Comment(rawValue: ink))
    }
  }

  /// Done, failed, called off and cut short look different without any colour: as grey levels, after they have played.
  @Test(arguments: SceneStyle.all) func outcomes_differInShape(style: SceneStyle) {
    let show = Show("\(style.name)", size: (160, 120))
    var pictures: [[Bool]] = []
    for outcome in [ProgressEvent.done(.empty), .fail(.empty), .cancel, .interruption] {
      let frame = show.frame([(0, Stage.fraction(0.6)), (3, outcome)], at: 12)
      let ground = frame[0, 0]
      // What is drawn and what is not: no colour at all.
      pictures.append(
        (0..<120).flatMap { y in (0..<160).map { x in (frame[x, y] ^ ground) & 0xff_ffff != 0 } })
    }
    for one in pictures.indices {
      for other in pictures.indices where other < one {
        let count = zip(pictures[one], pictures[other]).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        #expect(count > 30, "\(style.name): outcomes \(other) and \(one)")
      }
    }
  }

  // MARK: - What moves is what is drawn

  /// Pixels that a frame at 1080p may change while progress comes in steadily, on average and at most.
  static let ceilings: [String: (mean: Int, most: Int)] = [
    "ring": (2_500, 4_500), "rainbow": (60_000, 80_000), "spinner": (160_000, 160_000),
    "pencil": (36_000, 40_000), "bubble": (95_000, 105_000), "wave": (36_000, 44_000),
  ]

  @Test(arguments: SceneStyle.all) func damage_staysBelowItsCeiling(style: SceneStyle) throws {
    let size = PixelSize(width: 1_920, height: 1_080)
    let show = Show("\(style.name)", size: (1_920, 1_080))
    let ceiling = try #require(Self.ceilings["\(style.name)"])
    var events: [(Double, ProgressEvent)] = []
    for step in 0...40 { events.append((Double(step) / 10, Stage.fraction(Double(step) / 50))) }
    var shown = show.list(events, at: 2)
    let rasterizer = Rasterizer()
    let difference = ListDifference(pathMasks: rasterizer.pathMasks)
    var (sum, most) = (0, 0)
    for frame in 1...90 {
      let next = show.list(events, at: 2 + Double(frame) / 60)
      difference.find(from: shown, to: next, of: PixelRect(size))
      var damage = DamageRegion()
      difference.insert(into: &damage)
      let count = damage.area
      (sum, most) = (sum + count, max(most, count))
      shown = next
    }
    print("damage \(style.name): \(sum / 90) pixels a frame at 1080p, at most \(most)")
    #expect(sum / 90 <= ceiling.mean && most <= ceiling.most)
  }
}
