import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A presenter, as the keeper sees it. The first presenter has the console and selects its card.
/// Each further card has a presenter of its own, so a driver that blocks one delays no other.
final class PresenterLink {
  /// Whether this is the first presenter.
  let hasConsole: Bool
  /// The path of the card; nil while the first presenter has none.
  var path: ByteString?
  /// The process and the channel to it; nil while none runs.
  var helper: Helper?
  /// A copy of the card's descriptor; nil before the first frame on the card.
  var card: FileDescriptor?
  /// The framebuffers on the card.
  var buffers: [PresentedBuffer] = []
  /// The displays with their modes.
  var displays = ByteString()
  var restarts = RestartPolicy()
  /// The time of the next start, on the system's clock; nil for none.
  var restartAt: Duration?
  /// Whether it died too often; a reset starts it again.
  var diedTooOften = false
  /// Whether the newest state is not sent yet.
  var owesState = false
  /// Whether it has shown a frame in this session.
  var hasShown = false
  var outcome = OutcomeWatch()
  /// The path of the picture that it is reading; nil for none.
  var picture: ByteString?

  /// Creates a link without a process.
  ///
  /// - Parameter path: the path of a further card; nil for the first presenter.
  init(card path: ByteString? = nil) { (self.path, hasConsole) = (path, path == nil) }

  /// The name in log lines.
  var name: ByteString { hasConsole ? "the presenter" : "the presenter of " + path.orEmpty }

  /// Adds the channel to a poller.
  func addDescriptors(to poller: inout Poller) {
    guard let channel = helper?.descriptor else { return }
    _ = poller.add(channel, .readable)
    if owesState { _ = poller.add(channel, .writable) }
  }

  /// Sends an order, and returns whether the channel took it.
  @discardableResult func send(_ order: PresenterOrder) -> Bool {
    helper?.channel?.send([order.rawValue].span) == .taken
  }
}
