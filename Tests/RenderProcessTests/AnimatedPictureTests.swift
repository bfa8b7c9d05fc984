import Base
import Configuration
import Foundation
import Graphics
import PNGCodec
import Pixels
import Presenters
import ProgressModel
import TestSupport
import Testing

@testable import CommandLine
@testable import RenderProcess
@testable import Scenes

/// Animated pictures on the screen.
@Suite final class AnimatedPictureTests {
  private let size = PixelSize(width: 160, height: 100)
  private let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).png"

  deinit { try? FileManager.default.removeItem(atPath: file) }

  /// Four frames: a whole one, two squares that wander, and one that clears the last square.
  private static func writer(width: Int, height: Int, plays: Int = 0) -> APNGWriter {
    var writer = APNGWriter(width: width, height: height, plays: plays)
    let square = { (x: Int, y: Int) in [UInt8(x * 9 & 255), 200, UInt8(y * 11 & 255), 255] }
    writer.frames = [
      .init(0, 0, width, height, delay: (1, 10)) { x, y in
        [UInt8(3 * x & 255), UInt8(5 * y & 255), 90, 255]
      },
      .init(3, 4, 8, 7, delay: (2, 10), blending: 1, color: square),
      .init(12, 9, 8, 7, delay: (3, 10), disposal: 1, blending: 1, color: square),
      .init(1, 1, 2, 2, delay: (1, 10)) { _, _ in [0, 0, 0, 0] },
    ]
    return writer
  }

  /// A painter with an animated logo of 80 × 50 pixels, beside a ring that stands still.
  private func makePainter(
    _ bytes: [UInt8], _ changes: [String: String] = [:], grayBits: Int = 0,
    group: String = "logo"
  ) throws -> FramePainter {
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    var settings = Settings()
    var values = [
      "fonts": "none", "\(group).image": file, "\(group).box": "0 0 50 50", "scene": "50 0 50 100",
    ]
    values.merge(changes) { $1 }
    for (key, value) in values {
      try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine)
    }
    return FramePainter(
      size: size, grayBits: grayBits, settings: settings, assets: SceneAssets(settings))
  }

  /// A run that stands still from a second on, and does not stall.
  private func state(_ event: ProgressEvent? = nil, at time: Double = 5) -> SharedState {
    let state = SharedState(ProgressState())
      .applying(.fraction(Fraction(billionths: 500_000_000)), at: .zero)
      .applying(.expect(.seconds(5_000)), at: .zero)
    return event.map { state.applying($0, at: .seconds(time)) } ?? state
  }

  private func frame(_ painter: FramePainter, _ time: Double) -> Pixmap {
    _ = painter.draw(at: .seconds(time))
    var picture = Pixmap(size: size)
    picture.withSurface { painter.paint(&$0, over: nil) }
    return picture
  }

  private func words(_ picture: borrowing Pixmap) -> [UInt32] {
    (0..<(size.width * size.height)).map { picture[$0 % size.width, $0 / size.width] }
  }

  /// The rectangle around all pixels that differ.
  private func change(_ one: borrowing Pixmap, _ other: borrowing Pixmap) -> PixelRect {
    var change = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    for y in 0..<size.height {
      for x in 0..<size.width where one[x, y] != other[x, y] {
        change = change.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
      }
    }
    return change
  }

  // MARK: - The process

  @Test func process_hasTheDecodersFrames() throws {
    let file = Self.writer(width: 80, height: 50, plays: 3).file
    var (one, other) = ([[UInt32]](), [[UInt32]]())
    var (parts, otherParts) = ([PixelRect](), [PixelRect]())
    func words(_ picture: borrowing Pixmap) -> [UInt32] {
      (0..<4_000).map { picture[$0 % 80, $0 / 80] }
    }
    try APNGDecoder.decode(file.span, hasRoom: { _ in true }, begin: { _ in }) { _, part, picture in
      one.append(words(picture))
      parts.append(part)
      return true
    }
    let plays = try PictureProcess.decodeFrames(file) { delay, part, picture in
      other.append(words(picture))
      otherParts.append(part)
      return delay > .zero
    }
    #expect(plays == 3 && one.count == 4)
    #expect(one == other && parts == otherParts)
  }

  @Test func brokenFile_hasTheDecodersReason() throws {
    var chunks = Self.writer(width: 80, height: 50).chunks
    chunks.removeLast(2)
    var (count, reason) = (0, ByteString())
    do throws(PictureProcess.Failure) {
      _ = try PictureProcess.decodeFrames(APNGWriter.file(chunks)) { _, _, _ in
        count += 1
        return true
      }
    } catch {
      reason = error.reason
    }
    #expect(reason == "the file is cut off" && count == 3)
  }

  /// The decoder is ended by its limit of time, whatever it decodes.
  @Test func slowFile_isGivenUp() throws {
    let file = Self.writer(width: 2_000, height: 2_000).file
    var reason = ByteString()
    do throws(PictureProcess.Failure) {
      _ = try PictureProcess.decodeFrames(file, patience: .milliseconds(1)) { _, _, _ in true }
    } catch {
      reason = error.reason
    }
    #expect(reason == "it takes too long")
  }

  // MARK: - Frames

  /// Each frame shows at its time, in the picture's own size.
  @Test func frames_showAtTheirTimes() throws {
    let writer = Self.writer(width: 80, height: 50)
    let painter = try makePainter(writer.file)
    painter.setState(state(), loadsPicture: true)
    var shown: [[UInt32]] = []
    for time in [7.05, 7.15, 7.45, 7.65] { shown.append(words(frame(painter, time))) }
    var expected: [[UInt32]] = []
    try APNGDecoder.decode(writer.file.span, hasRoom: { _ in true }, begin: { _ in }) {
      _, _, picture in
      expected.append((0..<4_000).map { picture[$0 % 80, $0 / 80] })
      return true
    }
    for index in 0..<4 {
      var wrong = 0
      for y in 0..<50 {
        for x in 0..<80 {
          let word = expected[index][80 * y + x]
          let isShown =
            word >> 24 == 255
            && shown[index][160 * y + x] & 0xff_ffff
              == word & 0xff_ffff
          wrong += isShown || word >> 24 < 255 ? 0 : 1
        }
      }
      #expect(wrong == 0, "frame \(index)")
    }
    #expect(Set(shown).count == 4)
  }

  /// What shows at a time does not depend on the frames before, and what is drawn over any of them
  /// is the same as the whole frame. The damage holds every pixel that differs.
  @Test(arguments: [80, 40, 120]) func frame_dependsOnTimeAlone(width: Int) throws {
    var random = SeededGenerator(seed: 91)
    let file = Self.writer(width: width, height: width * 5 / 8).file
    let (painter, other) = (try makePainter(file), try makePainter(file))
    for painter in [painter, other] { painter.setState(state(), loadsPicture: true) }
    var time = 2.0
    var old = Pixmap(size: size)
    var older = Pixmap(size: size)
    var shown: [Int?] = [nil, nil]
    for step in 0..<80 {
      time += Double.random(in: 0.005...0.3, using: &random)
      let whole = frame(painter, time)
      if step % 5 == 0 { #expect(change(whole, frame(other, time)).isEmpty, "seed 91, \(step)") }
      if Bool.random(using: &random) {
        swap(&old, &older)
        shown.swapAt(0, 1)
      }
      var damage = DamageRegion()
      painter.getDamage(since: shown[0], into: &damage)
      for y in 0..<size.height {
        for x in 0..<size.width where shown[0] != nil && old[x, y] != whole[x, y] {
          let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
          #expect(damage.rects.contains { $0.contains(pixel) }, "seed 91, step \(step)")
        }
      }
      let number = shown[0]
      old.withSurface { painter.paint(&$0, over: number) }
      shown[0] = painter.frameNumber
      #expect(change(old, whole).isEmpty, "seed 91, step \(step)")
    }
  }

  /// Between two frames the damage is the rectangle around all pixels that differ, and no more.
  @Test func damage_isTheChange() throws {
    let painter = try makePainter(Self.writer(width: 80, height: 50).file)
    painter.setState(state(), loadsPicture: true)
    var last = frame(painter, 7.05)
    for time in [7.15, 7.45, 7.65, 7.75] {
      let number = painter.frameNumber
      let next = frame(painter, time)
      var damage = DamageRegion()
      painter.getDamage(since: number, into: &damage)
      #expect(damage.bounds == change(last, next), "\(time)")
      last = consume next
    }
  }

  // MARK: - Rest

  /// The times at which the painter asks for frames, until it asks for none.
  private func wakes(_ painter: FramePainter, from start: Double, limit: Int = 40) -> [Double] {
    var (wakes, time) = ([Double](), Duration.seconds(start))
    while wakes.count < limit, let next = painter.nextMotion(at: time), next < .seconds(4_000) {
      wakes.append((next.seconds * 1_000).rounded() / 1_000)
      time = next > time ? next : time + .milliseconds(20)
    }
    return wakes
  }

  @Test func painter_wakesForFramesAlone() throws {
    let painter = try makePainter(Self.writer(width: 80, height: 50).file)
    painter.setState(state(), loadsPicture: true)
    #expect(wakes(painter, from: 7.05, limit: 5) == [7.1, 7.3, 7.6, 7.7, 7.8])
  }

  @Test func finishedSequence_wakesForNothing() throws {
    let painter = try makePainter(Self.writer(width: 80, height: 50, plays: 2).file)
    painter.setState(state(), loadsPicture: true)
    // The last frame of the second play begins after 0.7 + 0.6 s.
    #expect(wakes(painter, from: 1) == [1.0, 1.3] || wakes(painter, from: 1) == [1.3])
    #expect(change(frame(painter, 1.35), frame(painter, 90)).isEmpty)
  }

  /// During stalls and pauses, and after the outcome, nothing moves.
  @Test(arguments: ["stall", "pause", "done", "failed"]) func runAtRest_holdsItsPicture(
    kind: String
  ) throws {
    let painter = try makePainter(Self.writer(width: 80, height: 50).file, ["stall-look": "no"])
    let events: [String: ProgressEvent] = [
      "stall": .expect(.seconds(1)), "pause": .paused(.empty), "done": .done(.empty),
      "failed": .fail(.empty),
    ]
    painter.setState(state(events[kind]), loadsPicture: true)
    let start = kind == "stall" ? 30.0 : 15.0
    #expect(wakes(painter, from: start).isEmpty)
    #expect(change(frame(painter, start), frame(painter, start + 0.35)).isEmpty)
    // It moved before.
    #expect(!change(frame(painter, 2.05), frame(painter, 2.35)).isEmpty)
  }

  @Test(arguments: [0, 1]) func reducedMotion_showsOneFrame(plays: Int) throws {
    let file = Self.writer(width: 80, height: 50, plays: plays).file
    for (changes, grayBits) in [(["reduced-motion": "yes"], 0), ([:], 4)] {
      let painter = try makePainter(file, changes, grayBits: grayBits)
      painter.setState(state(), loadsPicture: true)
      #expect(wakes(painter, from: 15).isEmpty)
      let shown = frame(painter, 15)
      #expect(change(shown, frame(painter, 15.25)).isEmpty)
      // The first frame if it plays for ever, otherwise the last one.
      let usual = try makePainter(file, ["reduced-motion": "no"])
      usual.setState(state(), loadsPicture: true)
      if grayBits == 0 { #expect(change(shown, frame(usual, plays == 0 ? 7.05 : 15)).isEmpty) }
    }
  }

  /// A picture of an outcome begins with it, and plays once even if it is to play for ever.
  @Test func pictureOfAnOutcome_playsOnce() throws {
    let file = Self.writer(width: 80, height: 50).file
    let painter = try makePainter(file, ["picture1.state": "done"], group: "picture1")
    painter.setState(state(.done(.empty)), loadsPicture: true)
    #expect(!change(frame(painter, 5.35), frame(painter, 5.65)).isEmpty)
    #expect(wakes(painter, from: 9).isEmpty)
    #expect(change(frame(painter, 9), frame(painter, 9.35)).isEmpty)
  }

  // MARK: - Files that are wrong

  @Test func brokenFrames_leaveTheStillPicture() throws {
    var writer = Self.writer(width: 80, height: 50)
    writer.still = { x, y in [UInt8(x), 0, UInt8(y), 255] }
    writer.statedCount = 9
    let painter = try makePainter(writer.file)
    painter.setState(state(), loadsPicture: true)
    let shown = frame(painter, 7.05)
    #expect(shown[20, 30] & 0xff_ffff == 20 << 16 | 30)
    #expect(wakes(painter, from: 7).isEmpty)
    #expect(
      CheckCommand.checkFile("logo.image", ByteString(file))
        == ByteString(file) + ": not animated: it has another number of frames")
  }

  /// Frames that need more than the limit: the picture stays still, and no memory is taken.
  @Test func tooManyPixels_leaveTheStillPicture() throws {
    let scaling = PictureScaling(
      PicturePlan(
        path: "", box: Rect(x: 0, y: 0, width: 4_000, height: 1_000), fit: .stretch,
        anchor: Point(x: 0, y: 0)), of: PixelSize(width: 4, height: 1))
    let frames = PictureFrames(scaling)
    var count = 0
    let all = PixelRect(left: 0, top: 0, right: 4, bottom: 1)
    for index in 0..<9 {
      let picture = Pixmap(
        size: PixelSize(width: 4, height: 1), filledWith: 0xff00_0000 + UInt32(index))
      if !frames.append(.seconds(1), all, picture) { break }
      count += 1
    }
    #expect(count == 3)
    #expect(frames.reason == "its frames need more than 32 MB")
  }
}
