import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

/// The screen's own behavior, with any style.
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

  /// Up to the size of a hand everything is as large as fits; on a display four times as large
  /// everything is twice as large.
  @Test(arguments: SceneStyle.all) func largeDisplays_haveThingsSmallerThanFits(style: SceneStyle) {
    let (events, name): ([(Double, ProgressEvent)], _) = (
      [(0, Stage.fraction(0.5))], "\(style.name)"
    )
    let fits = Show(name, size: (320, 240)).frame(events, at: 3)
    func differs(_ show: Show) -> Bool {
      let frame = show.frame(events, at: 3)
      return (0..<240).contains { y in (0..<320).contains { fits[$0, y] != frame[$0, y] } }
    }
    #expect(!differs(Show(name, size: (320, 240), density: 2.4)))
    #expect(!differs(Show(name, size: (320, 240), density: 10)))
    #expect(differs(Show(name, size: (320, 240), density: 0.6)))
    #expect(!differs(Show(name, ["scale": "2"], size: (320, 240), density: 0.6)))
    #expect(!differs(Show(name, ["physical-size": "no"], size: (320, 240), density: 0.6)))
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
    #expect(list.items[0].paint == .color(Stage.settings().paint(.ground)))
    // The bar is below the ring.
    let frame = show.frame([(0, Stage.fraction(0.5))], at: 1)
    #expect((272 - 54..<272).contains { frame[20, $0] != frame[0, 0] })
    #expect(frame[20, 100] == frame[0, 0])
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

  /// The opening ends without a jump: just before, the whole picture is visible except for the hole
  /// in the middle.
  @Test(
    arguments: SceneStyle.all.map { "\($0.name)" } + ["ring+rainbow", "wave+ring", "bubble+wave"],
    [(300, 200), (120, 80)])
  func opening_endsWithoutAJump(styles: String, picture: (Int, Int)) {
    let show = Show(styles, size: (300, 200))
    let image = Stage.picture(picture.0, picture.1)
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (3, .done(.empty))]
    let input = show.input(events, at: 4, picture: image.reference)
    let end = show.screen.outcomeEnd(input).seconds
    let last = show.frame(events, at: end, image: image)
    let before = show.frame(events, at: end - 1.0 / 60, image: image)
    var count = 0
    for y in 0..<200 {
      for x in 0..<300 where (last[x, y] ^ before[x, y]) & 0xff_ffff != 0 { count += 1 }
    }
    #expect(count < 60, "\(count) pixels")
    #expect(
      show.screen.nextMotion(show.input(events, at: end + 1, picture: image.reference)) == nil)
  }

  /// Every setting of the whole screen changes a pixel of some session.
  @Test(arguments: [
    ("style", "wave"), ("scale", "0.5"), ("reduced-motion", "yes"), ("stall-look", "no"),
    ("reveal.preset", "seed"), ("reveal.edge", "seed"), ("reveal.delay", "0.4"),
    ("reveal.time", "0.5"), ("reveal.curve", "linear"), ("scene", "10 10 40 60"),
    ("layout", "bar"), ("palette", "dark"), ("ground", "#FFFFFF"), ("accent", "#123456"),
    ("track", "#123456"), ("warning", "#123456"),
  ])
  func screenSettings_changePixels(key: String, value: String) {
    let image = Stage.picture(150, 100)
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (13, .done(.empty))]
    let (usual, other) = (
      Show("ring", size: (150, 100)),
      Show("ring", key == "style" ? [:] : [key: value], size: (150, 100))
    )
    let show = key == "style" ? Show(value, size: (150, 100)) : other
    let differs = [0.1, 11.6, 13.1, 13.5, 13.8].contains {
      usual.difference(events, at: $0, from: events, at: $0, on: show, image: image) != nil
    }
    #expect(differs)
  }

  /// A new setting of the screen needs a row above, or a test of its own as background, pictures,
  /// text colors, lists, palette, frame rate, physical size and help card have.
  @Test func screenSettings_areAllTested() {
    let names = SettingsTable.program.common.map { $0.name }
    #expect(names.count - (names.firstIndex(of: "style") ?? 0) == 61)
  }

  // MARK: - Stalls

  @Test func stall_breathes_andRecoversWithoutAJump() {
    let show = Show("ring", size: (160, 120))
    let events: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.2)), (1, Stage.fraction(0.3)), (14.3, Stage.fraction(0.4)),
    ]
    // The mark is the last item, a disc in the ground's color.
    let ground = Stage.settings().paint(.ringBackground)
    func alpha(_ time: Double) -> Float {
      guard let item = show.list(events, at: time).items.last, case .annulus(let disc) = item.shape,
        disc.innerRadius == 0, item.paint == .color(ground)
      else { return 0 }
      return item.alpha
    }
    #expect(alpha(10.9) == 0)
    #expect(abs(alpha(13) - 0.9) < 1e-5, "half a breath after 10 s without news")
    var before = alpha(10.9)
    for step in 0..<(60 * 5) {
      let now = alpha(10.9 + Double(step) / 60)
      #expect(now >= 0 && now <= 0.901 && abs(now - before) < 0.15)
      before = now
    }
    #expect(alpha(14.6) == 0)
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

  // MARK: - Reduced motion

  /// With reduced motion a run begins and ends in fades: shapes do not move.
  @Test(arguments: SceneStyle.all, [ProgressEvent.done(.empty), .fail(.empty), .cancel])
  func reducedMotion_fades(style: SceneStyle, outcome: ProgressEvent) {
    let show = Show("\(style.name)", ["reduced-motion": "yes"], size: (160, 120))
    let ready = show.intro.seconds
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.5)), (ready + 2, outcome)]
    let input = show.input(events, at: ready + 2)
    let began = input.state.outcomeBegan.seconds
    let end = show.screen.outcomeEnd(input).seconds
    // The rainbow's hues and the comet always move; they have no movements to leave out.
    if ["rainbow", "spinner"].contains("\(style.name)") { return }
    // No shape moves while a run begins.
    for time in [0.1 * ready, 0.6 * ready, 0.99 * ready] {
      #expect(show.list(events, at: time).looksLike(show.list(events, at: 0)))
    }
    let early = show.list(events, at: began + 0.05)
    let late = show.list(events, at: began + 0.2)
    let isFading =
      early.layers != late.layers || early.items.map(\.alpha) != late.items.map(\.alpha)
    #expect(early.items.map(\.alpha).count == late.items.map(\.alpha).count && isFading)
    for index in early.items.indices {
      #expect(early.hasSameShape(at: index, as: late), "\(style.name), item \(index)")
    }
    // The fade takes 250 ms.
    let after = show.list(events, at: began + 0.26)
    let atEnd = show.list(events, at: max(end, began + 0.3) - 0.001)
    #expect(after.looksLike(atEnd), "\(style.name) from \(began) to \(end)")
  }

  // MARK: - Contrast and shape

  /// The colors of content, and their grounds.
  static let inks: [(ground: String, inks: [String])] = [
    ("ring.background", ["ring.color", "ring.done-color", "ring.fail-color"]),
    ("spinner.background", ["spinner.color", "spinner.done-color", "spinner.fail-color"]),
    (
      "pencil.background",
      ["pencil.color", "pencil.done-color", "pencil.tick-color", "pencil.fail-color"]
    ),
    ("bubble.background", ["bubble.color", "bubble.line-color"]),
    // The label has the color of the state.
    ("bubble.text-color", ["bubble.color", "bubble.done-color", "bubble.fail-color"]),
    ("wave.background", ["wave.color", "wave.done-color", "wave.fail-color"]),
  ]

  @Test(arguments: inks) func inks_areReadable_inThePresetForKiosks(
    row: (ground: String, inks: [String])
  ) throws {
    let settings = Stage.settings()
    func color(_ key: String) throws -> Color {
      let style = try #require(
        SceneStyle.all.first { $0.settings.contains { $0.name.description == key } })
      let definition = try #require(style.settings.first { $0.name.description == key })
      return Color(try #require(settings.color(definition.name)))
    }
    for ink in row.inks {
      #expect(Contrast.ratio(try color(ink), try color(row.ground)) >= 4.5, Comment(rawValue: ink))
    }
  }

  /// Success, failure, cancellation and interruption differ without color and at low acuity: in the
  /// pixels with a contrast of 3 to 1 to the ground, at the end of the animation, at any fraction.
  @Test(arguments: SceneStyle.all, [0, 0.6, 0.99]) func outcomes_differInShape(
    style: SceneStyle, fraction: Double
  ) {
    for preset in ["seed", "kiosk"] {
      let show = Show("\(style.name)", ["\(style.name).preset": preset], size: (320, 240))
      var pictures: [[Bool]] = []
      for outcome in [ProgressEvent.done(.empty), .fail(.empty), .cancel, .interruption] {
        let frame = show.frame([(0, Stage.fraction(fraction)), (3, outcome)], at: 12)
        pictures.append(Self.visible(frame, 0..<320, 0..<240, ratio: preset == "seed" ? 1.5 : 3))
      }
      for one in pictures.indices {
        for other in pictures.indices where other < one {
          let count = zip(pictures[one], pictures[other]).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
          #expect(count > 80, "\(preset), \(fraction): outcomes \(other) and \(one): \(count)")
        }
      }
    }
  }

  /// The pixels of a part of a frame that contrast with that part's corner.
  private static func visible(
    _ frame: borrowing Pixmap, _ columns: Range<Int>, _ rows: Range<Int>, ratio: Double
  ) -> [Bool] {
    let ground = Color(frame[columns.lowerBound, rows.lowerBound] & 0xff_ffff)
    var visible: [Bool] = []
    for y in rows {
      for x in columns {
        visible.append(Contrast.ratio(Color(frame[x, y] & 0xff_ffff), ground) >= ratio)
      }
    }
    return visible
  }

  /// Each part is legible beside any other part, because it has its own ground.
  @Test(arguments: SceneStyle.all, SceneStyle.all) func pairs_canBeRead(
    one: SceneStyle, other: SceneStyle
  ) {
    let show = Show("\(one.name)+\(other.name)", size: (320, 240))
    let frame = show.frame([(0, Stage.fraction(0.5))], at: 4)
    let extents = [one, other].map { $0.scene(Stage.settings()).extent }
    for cell in Layout.cells(Rect(x: 0, y: 0, width: 320, height: 240), extents) {
      let (left, top) = (Int(cell.x), Int(cell.y))
      let seen = Self.visible(
        frame, left..<(left + Int(cell.width)), top..<(top + Int(cell.height)), ratio: 3)
      #expect(seen.count { $0 } > 120)
    }
  }

  static let ceilings: [String: (mean: Int, most: Int)] = [
    "ring": (2_500, 4_500), "rainbow": (60_000, 80_000), "spinner": (190_000, 190_000),
    "pencil": (36_000, 40_000), "bubble": (95_000, 105_000), "wave": (42_000, 44_000),
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
