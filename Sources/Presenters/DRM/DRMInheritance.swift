public import Base

/// What a presenter's keeper holds for it, so that the picture outlives the process that drew it.
///
/// The keeper keeps a copy of the card's descriptor; while it is open, the kernel goes on showing the
/// last framebuffer. A new presenter, forked from the keeper, takes this over: it is master already, it
/// shows its own first frame in place of the old one, then frees the old buffers.
public struct DRMInheritance: Equatable, Sendable {
  /// The card's descriptor; nil when none is held. The presenter's process has a copy of its own, and closes it.
  public var card: Int32?
  /// The card's path; nil if it is not known.
  public var path: ByteString?
  /// The buffers that were made on it and not freed.
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

  /// Creates an inheritance; nothing, unless said otherwise.
  public init(card: Int32? = nil, path: ByteString? = nil, buffers: [Buffer] = []) {
    (self.card, self.path, self.buffers) = (card, path, buffers)
  }
}
