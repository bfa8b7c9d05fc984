import Base
import Configuration
import Graphics
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

/// The number in a scene.
@Suite struct NumeralTests {
  /// The fonts of the installed program, and the texts of a language.
  private func lettering(_ locale: String) throws -> Lettering {
    let packs = try ["numeral", "bold", "default", "world"].map {
      try FontPack(try Shared.bytes("fonts/\($0).fbfont"))
    }
    let usual = try CaptionTests.lettering(locale)
    let numeral = try #require(FontStack(packs))
    return Lettering(fonts: usual.fonts, numeral: numeral, catalogue: usual.catalogue)
  }

  private let place = NumeralPlace(
    centre: Point(x: 200, y: 150), em: 72, width: 144, diameter: 200, stroke: 12)

  /// The rectangle of each outline: first the digits, then the sign.
  private func boxes(
    _ content: Utterance, _ numeral: Numeral, _ place: NumeralPlace? = nil
  ) -> [Rect] {
    var list = DisplayList()
    numeral.draw(
      content, at: place ?? self.place, ink: Color(0), muted: Color(0), into: &list)
    return list.items.compactMap { item in
      guard case .path(let path) = item.shape else { return nil }
      let points = list.withPen(of: path) { Array($0.points[path.points]) }
      let (left, top) = (points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
      return Rect(
        x: left, y: top, width: (points.map(\.x).max() ?? 0) - left,
        height: (points.map(\.y).max() ?? 0) - top)
    }
  }

  private func percent(_ value: Int) -> Utterance { .percent(value, hasSteps: false) }

  /// The widest number and its sign are in their place, in any language, however narrow.
  @Test(arguments: try CaptionTests.locales.get(), [144.0, 90, 40])
  func hundred_isInItsPlace(locale: String, width: Double) throws {
    let numeral = Numeral(Typesetters(try lettering(locale)))
    var place = place
    place.width = width
    for content in [percent(100), percent(0), percent(42)] {
      let boxes = boxes(content, numeral, place)
      #expect(boxes.count >= 2, "a digit and a sign")
      for box in boxes {
        #expect(box.x >= place.centre.x - width / 2 - 1, "\(locale) \(content): \(box)")
        #expect(
          box.x + box.width <= place.centre.x + width / 2 + 1, "\(locale) \(content): \(box)")
        #expect(abs(box.y + box.height / 2 - place.centre.y) < place.em / 2)
      }
    }
  }

  /// Amounts are in their place, too, with their unit below.
  @Test(arguments: try CaptionTests.locales.get(), [5, 999_949, 123_400_000, 999_900_000_000])
  func amounts_areInTheirPlace(locale: String, bytes: UInt64) throws {
    let numeral = Numeral(Typesetters(try lettering(locale)))
    let boxes = boxes(.bytes(bytes, of: nil, units: .decimal, ofStep: false), numeral)
    #expect(boxes.count >= 2)
    for box in boxes {
      #expect(
        box.x >= place.centre.x - place.width / 2 - 1
          && box.x + box.width <= place.centre.x + place.width / 2 + 1, "\(locale): \(box)")
      #expect(abs(box.y + box.height / 2 - place.centre.y) < place.diameter / 3)
    }
  }

  /// The number stays in its size when it becomes longer.
  @Test func size_staysTheSame() throws {
    let numeral = Numeral(Typesetters(try lettering("en")))
    var place = place
    place.width = 90
    let heights = [0, 10, 100].map { boxes(percent($0), numeral, place).map(\.height).max() ?? 0 }
    #expect(abs(heights[0] - heights[2]) < 0.5 && abs(heights[1] - heights[2]) < 0.5, "\(heights)")
  }

  /// A digit that changes moves no other.
  @Test func digits_keepTheirCells() throws {
    let numeral = Numeral(Typesetters(try lettering("en")))
    let one = boxes(percent(42), numeral)
    let other = boxes(percent(43), numeral)
    #expect(one.count == 3 && other.count == 3)
    #expect(one[0] == other[0] && one[2] == other[2] && one[1] != other[1])
    let tens = boxes(percent(11), numeral)
    #expect(abs(tens[2].x - one[2].x) < 0.01, "the sign stands")
  }

  /// The sign is before the number where a language writes it there, and both are centered alike.
  @Test(arguments: ["percent = %{n}\n", "percent = % {n}\n"])
  func sign_leads_whereTheLanguageSaysSo(text: String) throws {
    var catalogue = Catalogue()
    catalogue.read(ByteString(text), path: "x.conf") { Issue.record("\($0.message)") }
    let usual = try lettering("en")
    let numeral = Numeral(
      Typesetters(Lettering(fonts: usual.fonts, numeral: usual.numeral, catalogue: catalogue)))
    let boxes = boxes(percent(42), numeral)
    #expect(boxes.count == 3)
    #expect(boxes[2].x + boxes[2].width <= boxes[0].x + 1, "the sign, then 42")
    #expect(boxes[0].x + boxes[0].width <= boxes[1].x + 1)
    // The distance of the digits from the center mirrors that of a sign that follows.
    func middle(_ boxes: [Rect]) -> Double {
      (boxes[0].x + boxes[1].x + boxes[1].width) / 2 - place.centre.x
    }
    let trailing = self.boxes(percent(42), Numeral(Typesetters(usual)))
    #expect(abs(middle(boxes) + middle(trailing)) < 2, "\(middle(boxes)) \(middle(trailing))")
  }

  /// Outside of runs there is no number, and before success never 100.
  @Test func content_isTheTruth() {
    let show = Show("ring", size: (160, 120))
    func content(_ events: [(Double, ProgressEvent)]) -> Utterance {
      Numeral.content(show.input(events, at: 5))
    }
    #expect(content([]) == .nothing)
    #expect(content([(0, Stage.fraction(0.4299))]) == percent(42))
    #expect(content([(0, Stage.fraction(0.43))]) == percent(43))
    #expect(content([(0, Stage.fraction(1))]) == percent(99))
    #expect(content([(0, Stage.fraction(0.4)), (1, .fail(.empty))]) == .nothing)
  }

  // MARK: - In scenes

  /// The number keeps clear of the ring around it, and of the wave below it.
  @Test(
    arguments: ["ring", "spinner", "wave"],
    [(800, 480), (480, 800), (480, 272), (240, 240), (1_920, 480), (3_840, 2_160)])
  func number_keepsClear(style: String, size: (Int, Int)) throws {
    let scene = try #require(SceneStyle.named(ByteString(style))).scene(Stage.settings())
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let arrangement = Arrangement(
      .auto, scene.room, canvas: canvas, density: nil, factor: 1, hasTexts: true)
    let unit = arrangement.unit * arrangement.sceneScale
    let input = Show(style, size: size).input([(0, Stage.fraction(0.5))], at: 5).placed(
      in: Layout.box(scene.extent, at: arrangement.origin, unit: unit, of: canvas),
      scale: Layout.scale(scene.extent, unit: unit))
    let place = try #require(scene.numeral(input))
    #expect(place.hasNumber)
    let ring = try #require(scene.opening(input))
    for locale in ["en", "fr", "ar"] {
      for value in [0, 42, 88, 100] {
        for box in boxes(percent(value), Numeral(Typesetters(try lettering(locale))), place) {
          for x in [box.x, box.x + box.width] {
            for y in [box.y, box.y + box.height] {
              let (right, down) = (x - ring.centre.x, y - ring.centre.y)
              let distance = (right * right + down * down).squareRoot()
              #expect(
                distance < 0.96 * ring.innerRadius, "\(locale) \(value): \(distance) of \(ring)")
            }
          }
          if style == "wave" {
            // The wave is 16 points below the center, 4 high and 3.6 wide.
            let crest = input.centre.y + (16 - 4 - 1.8) * input.scale
            #expect(box.y + box.height < crest, "\(locale) \(value): \(box), \(crest)")
          }
        }
      }
    }
  }

  /// Small digits have a sign of nearly their size: at 44 % it is a dot on a panel of one bit.
  @Test(arguments: [9.0, 12, 20, 24]) func smallSign_isLegible(em: Double) throws {
    let numeral = Numeral(Typesetters(try lettering("en")))
    let small = NumeralPlace(
      centre: Point(x: 200, y: 150), em: em, width: 144, diameter: 200, stroke: 12)
    let boxes = boxes(percent(62), numeral, small)
    try #require(boxes.count == 3)
    #expect(boxes[2].height > 0.7 * min(em, 11))
    #expect(boxes[2].height < boxes[0].height * 1.15)
    #expect(boxes[2].x > boxes[1].x + boxes[1].width)
  }

  /// Where there is room beside a number, its unit is there, as the percent sign is.
  @Test func unit_isBesideTheNumber() throws {
    let numeral = Numeral(Typesetters(try lettering("en")))
    let content = Utterance.bytes(58_000_000, of: nil, units: .decimal, ofStep: false)
    var place = place
    for (width, anchor, isBeside) in [(144.0, 0.5, false), (216, 0.5, true), (144, 0, true)] {
      (place.width, place.anchor) = (width, anchor)
      let boxes = boxes(content, numeral, place)
      let (digit, unit) = (try #require(boxes.first), try #require(boxes.last))
      let bottom = digit.y + digit.height
      #expect((unit.y < bottom) == isBeside, "\(digit) \(unit)")
      if isBeside { #expect(abs(unit.y + unit.height - bottom) < 2, "\(digit) \(unit)") }
    }
  }

  /// On a screen, a change of the percentage by one changes a digit.
  @Test func percentage_costsADigit() throws {
    let settings = try CaptionTests.settings(theme: nil)
    let canvas = Size(width: 800, height: 480)
    let screen = Screen("ring", settings, canvas: canvas, lettering: try lettering("en"))
    func words(_ fraction: Double) -> [Int] {
      var state = ProgressState()
      state.apply(Stage.fraction(fraction), at: .zero)
      var list = DisplayList()
      screen.draw(SceneInput(state: state, time: .seconds(3), canvas: canvas), into: &list)
      return list.items.compactMap { item in
        guard case .path(let path) = item.shape, path.outline >= 0 else { return nil }
        return path.identifier
      }
    }
    let (one, other) = (words(0.42), words(0.43))
    #expect(one.count == other.count && one.count >= 4)
    #expect(zip(one, other).count { $0 != $1 } == 1)
  }
}
