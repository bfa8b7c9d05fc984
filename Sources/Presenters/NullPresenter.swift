public import LinuxSystem
public import Pixels

/// Draws frames at the pace of a display and shows them nowhere: for machines without one, and for measuring.
public final class NullPresenter: Presenter {
  /// The size that was asked for.
  public let size: PixelSize?
  /// The pace that was asked for.
  public let refreshPeriod: Duration
  /// Always.
  public let isReady = true
  /// There is none.
  public let lastVerticalBlank: Duration? = nil
  /// Never.
  public let deadline: Duration? = nil

  private var picture: Pixmap
  private var shown: Int?

  /// Creates a presenter of a size and pace.
  public init(size: PixelSize, framesPerSecond: Int) {
    self.size = size
    picture = Pixmap(size: size)
    refreshPeriod = .seconds(1) / framesPerSecond
  }

  /// Adds none.
  public func addDescriptors(to poller: inout Poller) {}
  /// Has nothing to do.
  public func handleEvents(at now: Duration) throws(PresenterError) {}
  /// Draws, and looks away.
  public func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) {
    picture.withSurface { source.paint(&$0, over: shown) }
    shown = source.frameNumber
  }
  /// Has nothing to end.
  public func finish() throws(PresenterError) {}
}
