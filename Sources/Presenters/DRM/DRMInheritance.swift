public import Base

/// The state of a card that a presenter's keeper holds, so that the picture outlives the presenter.
///
/// The keeper holds a copy of the card's descriptor. While it is open, the kernel keeps scanning
/// out the last framebuffer. A new presenter, forked from the keeper, takes the card over: it is
/// already master, replaces the old frame by its own first frame, and then frees the old buffers.
public struct DRMInheritance: Equatable, Sendable {
  /// The card's descriptor; nil if none is held. The presenter's process has its own copy, and
  /// closes it.
  public var card: Int32?
  /// The card's path; nil if unknown.
  public var path: ByteString?
  /// The buffers that were created on the card and not freed.
  public var buffers: [Buffer] = []

  /// A framebuffer and the dumb buffer behind it.
  public struct Buffer: Equatable, Sendable {
    /// The framebuffer's KMS object number.
    public let framebuffer: UInt32
    /// The dumb buffer's GEM handle.
    public let handle: UInt32

    /// Names a buffer by its numbers.
    public init(framebuffer: UInt32, handle: UInt32) {
      (self.framebuffer, self.handle) = (framebuffer, handle)
    }
  }

  /// Creates an inheritance, empty by default.
  public init(card: Int32? = nil, path: ByteString? = nil, buffers: [Buffer] = []) {
    (self.card, self.path, self.buffers) = (card, path, buffers)
  }
}
