import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

@Suite struct BackdropTests {
  private static let size = PixelSize(width: 160, height: 100)
  private static var pictures: [Image] {
    [
      Image(
        Pixmap(size: PixelSize(width: 160, height: 100), filledWith: 0x8000_2000), identifier: 1),
      Image(Pixmap(size: PixelSize(width: 20, height: 10), filledWith: 0xff00_00ff), identifier: 2),
    ]
  }

  /// A frame, and the pictures that it needed.
  private struct Frame: ~Copyable {
    let pixels: Pixmap
    let plans: [PicturePlan]
  }

  /// Draws the frame of a time.
  private func frame(
    _ changes: [(StaticBytes, StaticBytes)], _ outcome: ProgressEvent? = nil, at time: Double = 5
  ) throws -> Frame {
    var settings = Settings()
    for (key, value) in changes {
      try settings.set(ByteString(key), to: ByteString(value), scope: .everywhere)
    }
    let canvas = Size(width: Double(Self.size.width), height: Double(Self.size.height))
    var plans: [PicturePlan] = []
    let screen = Screen("", settings, canvas: canvas, lettering: try CaptionTests.lettering("en")) {
      plan in
      plans.append(plan)
      let image = Self.pictures[plan.path == "back.png" ? 0 : 1]
      return ScreenPicture(image.reference, x: Int(plan.box.x), y: Int(plan.box.y))
    }
    var state = ProgressState()
    state.apply(Stage.fraction(0.5), at: .zero)
    if let outcome { state.apply(outcome, at: .seconds(1)) }
    var list = DisplayList()
    screen.draw(
      SceneInput(state: state, time: .seconds(time), canvas: canvas), into: &list)
    return Frame(
      pixels: Canvas.draw(list, size: Self.size, images: Self.pictures), plans: plans)
  }

  private func corner(_ frame: borrowing Pixmap, _ y: Int = 0) -> UInt32 {
    frame[0, y] & 0xff_ffff
  }

  @Test func colourIsThatOfTheStyleUntilItIsSet() throws {
    #expect(corner(try frame([]).pixels) == 0xf4_f3ef)
    #expect(corner(try frame([("background.color", "#102030")]).pixels) == 0x10_2030)
  }

  @Test func twoColoursRunDown() throws {
    let shown = try frame([("background.color", "#000000"), ("background.to", "#0000ff")])
    #expect(corner(shown.pixels, 0) < 8)
    #expect(abs(Int(corner(shown.pixels, 50)) - 128) < 3)
    #expect(corner(shown.pixels, 99) > 0xf8)
  }

  @Test func outcomesHaveColours() throws {
    let changes: [(StaticBytes, StaticBytes)] = [
      ("done.background", "#008000"), ("failed.background", "#800000"),
    ]
    #expect(corner(try frame(changes).pixels) == 0xf4_f3ef)
    #expect(corner(try frame(changes, .done(.empty)).pixels) == 0x00_8000)
    #expect(corner(try frame(changes, .fail(.empty)).pixels) == 0x80_0000)
    #expect(corner(try frame(changes, .interruption).pixels) == 0xf4_f3ef)
    #expect(corner(try frame(changes, .cancel).pixels) == 0xf4_f3ef)
  }

  @Test func wordsHaveColoursOfPhases() throws {
    func colours(_ phase: StaticBytes, _ outcome: ProgressEvent?, at time: Double) throws -> Bool {
      let one = try frame([(phase, "#ff00ff")], outcome, at: time)
      let other = try frame([], outcome, at: time)
      for y in 0..<100 {
        for x in 0..<160
        where one.pixels[x, y] != other.pixels[x, y] { return true }
      }
      return false
    }
    let message = ProgressEvent.done(SanitizedText("xxxx"))
    #expect(try colours("done.color", message, at: 5))
    #expect(try !colours("failed.color", message, at: 5))
    #expect(try colours("failed.color", .fail(SanitizedText("xxxx")), at: 5))
    #expect(try !colours("stalled.color", nil, at: 5))
  }

  @Test func picturesLieOverTheColour() throws {
    let shown = try frame([
      ("background.color", "#00ff00"), ("background.image", "back.png"),
      ("background.fit", "stretch"), ("logo.image", "logo.png"), ("logo.box", "10 20 50 30"),
      ("logo.anchor", "top-left"),
    ])
    // Half of green, plus the picture's part.
    #expect(corner(shown.pixels) == 0x00_9f00)
    #expect(shown.pixels[16, 20] & 0xff_ffff == 0x00_00ff)
    #expect(shown.plans.map(\.fit) == [.stretch, .contain])
    #expect(shown.plans[1].box == Rect(x: 16, y: 20, width: 80, height: 30))
    #expect(shown.plans[1].anchor == Point(x: 0, y: 0))
  }

  @Test func aScrimDarkensThePictureOnly() throws {
    let shown = try frame([
      ("background.color", "#00ff00"), ("background.image", "back.png"),
      ("background.fit", "stretch"), ("background.scrim", "50"), ("logo.image", "logo.png"),
      ("logo.box", "10 20 50 30"), ("logo.anchor", "top-left"),
    ])
    // Halfway from the picture over green, 009f00, to green.
    #expect(corner(shown.pixels) == 0x00_cf00)
    #expect(shown.pixels[16, 20] & 0xff_ffff == 0x00_00ff)
    let plain = try frame([("background.color", "#00ff00"), ("background.scrim", "50")])
    #expect(corner(plain.pixels) == 0x00_ff00)
  }

  @Test func furtherPictures_showInTheirStates() throws {
    let changes: [(StaticBytes, StaticBytes)] = [
      ("picture1.image", "one.png"), ("picture1.box", "0 0 20 20"),
      ("picture1.anchor", "top-left"), ("picture2.image", "two.png"),
      ("picture2.box", "50 0 20 20"), ("picture2.anchor", "top-left"),
      ("picture2.state", "failed"), ("picture4.image", "four.png"),
      ("picture4.box", "0 80 20 20"), ("picture4.anchor", "top-left"),
      ("picture4.state", "running"),
    ]
    func shown(_ outcome: ProgressEvent?, at time: Double = 5) throws -> [Bool] {
      let frame = try frame(changes, outcome, at: time)
      #expect(frame.plans.count == 3)
      return [(0, 0), (80, 0), (0, 80)].map { frame.pixels[$0.0, $0.1] & 0xff_ffff == 0x00_00ff }
    }
    #expect(try shown(nil) == [true, false, true])
    #expect(try shown(.fail(.empty)) == [true, true, false])
    #expect(try shown(.done(.empty)) == [true, false, false])
    // It fades in.
    #expect(try shown(.fail(.empty), at: 1.05) == [true, false, false])
  }

  @Test func aPictureThatIsNotThereLeavesTheColour() throws {
    let settings = try CaptionTests.settings(theme: nil)
    let backdrop = Backdrop(
      SceneSettings(settings), usual: Color(0x123456), load: { _ in nil })
    var list = DisplayList()
    backdrop.draw(
      SceneInput(state: ProgressState(), time: .zero, canvas: Size(width: 9, height: 9)),
      into: &list)
    #expect(list.items.count == 1)
  }
}
