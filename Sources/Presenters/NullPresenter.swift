public import LinuxSystem
public import Pixels

/// Shows frames nowhere, at the pace of a display: for machines without one, and for measuring.
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

  /// Creates a presenter of a size and pace.
  public init(size: PixelSize, framesPerSecond: Int) {
    self.size = size
    refreshPeriod = .seconds(1) / framesPerSecond
  }

  /// Adds none.
  public func addDescriptors(to poller: inout Poller) {}
  /// Has nothing to do.
  public func handleEvents(at now: Duration) throws(PresenterError) {}
  /// Looks away.
  public func present(
    _ frame: borrowing Pixmap, damage: DamageRegion, for time: Duration
  ) throws(PresenterError) {}
  /// Has nothing to end.
  public func finish() throws(PresenterError) {}
}
