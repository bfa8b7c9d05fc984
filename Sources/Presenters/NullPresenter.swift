public import Durations
import LinuxSystem
public import Pixels

/// Draws frames at the pace of a display and shows them nowhere: for machines without one, and for measuring.
public final class NullPresenter: Presenter, PresenterOutput {
  /// The size that was asked for.
  public let size: PixelSize
  /// The pace that was asked for.
  public let refreshPeriod: Duration
  /// Always.
  public let isReady = true
  /// There is none.
  public let lastVerticalBlank: Duration? = nil
  /// Nobody knows.
  public let density: Double? = nil

  /// Itself.
  public private(set) var outputs: [any PresenterOutput] = []

  private var picture: Pixmap
  private var shown: Int?

  /// Creates a presenter of a size and pace.
  public init(size: PixelSize, framesPerSecond: Int) {
    self.size = size
    picture = Pixmap(size: size)
    refreshPeriod = .seconds(1) / framesPerSecond
    outputs = [self]
  }

  /// Draws, and looks away.
  public func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
  {
    picture.withSurface { source.paint(&$0, over: shown) }
    shown = source.frameNumber
    return true
  }
  /// Has nothing to end.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {}
}
