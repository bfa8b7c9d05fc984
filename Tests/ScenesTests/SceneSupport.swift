import ByteStrings
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import Scenes
import TestSupport

/// Makes scenes and draws their frames.
enum Stage {
  static func settings(_ changes: [String: String] = [:]) -> Settings {
    var settings = Settings(SceneStyle.all.flatMap { $0.settings })
    for (key, value) in changes {
      do {
        try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine)
      } catch {
        preconditionFailure(error.message.description)
      }
    }
    return settings
  }

  static func list(_ scene: Scene, _ input: SceneInput) -> DisplayList {
    var list = DisplayList()
    scene.draw(input, &list)
    return list
  }

  static func input(
    _ events: [(Double, ProgressEvent)], at time: Double, size: (Int, Int),
    picture: ImageReference? = nil, scale: Double? = nil
  ) -> SceneInput {
    var state = ProgressState()
    for (at, event) in events where at <= time { state.apply(event, at: duration(at)) }
    return SceneInput(
      state: state, time: duration(time),
      canvas: Size(width: Double(size.0), height: Double(size.1)), scale: scale,
      picture: picture)
  }

  static func frame(_ scene: Scene, _ input: SceneInput, images: [Image] = []) -> Pixmap {
    Canvas.draw(
      list(scene, input),
      size: PixelSize(width: Int(input.canvas.width), height: Int(input.canvas.height)),
      images: images)
  }

  static func duration(_ seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  /// A picture in which no two pixels near each other are alike.
  static func picture(_ width: Int, _ height: Int) -> Image {
    var pixmap = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      pixmap.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices {
          row[x] =
            0xff00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8
            | UInt32((x * 7 ^ y * 5) & 0xff)
        }
      }
    }
    return Image(pixmap, identifier: 1)
  }
}
