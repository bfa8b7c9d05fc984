import Base
import CommandLine
import Configuration
import Pixels
import ProgressModel
import Scenes
import TestSupport
import Testing

@testable import RenderProcess

@Suite struct FramePainterTests {
  private let size = PixelSize(width: 90, height: 60)

  private func painter(_ style: SceneStyle) throws -> FramePainter {
    var settings = Settings()
    try settings.set("style", to: ByteString(style.name), scope: .commandLine)
    return FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
  }

  @Test func formats_areTheWordsOfTheSetting() {
    guard case .choice(let words)? = SettingsTable.program.definition("format")?.kind else {
      Issue.record("no choice")
      return
    }
    #expect(words == ["auto"] + PixelFormat.all.map { ByteString($0.name) })
  }

  /// At the size of a small display of one bit, nothing is left to the dither: words and the bar
  /// are black and white.
  @Test(arguments: ["light", "dark"] as [ByteString]) func smallDisplayOfOneBit_isBlackAndWhite(
    palette: ByteString
  ) throws {
    var settings = Settings()
    try settings.set("palette", to: palette, scope: .commandLine)
    let size = PixelSize(width: 128, height: 64)
    let painter = FramePainter(
      size: size, grayBits: 1, settings: settings, assets: SceneAssets(settings))
    var state = SharedState(ProgressState())
    state = state.applying(.fraction(Fraction(billionths: 620_000_000)), at: .seconds(1))
    state = state.applying(.message(SanitizedText("Installing update 2.1")), at: .seconds(1))
    painter.setState(state, loadsPicture: false)
    _ = painter.draw(at: .seconds(4))
    var picture = Pixmap(size: size)
    picture.withSurface { painter.paint(&$0, over: nil) }
    let words = (0..<(128 * 64)).map { picture[$0 % 128, $0 / 128] & 0xff_ffff }
    #expect(words.allSatisfy { $0 == 0 || $0 == 0xff_ffff })
    let ground: UInt32 = palette == "light" ? 0xff_ffff : 0
    #expect(words.count { $0 != ground } > 700)
  }

  /// Drawing over any older frame gives the same pixels as drawing the whole frame, and the
  /// reported damage covers every difference.
  @Test(arguments: SceneStyle.all) func memoryOfAnyAge_isBroughtUpToDate(style: SceneStyle) throws {
    var random = SeededGenerator(seed: 83)
    let painter = try painter(style)
    var state = SharedState(ProgressState())
    // Two buffers, and the numbers of the frames in them.
    var old = Pixmap(size: size)
    var older = Pixmap(size: size)
    var shown: [Int?] = [nil, nil]
    var time = 0.0
    for step in 0..<60 {
      time += Double.random(in: 0.01...0.2, using: &random)
      if step == 40 {
        state = state.applying(.done(.empty), at: .seconds(time))
      } else if Bool.random(using: &random) {
        let fraction = Fraction(billionths: Int64(step) * 16_000_000)
        state = state.applying(.fraction(fraction), at: .seconds(time))
      }
      if step == 25 { painter.invalidate() }
      painter.setState(state, loadsPicture: false)
      _ = painter.draw(at: .seconds(time))
      var whole = Pixmap(size: size)
      whole.withSurface { painter.paint(&$0, over: nil) }
      // Each step draws one of two buffers, sometimes the same one again.
      if Bool.random(using: &random) {
        swap(&old, &older)
        shown.swapAt(0, 1)
      }
      var told = DamageRegion()
      painter.getDamage(since: shown[0], into: &told)
      for y in 0..<size.height {
        for x in 0..<size.width where shown[0] != nil && old[x, y] != whole[x, y] {
          let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
          #expect(told.rects.contains { $0.contains(pixel) }, "seed 83, step \(step)")
        }
      }
      old.withSurface { painter.paint(&$0, over: shown[0]) }
      shown[0] = painter.frameNumber
      let place = Canvas.firstDifference(whole, old)
      #expect(place == nil, "seed 83, step \(step)")
    }
  }

  /// A frame depends on the state, the time and the detail alone: a painter whose display turns out
  /// to be slow goes on with the frames of one that reduced motion from the start, in memory that
  /// has older ones.
  @Test(arguments: SceneStyle.all) func slowDisplaysFrames_areThoseOfReducedMotion(
    style: SceneStyle
  ) throws {
    let seed = UInt64.random(in: 0...9999)
    var random = SeededGenerator(seed: seed)
    var settings = Settings()
    try settings.set("style", to: ByteString(style.name), scope: .commandLine)
    let painter = FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
    try settings.set("reduced-motion", to: "yes", scope: .commandLine)
    let reduced = FramePainter(size: size, settings: settings, assets: SceneAssets(settings))
    var state = SharedState(ProgressState())
    var memory = Pixmap(size: size)
    var shown: Int?
    var time = 0.0
    let moment = Int.random(in: 0..<30, using: &random)
    for step in 0..<40 {
      time += Double.random(in: 0.01...0.5, using: &random)
      if step == 35 {
        state = state.applying(.done(.empty), at: .seconds(time))
      } else if Bool.random(using: &random) {
        let fraction = Fraction(billionths: Int64(step) * 25_000_000)
        state = state.applying(.fraction(fraction), at: .seconds(time))
      }
      if step == moment { #expect(painter.reduceMotion()) }
      painter.setState(state, loadsPicture: false)
      _ = painter.draw(at: .seconds(time))
      memory.withSurface { painter.paint(&$0, over: shown) }
      shown = painter.frameNumber
      guard step >= moment else { continue }
      reduced.setState(state, loadsPicture: false)
      _ = reduced.draw(at: .seconds(time))
      var wanted = Pixmap(size: size)
      wanted.withSurface { reduced.paint(&$0, over: nil) }
      #expect(Canvas.firstDifference(wanted, memory) == nil, "seed \(seed), step \(step)")
    }
    #expect(!painter.reduceMotion())
  }
}
