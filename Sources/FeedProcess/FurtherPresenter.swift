import Base
import LinuxSystem
import SessionProtocol

/// A presenter of one more card, beside the first presenter. It gets the same states, so a driver
/// that blocks one of them delays no other.
final class FurtherPresenter {
  /// The card's path.
  let path: ByteString
  /// The process; nil while there is none.
  var process: ChildProcess?
  /// The channel to it.
  var channel: MessageChannel?
  /// A copy of the card's descriptor; nil before its first picture.
  var card: FileDescriptor?
  /// The framebuffers on the card.
  var buffers: [PresentedBuffer] = []
  /// When it is started again after a death.
  var restarts = RestartPolicy()
  var restartAt: Duration?
  /// Whether the newest state was not sent.
  var owesState = false
  /// Whether a frame of it was on a display.
  var hasShown = false
  /// The outcome on its displays.
  var outcome = OutcomeWatch()
  /// The picture that it reads now; nil for none.
  var picture: ByteString?

  /// Creates a record of a card. It has no process yet.
  init(_ path: ByteString) { self.path = path }

  /// The descriptors of it that other processes must close.
  var descriptors: [Int32] { [channel?.rawValue, card?.rawValue].compactMap { $0 } }

  /// Adds what `Keeper.handleFurtherReports` and `publishFurther` wait for.
  func addDescriptors(to poller: inout Poller) {
    guard let channel = channel?.rawValue else { return }
    _ = poller.add(channel, .readable)
    if owesState { _ = poller.add(channel, .writable) }
  }
}
