public import Base
import LinuxSystem
public import Pixels

/// Writes each frame of a session to files, at the pace of a display.
public final class PNGPresenter: Presenter, PresenterOutput {
  /// The requested size.
  public let size: PixelSize
  /// The requested time between frames.
  public let refreshPeriod: Duration
  /// Always true.
  public let isReady = true
  /// Itself.
  public private(set) var outputs: [any PresenterOutput] = []
  private var output: PictureOutput
  private var last: Duration?
  private var picture: Pixmap
  private var damage = DamageRegion()
  private var shown: Int?

  /// Creates a presenter.
  ///
  /// - Parameter path: as in `PictureOutput`; a single picture shows the last frame.
  public init(path: ByteString, size: PixelSize, framesPerSecond: Int) {
    self.size = size
    refreshPeriod = .seconds(1) / framesPerSecond
    picture = Pixmap(size: size)
    output = PictureOutput(path: path, size: size, framesPerSecond: framesPerSecond)
    outputs = [self]
  }

  /// Writes a frame.
  public func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
  {
    let periods = last.map { Int(min(1e9, ((time - $0) / refreshPeriod).rounded())) } ?? 1
    last = time
    picture.withSurface { source.paint(&$0, over: shown) }
    source.getDamage(since: shown, into: &damage)
    shown = source.frameNumber
    try output.append(picture, damage: damage, periods: periods)
    return true
  }
  /// Writes an animation.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) { try output.finish() }
}
