import Base

/// A framebuffer that a presenter made on a card.
package struct PresentedBuffer: Equatable, Sendable {
  /// The ID of the framebuffer on the card.
  package private(set) var framebuffer: UInt32
  /// The GEM handle of the dumb buffer behind it.
  package private(set) var handle: UInt32

  /// Creates a record of a framebuffer; it owns neither kernel object.
  package init(framebuffer: UInt32, handle: UInt32) {
    (self.framebuffer, self.handle) = (framebuffer, handle)
  }

  mutating func code(_ coder: inout WireCoder) {
    coder.code(&framebuffer)
    coder.code(&handle)
  }
}
