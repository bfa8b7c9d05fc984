public import Base
public import LinuxSystem
public import Pixels

/// A framebuffer device as the presenter needs it: the machine's, or a test's imagination. Some calls say whether they could
/// be made.
public protocol Framebuffer: AnyObject {
  /// The time now, by which its waiting is measured.
  var now: Duration { get }

  /// What it is, and how it shows its memory now.
  func state() throws(SystemError) -> FramebufferState
  /// Shows the memory from a column and a row on.
  func pan(x: Int, y: Int) -> Bool
  /// Makes the memory another number of rows high.
  func setVirtualHeight(_ rows: Int) -> Bool
  /// Waits for the next vertical blank.
  func waitForVerticalBlank() -> Bool
  /// Turns the display off or on.
  func setBlank(_ isBlank: Bool)
  /// Has levels of so many bits mean themselves.
  func setRamp(bits: Int)
  /// Maps its first bytes.
  func memory(_ count: Int) throws(SystemError) -> any FramebufferMemory
}

/// The memory of a framebuffer device, unmapped when its owner goes.
public protocol FramebufferMemory: AnyObject {
  /// Lends pixels for drawing. Traps where they are not in the memory.
  ///
  /// - Parameter offset: the first byte.
  func withSurface(
    at offset: Int, stride: Int, size: PixelSize, format: PixelFormat,
    _ body: (inout PixelSurface) -> Void)
}

extension FramebufferState {
  /// Whether a driver of KMS made the device, for programs that don't know of KMS. Names have room for 15 letters, so an end
  /// may be missing.
  var isOfCard: Bool { name.hasSuffix("drmfb") || name.hasSuffix("drm") }
}

extension FramebufferDevice: Framebuffer {
  /// That of the system.
  public var now: Duration { MonotonicClock.now }

  /// Maps its first bytes.
  public func memory(_ count: Int) throws(SystemError) -> any FramebufferMemory {
    MappedFramebuffer(try map(count))
  }
}

private final class MappedFramebuffer: FramebufferMemory {
  private var mapping: MemoryMapping

  init(_ mapping: consuming MemoryMapping) { self.mapping = mapping }

  func withSurface(
    at offset: Int, stride: Int, size: PixelSize, format: PixelFormat,
    _ body: (inout PixelSurface) -> Void
  ) {
    let end = offset + stride * (size.height - 1) + size.width * format.bytesPerPixel
    precondition(
      offset >= 0 && size.height > 0 && end <= mapping.count, "pixels outside the memory")
    // SAFETY: checked just above; the mapping is borrowed for the call.
    unsafe mapping.withBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var surface = unsafe PixelSurface(
        base: base + offset, stride: stride, size: size, format: format)
      body(&surface)
    }
  }
}
