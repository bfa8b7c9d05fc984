import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

/// The tiles of a run with several targets.
@Suite struct JobTilesTests {
  static let sizes = [
    (320, 240), (480, 272), (800, 480), (720, 1_280), (1_280, 720), (1_920, 480), (3_840, 2_160),
  ]

  private static func screen(
    _ size: (Int, Int), locale: String = "en", style: String = "ring"
  ) throws -> (Screen, Size) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let settings = try CaptionTests.settings(theme: nil)
    return (
      Screen(
        ByteString(style), settings, canvas: canvas, lettering: try CaptionTests.lettering(locale)),
      canvas
    )
  }

  private static func run(_ records: [(job: String, event: ProgressEvent)]) -> ProgressState {
    var state = ProgressState()
    state.apply(.title(SanitizedText("Flashing")), at: .zero)
    for (job, event) in records {
      state.apply(.job(SanitizedText(ByteString(job)), event), at: .seconds(1))
    }
    return state
  }

  private static func frame(
    _ screen: Screen, _ state: ProgressState, _ canvas: Size, at time: Double = 9
  ) -> Pixmap {
    var list = DisplayList()
    screen.draw(SceneInput(state: state, time: .seconds(time), canvas: canvas), into: &list)
    return Canvas.draw(
      list, size: PixelSize(width: Int(canvas.width), height: Int(canvas.height)))
  }

  /// For any number of jobs: in the area, apart, alike, on whole pixels, with room for the bar.
  @Test(arguments: sizes, [false, true])
  func boxes_areApart_inTheArea(size: (Int, Int), isMirrored: Bool) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let arrangement = Arrangement(
      .auto, .disc, canvas: canvas, density: nil, factor: 1, hasTexts: true,
      isMirrored: isMirrored)
    let area = arrangement.jobArea
    #expect(area.x >= 0 && area.x + area.width <= canvas.width && area.width > 0)
    #expect(area.y >= 0 && area.y + area.height <= canvas.height && area.height > 0)
    for count in 1...Job.limit {
      let boxes = JobTiles.boxes(count, in: area, unit: arrangement.unit)
      #expect(boxes.count == count)
      for (index, box) in boxes.enumerated() {
        #expect(box.x.rounded() == box.x && box.y.rounded() == box.y)
        #expect(box.width >= 10 && box.height >= 4, "\(count) at \(size): \(box)")
        #expect(box.x >= area.x - 1 && box.x + box.width <= area.x + area.width + 1)
        #expect(box.y >= area.y - 1)
        #expect(box.y + box.height + 4.2 * arrangement.unit <= area.y + area.height + 2)
        for other in boxes[..<index] {
          #expect(
            box.x >= other.x + other.width || box.y >= other.y + other.height
              || other.x >= box.x + box.width, "\(count) at \(size)")
        }
      }
    }
  }

  /// A change of one job changes its tile, and no other.
  @Test func changeOfAJob_isInItsTile() throws {
    let (screen, canvas) = try Self.screen((1_280, 720))
    let jobs = ["a", "b", "c", "d"].map { ($0, Stage.fraction(0.2)) }
    let before = Self.run(jobs)
    var after = before
    after.apply(.job(SanitizedText("d"), .message(SanitizedText("xxxx"))), at: .seconds(1))
    let arrangement = Arrangement(
      .auto, .disc, canvas: canvas, density: nil, factor: 1, hasTexts: true)
    let boxes = JobTiles.boxes(4, in: arrangement.jobArea, unit: arrangement.unit)
    let one = Self.frame(screen, before, canvas)
    let other = Self.frame(screen, after, canvas)
    var changed = 0
    for y in 0..<720 {
      for x in 0..<1_280 where one[x, y] != other[x, y] {
        changed += 1
        let box = boxes[3]
        #expect(
          Double(x) >= box.x && Double(x) < box.x + box.width && Double(y) >= box.y
            && Double(y) < box.y + box.height)
      }
    }
    #expect(changed > 20)
  }

  /// Each outcome of a job looks different, whatever the style, and words come in the language.
  @Test(arguments: ["ring", "pencil", "rainbow"]) func outcomes_differ(style: String) throws {
    let (screen, canvas) = try Self.screen((800, 480), style: style)
    let events: [ProgressEvent] = [
      Stage.fraction(0.5), .paused(.empty), .done(.empty), .fail(.empty), .cancel,
    ]
    let others = [("b", Stage.fraction(0.1))]
    let frames = events.map { event in
      let state = Self.run([("a", Stage.fraction(0.5)), ("a", event)] + others)
      let frame = Self.frame(screen, state, canvas)
      return (0..<480).flatMap { y in (0..<800).map { frame[$0, y] } }
    }
    for (index, frame) in frames.enumerated() {
      for other in frames[..<index] { #expect(frame != other) }
    }
  }

  /// Without shades there is nothing that one bit would show as specks.
  @Test(arguments: ["mono", "minimal-565"]) func oneInk_hasNoShades(theme: String) throws {
    let settings = try CaptionTests.settings(theme: theme)
    let canvas = Size(width: 800, height: 480)
    let screen = Screen("", settings, canvas: canvas, lettering: try CaptionTests.lettering("en"))
    let state = Self.run([
      ("a", Stage.fraction(0.5)), ("b", .paused(.empty)), ("c", .message(SanitizedText("x"))),
      ("d", .done(.empty)), ("e", .cancel),
    ])
    var list = DisplayList()
    screen.draw(SceneInput(state: state, time: .seconds(9), canvas: canvas), into: &list)
    let allowed = [settings.paint(.ground), settings.paint(.ink), settings.paint(.success)]
      .map { Paint.color($0) }
    #expect(list.items.count > 20)
    for item in list.items { #expect(allowed.contains(item.paint), "\(item)") }
  }

  /// Between records nothing wakes the screen once the bar of the whole stands.
  @Test func standingJobs_wakeNothing() throws {
    let (screen, canvas) = try Self.screen((1_280, 720))
    let state = Self.run([("a", Stage.fraction(0.5)), ("b", .message(SanitizedText("x")))])
    let input = SceneInput(state: state, time: .seconds(7), canvas: canvas)
    let next = try #require(screen.nextMotion(input), "the stall")
    #expect(next > .seconds(9), "\(next)")
  }

  /// The number of jobs may change, and the run comes to rest.
  @Test(arguments: sizes) func run_comesToRest(size: (Int, Int)) throws {
    let (screen, canvas) = try Self.screen(size, locale: "ar")
    var state = Self.run([("a", Stage.fraction(0.5))])
    _ = Self.frame(screen, state, canvas)
    for job in 0..<20 {
      state.apply(.job(SanitizedText(ByteString("j\(job)")), Stage.fraction(1)), at: .seconds(2))
    }
    _ = Self.frame(screen, state, canvas)
    for job in ["a"] + (0..<20).map({ "j\($0)" }) {
      state.apply(.job(SanitizedText(ByteString(job)), .done(.empty)), at: .seconds(3))
    }
    #expect(state.phase == .done)
    let input = SceneInput(state: state, time: .seconds(30), canvas: canvas)
    #expect(screen.nextMotion(input) == nil)
    #expect(screen.defects(input).isEmpty, "\(screen.defects(input))")
  }

  /// Names of many jobs have a second line before they are cut at their end.
  @Test(arguments: [(800, 480), (1_280, 720)], ["en", "ar"])
  func longNames_haveASecondLine(size: (Int, Int), locale: String) throws {
    let (screen, canvas) = try Self.screen(size, locale: locale)
    let names = ["Rack 7 board 12", "rack-7/board-12", "rack7_board12_a"]
    let jobs = (0..<12).map { ("\(names[$0 % 3])\($0)", Stage.fraction(0.2)) }
    _ = Self.frame(screen, Self.run(jobs), canvas)
    let tiles = try #require(screen.texts?.tiles.tiles)
    #expect(tiles.count == 12)
    for tile in tiles {
      #expect(tile.name.isWhole, "\(tile.box) at \(size)")
      // All letters are in the tile.
      for word in 0..<tile.name.words.count {
        let box = CaptionTests.bounds([tile.name.words[word]])
        #expect(box.x >= tile.box.x - 1 && box.y >= tile.box.y - 1)
        #expect(box.x + box.width <= tile.box.x + tile.box.width + 1)
        #expect(box.y + box.height <= tile.box.y + tile.box.height + 1)
      }
    }
  }
}
