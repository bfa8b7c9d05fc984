import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

/// Texts cross-fade when their words change.
@Suite struct CrossFadeTests {
  static let size = PixelSize(width: 640, height: 360)
  static let canvas = Size(width: 640, height: 360)

  static func screen(_ changes: [String: String] = [:], isGray: Bool = false) throws -> Screen {
    var settings = Settings()
    for (key, value) in changes {
      try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine)
    }
    return Screen(
      "ring", settings, on: OutputFacts(grayBits: isGray ? 4 : 0), canvas: canvas,
      lettering: try CaptionTests.lettering("en"))
  }

  static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }

  /// A run whose shapes stand still, with new words from two seconds on.
  static func state(_ events: [ProgressEvent], from old: String = "Downloading") -> SharedState {
    SharedState(ProgressState()).applying(
      [
        .title(text("System update")), .message(text(old)), Stage.fraction(0.5),
        .expect(.seconds(1_000)),
      ], at: .zero
    ).applying(events, at: .seconds(2))
  }

  static func input(_ state: SharedState, _ time: Double) -> SceneInput {
    SceneInput(state, time: Stage.duration(time), canvas: canvas)
  }

  static func frame(_ screen: Screen, _ state: SharedState, _ time: Double) -> Pixmap {
    var list = DisplayList()
    screen.draw(input(state, time), into: &list)
    return Canvas.draw(list, size: size)
  }

  /// The pixels that differ.
  static func changed(
    _ one: borrowing Pixmap, _ other: borrowing Pixmap
  ) -> [(x: Int, y: Int)] {
    var changed: [(x: Int, y: Int)] = []
    for y in 0..<size.height {
      for x in 0..<size.width where one[x, y] != other[x, y] { changed.append((x, y)) }
    }
    return changed
  }

  /// It begins with the old words and ends with the new ones, which are never printed over each
  /// other: the old ones have gone before the new ones come.
  @Test func message_crossFades() throws {
    let screen = try Self.screen()
    let state = Self.state([.message(Self.text("Installing"))])
    let before = Self.frame(screen, Self.state([]), 2)
    let after = Self.frame(screen, state, 4)
    let first = Self.frame(screen, state, 2)
    #expect(Self.changed(before, first).isEmpty, "it begins with the old words")
    let half = Self.frame(screen, state, 2.04)
    let pause = Self.frame(screen, state, 2.1)
    var (fading, coming) = (0, 0)
    for (x, y) in Self.changed(before, after) {
      let (old, new) = (before[x, y] >> 8 & 0xff, after[x, y] >> 8 & 0xff)
      let now = half[x, y] >> 8 & 0xff
      #expect(pause[x, y] >> 8 & 0xff >= max(old, new), "(\(x), \(y)) has ink in the pause")
      if new > old + 150 {
        #expect(now + 40 < new && now > old + 20, "(\(x), \(y)) is no mixture")
        fading += 1
      } else if old > new + 150 {
        #expect(now >= old, "(\(x), \(y)) has new words too early")
        coming += 1
      }
    }
    #expect(fading > 50 && coming > 50)
    #expect(Self.changed(Self.frame(screen, state, 2.24), after).isEmpty, "it ends after 240 ms")
    // In any order, and on a screen that drew nothing before.
    #expect(Self.changed(Self.frame(try Self.screen(), state, 2.04), half).isEmpty)
    #expect(Self.changed(Self.frame(screen, state, 2.04), half).isEmpty)
  }

  /// Words that stay in their place do not flicker.
  @Test func wordsThatStay_keepTheirPixels() throws {
    let screen = try Self.screen()
    let old = "Installing package 12 of 100"
    let state = Self.state([.message(Self.text("Installing package 14 of 100"))], from: old)
    let before = Self.frame(screen, Self.state([], from: old), 2)
    let whole = Self.changed(before, Self.frame(screen, state, 4))
    let columns = (whole.map { $0.x }.min() ?? 0)...(whole.map { $0.x }.max() ?? 0)
    #expect(columns.count < 20, "one digit differs")
    // Its word fades, and no other.
    let word = (columns.lowerBound - 15)...(columns.upperBound + 2)
    for time in stride(from: 2.01, to: 2.24, by: 0.01) {
      let changed = Self.changed(before, Self.frame(screen, state, time))
      #expect(!changed.isEmpty && changed.allSatisfy { word.contains($0.x) }, "\(time)")
    }
  }

  /// A title gives way to the name of the outcome, the facts of the run to those of the outcome.
  @Test func outcome_fadesTheOldWordsOut() throws {
    let screen = try Self.screen()
    let state = Self.state([.cancel])
    var list = DisplayList()
    screen.draw(Self.input(state, 2.04), into: &list)
    let former = try #require(screen.formerCaptions(Self.input(state, 2.04)))
    let old = former.captions.shown(former.input).map { "\($0.name)" }
    #expect(old.contains("title") && old.contains("message"))
    let words = former.captions.texts.filter { former.captions.isVisible($0, former.input) }
      .reduce(0) { $0 + $1.words.count }
    let fading = (0..<list.count).filter { abs(list[$0].alpha - 0.5) < 0.01 }
    #expect(fading.count >= words)
  }

  /// The first frame of an outcome is the last one of the run, with its number.
  @Test(arguments: ["done", "fail", "cancel"])
  func outcome_cutsNothing(name: String) throws {
    let screen = try Self.screen()
    let outcome: ProgressEvent =
      name == "done" ? .done(Self.text("")) : name == "fail" ? .fail(Self.text("x")) : .cancel
    let before = Self.frame(screen, Self.state([]), 2)
    #expect(Self.changed(before, Self.frame(screen, Self.state([outcome]), 2)).isEmpty)
  }

  /// At the end of a stall its text fades out, as it was on the screen.
  @Test func stall_fadesItsTextOut() throws {
    let screen = try Self.screen()
    let state = SharedState(ProgressState())
      .applying([.message(Self.text("Downloading")), Stage.fraction(0.5)], at: .zero)
    let stalled = Self.frame(screen, state, 42)
    let next = state.applying([.message(Self.text("Installing"))], at: .seconds(42))
    let former = try #require(screen.formerCaptions(Self.input(next, 42)))
    former.set()
    #expect(former.captions.texts.contains { $0.statement.tellsSilence })
    // The shapes and the stall mark are those of the run that goes on.
    let changed = Self.changed(stalled, Self.frame(screen, next, 42))
    for box in former.captions.texts.map({ $0.frame.box }) {
      let (columns, rows) = (box.x..<(box.x + box.width), box.y..<(box.y + box.height))
      #expect(!changed.contains { columns.contains(Double($0.x)) && rows.contains(Double($0.y)) })
    }
  }

  /// Figures that count are cut, and so is everything where motion is reduced or colors are grays.
  @Test(arguments: ["figures", "reduced", "gray", "former"])
  func others_areCut(what: String) throws {
    let screen = try Self.screen(
      what == "reduced" ? ["reduced-motion": "yes"] : [:], isGray: what == "gray")
    var state = Self.state([])
    if what == "figures" {
      state = state.applying([.bytes(completed: 500, total: 1_000_000)], at: .seconds(2))
    } else {
      state = SharedState(state.state).applying(
        [.message(Self.text("Installing"))], at: .seconds(what == "former" ? 1 : 2))
    }
    #expect(screen.formerCaptions(Self.input(state, 2.02)) == nil)
    if what == "gray" || what == "reduced" {
      let changed = Self.changed(Self.frame(screen, state, 2), Self.frame(screen, state, 3))
      #expect(changed.isEmpty)
    }
  }

  /// Frames follow until the words are there, and none after.
  @Test func afterTheFade_nothingMoves() throws {
    let screen = try Self.screen(["stall-look": "no"])
    let state = Self.state([.message(Self.text("Installing"))])
    for time in [2.0, 2.1, 2.239] {
      #expect(screen.nextMotion(Self.input(state, time)) == Stage.duration(time))
      #expect(screen.mostFrames(Self.input(state, time)) == 30)
    }
    let next = try #require(screen.nextMotion(Self.input(state, 2.24)))
    #expect(next >= .milliseconds(2_500), "the figures")
    let list = DisplayList.of(screen, Self.input(state, 2.24))
    #expect(!list.differsVisibly(from: .of(screen, Self.input(state, 3))))
  }
}

extension DisplayList {
  fileprivate static func of(_ screen: Screen, _ input: SceneInput) -> DisplayList {
    var list = DisplayList()
    screen.draw(input, into: &list)
    return list
  }
}
