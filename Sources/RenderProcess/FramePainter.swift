package import Base
package import Configuration
import Graphics
import LinuxSystem
import PNGCodec
package import Pixels
import Presenters
package import ProgressModel
import Raster
import Scenes

/// Draws the frames of a session, each by its difference from what the memory that it gets shows.
package final class FramePainter: FrameSource {
  private let settings: Settings
  private let canvas: Size
  private let density: Double?
  private let rasterizer = Rasterizer()
  private var screen: Screen
  private var styleName: ByteString
  // The newest state, as the screen shows it.
  private let shared = SharedState(ProgressState())
  private let assets: SceneAssets
  // The newest frame's list first; those before it as far as they are known. One more room than is used, to draw the
  // next one in.
  private var lists = [DisplayList](repeating: DisplayList(), count: FramePainter.depth + 1)
  private var knownCount = 0
  // How the newest frame differs from the one before, and from an older one that a buffer shows. Each is
  // found once a frame.
  private let step: ListDifference
  private let older: ListDifference
  // The frames that the differences are from; nil where they are not found yet.
  private var stepOrigin: Int?
  private var olderOrigin: Int?
  // The time of the list that the room behind the known ones has; nil where it is of no use.
  private var sketched: Duration?
  private var sketchedPicture: ImageReference?
  // Whether it was found to differ visibly from the newest one.
  private var sketchIsVisible = false
  // How many pictures the assets had read when the rasterizer got them.
  private var pictureCount = 0
  /// The size of all frames.
  package let size: PixelSize
  /// The number of the newest frame, counted from 1.
  package private(set) var frameNumber = 0

  /// How many frames are known: the newest one, that on the glass, and that of a buffer which was there before.
  private static var depth: Int { 3 }

  /// Creates a painter of frames of a size.
  ///
  /// - Parameters:
  ///   - density: pixels of a millimetre, where they are known.
  ///   - assets: what painters of several sizes share: pictures, fonts, words.
  package init(size: PixelSize, density: Double? = nil, settings: Settings, assets: SceneAssets) {
    (self.size, self.density, self.settings, self.assets) = (size, density, settings, assets)
    canvas = Size(width: Double(size.width), height: Double(size.height))
    step = ListDifference(pathMasks: rasterizer.pathMasks)
    older = ListDifference(pathMasks: rasterizer.pathMasks)
    styleName = ""
    screen = Self.screen("", settings, canvas, density, assets)
  }

  /// Makes the frame that shows the newest state at a time of the session the newest one.
  ///
  /// - Returns: whether it differs from the one before.
  package func draw(at time: Duration) -> Bool {
    if pictureCount != assets.loadedCount {
      pictureCount = assets.loadedCount
      rasterizer.images = assets.images
    }
    let last = lists.count - 1
    let isSeenToDiffer = sketched == time && sketchIsVisible
    sketch(at: time)
    sketched = nil
    assets.tell(of: screen.flaw)
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

  /// Takes the newest state, and makes ready what it asks for: its style, its picture.
  ///
  /// - Parameter loadsPicture: whether a picture that is not there yet may be read, which takes time.
  package func take(_ state: ProgressState, loadsPicture: Bool) {
    if state.style.utf8 != styleName {
      styleName = state.style.utf8
      screen = Self.screen(styleName, settings, canvas, density, assets)
    }
    shared.state = screen.adapted(state)
    sketched = nil
    if loadsPicture { loadPicture() }
  }

  /// Reads the picture that the state asks for, unless that is done.
  func loadPicture() { assets.load(shared.state.picture.utf8) }

  /// Makes the list of a frame that may become the newest one.
  private func sketch(at time: Duration) {
    if sketched == time, sketchedPicture == assets.image?.reference { return }
    (sketched, sketchedPicture, sketchIsVisible) = (time, assets.image?.reference, false)
    let last = lists.count - 1
    lists[last].removeAll()
    screen.draw(input(at: time), into: &lists[last])
  }

  /// Whether the frame of a time would be seen to differ from the newest one.
  func differsVisibly(at time: Duration) -> Bool {
    if knownCount == 0 { return true }
    sketch(at: time)
    sketchIsVisible = lists[lists.count - 1].differsVisibly(from: lists[0])
    return sketchIsVisible
  }

  /// The newest frame as a PNG picture; nil before the first, and where there is no memory for one.
  func encoded() -> [UInt8]? {
    if frameNumber == 0 { return nil }
    var picture = Pixmap(size: size)
    picture.withSurface { paint(&$0, over: nil) }
    return try? PNGEncoder.encode(picture)
  }

  /// Makes the newest frame one of which nothing is known to be shown anywhere, so that all of it is drawn.
  func renew() {
    knownCount = min(knownCount, 1)
    frameNumber += 1
    (stepOrigin, olderOrigin) = (nil, nil)
  }

  package func paint(_ surface: inout PixelSurface, over shown: Int?) {
    rasterizer.draw(lists[0], into: &surface, where: difference(since: shown))
  }

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
    _ styles: ByteString, _ settings: Settings, _ canvas: Size, _ density: Double?,
    _ assets: SceneAssets
  ) -> Screen {
    Screen(styles, settings, canvas: canvas, density: density, lettering: assets.lettering) {
      plan in
      assets.picture(plan).map { ($0.image.reference, $0.x, $0.y) }
    }
  }

  /// The next time from one on at which a frame may differ from the one before; nil for never.
  func nextMotion(at time: Duration) -> Duration? { screen.nextMotion(input(at: time)) }

  /// The most frames a second that a time is worth.
  func mostFrames(at time: Duration) -> Double { screen.mostFrames(input(at: time)) }

  /// When an outcome will have played.
  package var outcomeEnd: Duration { screen.outcomeEnd(input(at: shared.state.phaseBegan)) }

  private func input(at time: Duration) -> SceneInput {
    SceneInput(shared, time: time, canvas: canvas, picture: assets.image?.reference)
  }
}
