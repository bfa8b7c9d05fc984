public import Base
import LinuxSystem
public import Pixels

/// Draws frames for a display that does not exist: for machines without one, and to measure.
///
/// The display has two buffers and a frame clock: a flip completes at the vertical blank that its
/// frame was drawn for. So the program behaves as on real hardware, except for the calls of the
/// driver. Both buffers are the same memory, since no one reads it.
public final class NullPresenter: Presenter, PresenterOutput {
  /// The display's size.
  public let size: PixelSize
  /// The time from one vertical blank to the next.
  public let refreshPeriod: Duration
  /// The time of the last completed flip; nil before the first.
  public private(set) var lastVerticalBlank: Duration?
  /// Itself.
  public private(set) var outputs: [any PresenterOutput] = []
  /// The number of frames presented.
  public private(set) var frameCount = 0
  /// The sum of the pixels of all damage rectangles.
  public private(set) var damagedPixelCount = 0

  private var buffer: Pixmap
  // The numbers of the frames in the buffers.
  private var (shownFront, shownBack): (Int?, Int?)
  private var damage = DamageRegion()
  private var flip: Duration?

  /// Creates a presenter of a size and a refresh rate.
  public init(size: PixelSize, framesPerSecond: Int) {
    self.size = size
    buffer = Pixmap(unwritten: size)
    refreshPeriod = .seconds(1) / framesPerSecond
    outputs = [self]
  }

  /// Whether no flip is pending.
  public var isReady: Bool { flip == nil }

  /// The time at which the pending flip completes; nil without one.
  public var deadline: Duration? { flip }

  /// Completes a flip that is due.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    guard let flip, now >= flip else { return }
    (lastVerticalBlank, self.flip) = (flip, nil)
  }

  /// Draws into the back buffer and flips.
  public func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
  {
    buffer.withSurface { source.paint(&$0, over: shownBack) }
    source.getDamage(since: shownFront, into: &damage)
    frameCount += 1
    damagedPixelCount += damage.area
    (shownFront, shownBack) = (source.frameNumber, shownFront)
    flip = time
    return true
  }
}
