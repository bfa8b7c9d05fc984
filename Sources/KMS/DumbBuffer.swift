import Base
public import Pixels

/// The memory layout of a dumb buffer, as the driver chose it.
public struct DumbBufferLayout: Equatable, Sendable {
  /// The GEM handle.
  public var handle: UInt32
  /// Bytes from one row to the next.
  public var pitch: Int
  /// The length, bytes.
  public var byteCount: Int

  /// Creates a layout.
  public init(handle: UInt32, pitch: Int, byteCount: Int) {
    (self.handle, self.pitch, self.byteCount) = (handle, pitch, byteCount)
  }
}

/// A framebuffer on a dumb buffer, which every KMS driver supports. Deinitialization frees it,
/// unless it was relinquished.
public final class DumbBuffer {
  /// The framebuffer's object ID.
  public let framebuffer: ObjectID
  /// The dumb buffer's GEM handle.
  public var handle: UInt32 { layout.handle }
  /// The size, pixels.
  public let size: PixelSize
  /// The pixel format.
  public let format: PixelFormat

  private let layout: DumbBufferLayout
  private let device: any ModeSetting
  private let memory: any ScanoutMemory
  private var isOurs = true
  // The spare buffers to which the dumb buffer is returned.
  private var spares: SpareBuffers?

  /// Creates a buffer and maps it; frees everything if a step fails.
  public convenience init(
    on device: any ModeSetting, size: PixelSize, format: PixelFormat
  ) throws(KMSError) {
    let layout = try device.createDumbBuffer(size: size, bitsPerPixel: format.bitsPerPixel)
    do throws(KMSError) {
      let parts = try Self.map(layout, on: device, size: size, format: format)
      self.init(device, layout, parts.memory, parts.framebuffer, size, format)
    } catch {
      try? device.destroyDumbBuffer(layout.handle)
      throw error
    }
  }

  /// Creates a framebuffer on a spare dumb buffer, which is returned to `spares` with this object.
  /// Throws if the buffer is too small.
  convenience init(
    on device: any ModeSetting, of spares: SpareBuffers, _ handle: UInt32, size: PixelSize,
    format: PixelFormat
  ) throws(KMSError) {
    // Only the driver knows the pitch, so create a buffer of one row, which needs little memory.
    let row = try device.createDumbBuffer(
      size: PixelSize(width: size.width, height: 1), bitsPerPixel: format.bitsPerPixel)
    try? device.destroyDumbBuffer(row.handle)
    let layout = DumbBufferLayout(
      handle: handle, pitch: row.pitch, byteCount: row.pitch * size.height)
    let parts = try Self.map(layout, on: device, size: size, format: format)
    self.init(device, layout, parts.memory, parts.framebuffer, size, format)
    self.spares = spares
  }

  private init(
    _ device: any ModeSetting, _ layout: DumbBufferLayout, _ memory: any ScanoutMemory,
    _ framebuffer: ObjectID, _ size: PixelSize, _ format: PixelFormat
  ) {
    (self.memory, self.framebuffer) = (memory, framebuffer)
    (self.device, self.layout, self.size, self.format) = (device, layout, size, format)
  }

  /// Maps a dumb buffer, and creates its framebuffer.
  private static func map(
    _ layout: DumbBufferLayout, on device: any ModeSetting, size: PixelSize, format: PixelFormat
  ) throws(KMSError) -> (memory: any ScanoutMemory, framebuffer: ObjectID) {
    // The driver's numbers are untrusted, and determine the addresses of writes.
    let columns = format.surfaceSize(of: size).width
    guard layout.pitch >= columns * format.bytesPerPixel,
      layout.byteCount >= layout.pitch * size.height
    else { throw .unsupported("the driver made a dumb buffer too small for its size") }
    let memory = try device.map(layout)
    return (memory, try device.addFramebuffer(layout, size: size, fourCC: format.fourCC))
  }

  deinit {
    if !isOurs { return }
    try? device.removeFramebuffer(framebuffer)
    if let spares { spares.giveBack(handle) } else { try? device.destroyDumbBuffer(handle) }
  }

  /// Makes this object free the dumb buffer, even if it was a spare one.
  public func adopt() { spares = nil }

  /// Sets whether the buffer outlives this object, for the holder of the card.
  public func relinquish(_ isLeft: Bool) { isOurs = !isLeft }

  /// Calls `body` with the pixels for drawing. Writes reach the memory in the order of the calls.
  public func withSurface(_ body: (inout PixelSurface) -> Void) {
    memory.withSurface(
      stride: layout.pitch, size: format.surfaceSize(of: size), format: format, body)
  }
}
