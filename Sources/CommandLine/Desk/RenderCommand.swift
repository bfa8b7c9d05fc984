import Base
import Configuration
import Feed
import FeedProcess
import KMS
import LinuxSystem
import Pixels
import Presenters
import ProgressModel
import RenderProcess
import SessionProtocol

/// `fbprogress render`: writes a script's frames at given times to files.
enum RenderCommand {
  static func run(_ options: Options) throws(CommandError) {
    let path = try output(options)
    let script = try ScriptFile.read(for: options)
    let replay = Replay(script, options)
    let format = options.render.displays.selection.format ?? .xrgb8888
    let painter = FramePainter(
      size: options.render.size, grayBits: format.grayBits, settings: options.settings,
      assets: SceneAssets(options.settings))
    var turning = TurningPainter(
      size: options.render.size, turning: .none, grayBits: format.grayBits)
    let output = PictureOutput(
      path: path, size: options.render.size, framesPerSecond: options.render.framesPerSecond,
      rawFormat: format)
    if options.times.isEmpty, !output.isAnimated {
      throw CommandError(.usage, "a picture shows one time: give --at SECONDS")
    }
    if options.times.count > 1, output.isSingle {
      throw CommandError(
        .usage,
        ByteString(options.times.count) + " times want as many files: give --output NAME-%d.png"
      )
    }
    var picture = Pixmap(size: options.render.size)
    var damage = DamageRegion()
    var shown: Int?
    let times = try times(options, replay, painter)
    do throws(PresenterError) {
      for time in times {
        let state = replay.state(at: time)
        painter.setState(state, loadsPicture: true)
        _ = painter.draw(at: time)
        picture.withSurface(as: output.format) { turning.paint(painter, over: shown, on: &$0) }
        painter.getDamage(since: shown, into: &damage)
        shown = painter.frameNumber
        try output.append(picture, damage: damage)
      }
      try output.finish()
    } catch {
      throw CommandError(.cannotPresent, error.message)
    }
  }

  /// Returns the file for pictures. Refuses a name that ends in another type than these; a name
  /// without a type is valid.
  static func output(
    _ options: Options, _ types: [StaticBytes] = [".png", "-%d.png", ".apng", ".raw"]
  ) throws(CommandError) -> ByteString {
    var known = ByteString()
    for type in types { known.append("FILE" + ByteString(type), after: ", ") }
    guard let path = options.render.output else {
      throw CommandError(.usage, "output: no file for pictures; use --output with " + known)
    }
    let name = FileSystem.name(of: path)
    guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return path }
    for type in types where name[point..<name.count] == type { return path }
    throw CommandError(.usage, "output: unknown type of '" + path + "'; use " + known)
  }

  /// The most frames of an animation: nine hours at 30 frames per second. A longer script has a
  /// wrong time in it.
  private static let frameLimit = 1_000_000

  /// The given times, or else all frames of the session until the outcome was shown.
  private static func times(
    _ options: Options, _ replay: Replay, _ painter: FramePainter
  ) throws(CommandError) -> [Duration] {
    if !options.times.isEmpty { return options.times }
    let frames = replay.frame(
      showing: replay.end(of: painter), framesPerSecond: options.render.framesPerSecond)
    guard frames <= frameLimit else {
      throw CommandError(
        .usage, ByteString(frames) + " frames are too many; use a lower --fps, or times with --at")
    }
    return (0...frames).map { .seconds(1) * $0 / options.render.framesPerSecond }
  }
}
