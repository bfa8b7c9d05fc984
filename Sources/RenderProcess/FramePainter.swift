package import Base
package import Configuration
import Graphics
import LinuxSystem
import PNGCodec
package import Pixels
import Presenters
import ProgressModel
import Raster
package import Scenes

/// Draws a session's frames. Each frame is drawn as its difference from the frame that the
/// destination buffer holds.
package final class FramePainter: FrameSource {
  private let settings: Settings
  private var output: OutputFacts
  private let canvas: Size
  private let density: Double?
  private let rasterizer = Rasterizer()
  private var screen: Screen
  private var styleName: ByteString
  // The newest state, adapted to the screen.
  private var shared = SharedState(ProgressState())
  private let assets: SceneAssets
  // The newest frame's list first, then the known lists before it, then a spare one for the next
  // frame.
  private var lists = [DisplayList](repeating: DisplayList(), count: FramePainter.depth + 1)
  private var knownCount = 0
  // The differences from the previous frame, and from an older one that a buffer holds. Each is
  // computed once per frame.
  private let step: ListDifference
  private let older: ListDifference
  // The numbers of the frames that the differences are from; nil if they are not computed yet.
  private var stepOrigin: Int?
  private var olderOrigin: Int?
  // The time of the spare list's frame; nil if the spare list is not valid.
  private var nextTime: Duration?
  private var nextPicture: ImageReference?
  // Whether the spare list differs visibly from the newest one.
  private var nextIsVisible = false
  // The assets' count of loaded pictures when the rasterizer got them.
  private var pictureCount = 0
  /// The size of all frames.
  package let size: PixelSize
  /// Bits of gray of a displayed pixel; 0 for colors.
  package var grayBits: Int { output.grayBits }
  /// Whether the screen shows the speed.
  package var followsSpeed: Bool { screen.followsSpeed }
  /// The number of the newest frame, counted from 1.
  package private(set) var frameNumber = 0

  /// The number of known frames: the newest one, the one on the display, and the one in the buffer
  /// before that.
  private static var depth: Int { 3 }

  /// Creates a painter of frames of one size.
  ///
  /// - Parameters:
  ///   - size: the frames' size, pixels.
  ///   - density: pixels per millimeter; nil if unknown.
  ///   - grayBits: bits of gray of a displayed pixel; 0 for colors. With one or two, colors become
  ///     black and white; with one, letters get hard edges.
  ///   - settings: the settings of the screen and its parts.
  ///   - assets: fonts, texts and pictures, shared by painters of several sizes.
  package init(
    size: PixelSize, density: Double? = nil, grayBits: Int = 0, settings: Settings,
    assets: SceneAssets
  ) {
    output = OutputFacts(grayBits: grayBits)
    rasterizer.pathMasks.hasHardEdges = grayBits == 1
    (self.size, self.density) = (size, density)
    (self.settings, self.assets) = (settings, assets)
    canvas = Size(width: Double(size.width), height: Double(size.height))
    step = ListDifference(pathMasks: rasterizer.pathMasks)
    older = ListDifference(pathMasks: rasterizer.pathMasks)
    styleName = ByteString()
    screen = Self.screen("", settings, output, canvas, density, assets)
  }

  /// Makes the newest state's frame at a session time the newest frame.
  ///
  /// - Returns: whether it differs from the previous one.
  package func draw(at time: Duration) -> Bool {
    if pictureCount != assets.loadedCount {
      pictureCount = assets.loadedCount
      let images = assets.images
      (rasterizer.images, step.images, older.images) = (images, images, images)
    }
    let last = lists.count - 1
    let isSeenToDiffer = nextTime == time && nextIsVisible
    buildNext(at: time)
    nextTime = nil
    assets.logFlaw(screen.flaw)
    var isFound = false
    if knownCount > 0, !isSeenToDiffer {
      stepOrigin = nil
      step.find(from: lists[0], to: lists[last], of: PixelRect(size))
      if step.bounds.isEmpty { return false }
      isFound = true
    }
    for index in stride(from: last, to: 0, by: -1) { lists.swapAt(index, index - 1) }
    knownCount = min(knownCount + 1, Self.depth)
    frameNumber += 1
    (stepOrigin, olderOrigin) = (isFound ? frameNumber - 1 : nil, nil)
    return true
  }

  /// Draws frames for a display that is too slow for motion from now on. The next state must be set
  /// before the next frame.
  ///
  /// - Returns: whether that is new.
  package func reduceMotion() -> Bool {
    if output.isSlow { return false }
    output.isSlow = true
    screen = Self.screen(styleName, settings, output, canvas, density, assets)
    nextTime = nil
    return true
  }

  /// Sets the newest state, and the style and picture that it selects.
  ///
  /// - Parameter loadsPicture: whether to read a new picture now, which takes time.
  package func setState(_ state: SharedState, loadsPicture: Bool) {
    let style = assets.isSafe ? "" : state.state.style.utf8
    if style != styleName {
      styleName = style
      screen = Self.screen(styleName, settings, output, canvas, density, assets)
    }
    shared = screen.adapted(state)
    nextTime = nil
    if loadsPicture { loadPicture() }
  }

  /// Reads the picture that the state selects, and frames of others, unless they are read.
  func loadPicture() {
    assets.load(shared.state.picture.utf8)
    assets.readFrames()
    if pictureCount != assets.loadedCount { nextTime = nil }
  }

  /// Makes the spare list that of a time.
  private func buildNext(at time: Duration) {
    if nextTime == time, nextPicture == assets.image?.reference { return }
    (nextTime, nextPicture, nextIsVisible) = (time, assets.image?.reference, false)
    let last = lists.count - 1
    lists[last].removeAll()
    screen.draw(input(at: time), into: &lists[last])
  }

  /// Whether the frame at a time differs visibly from the newest one.
  func differsVisibly(at time: Duration) -> Bool {
    if knownCount == 0 { return true }
    buildNext(at: time)
    nextIsVisible = lists[lists.count - 1].differsVisibly(from: lists[0])
    return nextIsVisible
  }

  /// The newest frame as a PNG file; nil before the first frame.
  package func encoded() -> [UInt8]? {
    if frameNumber == 0 { return nil }
    var picture = Pixmap(size: size)
    picture.withSurface { paint(&$0, over: nil) }
    return PNGEncoder.encode(picture)
  }

  /// Numbers the newest frame anew, and drops all others, so that the next paint draws every pixel.
  func invalidate() {
    knownCount = min(knownCount, 1)
    frameNumber += 1
    (stepOrigin, olderOrigin) = (nil, nil)
  }

  /// Draws the newest frame.
  ///
  /// - Parameter shown: the number of the frame that the surface holds; nil for unknown content.
  package func paint(_ surface: inout PixelSurface, over shown: Int?) {
    rasterizer.draw(lists[0], into: &surface, where: difference(since: shown))
  }

  /// Gets the difference between the newest frame and another one, pixels.
  ///
  /// - Parameter shown: the number of the other frame; nil for the whole frame.
  package func getDamage(since shown: Int?, into damage: inout DamageRegion) {
    damage.removeAll()
    difference(since: shown).insert(into: &damage)
  }

  /// The difference between the newest frame and another; the whole canvas for an unknown one.
  private func difference(since shown: Int?) -> ListDifference {
    let canvas = PixelRect(size)
    guard let shown, frameNumber > shown, frameNumber - shown < knownCount else {
      olderOrigin = nil
      older.set(canvas, of: canvas)
      return older
    }
    if shown == frameNumber - 1 {
      if stepOrigin != shown { step.find(from: lists[1], to: lists[0], of: canvas) }
      stepOrigin = shown
      return step
    }
    if olderOrigin != shown {
      older.find(from: lists[frameNumber - shown], to: lists[0], of: canvas)
    }
    olderOrigin = shown
    return older
  }

  private static func screen(
    _ styles: ByteString, _ settings: Settings, _ output: OutputFacts, _ canvas: Size,
    _ density: Double?, _ assets: SceneAssets
  ) -> Screen {
    Screen(
      styles, settings, on: output, canvas: canvas, density: density,
      lettering: assets.lettering
    ) { assets.picture($0)?.shown }
  }

  /// The earliest session time, from a time on, at which a frame may differ from the one at that
  /// time; nil for never.
  package func nextMotion(at time: Duration) -> Duration? { screen.nextMotion(input(at: time)) }

  /// The highest useful frame rate at a session time, frames per second.
  func mostFrames(at time: Duration) -> Double { screen.mostFrames(input(at: time)) }

  /// The session time at which the outcome's animation ends.
  package var outcomeEnd: Duration { screen.outcomeEnd(input(at: shared.state.phaseBegan)) }

  private func input(at time: Duration) -> SceneInput {
    SceneInput(shared, time: time, canvas: canvas, picture: assets.image?.reference)
  }
}
