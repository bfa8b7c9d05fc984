import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

/// Where texts run from right to left, so does everything that runs.
@Suite struct MirrorTests {
  private static let size = (width: 320, height: 240)
  private static let unknown = ProgressEvent.bytes(completed: 5, total: nil)
  private static let half: [(Double, ProgressEvent)] = [
    (0, Stage.fraction(0.1)), (2, Stage.fraction(0.4)),
  ]

  private static func frame(
    _ style: String, _ events: [(Double, ProgressEvent)], _ time: Double, _ isMirrored: Bool,
    _ changes: [String: String] = [:]
  ) throws -> Pixmap {
    let show = Show(style, changes, size: (size.width, size.height))
    let scene = try #require(SceneStyle.named(ByteString(style))).scene(
      Stage.settings(changes))
    var input = show.input(events, at: time)
    let box = Layout.box(Rect(show.canvas), scene.extent, of: Rect(show.canvas))
    input = input.placed(in: box, scale: Layout.scale(scene.extent, in: box, of: show.canvas))
    input.screen.isMirrored = isMirrored
    var list = DisplayList()
    list.fill(.rectangle(Rect(show.canvas)), with: scene.ground)
    scene.draw(input, into: &list)
    return Canvas.draw(list, size: PixelSize(width: size.width, height: size.height))
  }

  /// The bar, its rider and its signs are the mirror image, at every stage. Digits are not, so the
  /// rows of the label's number are left out while it shows.
  @Test(
    arguments: ["pencil", "bubble", "rainbow"],
    [
      (Self.half, 0.15), (Self.half, 0.5), (Self.half, 2.1), (Self.half, 4),
      ([(0, Self.unknown)], 3.3), (Self.half + [(4, .fail(.empty))], 4.4),
      (Self.half + [(4, .interruption)], 4.2), (Self.half + [(4, .cancel)], 4.2),
    ] as [([(Double, ProgressEvent)], Double)])
  func motion_isTheMirrorImage(
    style: String, moment: (events: [(Double, ProgressEvent)], time: Double)
  ) throws {
    let (events, time) = moment
    // The hues of the rainbow do not run with the progress.
    let changes = style == "rainbow" ? ["rainbow.tint": "1", "palette": "dark"] : [:]
    let one = try Self.frame(style, events, time, false, changes)
    let other = try Self.frame(style, events, time, true, changes)
    var (differing, unlike) = (0, 0)
    let rows = style == "bubble" ? 118..<Self.size.height : 0..<Self.size.height
    for y in rows {
      for x in 0..<Self.size.width {
        let image = one[Self.size.width - 1 - x, y]
        if ContinuityTests.distance(image, other[x, y]) > 24 { differing += 1 }
        if ContinuityTests.distance(one[x, y], other[x, y]) > 24 { unlike += 1 }
      }
    }
    #expect(differing == 0, "\(style) at \(time)")
    if time > 2, time <= 4 { #expect(unlike > 50, "\(style) at \(time): not mirrored") }
  }

  /// A tick is the same in every language.
  @Test(arguments: ["pencil", "bubble"]) func tick_isNotMirrored(style: String) throws {
    let done = Self.half + [(4, ProgressEvent.done(.empty))]
    let one = try Self.frame(style, done, 9, false)
    let other = try Self.frame(style, done, 9, true)
    var x = style == "pencil" ? 0 : Self.size.width
    while x < Self.size.width {
      for y in 0..<Self.size.height {
        #expect(ContinuityTests.distance(one[x, y], other[x, y]) < 24, "(\(x), \(y))")
      }
      x += 1
    }
    // The label of the bubble is at the other end of the bar.
    if style == "bubble" {
      let shift = Self.shift(one, other)
      #expect(abs(shift) > 100, "\(shift)")
    }
  }

  /// The distance between the labels of two frames: their columns in the rows above the bar.
  private static func shift(_ one: borrowing Pixmap, _ other: borrowing Pixmap) -> Int {
    func left(_ frame: borrowing Pixmap) -> Int {
      for x in 0..<size.width {
        for y in 70..<100 where frame[x, y] != frame[0, 0] { return x }
      }
      return 0
    }
    return left(one) - left(other)
  }

  /// Boxes of settings have the places that a mirror shows, with their alignment.
  @Test func boxes_areMirrored() throws {
    var settings = try CaptionTests.settings(theme: nil)
    for (key, value) in [
      ("title.box", "10 10 30 10"), ("title.anchor", "left"), ("facts.box", "60 80 35 10"),
      ("facts.anchor", "bottom-right"), ("percent.box", "5 30 20 20"), ("percent.anchor", "left"),
      ("scene", "30 20 60 50"),
    ] { try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine) }
    let canvas = Size(width: 1_000, height: 500)
    func screen(_ locale: String) throws -> Screen {
      Screen("ring", settings, canvas: canvas, lettering: try CaptionTests.lettering(locale))
    }
    let (one, other) = (try screen("en"), try screen("ar"))
    for name in ["title", "facts"] {
      let text = try #require(one.texts?.captions.texts.first { "\($0.caption.name)" == name })
      let image = try #require(other.texts?.captions.texts.first { "\($0.caption.name)" == name })
      #expect(image.frame.box == text.frame.box.mirrored(in: canvas), "\(name)")
      #expect(image.frame.anchor.x == 1 - text.frame.anchor.x, "\(name)")
      #expect(image.frame.anchor.y == text.frame.anchor.y, "\(name)")
    }
    let input = SceneInput(state: ProgressState(), time: .zero, canvas: canvas)
    let (box, image) = (one.placed(input, 0).box, other.placed(input, 0).box)
    #expect(image == box.mirrored(in: canvas) && image != box)
    let number = try #require(one.facts.givenNumeral?.place(input))
    let mirrored = try #require(other.facts.givenNumeral?.place(input))
    #expect(abs(number.centre.x + mirrored.centre.x - 1_000) < 1e-9)
    #expect(number.anchor == 0 && mirrored.anchor == 1)
  }

  /// A number at the right edge of its box ends there.
  @Test func numberAtTheRight_endsAtTheEdge() throws {
    let numeral = Numeral(Typesetters(try CaptionTests.lettering("en")))
    func reach(_ anchor: Double) -> (left: Double, right: Double) {
      var place = NumeralPlace(
        centre: Point(x: 200, y: 50), em: 40, width: 300, diameter: 60, stroke: 4)
      place.anchor = anchor
      var list = DisplayList()
      list.fill(.rectangle(Rect(Size(width: 400, height: 100))), with: Color(0xff_ffff))
      numeral.draw(
        .percent(42, hasSteps: false), at: place, ink: Color(0), muted: Color(0), into: &list)
      let frame = Canvas.draw(list, size: PixelSize(width: 400, height: 100))
      var inked: [Int] = []
      for x in 0..<400 {
        for y in 0..<100 where frame[x, y] != frame[0, 0] { inked.append(x) }
      }
      return (Double(inked.min() ?? 0), Double(inked.max() ?? 0))
    }
    #expect(abs(reach(0).left - 50) < 6 && abs(reach(1).right - 350) < 6)
  }
}
