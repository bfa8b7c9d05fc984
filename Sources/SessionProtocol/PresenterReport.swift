package import Base

/// A message from the presenter to its keeper, and the presenter's task.
package struct PresenterReport: Equatable, Sendable, WireMessage {
  /// The subject of a report.
  package enum Kind: UInt8, Sendable {
    /// The presenter uses the card with the path `text`, which may be empty. A duplicate of its
    /// descriptor is attached.
    case card
    /// The card is gone; the keeper closes its descriptor.
    case cardGone
    /// `buffers` exist on the card now.
    case buffers
    /// The first frame is on a display.
    case firstPicture
    /// Whether any display is connected now: `isTrue`, and the displays with their modes: `text`.
    case displays
    /// The outcome's animation is over, and its last frame is on a display.
    case outcomeShown
    /// The presenter starts to read the picture at the path `text`.
    case pictureBegun
    /// The presenter has read the picture, or has found it unreadable.
    case pictureEnded
    /// The picture at the path `text` cannot be decoded, and shall not be read again.
    case pictureRefused
    /// The cards of `paths` exist. The presenter works on the first one.
    case cards
    /// Whether another VT is in the foreground: `isTrue`.
    case away
    /// To the presenter, its first message: `PresenterTask.path` as `text`, its refused pictures as
    /// `paths`, its `buffers`, and `isSafe` as `isTrue`. The card's descriptor is attached.
    case task
  }

  /// The subject.
  package private(set) var kind = Kind.cardGone
  package private(set) var text = ByteString()
  package private(set) var paths: [ByteString] = []
  package private(set) var buffers: [PresentedBuffer] = []
  package private(set) var isTrue = false
  /// The number of states that the presenter had received before the outcome's last frame.
  package private(set) var received: UInt32 = 0

  package init() {}

  /// Creates a report with the fields of its kind.
  package init(
    _ kind: Kind, text: ByteString = ByteString(), paths: [ByteString] = [],
    buffers: [PresentedBuffer] = [], isTrue: Bool = false, received: UInt32 = 0
  ) {
    (self.kind, self.text, self.paths, self.buffers) = (kind, text, paths, buffers)
    (self.isTrue, self.received) = (isTrue, received)
  }

  package mutating func code(_ coder: inout WireCoder) {
    coder.code(&kind)
    coder.code(&text)
    coder.code(&paths, atMost: 255, ByteString()) { $0.code(&$1) }
    coder.code(&buffers, atMost: 255, PresentedBuffer(framebuffer: 0, handle: 0)) { $1.code(&$0) }
    coder.code(&isTrue)
    coder.code(&received)
  }
}
