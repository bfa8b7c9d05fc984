import ByteStrings
import Configuration
import Graphics
import LinuxSystem
import PNGCodec
import Pixels
import ProgressModel
import Raster
import Scenes

/// Draws the frames of a session, one after the other, each by its difference from the one before.
final class FramePainter {
  private let settings: Settings
  private let canvas: Size
  private let scale: Double?
  private let rasterizer = Rasterizer()
  private var scene: Scene
  private var styleName: ByteString
  private var pictures: PictureShelf
  private var shown = DisplayList()
  private var next = DisplayList()
  private var difference = ListDifference()
  private var isBlank = true
  /// The last frame.
  private(set) var frame: Pixmap
  /// What of it differs from the frame before.
  private(set) var damage = DamageRegion()

  /// Creates a painter of frames of a size.
  init(size: PixelSize, settings: Settings) {
    self.settings = settings
    canvas = Size(width: Double(size.width), height: Double(size.height))
    scale = settings.number("scale")
    frame = Pixmap(size: size)
    pictures = PictureShelf(settings)
    styleName = ""
    scene = Self.style("", settings).makeScene(settings)
  }

  /// Draws the frame that shows a state at a time of the session.
  func paint(_ state: ProgressState, at time: Duration) {
    swap(&shown, &next)
    next.removeAll()
    scene.draw(input(state, at: time), &next)
    if isBlank {
      difference = ListDifference(frame.bounds, of: frame.bounds)
      isBlank = false
    } else {
      difference.find(from: shown, to: next, of: frame.bounds)
    }
    damage.removeAll()
    difference.insert(into: &damage)
    frame.withSurface { rasterizer.draw(next, into: &$0, where: difference) }
  }

  /// Makes ready what a state asks for: its style, its picture.
  ///
  /// - Parameter loadsPicture: whether a picture that is not there yet may be read, which takes time.
  func prepare(_ state: ProgressState, loadsPicture: Bool) {
    if state.style.utf8 != styleName {
      styleName = state.style.utf8
      scene = Self.style(styleName, settings).makeScene(settings)
    }
    if loadsPicture {
      pictures.load(state.picture.utf8)
      rasterizer.images = pictures.image.map { [$0] } ?? []
    }
  }

  /// From when on every frame is the same; nil while that will never be.
  func rest(_ state: ProgressState, at time: Duration) -> Duration? {
    scene.rest(input(state, at: time))
  }

  /// When an outcome will have played.
  func outcomeEnd(_ state: ProgressState) -> Duration {
    scene.outcomeEnd(input(state, at: state.phaseBegan))
  }

  private func input(_ state: ProgressState, at time: Duration) -> SceneInput {
    SceneInput(
      state: state, time: time, canvas: canvas, scale: scale, picture: pictures.image?.reference)
  }

  /// The style that a feed asked for, or else the configured one.
  private static func style(_ name: ByteString, _ settings: Settings) -> SceneStyle {
    SceneStyle.named(name) ?? SceneStyle.all[settings.choice("style") ?? 0]
  }
}

/// The picture of a session: the configured one, or the one that the feed asks for.
private struct PictureShelf {
  private(set) var image: Image?
  private let configured: ByteString
  private let folders: [ByteString]
  private var path: ByteString?
  private var loadedCount = 0

  init(_ settings: Settings) {
    configured = settings.text("image") ?? ""
    folders = (settings.text("image-folders") ?? "").split(at: UInt8(ascii: ":"))
  }

  /// Reads the picture that is wanted now, unless it is there. One that can't be read is told of once, and the
  /// picture before it stays.
  mutating func load(_ asked: ByteString) {
    let wanted = asked.isEmpty ? configured : asked
    if wanted == path || wanted.isEmpty { return }
    path = wanted
    let bytes: [UInt8]
    do throws(SystemError) {
      // A feed may be written by others than the one who configured the program: it gets no links, no devices,
      // and no files but pictures.
      if !asked.isEmpty, try !isInFolder(wanted) {
        return Log.say(
          "picture " + wanted + ": not below one of image-folders; put it there, or name its folder"
        )
      }
      bytes = try FileSystem.read(
        wanted, limit: 256 << 20, for: asked.isEmpty ? .reading : .readingNoLink)
    } catch {
      return Log.say("picture: " + error.message)
    }
    do throws(PNGDecoder.DecodingError) {
      loadedCount += 1
      image = Image(try PNGDecoder.decode(bytes.span), identifier: loadedCount)
    } catch {
      Log.say("picture " + wanted + ": not a PNG that can be read: " + error.reason)
    }
  }

  private func isInFolder(_ path: ByteString) throws(SystemError) -> Bool {
    let folder = try FileSystem.realPath(FileSystem.folder(of: path))
    for one in folders {
      // One that is not there, or has no name, holds nothing.
      guard let allowed = try? FileSystem.realPath(one) else { continue }
      // "/" ends with the slash that a folder below any other has behind its name.
      if folder == allowed || folder.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") {
        return true
      }
    }
    return false
  }
}
