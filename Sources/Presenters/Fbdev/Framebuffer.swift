public import Base
public import LinuxSystem
public import Pixels

/// A framebuffer device, or its simulation in a test. Functions that return `Bool` return whether
/// the call succeeded.
public protocol Framebuffer: AnyObject {
  /// The current time, by which waiting is measured.
  var now: Duration { get }

  /// The current state of the device.
  func state() throws(SystemError) -> FramebufferState
  /// Shows the memory from a column and a row on.
  func pan(x: Int, y: Int) -> Bool
  /// Changes the number of rows of the memory.
  func setVirtualHeight(_ rows: Int) -> Bool
  /// Waits for the next vertical blank.
  func waitForVerticalBlank() -> Bool
  /// Blanks or unblanks the display.
  func setBlank(_ isBlank: Bool)
  /// Loads a linear color map for channels of this many bits.
  func setRamp(bits: Int)
  /// Maps the first `count` bytes.
  func memory(_ count: Int) throws(SystemError) -> any FramebufferMemory
}

/// The memory of a framebuffer device, unmapped with this object.
public protocol FramebufferMemory: AnyObject {
  /// Calls `body` with pixels of the memory. Traps if they exceed the memory.
  ///
  /// - Parameter offset: the offset of the first pixel, bytes.
  func withSurface(
    at offset: Int, stride: Int, size: PixelSize, format: PixelFormat,
    _ body: (inout PixelSurface) -> Void)
}

extension FramebufferState {
  /// Whether a KMS driver emulates the device. The kernel truncates names to 15 characters.
  var isOfCard: Bool { name.hasSuffix("drmfb") || name.hasSuffix("drm") }
}

extension FramebufferDevice: Framebuffer {
  /// The system's monotonic clock.
  public var now: Duration { MonotonicClock.now }

  /// Maps the first `count` bytes.
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
