import Base
import LinuxSystem
import PNGCodec
import Pixels
import RenderProcess

/// An animated PNG in the making, frame by frame, so that the page can say how far it is.
final class Animation {
  private let panel: Panel
  private let painter: FramePainter
  private let framesPerSecond: Int
  private var encoder: APNGEncoder
  private var picture: Pixmap
  private var damage = DamageRegion()
  private var shown: Int?
  private var count = 0

  /// The number of frames in all: those that begin before the end, and one that shows the end.
  let frameCount: Int

  /// Begins an animation of a panel's script.
  init(_ panel: Panel, framesPerSecond: Int) {
    (self.panel, self.framesPerSecond) = (panel, framesPerSecond)
    painter = panel.makePainter()
    encoder = APNGEncoder(size: painter.size, framesPerSecond: framesPerSecond)
    picture = Pixmap(size: painter.size)
    frameCount = panel.replay.frame(showing: panel.end, framesPerSecond: framesPerSecond) + 1
  }

  /// Draws and adds the next frame.
  func append() {
    let time = Duration.seconds(1) * count / framesPerSecond
    painter.setState(panel.replay.state(at: time), loadsPicture: true)
    _ = painter.draw(at: time)
    picture.withSurface { painter.paint(&$0, over: shown) }
    painter.getDamage(since: shown, into: &damage)
    shown = painter.frameNumber
    count += 1
    encoder.append(picture, damage: damage)
  }

  /// The file of all frames so far.
  var bytes: [UInt8] { encoder.bytes() }
}
