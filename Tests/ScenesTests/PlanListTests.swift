import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// The list of the steps of a run.
@Suite struct PlanListTests {
  private static let box = (left: 400, top: 120, width: 320, height: 280)

  private static func screen(_ box: String?, locale: String = "en") throws -> Screen {
    var settings = try CaptionTests.settings(theme: nil)
    let boxes = ["title": "none", "message": "none", "facts": "none", "warning": "none"]
    for (name, box) in boxes.merging(
      ["scene": "0 0 40 100", "plan": box ?? "none"], uniquingKeysWith: { $1 })
    {
      let key = name == "scene" ? name : name + ".box"
      try settings.set(ByteString(key), to: ByteString(box), scope: .everywhere)
    }
    return Screen(
      "ring", settings, canvas: Size(width: 800, height: 480),
      lettering: try CaptionTests.lettering(locale))
  }

  private static func run(_ events: [ProgressEvent]) -> ProgressState {
    var state = ProgressState()
    state.apply(.plan(SanitizedText("Load; Write; Verify; Activate")), at: .zero)
    for (second, event) in events.enumerated() { state.apply(event, at: .seconds(second)) }
    return state
  }

  private static func step(_ number: UInt32, of count: UInt32 = 4) -> ProgressEvent {
    .step(number: number, count: count, name: .empty)
  }

  private static func frame(_ screen: Screen, _ state: ProgressState, at time: Double = 9) -> Pixmap
  {
    var list = DisplayList()
    screen.draw(
      SceneInput(state: state, time: .seconds(time), canvas: Size(width: 800, height: 480)),
      into: &list)
    return Canvas.draw(list, size: PixelSize(width: 800, height: 480))
  }

  /// The rows of pixels in which two frames differ within the list's box.
  private static func changes(_ one: borrowing Pixmap, _ other: borrowing Pixmap) -> [Int] {
    var rows: [Int] = []
    for y in box.top - 20..<box.top + box.height {
      for x in box.left - 10..<box.left + box.width + 10 where one[x, y] != other[x, y] {
        rows.append(y)
        break
      }
    }
    return rows
  }

  /// Without its box there is none; with one it is in it.
  @Test func box_showsTheList() throws {
    let state = Self.run([Self.step(1)])
    let one = try Self.screen(nil)
    let shown = Self.frame(try Self.screen("50 25 40 58"), state)
    #expect(Self.changes(Self.frame(one, state), shown).count > 60)
  }

  /// A run without steps has no list.
  @Test func noSteps_nothingDrawn() throws {
    var state = ProgressState()
    state.apply(.fraction(Fraction(1, of: 2)!), at: .zero)
    let (one, other) = (try Self.screen("50 25 40 58"), try Self.screen(nil))
    #expect(Canvas.firstDifference(Self.frame(one, state), Self.frame(other, state)) == nil)
  }

  /// The lines keep their places: a change of the last step changes nothing above it.
  @Test func outcomeOfTheLastStep_changesItsLine() throws {
    let screen = try Self.screen("50 25 40 58")
    let running = Self.run([Self.step(1), Self.step(2), Self.step(3), Self.step(4)])
    var failed = running
    failed.apply(.fail(.empty), at: .seconds(4))
    let em = 480 * 3.4 / 100
    let last = Double(Self.box.top) + 3 * 2.1 * em
    let rows = Self.changes(Self.frame(screen, running), Self.frame(screen, failed))
    #expect(!rows.isEmpty && rows.allSatisfy { Double($0) >= last - 1 }, "\(rows)")
  }

  /// Of more steps than lines the current one is always shown.
  @Test func longPlan_showsTheCurrentStep() throws {
    let screen = try Self.screen("50 25 40 20")
    func frame(_ number: UInt32) -> Pixmap {
      var state = ProgressState()
      state.apply(Self.step(number, of: 16), at: .zero)
      return Self.frame(screen, state)
    }
    for number: UInt32 in [1, 8, 16] {
      let frame = frame(number)
      let ground = frame[2, 2]
      // The card's color is at the right edge of exactly one line.
      let x = Self.box.left + Self.box.width + 4
      var card: [Int] = []
      for y in Self.box.top..<Self.box.top + 96 where frame[x, y] != ground { card.append(y) }
      #expect((20...36).contains(card.count), "step \(number): \(card)")
      #expect(card.last.map { $0 - card[0] + 1 } == card.count, "step \(number): \(card)")
    }
    #expect(!Self.changes(frame(1), frame(8)).isEmpty)
    #expect(!Self.changes(frame(8), frame(16)).isEmpty)
  }

  /// From right to left: the list at the other side, its marks at the right, times at the left.
  @Test func arabic_isMirrored() throws {
    let state = Self.run([Self.step(1), Self.step(2)])
    let frame = Self.frame(try Self.screen("10 25 40 58", locale: "ar"), state)
    let ground = frame[2, 2]
    func ink(_ columns: Range<Int>) -> Int {
      var count = 0
      for x in columns {
        for y in 130..<150 where frame[x, y] != ground { count += 1 }
      }
      return count
    }
    #expect(ink(698..<722) > 20 && ink(400..<424) <= ink(698..<722))
  }

  /// A still run draws the same list at any time.
  @Test func stillRun_isStill() throws {
    let screen = try Self.screen("50 25 40 58")
    let state = Self.run([Self.step(1), Self.step(2), .paused(.empty)])
    let one = Self.frame(screen, state, at: 9)
    let other = Self.frame(screen, state, at: 12)
    #expect(Self.changes(one, other).isEmpty)
  }
}
